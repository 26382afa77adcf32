// Requests made from the OpenAPI document of the platform, right ones and ones with a single fault: every answer is one that the document names.
// A part; `npm run properties` sends as many as are wanted.
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'
import { prepare, signUp } from '../properties/prepare.ts'
import { type Storm, storm } from '../properties/storm.ts'

const REQUESTS = 3000
const SEED = 20_260_101

export async function properties(platform: Platform, report: Report): Promise<void> {
  const { target, fixed } = await prepare(await signUp(platform.origin, 'properties'))
  judgeStorm(await storm(target, { requests: REQUESTS, seed: SEED, fixed }), report)
}

/** Successes that a storm brings about only by chance, or not at all, and why. */
const RARE: Readonly<Record<string, string>> = {
  deleteUser: 'ends the account that asks',
  deleteSession: 'ends the session that asks',
  logoutAllSessions: 'ends the session that asks',
  createUser: 'few sign-ups a minute from one network',
  createSession: 'needs the password of a name that exists',
  refreshSession: 'needs a token of a session that lives',
  getUserCustomization: 'needs what an operator sets',
  connectRealtime: 'its success is a websocket, which the suite of the realtime channel opens',
  cancelBuild: 'needs one that has not ended yet',
  cancelTask: 'needs one that has not ended yet',
  completeUpload: 'needs one whose parts have all come: the inventory has one',
}
const NEEDS_GITHUB = /GitHub/i

export function judgeStorm({ sent, faulty, operations, statuses, faults, neverSucceeded }: Storm, report: Report): void {
  for (const { fault, times, first } of faults) report.check(fault, `${times} times, first ${first}`, false)
  report.check(
    `${sent} requests to ${operations} operations, ${faulty} of them with a fault, are answered as the document says`,
    statuses,
    faults.length === 0,
  )
  const never = neverSucceeded.filter((id) => !(id in RARE) && !NEEDS_GITHUB.test(id))
  report.check('every operation succeeded for some of them', never.length === 0 ? `all but ${neverSucceeded.join(', ')}` : never, never.length === 0)
}
