// Filters of the task manager, as the address holds them. Status and times are the API's; the rest works on what is loaded.
import { isStatus, type Status } from '@credence/contract'
import type { Row } from '../programs/rows.ts'
import { textIn } from '../state/address.ts'

export interface TasksSearch {
  readonly show?: 'builds'
  readonly status?: readonly Status[]
  /** ISO texts, or one of the spans below. */
  readonly from?: string
  readonly to?: string
  readonly core?: string
  readonly text?: string
}
export const SPANS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
export type Span = keyof typeof SPANS
const isSpan = (text: string): text is Span => Object.hasOwn(SPANS, text)

export function tasksSearch(given: Record<string, unknown>): TasksSearch {
  const statuses = (Array.isArray(given['status']) ? given['status'] : textIn(given['status']).split(',')).filter(
    (each): each is Status => typeof each === 'string' && isStatus(each),
  )
  const text = (name: string) => (textIn(given[name]) !== '' ? { [name]: textIn(given[name]) } : {})
  const time = (name: 'from' | 'to') =>
    typeof given[name] === 'string' && (isSpan(given[name]) || !Number.isNaN(Date.parse(given[name]))) ? { [name]: given[name] } : {}
  return {
    ...(given['show'] === 'builds' && { show: 'builds' as const }),
    ...(statuses.length > 0 && { status: statuses }),
    ...time('from'),
    ...time('to'),
    ...text('core'),
    ...text('text'),
  }
}

/** What the API is asked for. A span is counted back from the minute that it is asked in, so that the same address keeps its answers for a minute. */
export function queryOf({ status, from, to }: TasksSearch, now: number): { status?: Status[]; from?: string; to?: string } {
  const minute = Math.floor(now / 60_000) * 60_000
  const start = from === undefined ? undefined : isSpan(from) ? new Date(minute - SPANS[from]).toISOString() : new Date(from).toISOString()
  return { ...(status && { status: [...status] }), ...(start && { from: start }), ...(to && { to: new Date(to).toISOString() }) }
}

export const hasFilter = ({ show: _show, ...filters }: TasksSearch): boolean => Object.keys(filters).length > 0

export const matches = ({ core, text }: { readonly core?: string | undefined; readonly text?: string | undefined }, row: Row): boolean =>
  (core === undefined || row.core.toLowerCase().includes(core.toLowerCase())) &&
  (text === undefined || `${row.name} ${row.program} ${row.arguments} ${row.id}`.toLowerCase().includes(text.toLowerCase()))
