// What a query of a list is asked for: a page of it, and which of its rows.
import { LIMITS, type Status } from '@credence/contract'

export interface Page {
  /** Epoch milliseconds or seconds, as the table's created_at. */
  readonly before?: { readonly createdAt: number; readonly id: string }
  /** Both ends inclusive. */
  readonly from?: number
  readonly to?: number
  readonly statuses?: readonly Status[]
  /** On the page; absent: as many as a page holds. */
  readonly size?: number
  /** Only what names each. */
  readonly isBrief?: boolean
}

/** Rows are read one more than a page holds; the extra one says that there is another page. */
export const PAGE_ROWS = LIMITS.pageSize + 1
