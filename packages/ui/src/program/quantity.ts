// What a printed value is: its name, and the unit behind it in brackets.
import type { Piece, ValuePiece } from '@credence/distribution'
import { namesOf } from './value-names.ts'

const TOKEN = '(?!e[-+]?\\d)[a-zA-Z°µμΩ%‰][\\wµμΩ°·²³⁻¹/^%-]{0,9}'
const WHOLE_UNIT = new RegExp(`^ ?(${TOKEN}(?: ${TOKEN}){0,2})[.;]?$`, 'u')
const FIRST_UNIT = new RegExp(`^ ?(${TOKEN})(?=[\\s,;.)])`, 'u')
const WORDS_BEHIND = new Set(['and', 'are', 'at', 'but', 'for', 'from', 'in', 'is', 'of', 'on', 'or', 'than', 'the', 'to', 'was', 'with'])

/** Undefined: the line says nothing before its value. */
export function quantityOf(pieces: readonly Piece[], value: ValuePiece): string | undefined {
  const place = pieces.indexOf(value)
  const name = namesOf(pieces.slice(0, place + 1)).at(-1)
  if (!name) return undefined
  const behind = pieces[place + 1]
  const rest = typeof behind === 'string' ? (behind.split('\n')[0] ?? '') : ''
  const unit = (WHOLE_UNIT.exec(rest) ?? FIRST_UNIT.exec(rest))?.[1]
  const isUnit = unit !== undefined && !unit.split(' ').some((word) => WORDS_BEHIND.has(word))
  return isUnit && !/[[(]/.test(name) ? `${name} (${unit})` : name
}
