// A pasted text as a value and its fields, one by one: a Ux string, Ux bytes as hexadecimal or Base64 text, or output of a program that holds one.
import { extractUx, isPlain, parseUx, readUxBytes, type UxForm, UxSyntaxError, type UxValue } from '@credence/distribution'

export interface Field {
  readonly name: string
  /** Bytes in front of it: behind `Ux` in a string, from the first byte of Ux bytes. */
  readonly offset: number
  readonly size: number
  /** Hexadecimal digits as written. */
  readonly raw: string
  readonly meaning: string
}
export interface Dirac {
  readonly offset: number
  readonly rawPosition: string
  readonly rawMass: string
  readonly position: number
  readonly mass: number
}
export interface Decoded {
  readonly form: 'Ux string' | 'Ux bytes' | 'plain number'
  /** What a reader should know about where the value was found. */
  readonly notes: readonly string[]
  readonly value: UxValue
  readonly isPlain: boolean
  readonly header: readonly Field[]
  /** In the order of the text. */
  readonly diracs: readonly Dirac[]
}
/** Where the text goes wrong: characters in front of the fault, when the text itself can be pointed at. */
export class DecodeError extends Error {
  readonly character: number | undefined
  constructor(message: string, character: number | undefined) {
    super(message)
    this.character = character
  }
}

const STARTS_LIKE_A_STRING = /^(?:[-+]?[\d.]+(?:e[-+]?\d+)?|nan|[-+]?inf)?Ux/i
const BASE64 = /^[A-Za-z0-9+/_-]{34,}={0,2}$/
const HEXADECIMAL = /^[0-9A-Fa-f]+$/
const SHORTEST_BYTES = 25 // Float form, older layout

/** @throws DecodeError */
export function decode(text: string): Decoded {
  const { compact, origins } = withoutSpaces(text)
  if (compact === '') throw new DecodeError('Paste a Ux string or Ux bytes.', undefined)
  if (STARTS_LIKE_A_STRING.test(compact)) return pointing(() => decodeString(compact), text, origins)
  if (HEXADECIMAL.test(compact) && compact.length >= 2 * SHORTEST_BYTES) {
    if (compact.length % 2 === 1) throw new DecodeError('Hexadecimal bytes need two digits each: the last one has only one.', origins.at(-1))
    const bytes = Uint8Array.from({ length: compact.length / 2 }, (_, i) => Number.parseInt(compact.slice(2 * i, 2 * i + 2), 16))
    return pointing(() => decodeBytes(bytes), text, origins)
  }
  const [first, ...more] = extractUx(text)
  if (first) {
    const origins = Array.from({ length: first.end - first.start }, (_, i) => first.start + i)
    const found = pointing(() => decodeString(first.particleText + first.ux), text, origins, first.end)
    const others = more.length === 0 ? '' : more.length === 1 ? ' One more follows it.' : ` ${more.length} more follow it.`
    return { ...found, notes: [`Found in the text at character ${first.start}.${others}`, ...found.notes] }
  }
  const bytes = BASE64.test(compact) ? bytesOfBase64(compact) : undefined
  if (bytes) return pointing(() => decodeBytes(bytes), text, undefined)
  return pointing(() => decodeString(compact), text, origins)
}

function decodeString(text: string): Decoded {
  const value = parseUx(text)
  const marker = text.indexOf('Ux')
  if (marker < 0) return { form: 'plain number', notes: [], value, isPlain: true, header: [], diracs: [] }
  const digits = text.slice(marker + 2)
  const bytes = Uint8Array.from({ length: digits.length >> 1 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
  return { form: 'Ux string', ...parts(value, bytes, 0, false) }
}

function decodeBytes(bytes: Uint8Array): Decoded {
  const form = formOf(bytes)
  const value = readUxBytes(bytes, form)
  const particleBytes = form / 8
  const hasMarker = bytes[particleBytes] === MARKER
  const start = particleBytes + (hasMarker ? 3 : 0)
  const { header, ...rest } = parts(value, bytes, start, true)
  const leading: Field[] = [
    { ...field(bytes, 'particle', 0, particleBytes), meaning: numberText(value.particle) },
    ...(hasMarker ? [{ ...field(bytes, 'marker', particleBytes, 3), meaning: 'the current layout' }] : []),
  ]
  const notes = [`${form === 64 ? 'Double' : 'Float'} form, ${hasMarker ? 'current' : 'older'} layout.`, ...rest.notes]
  return { form: 'Ux bytes', ...rest, notes, header: [...leading, ...header] }
}

const MARKER = 0xf0

/** A text says nothing about its form; the marker does, when the length fits the count behind it. */
function formOf(bytes: Uint8Array): UxForm {
  if (bytes[8] === MARKER || bytes[4] !== MARKER || bytes.length < 28) return 64
  const count = new DataView(bytes.buffer).getUint32(24, true)
  return bytes.length === 28 + 16 * count || bytes.length === 28 + 12 * count ? 32 : 64
}

/** Type, sample count, mean, N and the Dirac deltas from `start` on. */
function parts(value: UxValue, bytes: Uint8Array, start: number, littleEndian: boolean): Omit<Decoded, 'form'> {
  const view = new DataView(bytes.buffer)
  const count = view.getUint32(start + 17, littleEndian)
  const from = start + 21
  const width = bytes.length - from >= 16 * count ? 8 : 4
  const header: Field[] = [
    { ...field(bytes, 'type', start, 1), meaning: `${value.type}: ${TYPES[value.type] ?? 'not a known type; readers accept it'}` },
    { ...field(bytes, 'samples', start + 1, 8), meaning: `${value.sampleCount}${isPlain(value) ? ': a plain number' : ''}` },
    { ...field(bytes, 'mean', start + 9, 8), meaning: numberText(value.mean) },
    { ...field(bytes, 'N', start + 17, 4), meaning: count === 1 ? '1 Dirac delta' : `${count} Dirac deltas` },
  ]
  const diracs = Array.from({ length: count }, (_, i): Dirac => {
    const offset = from + i * (width + 8)
    return {
      offset,
      rawPosition: hex(bytes, offset, width),
      rawMass: hex(bytes, offset + width, 8),
      position: width === 8 ? view.getFloat64(offset, littleEndian) : view.getFloat32(offset, littleEndian),
      mass: Number(view.getBigUint64(offset + width, littleEndian)) / 2 ** 63,
    }
  })
  const excess = bytes.length - from - count * (width + 8)
  const notes = [
    ...(width === 4 ? ['Positions are written in single precision.'] : []),
    ...(excess > 0 ? [`${excess === 1 ? 'One byte' : `${excess} bytes`} behind the last Dirac delta: readers ignore them.`] : []),
  ]
  return { notes, value, isPlain: isPlain(value), header, diracs }
}

const TYPES: Readonly<Record<number, string>> = {
  0: 'Zurich',
  4: 'Athens',
  6: 'Jupiter (reserved)',
  7: 'Atlas (reserved)',
  8: 'Europa (reserved)',
  9: 'no uncertainty tracking',
}

const field = (bytes: Uint8Array, name: string, offset: number, size: number) => ({ name, offset, size, raw: hex(bytes, offset, size) })
const hex = (bytes: Uint8Array, at: number, size: number) =>
  Array.from(bytes.subarray(at, at + size), (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')

/** Exact: the shortest decimal that reads back as the same double. */
export function numberText(x: number): string {
  return Object.is(x, -0) ? '-0' : Number.isFinite(x) ? String(x) : Number.isNaN(x) ? 'NaN' : x > 0 ? '+Inf' : '−Inf'
}

/** Spaces and line breaks of a pasted text mean nothing; `origins` says where each character that is left stood. */
function withoutSpaces(text: string): { compact: string; origins: number[] } {
  const origins = Array.from(text.matchAll(/\S/g), ({ index }) => index)
  return { compact: origins.map((at) => text[at]).join(''), origins }
}

function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    return bytes.length >= SHORTEST_BYTES ? bytes : undefined
  } catch {
    return undefined
  }
}

/** The parser's error, with its place in the text as it was pasted. Two characters are a byte of hexadecimal text; Base64 is not pointed into. */
function pointing(read: () => Decoded, text: string, origins: readonly number[] | undefined, end = text.trimEnd().length): Decoded {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UxSyntaxError)) throw error
    const isByte = error.message.includes('(at byte ')
    const compactAt = isByte ? 2 * error.offset : error.offset
    const character = origins ? (origins[compactAt] ?? end) : undefined
    throw new DecodeError(`${error.problem}${isByte ? `, at byte ${error.offset}` : ''}.`, character)
  }
}
