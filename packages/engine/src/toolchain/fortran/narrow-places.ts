// Places in arrays. flang computes them in 64 bits and cuts them to the 32 of an address at each access, so that loops are too long to be unrolled. Cut sums and
// products are sums and products of what was cut: each is computed in 32 bits where it is cut, and the compiler drops what nobody needs any more.

/** Deeper ones stay as they are. */
const MOST_STEPS = 24
const CUT = /^(\s*)(%[\w.]+) = trunc (?:nuw |nsw )*i64 (%[\w.]+) to i32((?:, !dbg !\d+)?)$/
const STEP = /^\s*(%[\w.]+) = (?:(add|sub|mul) (?:nuw |nsw )*i64 (\S+), ([^\s,]+)|(?:sext|zext)(?: nneg)? i32 (\S+) to i64)(?:, !dbg !\d+)?$/

/** @param ir  of the optimiser: what it left in 64 bits has more than one use */
export function withNarrowPlaces(ir: string): string {
  let made = 0
  const steps = new Map<string, Step>() // of this procedure
  const narrowed = (line: string): string => {
    if (line.startsWith('define ')) steps.clear()
    const [, name, operation = '', first = '', second = '', narrow] = STEP.exec(line) ?? []
    if (name !== undefined) steps.set(name, narrow === undefined ? { operation, first, second } : { narrow })
    const [all, indent = '', result = '', wide = '', debug = ''] = CUT.exec(line) ?? []
    const root = all === undefined ? undefined : steps.get(wide)
    if (!root || !('operation' in root)) return line
    const lines: string[] = []
    const add = (text: string, to?: string): string => {
      const own = to ?? `%place.${made++}`
      lines.push(`${indent}${own} = ${text}${debug}`)
      return own
    }
    const inNarrow = (value: string): string => {
      if (/^-?\d+$/.test(value)) return String(BigInt.asIntN(32, BigInt(value)))
      const step = steps.get(value)
      if (!step || lines.length >= MOST_STEPS) return add(`trunc i64 ${value} to i32`)
      return 'narrow' in step ? step.narrow : add(`${step.operation} i32 ${inNarrow(step.first)}, ${inNarrow(step.second)}`)
    }
    add(`${root.operation} i32 ${inNarrow(root.first)}, ${inNarrow(root.second)}`, result)
    return lines.join('\n')
  }
  return ir.includes(' to i32') ? ir.split('\n').map(narrowed).join('\n') : ir
}

/** A value in 64 bits: of two others, or a number of 32 bits extended. */
type Step = { readonly operation: string; readonly first: string; readonly second: string } | { readonly narrow: string }
