// Identifiers of a source that may be what somebody begins to type.
import type { Text } from '@codemirror/state'

/** Characters before and behind the cursor that are looked through: a key waits for it, and a source may be of any length. */
const REACH = 50_000
const MOST = 500

/**
 * Identifiers of three characters and more around `at`, the nearest first, each once.
 * @param begin  how they begin, in either case; empty: anyhow
 */
export function namesIn(doc: Text, at: number, begin: string): string[] {
  const from = doc.lineAt(Math.max(0, at - REACH)).from
  const text = doc.sliceString(from, doc.lineAt(Math.min(doc.length, at + REACH)).to)
  const first = /^[A-Za-z_]$/.test(begin) ? `[${begin.toLowerCase()}${begin.toUpperCase()}]` : '[A-Za-z_]'
  const distance = new Map<string, number>()
  for (const { 0: name, index } of text.matchAll(new RegExp(`\\b${first}\\w{2,}`, 'g'))) {
    const apart = Math.abs(from + index - at)
    if (apart < (distance.get(name) ?? Number.POSITIVE_INFINITY)) distance.set(name, apart)
  }
  return [...distance]
    .sort(([, one], [, other]) => one - other)
    .slice(0, MOST)
    .map(([name]) => name)
}
