import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Allowance, passedLimit, type Spent } from './limits.ts'

fc.configureGlobal({ seed: 1 })

const ALLOWANCE: Allowance = { wallMilliseconds: 1000, processorMilliseconds: 500, memoryBytes: 100 }
const WITHIN: Spent = { wallMilliseconds: 999, processorMilliseconds: 499, memoryBytes: 100 }

test.each<[keyof Allowance, number, number]>([
  ['wallMilliseconds', 999, 1000],
  ['processorMilliseconds', 499, 500],
  ['memoryBytes', 100, 101],
])('%s: %i is within its limit, %i is not', (limit, within, beyond) => {
  expect(passedLimit(ALLOWANCE, { ...WITHIN, [limit]: within })).toBe(undefined)
  expect(passedLimit(ALLOWANCE, { ...WITHIN, [limit]: beyond })).toBe(limit)
})
test('some limit is passed exactly where one of the three is', () => {
  const amounts = fc.record({ wallMilliseconds: fc.nat(), processorMilliseconds: fc.nat(), memoryBytes: fc.nat() })
  fc.assert(
    fc.property(amounts, amounts, (allowance, spent) => {
      const passed = passedLimit(allowance, spent)
      const isWithin =
        spent.wallMilliseconds < allowance.wallMilliseconds &&
        spent.processorMilliseconds < allowance.processorMilliseconds &&
        spent.memoryBytes <= allowance.memoryBytes
      expect(passed === undefined).toBe(isWithin)
      if (passed) expect(spent[passed]).toBeGreaterThanOrEqual(allowance[passed])
    }),
  )
})
