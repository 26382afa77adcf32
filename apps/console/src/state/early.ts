// The session that the page asked for while its scripts still came (plugins/early.ts): on a slow network the answer is there before they are.
import type { Session } from '@credence/contract'

/** Where the browser notes whose session it has; the lock that renewals of all tabs take in turn; where the page keeps what it asked for. */
export const NOTE = 'credence.session'
export const RENEWING = 'credence.renew'
export const EARLY = 'credenceEarly'

/** Undefined: it was not asked for, or not answered. */
export type EarlyAnswer = { readonly status: number; readonly json: Session } | undefined

/** What was asked for before any script of ours ran; once. */
export async function takeEarly(): Promise<EarlyAnswer> {
  const page = globalThis as { [EARLY]?: Promise<EarlyAnswer> }
  const asked = page[EARLY]
  delete page[EARLY]
  return asked?.catch(() => undefined)
}
