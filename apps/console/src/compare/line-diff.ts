// Two texts line by line: which lines went, came and stayed.
export interface DiffRow {
  /** Line number, from 1, and text; undefined on the side that has no such line. */
  readonly left?: { readonly number: number; readonly text: string }
  readonly right?: { readonly number: number; readonly text: string }
  readonly kind: 'same' | 'changed'
}
/** Lines that stay the same around a change, and are shown. */
const CONTEXT = 3
/** Edits beyond which two texts are simply different ones. */
const MOST_EDITS = 2000

/** The shortest edit (Myers 1986), with removed and added lines side by side. */
export function lineDiff(one: string, other: string): DiffRow[] {
  const [a, b] = [linesOf(one), linesOf(other)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const same = shared(a.slice(start, a.length - end), b.slice(start, b.length - end)).map(([i, j]) => [i + start, j + start] as const)
  const pairs = [
    ...Array.from({ length: start }, (_, i) => [i, i] as const),
    ...same,
    ...Array.from({ length: end }, (_, i) => [a.length - end + i, b.length - end + i] as const),
  ]
  const rows: DiffRow[] = []
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...pairs, [a.length, b.length] as const]) {
    for (; i < nextI || j < nextJ; ) {
      const left = i < nextI ? { number: i + 1, text: a[i++]! } : undefined
      const right = j < nextJ ? { number: j + 1, text: b[j++]! } : undefined
      rows.push({ ...(left && { left }), ...(right && { right }), kind: 'changed' })
    }
    if (nextI < a.length && nextJ < b.length)
      rows.push({ left: { number: i + 1, text: a[i++]! }, right: { number: j + 1, text: b[j++]! }, kind: 'same' })
  }
  return rows
}

/** The rows near changes; a number stands for so many left out. */
export function folded(rows: readonly DiffRow[]): (DiffRow | number)[] {
  const near = rows.map((_, index) => rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind === 'changed'))
  const shown: (DiffRow | number)[] = []
  let left = 0
  for (const [index, row] of rows.entries()) {
    if (!near[index]) {
      left++
      continue
    }
    if (left > 0) shown.push(left)
    left = 0
    shown.push(row)
  }
  if (left > 0) shown.push(left)
  return shown
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** Places of the lines that stay. */
function shared(a: readonly string[], b: readonly string[]): [number, number][] {
  const most = Math.min(a.length + b.length, MOST_EDITS)
  const trail: Int32Array[] = []
  const reach = new Int32Array(2 * most + 3)
  const at = (k: number) => k + most + 1
  for (let edits = 0; edits <= most; edits++) {
    trail.push(reach.slice())
    for (let k = -edits; k <= edits; k += 2) {
      let x = k === -edits || (k !== edits && reach[at(k - 1)]! < reach[at(k + 1)]!) ? reach[at(k + 1)]! : reach[at(k - 1)]! + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      reach[at(k)] = x
      if (x >= a.length && y >= b.length) return back(trail, edits, at, a.length, b.length)
    }
  }
  return []
}
function back(trail: readonly Int32Array[], edits: number, at: (k: number) => number, endX: number, endY: number): [number, number][] {
  const pairs: [number, number][] = []
  let [x, y] = [endX, endY]
  for (let d = edits; d >= 0; d--) {
    const reach = trail[d]!
    const k = x - y
    const before = k === -d || (k !== d && reach[at(k - 1)]! < reach[at(k + 1)]!) ? k + 1 : k - 1
    const beforeX = d === 0 ? 0 : reach[at(before)]!
    const beforeY = d === 0 ? 0 : beforeX - before
    while (x > beforeX && y > beforeY) pairs.push([--x, --y])
    ;[x, y] = [beforeX, beforeY]
  }
  return pairs.reverse()
}
