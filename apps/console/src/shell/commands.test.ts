import { expect, test } from 'vitest'
import { type Command, matching, pathOfId, pathOfValue } from './commands.ts'

const command = (group: string, label: string, isDestructive = false): Command => ({ group, id: label, label, isDestructive, perform: () => {} })
const ALL = [command('Core', 'Delete', true), command('Go to', 'Cores'), command('Go to', 'Settings'), command('Core', 'Duplicate')]

test('words are looked for in any order, and what takes something away comes last', () => {
  expect(matching(ALL, '').map(({ label }) => label)).toEqual(['Cores', 'Settings', 'Duplicate', 'Delete'])
  expect(matching(ALL, 'core d').map(({ label }) => label)).toEqual(['Duplicate', 'Delete'])
  expect(matching(ALL, 'nothing of it')).toEqual([])
})
test('a pasted id opens its object where there is a screen for it', () => {
  const digits = '0123456789abcdef0123456789abcdef'
  const areas = [{ path: '/cores' }]
  expect([`cor_${digits}`, ` cor_${digits}\n`, `tsk_${digits}`, 'cor_1', digits].map((text) => pathOfId(text, areas))).toEqual([
    `/cores/cor_${digits}`,
    `/cores/cor_${digits}`,
    undefined,
    undefined,
    undefined,
  ])
})
test('a pasted value opens its page; a number and half a value do not', () => {
  const ux = `0.5Ux${'0'.repeat(42)}`
  expect([` ${ux}\n`, '0.5', `${ux.slice(0, 30)}`, `${ux} ${ux}`].map(pathOfValue)).toEqual([`/value#${ux}`, undefined, undefined, undefined])
})
