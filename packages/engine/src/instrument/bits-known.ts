// What `bit-uses.ts` knows of integers: which of them hold bits of a number, and where these come from.
import { I64, OP } from '../binary/opcodes.ts'
import type { Code } from './code.ts'
import { constantAt } from './constants.ts'

/** What is known of a value on the stack, or of all that a local is assigned. */
export interface Known {
  /** The instruction that pushed it. */
  readonly at: number
  /** All bits of a number, perhaps. */
  readonly isWhole: boolean
  /** With the sign, perhaps. */
  readonly isSigned: boolean
  /** Instructions behind which the number lies that it is a part of. */
  readonly parts: ReadonlySet<number>
  /** Loads of bytes, 16 bits or halves that it is one of. */
  readonly loads: ReadonlySet<number>
  /** Loads of 32 bits behind any pointer that it is one of: an integer, most often. */
  readonly words: ReadonlySet<number>
  /** Loads of bytes that it is an index by, with a constant added. */
  readonly indexes: ReadonlySet<number>
  /** It is an address: so many bytes behind the local that has one value throughout the function. */
  readonly base?: number | undefined
  readonly offset?: number | undefined
  /** An integer that the program says. */
  readonly constant?: bigint | undefined
}
export const NONE: ReadonlySet<number> = new Set()
export const nothing = (at: number): Known => ({ at, isWhole: false, isSigned: false, parts: NONE, loads: NONE, words: NONE, indexes: NONE })
export const whole = (at: number): Known => ({ ...nothing(at), isWhole: true, isSigned: true })
export const sizeOf = ({ isWhole, isSigned, parts, loads, words, indexes }: Known): number =>
  Number(isWhole) + Number(isSigned) + parts.size + loads.size + words.size + indexes.size

export function joined(one: Known, other: Known, at: number): Known {
  return {
    at,
    isWhole: one.isWhole || other.isWhole,
    isSigned: one.isSigned || other.isSigned,
    parts: union(one.parts, other.parts),
    loads: union(one.loads, other.loads),
    words: union(one.words, other.words),
    indexes: union(one.indexes, other.indexes),
  }
}
export function union(one: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> {
  const [more, fewer] = one.size < other.size ? [other, one] : [one, other]
  for (const element of fewer) if (!more.has(element)) return new Set([...more, ...fewer])
  return more
}

/** Words, and bytes, at an offset from a local: what code that is not optimised keeps in its frame, and unions. */
export class Slots {
  readonly known = new Map<string, Known>()
  /** Of fixed locals that are assigned an address at an offset from another. */
  private readonly aliases = new Map<number, { readonly base: number; readonly offset: number }>()
  private readonly doubles = new Set<string>()
  get size(): number {
    return this.known.size + this.doubles.size + this.aliases.size
  }
  alias(local: number, { base, offset = 0 }: Known): void {
    if (base !== undefined) this.aliases.set(local, { base, offset })
  }
  /** An address at which a fixed local points. */
  pointed(local: number): { readonly base: number; readonly offset: number } {
    return this.aliases.get(local) ?? { base: local, offset: 0 }
  }
  at({ base, offset: from = 0 }: Known, offset: number): string | undefined {
    return base === undefined ? undefined : `${base} ${from + offset}`
  }
  stored(slot: string, value: Known, isDouble: boolean): void {
    if (isDouble) this.doubles.add(slot)
    this.known.set(slot, joined(this.known.get(slot) ?? nothing(-1), value, -1))
  }
  /** Of the double that a word of 32 bits is a half of. */
  doubleAround(address: Known, offset: number): string | undefined {
    return [offset, offset - 4].map((begin) => this.at(address, begin)).find((slot) => slot !== undefined && this.doubles.has(slot))
  }
  /** Whether a double or a float was stored where this byte lies. */
  isInNumber(address: Known, offset: number): boolean {
    for (let begin = offset; begin > offset - 8; begin--) {
      const slot = this.at(address, begin) ?? ''
      if (this.doubles.has(slot) || (begin > offset - 4 && this.known.get(slot)?.isWhole)) return true
    }
    return false
  }
}

/** Of locals. */
export interface Fixed {
  readonly constants: ReadonlyMap<number, bigint>
  readonly fixed: ReadonlySet<number>
}
export const fixedLocals = (code: Code, parameters: number, bytes: Uint8Array): Fixed => ({
  constants: constantsOf(code, parameters, bytes),
  fixed: fixedOf(code, parameters),
})
/** Locals that have one value throughout. */
function fixedOf(code: Code, parameters: number): ReadonlySet<number> {
  const [once, again] = [new Set<number>(code.locals.keys()), new Set<number>()]
  for (let local = 0; local < parameters; local++) again.add(local)
  for (let pc = 0; pc < code.length; pc++) {
    const local = code.a[pc]!
    if (code.op[pc] !== OP.localSet && code.op[pc] !== OP.localTee) continue
    if (again.has(local)) once.delete(local)
    again.add(local)
  }
  return once
}
/** Locals that are assigned once, and an integer that the program says: code that is not optimised has its constants there. */
function constantsOf(code: Code, parameters: number, bytes: Uint8Array): ReadonlyMap<number, bigint> {
  const found = new Map<number, bigint>()
  const seen = new Set<number>()
  for (let pc = 0; pc < code.length; pc++) {
    if (code.op[pc] !== OP.localSet && code.op[pc] !== OP.localTee) continue
    const local = code.a[pc]!
    if (seen.has(local) || local < parameters) found.delete(local)
    else if (isConstant(code, pc - 1)) found.set(local, constantAt(code, pc - 1, bytes))
    seen.add(local)
  }
  return found
}
export const isConstant = (code: Code, pc: number): boolean => code.op[pc] === OP.i64Const || code.op[pc] === OP.i32Const
/** What is known of locals before anything is assigned: parameters of 64 bits may be those of a number. */
export const atFirst = (code: Code, parameters: number): Known[] =>
  code.locals.map((type, index) => (type === I64 && index < parameters ? whole(-1) : nothing(-1)))
