import { DEFAULT_CORES, RECOMMENDED_CORE } from '@credence/contract'
import { expect, test } from 'vitest'
import { coreSearch, matches } from './filter.ts'

test('of an address only what is meant is taken', () => {
  expect(coreSearch({ tab: 'custom', q: 'athens', precision: '64', fast: 128, memory: 32e6, other: 1 })).toEqual({
    tab: 'custom',
    q: 'athens',
    precision: 64,
    fast: 128,
    memory: 32e6,
  })
  expect(coreSearch({ of: `bld_${'a'.repeat(32)}` })).toEqual({ of: `bld_${'a'.repeat(32)}` })
  expect(coreSearch({ of: 'bld_', tab: '<b>', q: 7, precision: 'many', memory: -1 })).toEqual({ q: '7' })
})
test('words, precision, speed and memory narrow the list', () => {
  const names = (filter: Parameters<typeof matches>[1]) => DEFAULT_CORES.filter((core) => matches(core, filter)).map(({ Name }) => Name)
  expect(names({ q: 'reference' })).toEqual(['C0-Reference', 'C0-Reference-32K'])
  expect(names({ q: RECOMMENDED_CORE.CoreID })).toEqual(['C0-S+'])
  expect(names({ q: 'autocorrelation', precision: 512 })).toEqual(['C0-XL+', 'C0Pro-XL+'])
  expect([names({ q: 'reference', fast: 512 }), names({ q: 'bypass', fast: 16 })]).toEqual([['C0-Reference'], ['C0-Bypass']])
  expect(names({ memory: 512e6 })).toEqual(['C0-XL', 'C0-XL+', 'C0Pro-XL', 'C0Pro-XL+'])
})
