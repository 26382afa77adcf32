// Identifiers: a prefix that names the kind, then 32 lower-case hexadecimal digits. Read, any alphanumerics are accepted;
// written, only hexadecimal, because channel names are matched on it.

export const ID = {
  user: 'usr_',
  core: 'cor_',
  repository: 'rep_',
  build: 'bld_',
  task: 'tsk_',
  value: 'val_',
  bucket: 'bkt_',
  drive: 'drv_',
  thing: 'thg_',
  pipeline: 'pip_',
  upload: 'upl_',
  webhook: 'whk_',
  /** Also the `webhook-id` of a delivery. */
  delivery: 'msg_',
} as const
export type IdKind = keyof typeof ID

/**
 * A new identifier. Its first digits are its place within the second in which it was made, all others are random: lists that are ordered by time of creation and
 * then by id are in the order of making, whether they keep seconds or milliseconds, and names made of the first eight digits still differ.
 * @param at  epoch milliseconds, the same that the time of creation is taken from
 */
export const newId = (kind: IdKind, at?: number): string => ID[kind] + newDigits(at)

const DIGITS = 32
/** Of numbers below a million. */
const ORDER_DIGITS = 5
let last = { at: Number.NaN, count: 0 }
/** The digits of an identifier: five that order, and 108 random bits. */
export function newDigits(at: number = Date.now()): string {
  last = { at, count: at === last.at ? Math.min(last.count + 1, 999) : 0 }
  const order = (Math.floor(at) % 1000) * 1000 + last.count
  return order.toString(16).padStart(ORDER_DIGITS, '0') + randomDigits(DIGITS - ORDER_DIGITS)
}

/** The regular expression of the identifiers of a kind, as text for a schema. */
export const idPattern = (kind: IdKind): string => `^${ID[kind]}[a-z0-9]{32}$`
export const isId = (kind: IdKind, text: string): boolean => new RegExp(idPattern(kind)).test(text)

/** An identifier without its prefix, as channel names spell users: `usr_0123…` → `0123…`. */
export const withoutPrefix = (id: string): string => id.replace(/^[a-z]+_/, '')

/** Hexadecimal, four bits of chance each. `crypto.randomUUID` is hidden from pages that came over plain HTTP from another machine. */
export function randomDigits(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(count / 2)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, count)
}
