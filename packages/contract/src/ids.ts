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

/** A new identifier: 128 random bits behind the prefix of its kind. */
export function newId(kind: IdKind): string {
  return ID[kind] + hexadecimal(crypto.getRandomValues(new Uint8Array(16)))
}

/** The regular expression of the identifiers of a kind, as text for a schema. */
export const idPattern = (kind: IdKind): string => `^${ID[kind]}[a-z0-9]{32}$`
export const isId = (kind: IdKind, text: string): boolean => new RegExp(idPattern(kind)).test(text)

/** An identifier without its prefix, as channel names spell users: `usr_0123…` → `0123…`. */
export const withoutPrefix = (id: string): string => id.replace(/^[a-z]+_/, '')

export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
