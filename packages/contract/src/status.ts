// The life of builds and tasks: which status may follow which, and what the history says about each step.

export const NEXT = {
  Accepted: ['Initialising', 'Cancelled'],
  Initialising: ['In Progress', 'Rescheduled', 'Cancelled', 'Stopped'],
  'In Progress': ['Completed', 'Stopped', 'Cancelled', 'Rescheduled'],
  Rescheduled: ['Initialising', 'Cancelled', 'Stopped'],
  Completed: [],
  Cancelled: [],
  Stopped: [],
} as const satisfies Record<string, readonly string[]>
export type Status = keyof typeof NEXT
export const STATUSES = Object.keys(NEXT) as readonly Status[]

const ACTIVE: readonly Status[] = ['Initialising', 'In Progress', 'Rescheduled']

/** Ended: nothing follows. */
export const isTerminal = (status: Status): boolean => NEXT[status].length === 0
/** Being worked on: cannot be deleted. An Accepted one waits and is not active. */
export const isActive = (status: Status): boolean => ACTIVE.includes(status)
export const isStatus = (text: string): text is Status => Object.hasOwn(NEXT, text)
export const mayFollow = (from: Status, to: Status): boolean => (NEXT[from] as readonly Status[]).includes(to)
/** Every status that `to` may follow; the `any(…)` of a fenced update. */
export const mayPrecede = (to: Status): Status[] => STATUSES.filter((from) => mayFollow(from, to))

/** How event feeds and transition messages spell a status; REST spells the second one with s. */
export const FEED_SPELLING = {
  Accepted: 'Accepted',
  Initialising: 'Initializing',
  'In Progress': 'In Progress',
  Rescheduled: 'Rescheduled',
  Completed: 'Completed',
  Cancelled: 'Cancelled',
  Stopped: 'Stopped',
} as const satisfies Record<Status, string>
/** Feeds and webhooks also carry `Failed`: the program or the build failed by itself, where REST says Stopped. */
export const FEED_STATUSES = [...Object.values(FEED_SPELLING), 'Failed'] as const
export type FeedStatus = (typeof FEED_STATUSES)[number]

export type Noun = 'Build' | 'Task'
/** The Message of a history entry. A `reason` (exit code, signal, limit) says why it stopped or was moved. */
export function transitionMessage(noun: Noun, id: string, status: Status, reason?: string): string {
  if (status === 'Accepted') return `${noun} accepted.`
  const message = `StatusController: Set ${noun} ${id} status as '${FEED_SPELLING[status]}'`
  return reason ? `${message}: ${reason}` : message
}

/** The reason in such a message, for people: `exit code 3`; empty when it gives none. */
export function transitionReason(message: string): string {
  return message.replace(/^StatusController: Set (Build|Task) \w+ status as '[^']+'(: )?/, '')
}

const FEED_VERB = {
  Accepted: 'accepted',
  Initializing: 'initializing',
  'In Progress': 'running',
  Rescheduled: 'rescheduled',
  Completed: 'completed',
  Cancelled: 'cancelled',
  Stopped: 'stopped',
  Failed: 'failed',
} as const satisfies Record<FeedStatus, string>
/** The message of a status event: `Task running.`, `Task failed: exit code 3.` */
export function feedMessage(noun: Noun, status: FeedStatus, reason?: string): string {
  return `${noun} ${FEED_VERB[status]}${reason ? `: ${reason}` : ''}.`
}
