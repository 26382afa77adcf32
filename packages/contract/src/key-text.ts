// API keys as text: `scce_<KeyID: 32 hex>_<secret: 64 hex>_<CRC-32: 8 hex>`. The check sum lets a client or a scanner tell a
// mistyped key, or none at all, without asking the platform; it protects nothing.
import { newDigits, randomDigits } from './ids.ts'

export const KEY_PREFIX = 'scce_'
export const KEY_PATTERN = '^scce_[a-f0-9_]+$'
const KEY = /^scce_([a-f0-9]{32})_([a-f0-9]{64})_([a-f0-9]{8})$/

export interface KeyText {
  readonly text: string
  readonly keyId: string
  /** 64 hexadecimal digits; a server keeps only their hash. */
  readonly secret: string
}

/** A new key: an id as of `newId` without a prefix, and 256 random bits of secret. */
export function newKey(at?: number): KeyText {
  const keyId = newDigits(at)
  const secret = randomDigits(64)
  return { text: keyText(keyId, secret), keyId, secret }
}

/** @throws RangeError if id or secret has not the length of its kind */
export function keyText(keyId: string, secret: string): string {
  const checked = `${KEY_PREFIX}${keyId}_${secret}`
  const text = `${checked}_${checksum(checked)}`
  if (!KEY.test(text)) throw new RangeError('a key id has 32 and a secret 64 lower-case hexadecimal digits')
  return text
}

/** The parts of a key; undefined if the text is none or its check sum is wrong. */
export function readKey(text: string): KeyText | undefined {
  const [, keyId, secret, given] = KEY.exec(text) ?? []
  if (!keyId || !secret) return undefined
  return checksum(text.slice(0, text.lastIndexOf('_'))) === given ? { text, keyId, secret } : undefined
}

/** What lists show of a key: enough to recognise it, not to use it. */
export const maskKey = (keyId: string): string => `${KEY_PREFIX}${keyId.slice(0, 4)}…`

/** The KeyID that a text names: itself, or the rest of a key without its prefix, from which some clients take it. Undefined: neither. */
export const keyIdOf = (text: string): string | undefined => (/^[a-f0-9]{32}$/.test(text) ? text : readKey(KEY_PREFIX + text)?.keyId)

const checksum = (text: string): string => crc32(new TextEncoder().encode(text)).toString(16).padStart(8, '0')

/** CRC-32 as in ISO-HDLC (zlib, PNG): reflected polynomial 0xEDB88320, initial value and final xor 0xFFFFFFFF. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
