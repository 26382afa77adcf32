// Requests made from the OpenAPI document of the platform, right ones and ones with a single fault: every answer is one that the document names.
// A part; `npm run properties` sends as many as are wanted.
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'
import { prepare, signUp } from '../properties/prepare.ts'
import { type Storm, storm } from '../properties/storm.ts'

const REQUESTS = 3000
const SEED = 20_260_101

export async function properties(platform: Platform, report: Report): Promise<void> {
  const target = await signUp(platform.origin)
  judgeStorm(await storm(target, { requests: REQUESTS, seed: SEED, fixed: await prepare(target) }), report)
}

/** Successes that a storm brings about only by chance, or not at all: what would end its own account and sessions, and what needs a world outside. */
const RARE = [
  'deleteUser',
  'deleteSession',
  'logoutAllSessions',
  'refreshSession',
  'createSession',
  'createUser',
  'getUserCustomization',
  'cancelBuild',
  'cancelTask',
]
const NEEDS_GITHUB = /GitHub/i

export function judgeStorm({ sent, faulty, operations, statuses, faults, neverSucceeded }: Storm, report: Report): void {
  for (const { fault, times, first } of faults) report.check(fault, `${times} times, first ${first}`, false)
  report.check(
    `${sent} requests to ${operations} operations, ${faulty} of them with a fault, are answered as the document says`,
    statuses,
    faults.length === 0,
  )
  const never = neverSucceeded.filter((id) => !RARE.includes(id) && !NEEDS_GITHUB.test(id))
  report.check('every operation succeeded for some of them', never.length === 0 ? `all but ${neverSucceeded.join(', ')}` : never, never.length === 0)
}
