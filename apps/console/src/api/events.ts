// What an event changes in answers that were fetched before. Feeds spell two statuses in their own way; what is shown is the spelling of REST.
import { FEED_SPELLING, type FeedStatus, type Status } from '@credence/contract'

/** As REST spells it: a `Failed` is Stopped, and its message says why. */
export function statusOf(feed: FeedStatus): Status {
  if (feed === 'Failed') return 'Stopped'
  return (Object.keys(FEED_SPELLING) as Status[]).find((status) => FEED_SPELLING[status] === feed) ?? 'Stopped'
}

interface Job {
  readonly Status: Status
  readonly UpdatedAt?: number | undefined
}
/** The object with the status of an event, unless it is newer than that. */
export function withStatus<Object extends Job>(object: Object, status: Status, at: number): Object {
  return at < (object.UpdatedAt ?? 0) || status === object.Status ? object : { ...object, Status: status, UpdatedAt: at }
}

interface Pages {
  readonly pages: readonly Readonly<Record<string, unknown>>[]
}
/** The pages of a list with another object in the place of the one that has its id; the same pages where none has. */
export function replacedIn<List extends Pages>(
  list: List,
  field: string,
  isIt: (item: Readonly<Record<string, unknown>>) => boolean,
  change: (item: never) => unknown,
): List {
  let found = false
  const pages = list.pages.map((page) => {
    const items = page[field]
    if (!Array.isArray(items) || !items.some(isIt)) return page
    found = true
    return { ...page, [field]: items.map((item) => (isIt(item) ? change(item as never) : item)) }
  })
  return found ? { ...list, pages } : list
}
