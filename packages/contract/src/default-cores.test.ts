import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEFAULT_CORES, findCore, GIVEN_IDS, isSuggested, RECOMMENDED_CORE } from './default-cores.ts'
import { isTracking } from './enums.ts'
import { LIMITS } from './limits.ts'

/** UUID version 5 (RFC 9562, section 5.5) in the URL namespace, as 32 hexadecimal digits. */
function uuid5(name: string): string {
  const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex')
}

test('ids that are not given follow from the name', () => {
  const derived = DEFAULT_CORES.filter((core) => !GIVEN_IDS.has(core.Name))
  expect(derived).toHaveLength(21)
  for (const core of derived) expect(core.CoreID, core.Name).toBe(`cor_${uuid5(`urn:credence:core:${core.Name}`)}`)
})
test('lists to choose from leave out tracking cores that forget what values share, which are there by name and id', () => {
  const left = DEFAULT_CORES.filter((core) => !isSuggested(core))
  expect(left).toHaveLength(15)
  for (const core of left) {
    expect(core.Name).not.toMatch(/\+$/)
    expect([findCore(core.Name), findCore(core.CoreID)]).toEqual([core, core])
  }
  expect(['C0-S+', 'C0-Bypass', 'C0-Reference'].every((name) => isSuggested(findCore(name)!))).toBe(true)
})
test('names and ids are unique', () => {
  expect(DEFAULT_CORES).toHaveLength(33)
  expect(new Set(DEFAULT_CORES.map((core) => core.Name)).size).toBe(33)
  expect(new Set(DEFAULT_CORES.map((core) => core.CoreID)).size).toBe(33)
})
test('every core is within the limits', () => {
  const { precision, memorySize } = LIMITS.core
  for (const core of DEFAULT_CORES) {
    expect(core.Precision).toBeGreaterThanOrEqual(precision.min)
    expect(core.Precision).toBeLessThanOrEqual(isTracking(core.Microarchitecture) ? precision.trackingMax : precision.max)
    expect(core.MemorySize).toBeGreaterThanOrEqual(memorySize.min)
    expect(core.MemorySize).toBeLessThanOrEqual(memorySize.max)
  }
})
test('a core is found by name in any case, and by id', () => {
  expect(findCore('c0pro-s+')?.CoreID).toBe('cor_c8ea3c9b7d995479a6028fa025cbe286')
  expect(findCore('C0-bypass')?.Microarchitecture).toBe('Bypass')
  expect(findCore('cor_b21e4de9927158c1a5b603c2affb8a09')).toBe(RECOMMENDED_CORE)
  expect(findCore('C0-XXL')).toBeUndefined()
})
