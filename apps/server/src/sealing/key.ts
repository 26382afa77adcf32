// A key that seals, as a setting and the file of the data folder write it.

export interface SealingKey {
  /** 1 to 32 letters, digits, `_` or `-`. */
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Uint8Array
}
const KEY = /^([\w-]{1,32}):([0-9a-f]{64})$/

/** `laptop:00ff…`: an id and 32 bytes in hexadecimal digits; undefined for anything else. */
export function readSealingKey(text: string): SealingKey | undefined {
  const [, id, hex] = KEY.exec(text.trim()) ?? []
  return id === undefined || hex === undefined ? undefined : { id, bytes: Buffer.from(hex, 'hex') }
}
