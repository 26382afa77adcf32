// Turns a linked wasm32-wasi module into one whose floating-point values may be handles of distributions.
// It re-emits the module: every section and every instruction that it knows, with the changes below; what it does not know it refuses.
//   operations   `batch.ts` (arithmetic), `lower.ts` (comparisons, conversions, the walk over a function)
//   roots        `frame.ts`, with `liveness.ts` and `reach.ts`
//   plain runs   `twins.ts`: unchanged bodies for as long as nothing is uncertain
//   imports      those functions of the ABI that the changed code calls, and the global `ux.pressure`
//   guards       `guards.ts`: null pointers and the end of the stack trap
//   order        `order.ts`: functions with loops of the user's first
//   lines        `lines.ts`: places in the sources, from the debug information
//   sections     `write.ts`, and `sections/` by section
//   exports      the stack pointer, and what was asked for: the instruction counter, what guards leave behind
import { ModuleError } from '../binary/bytes.ts'
import { type Module, readModule } from '../binary/module.ts'
import { I32, I64, isFloat, OP, OPCODES } from '../binary/opcodes.ts'
import { PAGE } from '../binary/sections/memories.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import type { SourceName } from '../lines/places.ts'
import { floatsOf, printers } from './bit-sites.ts'
import { type Types, withDecidedBits } from './bit-uses.ts'
import { testsClass } from './class-test.ts'
import { blockType, type Code, decode, structure } from './code.ts'
import { withCounts } from './count.ts'
import { FLOAT_OPS } from './floats.ts'
import { spills } from './frame.ts'
import { guarded } from './guards.ts'
import { lower } from './lower.ts'
import { pureFunctions } from './pure.ts'
import { type Reach, reach, SAFEPOINTS } from './reach.ts'
import type { Surroundings } from './region.ts'
import type { Body } from './sections/code.ts'
import { restoreSigns } from './sign-bits.ts'
import { findStackPointer, refuse, signature, spaces } from './spaces.ts'
import { dispatching, NO_TWINS, retargeted, type Twins, twins } from './twins.ts'
import { write } from './write.ts'

export { ModuleError } from '../binary/bytes.ts'
export { validateProgram } from './validate.ts'

export interface InstrumentOptions {
  /** Export `ux_instructions`, which counts the program's own instructions as they run. */
  readonly countInstructions: boolean
  /** Whether constructors may give uncertain values; false: all numbers are plain, and code stays as it is. Default true. */
  readonly tracks?: boolean
  /** Trap at null pointers and at the end of the stack. Nothing of the program may lie below LOWEST. Default false. */
  readonly guards?: boolean
  /** For each function of the program's code whether it is the user's and not a library's; when not for each, nothing is known. */
  readonly own?: readonly boolean[]
  /** Likewise whether it is of our own library. */
  readonly ours?: readonly boolean[]
  /** Names the user's files, for what a trap says; absent: the module gets no places in sources. */
  readonly sourceName?: SourceName
}

/**
 * @param program  a linked module as `wasm-ld` makes it, with one memory and a stack pointer
 * @returns        the module for the runtime: imports of `ux` as in the ABI; it may be run without any uncertain value too
 * @throws ModuleError  for anything that it does not handle
 */
export function instrument(program: Uint8Array, options: InstrumentOptions): Uint8Array {
  const module = readModule(program)
  const stackPointer = findStackPointer(module)
  refuseGlobalRoots(module)
  const { functions, globalTypes } = spaces(module)
  const typeOf = functions.map(({ type }) => type)
  const imported = functions.length - module.bodies.length
  const functionType = (index: number) => signature(module, typeOf[index] ?? -1)
  const pure = pureFunctions(module, imported, functionType, options.ours)
  const codes = module.bodies.map((body, place) => {
    const code = decode(module, body, functionType(imported + place))
    code.isOwn = options.own?.length === module.bodies.length && options.own[place]!
    code.pure = pure
    code.leastMemory = module.memories[0]!.minimum * PAGE
    restoreSigns(code, module.bytes)
    return options.guards ? guarded(code, { module, functionType, stackPointer }) : code
  })
  const reached = reach(module, codes, typeOf, SAFEPOINTS)
  const pairs = options.tracks === false ? NO_TWINS : twins(module, codes, typeOf)
  const around: Surroundings = {
    module,
    functionType,
    globalType: (index) => globalTypes[index] ?? refuse(`global ${index} does not exist`),
    allocates: (index) => functions[index]?.allocates ?? false,
    makes: pairs.makes,
    made: pairs.of.size > 0 ? globalTypes.length : -1,
    countInstructions: options.countInstructions,
  }
  const types = typesOf(around, codes)
  const bodies = codes.map((code, place) => body(code, imported + place, around, reached, pairs, types))
  for (const index of pairs.of.keys()) {
    const [code, type] = [codes[index - imported]!, around.functionType(index)]
    const changed = transform(code, type, around, reached, types)
    bodies.push(unchanged(retargeted(code, 'plain', pairs.of), type, around))
    bodies.push({ ...changed, code: retargeted(changed.code, 'changed', pairs.of) })
  }
  const { guards = false, countInstructions: counter } = options
  return write(module, functions, bodies, { stackPointer, made: around.made, twins: pairs.of, guards, counter }, options)
}

/** The collector sees the program's memory, not its globals. */
function refuseGlobalRoots({ globals }: Module): void {
  for (const { type, mutable, offset } of globals) {
    if (mutable && type !== I32) throw new ModuleError('a mutable global that could hold a handle', offset)
  }
}

/** What stands at the function's own index. */
function body(code: Code, index: number, around: Surroundings, reached: Reach, { needed, of }: Twins, types: Types): Body {
  const type = around.functionType(index)
  const pair = of.get(index)
  if (pair) return { code: dispatching(type, pair, around.made), type, saved: new Map() }
  return needed ? transform(code, type, around, reached, types) : unchanged(code, type, around)
}
function unchanged(code: Code, type: FunctionType, { countInstructions }: Surroundings): Body {
  return { code: countInstructions ? withCounts(code) : code, type, saved: new Map() }
}
function transform(code: Code, type: FunctionType, around: Surroundings, reached: Reach, types: Types): Body {
  const asking = withDecidedBits(code, type.parameters.length, types)
  if (asking === code && !needsLowering(code, around, reached)) return unchanged(code, type, around)
  const lowered = lower(asking, type, structure(asking), around)
  return { code: lowered.code, type, saved: spills(lowered.code, lowered.holds, reached) }
}
function typesOf({ module, functionType }: Surroundings, codes: readonly Code[]): Types {
  const printing = printers(module)
  return {
    bytes: module.bytes,
    call: functionType,
    indirect: (index) => signature(module, index),
    block: (index) => blockType(module, index),
    prints: (index) => printing.has(index),
    floats: floatsOf(codes),
  }
}

/** A function with float operations, one that may make a value, or one in which a value that can be a handle might live across a safepoint. */
function needsLowering(code: Code, around: Surroundings, reached: Reach): boolean {
  let wide = code.locals.some((type) => type !== I32)
  let safepoints = false
  for (let pc = 0; pc < code.length; pc++) {
    const op = code.op[pc]!
    if (FLOAT_OPS[op] || testsClass(code, pc, around.module.bytes)) return true
    wide ||= WIDE[op]!
    if (op === OP.call) {
      if (around.makes(code.a[pc]!)) return true
      safepoints ||= reached.call(code.a[pc]!) || around.allocates(code.a[pc]!)
      wide ||= around.functionType(code.a[pc]!).results.some((type) => type !== I32)
    } else if (op === OP.callIndirect) {
      safepoints ||= reached.indirect(code.a[pc]!)
      wide ||= signature(around.module, code.a[pc]!).results.some((type) => type !== I32)
    }
  }
  return wide && safepoints
}
const WIDE = OPCODES.map((entry) => entry?.results?.some((type) => type === I64 || isFloat(type)) ?? false)
