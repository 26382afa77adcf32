import { asResourceLimits, PLAN_DEFAULTS, type ResourceUsage, USAGE_COUNTERS } from '@credence/contract'
import { expect, test } from 'vitest'
import { isOver, smaller } from './plans-over.ts'

const usage = { ...(Object.fromEntries(USAGE_COUNTERS.map((name) => [name, 0])) as ResourceUsage), CoreCount: 5 }

test('a smaller plan names what gets smaller, what is passed already first', () => {
  const changes = smaller('FreeTier', asResourceLimits(PLAN_DEFAULTS.DeveloperTier), usage)
  expect(changes[0]).toMatchObject({ field: 'CoreCount', from: 20, to: 3, used: 5 })
  expect(changes.filter(isOver)).toHaveLength(1)
})
test('a larger plan takes nothing away', () => {
  expect(smaller('EnterpriseTier', asResourceLimits(PLAN_DEFAULTS.FreeTier), usage)).toEqual([])
})
