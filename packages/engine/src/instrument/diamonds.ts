// Comparisons that decide a branch whose two ways meet again and do nothing but compute numbers until then.
//
//   block  block  f64.gt  br_if 0  ARM  br 1  end  OTHER  end      if (x > y) { … } else { … }
//   block  f64.gt  br_if 0  ARM  end                                if (!(x > y)) { … }
//   block  f64.gt  br_if 0  ARM  return  end  OTHER  return         if (!(x > y)) return …; return …;
//
// Invariant: no instruction of an arm writes memory or a global; it calls nothing but functions of our library that have no effect but their result, and
// decides by other diamonds only; what it assigns is a local of floating point, or an integer that only this arm knows. It cannot trap, but where it loads:
// that is computed as if from elsewhere where the program has no such memory, and then the branch is taken after all. So both arms may be computed, whoever wants them.
import { I32, isFloat, OP, OPCODES, opensBlock, type ValueType } from '../binary/opcodes.ts'
import { isGuard, KNOWN_LOW, NULL_CHECK } from './access.ts'
import type { Code, Structure } from './code.ts'
import { structure } from './code.ts'
import { selectionAt, wholeNumbers } from './elementwise.ts'
import { FLOAT_OPS } from './floats.ts'

export interface Diamond {
  /** Places of the arms' instructions: where the comparison holds, and where it does not. Of a diamond in an arm, up to its branch. */
  readonly holds: readonly number[]
  readonly fails: readonly number[]
  /** The branch, at which the values that are still to be read are known. */
  readonly branch: number
  /** The label, as seen from the comparison, behind which both ways meet; -1: both return. */
  readonly label: number
  /** A control instruction whose successor is where they meet; -1 where both return. */
  readonly meets: number
  /** The next instruction there; RETURN. */
  readonly goesOn: number
  /** Types of what the arms leave on the stack: nothing, or the function's result. */
  readonly results: readonly ValueType[]
  /** Instructions of both arms, and of the diamonds in them. */
  readonly size: number
  /** An arm reads memory. */
  readonly loads: boolean
}

const known = new WeakMap<Code, ReadonlyMap<number, Diamond>>()
/** Of the user's functions, by the place of the comparison. */
export function diamondsOf(code: Code): ReadonlyMap<number, Diamond> {
  const before = known.get(code)
  if (before) return before
  const found = code.isOwn ? new Search(code).all() : NONE
  known.set(code, found)
  return found
}
const NONE: ReadonlyMap<number, Diamond> = new Map()

const MOST_INSTRUCTIONS = 100 // of both arms: longer ones cost more than a path
/** As a place: the function returns. */
const RETURN = -1

interface Stop {
  /** Place of the next instruction that is not control, of a loop, or RETURN. */
  readonly at: number
  /** The control instruction just before, or -1. */
  readonly by: number
}

class Search {
  private readonly code: Code
  private readonly blocks: Structure
  /** By place: the opener of the block around it, -1: the function's. */
  private readonly around: Int32Array
  private uses: number[] | undefined
  private readonly found = new Map<number, Diamond>()

  constructor(code: Code) {
    this.code = code
    this.blocks = structure(code)
    this.around = new Int32Array(code.length)
    let opener = -1
    for (let pc = 0; pc < code.length; pc++) {
      this.around[pc] = opener
      if (opensBlock(code.op[pc]!)) opener = pc
      else if ((code.op[pc] === OP.end || code.op[pc] === OP.delegate) && opener >= 0) opener = this.around[opener]!
    }
  }

  all(): ReadonlyMap<number, Diamond> {
    const { found } = this
    for (let pc = this.code.length - 1; pc >= 0; pc--) {
      if (!isComparison(this.code.op[pc]!)) continue
      const diamond = this.at(pc) // those in its arms stand behind it
      if (diamond) found.set(pc, diamond)
    }
    return found
  }

  private at(pc: number): Diamond | undefined {
    const { op, a } = this.code
    let branch = pc + 1
    while (op[branch] === OP.i32Eqz) branch++
    if (op[branch] !== OP.brIf) return undefined
    const [near, far] = [this.way(this.next(branch + 1, branch)), this.way(this.target(branch, a[branch]!))]
    const passed = new Map(near.map(({ at }, index) => [at, index]))
    const join = far.findIndex(({ at }) => passed.has(at))
    if (join < 0) return undefined
    const one = near.slice(0, passed.get(far[join]!.at))
    const meeting = near[one.length]!
    const arms = [one, far.slice(0, join)].map((stops) => stops.map(({ at }) => at))
    const returns = meeting.at === RETURN
    const meets = returns ? -1 : Math.max(meeting.by, far[join]!.by)
    const label = returns ? -1 : this.labelTo(pc, meeting.at)
    const places = arms.flat()
    const inner = places.flatMap((place) => (op[place] === OP.brIf ? [this.inner(place)!] : []))
    const size = inner.reduce((sum, one) => sum + one.size, places.filter((place) => !isGuard(op[place]!)).length)
    if (size > MOST_INSTRUCTIONS || label === undefined || (!returns && meets < 0)) return undefined
    const [results, others] = arms.map((arm) => this.resultsOf(arm))
    if (!results || !others || results.length !== others.length || results.length !== (returns ? 1 : 0)) return undefined
    const jumpsWhereItHolds = (branch - pc) % 2 === 1
    return {
      holds: arms[jumpsWhereItHolds ? 1 : 0]!,
      fails: arms[jumpsWhereItHolds ? 0 : 1]!,
      branch,
      label,
      meets,
      goesOn: meeting.at,
      results,
      size,
      loads: inner.some(({ loads }) => loads) || places.some((place) => isLoad(op[place]!)),
    }
  }

  /** From there on, for as long as there is one way only. */
  private way(from: Stop): Stop[] {
    const stops = [from]
    for (let stop = from; stops.length <= MOST_INSTRUCTIONS && stop.at !== RETURN; ) {
      const inner = this.inner(stop.at)
      if (!inner && !this.isStraight(stop.at)) break
      stop = inner ? { at: inner.goesOn, by: inner.meets } : this.next(stop.at + 1, -1)
      stops.push(stop)
    }
    return stops
  }
  private isStraight(pc: number): boolean {
    const { op, a, b, pure } = this.code
    if (op[pc] === OP.call) return pure.has(a[pc]!)
    if (isLoad(op[pc]!)) return b[pc]! + WIDEST <= this.code.leastMemory
    if (op[pc] === NULL_CHECK) return (b[pc]! & KNOWN_LOW) === 0
    return STRAIGHT[op[pc]!] === true
  }
  /** The diamond that branches there. */
  private inner(branch: number): Diamond | undefined {
    const { op } = this.code
    if (op[branch] !== OP.brIf) return undefined
    let pc = branch - 1
    while (op[pc] === OP.i32Eqz) pc--
    return this.found.get(pc)
  }
  /** Over control that decides nothing. */
  private next(pc: number, by: number): Stop {
    const { code, blocks } = this
    switch (code.op[pc]) {
      case OP.nop:
        return this.next(pc + 1, by)
      case OP.return:
        return { at: RETURN, by }
      case OP.block:
        return isVoid(code.a[pc]!) ? this.next(pc + 1, by) : { at: pc, by }
      case OP.end: {
        const opener = blocks.end[pc]!
        if (opener < 0) return { at: RETURN, by }
        const isPlain = (code.op[opener] === OP.block || code.op[opener] === OP.loop) && isVoid(code.a[opener]!)
        return isPlain ? this.next(pc + 1, pc) : { at: pc, by }
      }
      case OP.br:
        return this.target(pc, code.a[pc]!)
    }
    return { at: pc, by }
  }
  /** Where a branch at `pc` to that label goes on. */
  private target(pc: number, label: number): Stop {
    const opener = this.opener(pc, label)
    if (opener < 0) return { at: RETURN, by: -1 }
    if (!isVoid(this.code.a[opener]!)) return { at: pc, by: -1 }
    if (this.code.op[opener] === OP.loop) return { at: opener, by: opener }
    return this.next(this.blocks.end[opener]! + 1, this.blocks.end[opener]!)
  }
  private opener(pc: number, label: number): number {
    let opener = this.around[pc]!
    for (let depth = 0; depth < label && opener >= 0; depth++) opener = this.around[opener]!
    return opener
  }
  /** A label around `pc` by which a branch gets to `at`. */
  private labelTo(pc: number, at: number): number | undefined {
    for (let label = 0; this.opener(pc, label) >= 0; label++) if (this.target(pc, label).at === at) return label
    return undefined
  }

  /** What the arm leaves on the stack; undefined: it does not keep the invariant. */
  private resultsOf(arm: readonly number[]): readonly ValueType[] | undefined {
    const { code } = this
    const stack: ValueType[] = []
    for (let index = 0; index < arm.length; index++) {
      const pc = arm[index]!
      const op = code.op[pc]!
      if (op >= OP.localGet && op <= OP.localTee) {
        const type = code.locals[code.a[pc]!]!
        if (type !== I32 && !isFloat(type)) return undefined
        if (op === OP.localGet) stack.push(type)
        else if (!isFloat(type) && code.at[pc]! >= 0 && !this.isPrivate(code.a[pc]!, arm))
          return undefined // copies of the pass are read by checks only
        else if (op === OP.localSet) stack.pop()
        continue
      }
      if (op === NULL_CHECK) continue
      const inner = this.found.get(pc)
      if (inner) {
        if (arm[index + inner.branch - pc] !== inner.branch || stack.length !== 2) return undefined
        stack.splice(0, 2, ...inner.results)
        index += inner.branch - pc
        continue
      }
      const end = selectionAt(code, pc) >= 0 ? selectionAt(code, pc) : wholeNumbers(code, pc)?.convert
      const treatment = FLOAT_OPS[op]?.treatment
      if (treatment === 'compare' || treatment === 'integer') {
        if (end === undefined || arm[index + end - pc] !== end) return undefined
        const chosen = treatment === 'compare' ? stack.at(-3) : wholeNumbers(code, pc)!.type
        if (chosen === undefined || !isFloat(chosen)) return undefined
        stack.splice(-(treatment === 'compare' ? 4 : 1), 4, chosen)
        index += end - pc
      } else if (op === OP.select || op === OP.selectTyped) stack.splice(-2)
      else if (op === OP.drop) stack.pop()
      else {
        const { parameters, results } = op === OP.call ? code.pure.get(code.a[pc]!)! : OPCODES[op]!
        if (parameters!.length > 0) stack.splice(-parameters!.length)
        stack.push(results![0]!)
      }
    }
    return stack.every(isFloat) ? stack : undefined
  }
  /** All uses of the local are in the arm, and the first gives it a value. */
  private isPrivate(local: number, arm: readonly number[]): boolean {
    const { code } = this
    this.uses ??= countUses(code)
    const inside = arm.filter((pc) => code.op[pc]! >= OP.localGet && code.op[pc]! <= OP.localTee && code.a[pc] === local)
    return inside.length === this.uses[local] && code.op[inside[0]!] !== OP.localGet
  }
}

function countUses({ op, a, locals }: Code): number[] {
  const counts = locals.map(() => 0)
  for (const [pc, one] of op.entries()) if (one >= OP.localGet && one <= OP.localTee) counts[a[pc]!]!++
  return counts
}
const isComparison = (op: number): boolean => FLOAT_OPS[op]?.treatment === 'compare'
/** That every load of a diamond is of: numbers, and addresses of others. */
export const isLoad = (op: number): boolean => LOADS[op] === true
const LOADS = OPCODES.map((entry) => /^(f64|f32|i32)\.load$/.test(entry?.name ?? ''))
/** Bytes of the widest. */
export const WIDEST = 8
const isVoid = (blockType: number): boolean => blockType === -64

const STRAIGHT = OPCODES.map((entry, op) => {
  const name = entry?.name ?? ''
  if (/^(local\.(get|set|tee)|select|select_t|drop|i32\.const|f(32|64)\.const)$/.test(name) || op === OP.select || op === OP.selectTyped) return true
  if (/^i32\.(add|sub|mul|and|or|xor|shl|shr_[su]|eqz|eq|ne|[lg][te]_[su])$/.test(name)) return true
  if (/^i(32|64)\.trunc_sat_f/.test(name)) return true // at once a number again, or the arm is refused
  const results = entry?.results ?? []
  return FLOAT_OPS[op] !== undefined && !/trunc_f/.test(name) && !/convert_i64/.test(name)
    ? results.length === 1
    : /^f(32|64)\.convert_i64/.test(name)
})
