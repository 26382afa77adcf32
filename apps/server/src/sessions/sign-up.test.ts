import { expect, test } from 'vitest'
import { maySignUp } from './sign-up.ts'

const here = { address: '127.0.0.1', headers: { host: 'localhost:8080' } }
const rules = { signUp: 'local', host: '127.0.0.1', origin: undefined } as const

test('without a word of the operator only the machine itself signs up, at a platform that listens to nobody else', () => {
  expect(maySignUp(rules, here)).toBe(true)
  expect(maySignUp({ ...rules, host: '::1' }, { address: '::1', headers: { host: '[::1]:8080' } })).toBe(true)
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'platform.example']) expect(maySignUp({ ...rules, host }, here)).toBe(false)
  expect(maySignUp({ ...rules, origin: 'https://platform.example' }, here)).toBe(false)
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '']) expect(maySignUp(rules, { ...here, address })).toBe(false)
  for (const host of ['evil.example', '127.0.0.1.evil.example', undefined])
    expect(maySignUp(rules, { ...here, headers: host === undefined ? {} : { host } })).toBe(false)
  for (const header of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])
    expect(maySignUp(rules, { ...here, headers: { ...here.headers, [header]: '127.0.0.1' } })).toBe(false)
})
test('the operator lets everybody or nobody', () => {
  const far = { address: '203.0.113.7', headers: { host: 'platform.example' } }
  expect(maySignUp({ ...rules, host: '0.0.0.0', signUp: 'open' }, far)).toBe(true)
  expect(maySignUp({ ...rules, signUp: 'closed' }, here)).toBe(false)
})
