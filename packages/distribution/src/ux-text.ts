// Ux text: "<particle>Ux<hexadecimal digits>", how programs print distributional values and how services take them.
// Behind "Ux", in hexadecimal, big-endian, without separators:
//   type 2 | sample count 16 | mean 16 | N 8 | N times: position 16 (or 8, single precision), mass 16 (units of 2^-63)
import { clampToUint64, fixedMasses, fromFixed, type Mixture, mixtureOf } from './mixture.ts'
import { readUxBytes } from './ux-bytes.ts'
import { UxSyntaxError } from './ux-syntax-error.ts'
import { isWhole, MAX_DIRACS, plainValue, type UxValue } from './ux-value.ts'

const HEADER_DIGITS = 42
const BYTES_MIN_DIGITS = 58

/** A number of so many digits that begins with 0 is none that a program prints: it is a Ux string without its `Ux`. */
const BARE_TAIL = new RegExp(`^0\\d{${HEADER_DIGITS - 1},}$`)
const NUMBER = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[-+]?nan|[-+]?inf(?:inity)?)$/i
const HEXADECIMAL = /^[0-9A-Fa-f]*$/
const IN_OUTPUT = /([-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|nan|NAN|inf|INF))(Ux[0-9a-fA-F]{40,})/g

/**
 * Reads every form of a payload: a Ux string with or without particle, Ux bytes as hexadecimal text, an ordinary number.
 * White space around it is ignored, and so are digits behind the last Dirac delta. A text that was cut short, and digits that are a value only by
 * chance, are refused: what has no double positions must be whole with single ones, what has no `Ux` must be whole Ux bytes.
 * @throws UxSyntaxError  at the first character that does not fit
 */
export function parseUx(text: string): UxValue {
  const body = text.trimEnd()
  const start = body.length - body.trimStart().length
  const marker = body.indexOf('Ux', start)
  if (marker >= 0) {
    const particleText = body.slice(start, marker)
    if (particleText !== '' && !NUMBER.test(particleText))
      throw new UxSyntaxError(`'${shorten(particleText)}' in front of 'Ux' is not a number`, start)
    return parseTail(body, marker + 2, particleText === '' ? undefined : toNumber(particleText))
  }
  const rest = body.slice(start)
  if (rest.length >= BYTES_MIN_DIGITS && HEXADECIMAL.test(rest)) return parseHexBytes(rest, start)
  if (NUMBER.test(rest) && !BARE_TAIL.test(rest)) return plainValue(toNumber(rest))
  throw new UxSyntaxError(
    rest === '' ? 'Expected a Ux string, found nothing' : `'${shorten(rest)}' is neither a Ux string, Ux bytes nor a number`,
    start,
  )
}

/** "Ux…" in upper case. Masses that were read exactly are written exactly, others truncated to a multiple of 2^-63; those below it are left out. */
export function formatUxTail(value: {
  readonly type: number
  readonly sampleCount?: number
  readonly mean: number
  readonly mixture: Mixture
}): string {
  const { positions } = value.mixture
  const masses = fixedMasses(value.mixture)
  const diracs: string[] = [] // joined at once: a text that grows keeps all its pieces in memory
  for (let i = 0; i < positions.length; i++) {
    if (masses[i] !== 0n) diracs.push(doubleHex(positions[i]!), hex(masses[i]!, 16))
  }
  return `Ux${hex(value.type, 2)}${hex(clampToUint64(BigInt(value.sampleCount ?? 1)), 16)}${doubleHex(value.mean)}${hex(diracs.length / 2, 8)}${diracs.join('')}`
}

/** The whole string; the caller says how the particle is written. A plain number gets its tail too: a print leaves it out. */
export function formatUx(value: UxValue, particleText: string): string {
  return particleText + formatUxTail(value)
}

export interface ExtractedUx {
  /** Index of the first character of the particle, and the one behind the last digit. */
  readonly start: number
  readonly end: number
  readonly particleText: string
  /** "Ux…" */
  readonly ux: string
}
/** The distributional values in the output of a program, in their order. What follows one without a gap is not taken for its digits. */
export function* extractUx(text: string): Iterable<ExtractedUx> {
  for (let from = 0; ; ) {
    IN_OUTPUT.lastIndex = from
    const match = IN_OUTPUT.exec(text)
    if (!match) return
    const particleText = match[1]!
    const ux = match[2]!.slice(0, 2 + tailDigits(match[2]!.slice(2)))
    from = match.index + particleText.length + ux.length
    yield { start: match.index, end: from, particleText, ux }
  }
}

/** How many of the digits a value printed by a program has: the rest is text behind it that looks hexadecimal. */
function tailDigits(digits: string): number {
  if (digits.length < HEADER_DIGITS) return digits.length
  const wanted = HEADER_DIGITS + 32 * Number.parseInt(digits.slice(34, HEADER_DIGITS), 16)
  return Math.min(wanted, digits.length)
}

function parseTail(text: string, start: number, particle: number | undefined): UxValue {
  const digits = text.slice(start)
  const stray = digits.search(/[^0-9A-Fa-f]/)
  if (stray >= 0) throw new UxSyntaxError(`'${digits[stray]}' is not a hexadecimal digit`, start + stray)
  if (digits.length < HEADER_DIGITS) throw new UxSyntaxError(`The text ends inside the header of ${HEADER_DIGITS} digits behind 'Ux'`, text.length)
  const mean = doubleAt(digits, 18, 16)
  const count = Number.parseInt(digits.slice(34, HEADER_DIGITS), 16)
  if (count > MAX_DIRACS) throw new UxSyntaxError(`${count} Dirac deltas are more than ${MAX_DIRACS}`, start + 34)
  const cut = () => new UxSyntaxError(`The text ends before the last of ${count} Dirac deltas`, text.length)
  const width = positionDigits(digits.length - HEADER_DIGITS, count)
  if (width === undefined) throw cut()
  const positions = new Float64Array(count)
  const fixed = new BigUint64Array(count)
  for (let i = 0, at = HEADER_DIGITS; i < count; i++, at += width + 16) {
    positions[i] = doubleAt(digits, at, width)
    fixed[i] = BigInt(`0x${digits.slice(at + width, at + width + 16)}`)
  }
  if (width === 8 && !isWhole(fixed)) throw cut()
  return {
    particle: particle ?? mean,
    type: Number.parseInt(digits.slice(0, 2), 16),
    sampleCount: Number(BigInt(`0x${digits.slice(2, 18)}`)),
    mean,
    mixture: mixtureOf(positions, Array.from(fixed, fromFixed), fixed),
  }
}

/** Positions are double where the text is long enough for that, single where it has just the length for those; anything between was cut. */
function positionDigits(available: number, count: number): 16 | 8 | undefined {
  if (available >= count * 32) return 16
  return available === count * 24 ? 8 : undefined
}

function parseHexBytes(digits: string, start: number): UxValue {
  if (digits.length % 2 === 1) throw new UxSyntaxError('Ux bytes in hexadecimal need two digits each', start + digits.length)
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
  let value: UxValue
  try {
    value = readUxBytes(bytes, 64)
  } catch (error) {
    if (error instanceof UxSyntaxError) throw new UxSyntaxError(error.problem, start + 2 * error.offset)
    throw error
  }
  // The digits of a Ux string are bytes to this reader too, of a value without mass or with masses of chance.
  if (!isWhole(value.mixture.fixed ?? new BigUint64Array()))
    throw new UxSyntaxError("The digits are neither Ux bytes nor, without 'Ux', a Ux string", start)
  return value
}

function toNumber(text: string): number {
  const lower = text.toLowerCase()
  if (lower.includes('nan')) return Number.NaN
  if (lower.includes('inf')) return lower.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return Number(text)
}

const view = new DataView(new ArrayBuffer(8))

function doubleAt(digits: string, at: number, width: 16 | 8): number {
  view.setUint32(0, Number.parseInt(digits.slice(at, at + 8), 16))
  if (width === 8) return view.getFloat32(0)
  view.setUint32(4, Number.parseInt(digits.slice(at + 8, at + 16), 16))
  return view.getFloat64(0)
}

function doubleHex(x: number): string {
  if (Number.isNaN(x)) return '7FF8000000000000' // which NaN a JavaScript number holds is not defined (ECMA-262 §6.1.6.1)
  view.setFloat64(0, x)
  return hex(view.getUint32(0), 8) + hex(view.getUint32(4), 8)
}

function hex(value: number | bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0')
}

function shorten(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text
}
