import { asResourceLimits, PLAN_DEFAULTS, type ResourceUsage, USAGE_COUNTERS } from '@credence/contract'
import { expect, test } from 'vitest'
import { limitShares, nearLimits } from './limit-share.ts'

const usage = (over: Partial<ResourceUsage>): ResourceUsage => ({
  ...(Object.fromEntries(USAGE_COUNTERS.map((name) => [name, 0])) as ResourceUsage),
  ...over,
})
const FREE = asResourceLimits(PLAN_DEFAULTS.FreeTier)

test('a limit is near from four fifths on', () => {
  expect(nearLimits(usage({ CoreCount: 2, KeyCount: 8 }), FREE).map(({ field, used, limit }) => [field, used, limit])).toEqual([
    ['KeyCount', '8', '10'],
  ])
})
test('bytes are told as such, and what is not counted is left out', () => {
  const shares = limitShares(usage({ CloudStorageBytes: 950_000_000 }), FREE)
  expect(shares.find(({ field }) => field === 'CloudStorageBytes')).toMatchObject({ used: '950 MB', limit: '1 GB', share: 0.95 })
  expect(shares.some(({ field }) => field === 'RequestsPerMinute')).toBe(false)
})
