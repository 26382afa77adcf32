// The beginning of a file, as much as a preview shows, and what it is: a table with its values, an image, text, or bytes that are none of these.
import { extractUx, parseUx } from '@credence/distribution'
import { client } from '../api/client.ts'
import { formatStated, type Spark, sparkOf } from '../programs/spark.ts'
import { readCsv } from './csv-rows.ts'
import { kindOf } from './names.ts'

export interface Cell {
  readonly text: string
  /** Of a distribution: mean and uncertainty, and its curve. */
  readonly stated?: string
  readonly spark?: Spark | undefined
}
export type Content =
  | { readonly kind: 'image'; readonly image: Blob }
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly Cell[])[]; readonly isCut: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'large'; readonly bytes: number }

const MOST_ROWS = 1000
const TEXT_BYTES = 512 * 1024
/** Rows of values are long: a value of 64 Dirac deltas takes two thousand characters. */
const TABLE_BYTES = 8 * 1024 * 1024
const IMAGE_BYTES = 20 * 1024 * 1024

/** @throws ApiError, NetworkError */
export async function contentOf(path: string, signal: AbortSignal): Promise<Content> {
  const about = kindOf(path)
  const most = about.kind === 'image' ? IMAGE_BYTES : about.kind === 'csv' ? TABLE_BYTES : TEXT_BYTES
  const { bytes, isWhole } = await beginning(path, most, signal)
  if (about.kind === 'image')
    return isWhole ? { kind: 'image', image: new Blob([bytes], { type: about.type }) } : { kind: 'large', bytes: IMAGE_BYTES }
  if (bytes.includes(0)) return { kind: 'bytes' }
  const text = new TextDecoder().decode(isWhole ? bytes : bytes.subarray(0, lastWhole(bytes)))
  if (about.kind === 'text') return { kind: 'text', text, isCut: !isWhole }
  const { header, rows, isCut } = readCsv(text, MOST_ROWS, isWhole)
  return { kind: 'table', header, rows: rows.map((row) => row.map(cellOf)), isCut }
}

async function beginning(
  path: string,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isWhole: boolean }> {
  const reader = (await client.files.read(path, signal)).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  let isWhole = false
  try {
    while (size <= most) {
      const { done, value } = await reader.read()
      if (done) {
        isWhole = true
        break
      }
      parts.push(value)
      size += value.length
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { bytes: bytes.subarray(0, Math.min(size, most)), isWhole: isWhole && size <= most }
}

/** The end of the last whole character. */
function lastWhole(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1]! & 0b1100_0000) === 0b1000_0000) end--
  return end > 0 && bytes[end - 1]! >= 0b1100_0000 ? end - 1 : bytes.length
}

function cellOf(text: string): Cell {
  if (!text.includes('Ux')) return { text }
  for (const { ux } of extractUx(text)) {
    try {
      const value = parseUx(ux)
      return { text: ux.slice(0, ux.indexOf('Ux')), stated: formatStated(value), spark: sparkOf(value) }
    } catch {} // it only looks like a value
  }
  return { text }
}
