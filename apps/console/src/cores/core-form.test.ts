import { DEFAULT_CORES, LIMITS, RECOMMENDED_CORE } from '@credence/contract'
import { expect, test } from 'vitest'
import { changesOf, checkCore, draftOf, EMPTY_CORE, readBytes } from './core-form.ts'

const NAMED = { ...EMPTY_CORE, Name: 'Mine' }
const faultsOf = (over: Partial<typeof NAMED>) => Object.keys(checkCore({ ...NAMED, ...over }).faults)

test('every default core is right as it is, and unchanged has nothing to update', () => {
  for (const core of DEFAULT_CORES) expect(checkCore(draftOf(core)).faults).toEqual({})
  expect(changesOf(RECOMMENDED_CORE, checkCore(draftOf(RECOMMENDED_CORE)).request!)).toEqual({})
})
test('memory is read in the units that people use', () => {
  expect(['64 MB', '64000000', '64,000,000', '1.5GB', '256 KiB', '64 apples', '', '-1'].map(readBytes)).toEqual([
    64e6,
    64e6,
    64e6,
    1.5e9,
    262_144,
    undefined,
    undefined,
    undefined,
  ])
})
test('the limits of precision depend on the microarchitecture', () => {
  const { min, max, trackingMax } = LIMITS.core.precision
  expect(faultsOf({ Precision: String(trackingMax) })).toEqual([])
  for (const Microarchitecture of ['Athens', 'Zurich'])
    expect(faultsOf({ Microarchitecture, Precision: String(trackingMax + 1) })).toEqual(['Precision'])
  for (const Microarchitecture of ['Bypass', 'Reference']) expect(faultsOf({ Microarchitecture, Precision: String(max) })).toEqual([])
  for (const Precision of [String(min - 1), String(max + 1), '6.4', 'many', ''])
    expect(faultsOf({ Microarchitecture: 'Reference', Precision })).toEqual(['Precision'])
})
test('the limits of memory are those of the contract, then those of the plan', () => {
  const { min, max } = LIMITS.core.memorySize
  expect([min - 1, min, max, max + 1].map((size) => faultsOf({ MemorySize: String(size) }))).toEqual([['MemorySize'], [], [], ['MemorySize']])
  expect(checkCore({ ...NAMED, MemorySize: '1 GB' }, { MemorySize: 512e6 }).faults.MemorySize).toContain(
    'Requested resources exceed your current tier limits',
  )
})
test('a name is not empty', () => {
  expect(faultsOf({ Name: '  ' })).toEqual(['Name'])
})
test('a precision that is no power of two says what will be used', () => {
  expect(checkCore({ ...NAMED, Precision: '100' }).notes.Precision).toContain('64 will be used')
  expect(checkCore({ ...NAMED, Microarchitecture: 'Reference', Precision: '100' }).notes.Precision).toContain('100 times')
})
