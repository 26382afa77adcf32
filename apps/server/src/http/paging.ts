// Lists, newest first, page by page: the key of a page is the time and id of the last object on the page before, so pages neither repeat nor
// miss what was there, whatever is added or deleted between them. The id alone will do while its object is there.
import { errors, type IdKind, isId, isStatus, LIMITS, wantedNumber } from '@credence/contract'
import type { Page } from '../database/page.ts'

export interface PageQuery {
  readonly startKey?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly status?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly noexpand?: boolean | undefined
}

/** What a list holds, and how its keys are told from those of others. */
export interface ListOf {
  readonly kind: IdKind
  /** The id of what the list belongs to, where it is not everything of the caller. */
  readonly within?: string
  /** When the object of this id was made, if it is on the list. */
  readonly createdAt: (id: string) => Promise<number | undefined>
}

/** @throws ApiError 400 naming the parameter that cannot be read, or that is of another list */
export async function readPage(query: PageQuery, list: ListOf): Promise<Page> {
  if (query.limit !== undefined && query.limit > LIMITS.pageSize && !query.noexpand)
    throw errors.malformedField('limit', `${wantedNumber({ type: 'integer', minimum: 1, maximum: LIMITS.pageSize })} without noexpand`)
  return {
    ...(isAbsent(query.startKey) ? {} : { before: await readKey(query.startKey, list) }),
    ...(isAbsent(query.from) ? {} : { from: readTime('from', query.from) }),
    ...(isAbsent(query.to) ? {} : { to: readTime('to', query.to) }),
    ...(query.status === undefined || query.status.length === 0 ? {} : { statuses: query.status.filter(isStatus) }),
    ...(query.limit === undefined ? {} : { size: query.limit }),
    ...(query.noexpand ? { isBrief: true } : {}),
  }
}

/** Of a list that is read whole: the index behind the object of this id. @throws ApiError 400: it is not on the list */
export function indexBehind(startKey: string | undefined, ids: readonly string[]): number {
  if (isAbsent(startKey)) return 0
  const index = ids.indexOf(startKey)
  if (index < 0) throw errors.malformedField('startKey')
  return index + 1
}

/** `?startKey=` is what clients send that have none. */
export const isAbsent = (text: string | undefined): text is undefined | '' => text === undefined || text === ''

export function cutPage<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => { createdAt: number; id: string },
  within?: string,
  size: number = LIMITS.pageSize,
): { rows: readonly Row[]; key: { ContinuationKey?: string } } {
  const kept = rows.slice(0, size)
  const last = kept.at(-1)
  if (rows.length <= size || last === undefined) return { rows: kept, key: {} }
  const { createdAt, id } = keyOf(last)
  return { rows: kept, key: { ContinuationKey: [createdAt, id, ...(within === undefined ? [] : [within])].join('-') } }
}

async function readKey(text: string, list: ListOf): Promise<{ createdAt: number; id: string }> {
  const [, time, id, within] = /^(?:(\d{1,15})-)?([a-z]{3}_[a-z0-9]{32})(?:-([a-z]{3}_[a-z0-9]{32}))?$/.exec(text) ?? []
  if (id === undefined || !isId(list.kind, id)) throw errors.malformedField('startKey')
  if (time !== undefined && within === list.within) return { createdAt: Number(time), id }
  const createdAt = time === undefined && within === undefined ? await list.createdAt(id) : undefined
  if (createdAt === undefined) throw errors.malformedField('startKey')
  return { createdAt, id }
}

function readTime(name: 'from' | 'to', text: string): number {
  const time = /^\d{1,15}$/.test(text) ? Number(text) : epochOf(text)
  if (Number.isNaN(time)) throw errors.malformedField(name)
  return time
}

/**
 * ISO 8601: a day or an instant; without a zone it is UTC, whatever zone the server stands in. The plus sign of a zone may have become a space, as it does
 * in a query that was not encoded. NaN for anything else, the 30th of February included.
 */
function epochOf(text: string): number {
  const [, day, time = 'T00:00:00', zone = 'Z'] = /^(\d{4}-\d\d-\d\d)(?:([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[-+ ]\d\d:?\d\d)?)?$/i.exec(text) ?? []
  if (day === undefined || !isDay(day)) return Number.NaN
  const shift = zone.toUpperCase().replace(' ', '+')
  return Date.parse(`${day}T${time.slice(1)}${shift.replace(/^([-+]\d\d)(\d\d)$/, '$1:$2')}`)
}

/** Date.parse takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
