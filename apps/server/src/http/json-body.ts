// JSON bodies: decoded strictly and parsed once, without what a parser lets through and nobody means.
import type { IncomingHttpHeaders } from 'node:http'
import { errors } from '@credence/contract'
import { checkShape } from './json-shape.ts'

/** @throws ApiError 415: a body that is encoded; what it would be decoded to has no length that could be known before */
export function requireIdentity({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): void {
  if (!/^(?:identity)?$/i.test(encoding.trim())) throw errors.encodedBody()
}

/**
 * @returns undefined for an empty text: clients send a JSON content type without a body
 * @throws ApiError 400, never the parser's own message, which quotes the input
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = readText(bytes)
  if (text.trim() === '') return undefined
  checkShape(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw errors.malformedJson()
  }
  // Only an escape can make a prototype key of another spelling, a null character or half a surrogate pair.
  if (text.includes('\\u') || text.includes('__proto__') || text.includes('constructor')) checkDeep(value, undefined)
  return value
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Without a byte order mark, which editors and shells put first.
 * @throws ApiError 400: bytes that are not UTF-8 are a program in another encoding; replaced, it would be another program
 */
export function readText(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    throw errors.malformedJson()
  }
}

/** PostgreSQL stores neither null characters nor half surrogate pairs; `__proto__` as a key is an attack or a mistake. */
function checkDeep(value: unknown, field: string | undefined): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw field === undefined ? errors.malformedJson() : errors.malformedField(field)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      if (key === '__proto__' || key === 'constructor') throw errors.malformedJson()
      checkDeep(key, field)
      checkDeep(child, field ?? (Array.isArray(value) ? undefined : key))
    }
  }
}
