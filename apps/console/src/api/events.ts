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

/**
 * The pages of a list whose first page was fetched anew: what is new comes to the beginning, what changed is replaced, what is gone from among the rows of that page goes.
 * The first page alone where it has no row in common with what was there: between them are rows that nobody fetched.
 */
export function withFreshTop<List extends Pages & { readonly pageParams: readonly unknown[] }>(
  list: List,
  top: Readonly<Record<string, unknown>>,
  field: string,
  id: string,
): List {
  const itemsOf = (page: Readonly<Record<string, unknown>>) => (page[field] ?? []) as readonly Readonly<Record<string, unknown>>[]
  const fresh = itemsOf(top)
  const ids = new Set(fresh.map((item) => item[id]))
  const all = list.pages.flatMap(itemsOf)
  const last = all.findLastIndex((item) => ids.has(item[id]))
  if (last < 0) return { ...list, pages: [top], pageParams: list.pageParams.slice(0, 1) }
  const covered = new Set(all.slice(0, last + 1).map((item) => item[id]))
  const pages = list.pages.map((page, index) => {
    const rest = itemsOf(page).filter((item) => !covered.has(item[id]))
    return index > 0 && rest.length === itemsOf(page).length ? page : { ...page, [field]: index === 0 ? [...fresh, ...rest] : rest }
  })
  return { ...list, pages }
}
