import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openSealing } from './open.ts'
import { SealBroken, sealingWith } from './sealing.ts'

const key = (id: string, fill: number) => ({ id, bytes: new Uint8Array(32).fill(fill) })
const sealing = sealingWith([key('a', 1)])
let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'credence-sealing-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('what was sealed opens at its place, and nowhere else', () => {
  for (const text of ['', 'ghp_token', 'ε'.repeat(5000)]) {
    const sealed = sealing.seal(text, 'github-token:usr_1')
    if (text !== '') expect(sealed).not.toContain(text)
    expect(sealing.unseal(sealed, 'github-token:usr_1')).toBe(text)
    for (const place of ['github-token:usr_2', 'bucket:usr_1']) expect(() => sealing.unseal(sealed, place)).toThrow(SealBroken)
  }
})
test('the same text is never sealed alike', () => {
  expect(sealing.seal('x', 'p')).not.toBe(sealing.seal('x', 'p'))
})
test('a changed text, a cut one and one of an unknown form do not open', () => {
  const sealed = sealing.seal('secret', 'p')
  const [version, id, body = ''] = sealed.split('.')
  const swapped = body[20] === 'A' ? 'B' : 'A'
  for (const bad of [`${version}.${id}.${body.slice(0, 20)}${swapped}${body.slice(21)}`, sealed.slice(0, 20), `2.${id}.${body}`, `${sealed}.x`, ''])
    expect(() => sealing.unseal(bad, 'p')).toThrow(SealBroken)
})
test('the first key seals, and those behind it still open', () => {
  const old = sealing.seal('secret', 'p')
  const rotated = sealingWith([key('b', 2), key('a', 1)])
  expect(rotated.unseal(old, 'p')).toBe('secret')
  expect([rotated.isCurrent(old), rotated.isCurrent(rotated.seal('secret', 'p'))]).toEqual([false, true])
  expect(() => sealingWith([key('b', 2)]).unseal(old, 'p')).toThrow(/CREDENCE_SEALING_KEYS/)
  expect(() => sealingWith([key('a', 9)]).unseal(old, 'p')).toThrow(SealBroken)
})
test('without a setting the data folder gets a key that only its owner reads, the same for all who start at once', async () => {
  const config = readConfig({ CREDENCE_HOME: home })
  const opened = await Promise.all(Array.from({ length: 8 }, () => openSealing(config)))
  const sealed = opened[0]!.seal('secret', 'p')
  for (const one of [...opened, await openSealing(config)]) expect(one.unseal(sealed, 'p')).toBe('secret')
  expect(readdirSync(home)).toEqual(['sealing-key'])
  expect(statSync(join(home, 'sealing-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(home, 'sealing-key'), 'utf8')).toMatch(/^[0-9a-f]{8}:[0-9a-f]{64}\n$/)
  const other = mkdtempSync(join(tmpdir(), 'credence-sealing-'))
  writeFileSync(join(other, 'sealing-key'), 'nonsense')
  await expect(openSealing({ ...config, home: other })).rejects.toThrow('holds no key')
  rmSync(other, { recursive: true })
})
test('a setting names keys, and is not repeated when it is wrong', async () => {
  const [a, b] = [`a:${'01'.repeat(32)}`, `b:${'02'.repeat(32)}`]
  const config = readConfig({ CREDENCE_HOME: home, CREDENCE_SEALING_KEYS: `${b},${a}` })
  expect((await openSealing(config)).unseal(sealing.seal('secret', 'p'), 'p')).toBe('secret')
  for (const wrong of ['secret', 'a:01', `${a},${a}`])
    expect(() => readConfig({ CREDENCE_SEALING_KEYS: wrong })).toThrow(/^(?![\s\S]*(secret|0101))[\s\S]*CREDENCE_SEALING_KEYS/)
})
