import { expect, test } from 'vitest'
import { PLANS } from './enums.ts'
import { ERROR_EXAMPLES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { asResourceLimits, PLAN_DEFAULTS, PLAN_LIMIT_NAMES, PLAN_LIMITS, planRefusal } from './plans.ts'

test('every plan has a whole number for every limit, and no core is larger than a core may be', () => {
  for (const plan of PLANS) {
    expect(Object.keys(PLAN_DEFAULTS[plan]).toSorted()).toEqual(PLAN_LIMIT_NAMES.toSorted())
    for (const number of Object.values(PLAN_DEFAULTS[plan])) expect(Number.isSafeInteger(number) && number > 0).toBe(true)
    expect(PLAN_DEFAULTS[plan].memorySize).toBeLessThanOrEqual(LIMITS.core.memorySize.max)
  }
})
test('of two plans the dearer one allows no less of anything', () => {
  const order = ['FreeTier', 'DeveloperTier', 'AcademicTier', 'ProTier', 'EnterpriseTierS', 'EnterpriseTierM', 'EnterpriseTierL'] as const
  for (const [index, plan] of order.slice(1).entries())
    for (const name of PLAN_LIMIT_NAMES)
      expect(PLAN_DEFAULTS[plan][name], `${plan} ${name}`).toBeGreaterThanOrEqual(PLAN_DEFAULTS[order[index]!][name])
})
test('what is refused names its error, and names of Limits are different', () => {
  expect(planRefusal('cores').message).toBe(ERROR_EXAMPLES.coreLimit.message)
  expect(planRefusal('drives').message).toBe('Requested resources exceed your current tier limits')
  expect(new Set(Object.values(PLAN_LIMITS).map(({ field }) => field)).size).toBe(PLAN_LIMIT_NAMES.length)
  expect(asResourceLimits(PLAN_DEFAULTS.FreeTier)).toMatchObject({ CoreCount: 3, RequestsPerMinute: 600 })
})
