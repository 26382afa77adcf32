// The shape of a JSON text, before it is parsed: how deep it is nested, and that no object names a field twice. One pass over the
// characters, which leaves everything else about the text to the parser.
import { errors, LIMITS } from '@credence/contract'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x3a, 0x7b, 0x7d, 0x5b, 0x5d]
const SPACES = [0x20, 0x09, 0x0a, 0x0d]

/** @throws ApiError 400: nested too deep, or a field that stands twice, of which RFC 8259 §4 leaves open which one counts */
export function checkShape(text: string): void {
  /** Names of every open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      open.push(character === OPEN_BRACE ? new Set() : undefined)
      if (open.length > LIMITS.request.jsonDepth) throw errors.jsonTooDeep(LIMITS.request.jsonDepth)
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) open.pop()
    else if (character === QUOTE) {
      const end = endOfString(text, at)
      const names = open.at(-1)
      if (names && isName(text, end)) {
        const name = nameOf(text.slice(at, end))
        if (names.has(name)) throw /^\w{1,64}$/.test(name) ? errors.repeatedField(name) : errors.malformedJson()
        names.add(name)
      }
      at = end - 1
    }
  }
}

/** Behind the closing quote; behind the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) return at + 1
    if (character === BACKSLASH) at++
  }
  return text.length
}

/** Whether a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end
  while (SPACES.includes(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === COLON
}

/** Names are compared as they are read: an escape spells the same one. */
function nameOf(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw errors.malformedJson()
  }
}
