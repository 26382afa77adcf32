// The body of a function of one module as a function of a larger module: every index of a type, function, table, memory, global, tag or segment is
// replaced, everything else is copied. All instructions are known, vectors among them; nothing is understood.
// Source: WebAssembly Core Specification 3.0, section 5.4; legacy exceptions: proposal exception-handling, legacy text.
import { ModuleError, type Reader, type Writer } from '../binary/bytes.ts'

export interface Numbering {
  readonly type: (index: number) => number
  readonly function: (index: number) => number
  readonly table: (index: number) => number
  readonly global: (index: number) => number
  readonly tag: (index: number) => number
  readonly element: (index: number) => number
  readonly data: (index: number) => number
  /** Of its one memory. */
  readonly memory: number
}

type Step = (r: Reader, w: Writer, to: Numbering) => void
const nothing: Step = () => {}
const number: Step = (r, w) => w.u32(r.u32())
const mapped =
  (key: 'type' | 'function' | 'table' | 'global' | 'tag' | 'element' | 'data'): Step =>
  (r, w, to) =>
    w.u32(to[key](r.u32()))
const raw =
  (count: number): Step =>
  (r, w) =>
    w.copy(r.take(count))
/** A signed number of any length. */
const signed: Step = (r, w) => {
  let byte: number
  do {
    byte = r.byte()
    w.byte(byte)
  } while (byte >= 0x80)
}
const block: Step = (r, w, to) => {
  const type = r.s33()
  if (type >= 0) w.s32(to.type(type))
  else w.byte(type & 0x7f)
}
const memory: Step = (r, w, to) => {
  if (r.u32() !== 0) throw new ModuleError('a second memory', r.at)
  w.u32(to.memory)
}
/** Alignment, with a flag where a memory other than the first follows; offset. */
const access: Step = (r, w, to) => {
  const alignment = r.u32()
  if (alignment >= 0x40) throw new ModuleError('access to a second memory', r.at)
  w.u32(to.memory === 0 ? alignment : alignment | 0x40)
  if (to.memory !== 0) w.u32(to.memory)
  w.u32(r.u32())
}
const all =
  (...steps: readonly Step[]): Step =>
  (r, w, to) => {
    for (const step of steps) step(r, w, to)
  }
const vector =
  (step: Step): Step =>
  (r, w, to) => {
    const count = r.u32()
    w.u32(count)
    for (let left = count; left > 0; left--) step(r, w, to)
  }
const clause: Step = (r, w, to) => {
  const kind = r.byte()
  w.byte(kind)
  if (kind < 2) w.u32(to.tag(r.u32()))
  w.u32(r.u32())
}

const STEPS: (Step | undefined)[] = []
const PREFIXED: (Step | undefined)[] = []
const VECTORS: (Step | undefined)[] = []
function rows(table: (Step | undefined)[], first: number, last: number, step: Step): void {
  for (let op = first; op <= last; op++) table[op] = step
}
rows(STEPS, 0x00, 0x01, nothing)
rows(STEPS, 0x02, 0x04, block) // block, loop, if
rows(STEPS, 0x05, 0x05, nothing)
rows(STEPS, 0x06, 0x06, block) // try
rows(STEPS, 0x07, 0x08, mapped('tag')) // catch, throw
rows(STEPS, 0x09, 0x09, number) // rethrow
rows(STEPS, 0x0a, 0x0b, nothing)
rows(STEPS, 0x0c, 0x0d, number) // br, br_if
rows(STEPS, 0x0e, 0x0e, all(vector(number), number)) // br_table
rows(STEPS, 0x0f, 0x0f, nothing)
rows(STEPS, 0x10, 0x10, mapped('function'))
rows(STEPS, 0x11, 0x11, all(mapped('type'), mapped('table'))) // call_indirect
rows(STEPS, 0x12, 0x12, mapped('function')) // return_call
rows(STEPS, 0x13, 0x13, all(mapped('type'), mapped('table')))
rows(STEPS, 0x18, 0x18, number) // delegate
rows(STEPS, 0x19, 0x1b, nothing)
rows(STEPS, 0x1c, 0x1c, vector(signed)) // select with types
rows(STEPS, 0x1f, 0x1f, all(block, vector(clause))) // try_table
rows(STEPS, 0x20, 0x22, number)
rows(STEPS, 0x23, 0x24, mapped('global'))
rows(STEPS, 0x25, 0x26, mapped('table'))
rows(STEPS, 0x28, 0x3e, access)
rows(STEPS, 0x3f, 0x40, memory) // memory.size, memory.grow
rows(STEPS, 0x41, 0x42, signed)
rows(STEPS, 0x43, 0x43, raw(4))
rows(STEPS, 0x44, 0x44, raw(8))
rows(STEPS, 0x45, 0xc4, nothing)
rows(STEPS, 0xd0, 0xd0, signed) // ref.null
rows(STEPS, 0xd1, 0xd1, nothing)
rows(STEPS, 0xd2, 0xd2, mapped('function'))
rows(PREFIXED, 0, 7, nothing) // truncations that saturate
rows(PREFIXED, 8, 8, all(mapped('data'), memory)) // memory.init
rows(PREFIXED, 9, 9, mapped('data'))
rows(PREFIXED, 10, 10, all(memory, memory)) // memory.copy
rows(PREFIXED, 11, 11, memory)
rows(PREFIXED, 12, 12, all(mapped('element'), mapped('table'))) // table.init
rows(PREFIXED, 13, 13, mapped('element'))
rows(PREFIXED, 14, 14, all(mapped('table'), mapped('table')))
rows(PREFIXED, 15, 17, mapped('table'))
rows(VECTORS, 0, 11, access)
rows(VECTORS, 12, 13, raw(16)) // v128.const, i8x16.shuffle
rows(VECTORS, 14, 20, nothing)
rows(VECTORS, 21, 34, raw(1)) // lanes
rows(VECTORS, 35, 83, nothing)
rows(VECTORS, 84, 91, all(access, raw(1))) // lanes of memory
rows(VECTORS, 92, 93, access)
rows(VECTORS, 94, 255, nothing)

/** @param body  from the locals to the final `end` @throws ModuleError  for an instruction that nobody knows */
export function renumbered(body: Reader, w: Writer, to: Numbering): void {
  vector(all(number, raw(1)))(body, w, to) // locals
  while (!body.done) {
    const at = body.at
    const op = body.byte()
    w.byte(op)
    const step = op === 0xfc ? PREFIXED[prefixed(body, w)] : op === 0xfd ? VECTORS[prefixed(body, w)] : STEPS[op]
    if (!step) throw new ModuleError(`instruction 0x${op.toString(16)} is not known`, at)
    step(body, w, to)
  }
}
function prefixed(r: Reader, w: Writer): number {
  const op = r.u32()
  w.u32(op)
  return op
}
