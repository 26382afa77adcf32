// What the values of an output are called: the text before each on its line.
//   viscosity: 5.8Ux… mPa s      viscosity
//   x = 1Ux…, y = 2Ux…           x, y
//   mean speed [m/s]	3Ux…        mean speed [m/s]
import type { Piece } from '@credence/distribution'

/** Longer ones are sentences; their end stands beside the value. */
const LONGEST = 60

/**
 * @param before   what stands between the value and the beginning of its line, or the value before it on the line
 * @param isFirst  whether the line begins there; else what stands before the last separator belongs to the value before
 */
export function nameFrom(before: string, isFirst: boolean): string {
  const own = isFirst ? before : before.slice(1 + Math.max(...[',', ';', '|', '\t'].map((separator) => before.lastIndexOf(separator))))
  const name = own
    .replace(/[\s:=([{<~≈"'+-]+$/u, '')
    .replace(/^[\s,;|"'{}[\]()>*•-]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
  if (!/[\p{L}]/u.test(name)) return ''
  return name.length <= LONGEST ? name : `…${name.slice(-LONGEST)}`
}

/** The names of the values among the pieces, in their order; empty where there is nothing to call one by. */
export function namesOf(pieces: readonly Piece[]): string[] {
  const names: string[] = []
  let before = ''
  let isFirst = true
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const lineStart = piece.lastIndexOf('\n') + 1
      if (lineStart > 0) isFirst = true
      before = lineStart > 0 ? piece.slice(lineStart) : before + piece
    } else {
      names.push(nameFrom(before, isFirst))
      before = ''
      isFirst = false
    }
  }
  return names
}
