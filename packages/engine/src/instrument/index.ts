// Turns a linked wasm32-wasi module into one whose floating-point values may be handles of distributions.
// It re-emits the module: every section and every instruction that it knows, with the changes below; what it does not know it refuses.
//   operations   `batch.ts` (arithmetic), `lower.ts` (comparisons, conversions, the walk over a function)
//   roots        `frame.ts`, with `liveness.ts` and `reach.ts`
//   plain runs   `twins.ts`: unchanged bodies for as long as nothing is uncertain
//   imports      those functions of the ABI that the changed code calls, and the global `ux.pressure`
//   guards       `guards.ts`: null pointers and the end of the stack trap
//   order        `order.ts`: functions with loops of the user's first
//   lines        `lines.ts`: places in the sources, from the debug information
//   exports      the stack pointer, and what was asked for: the instruction counter, what guards leave behind
import { IMPORTS, NO_NULL_ACCESS, NO_STACK_WANTED, PRESSURE, PROGRAM_EXPORTS } from '../abi.ts'
import { ModuleError, Writer } from '../binary/bytes.ts'
import { Decisions } from '../lines/decisions.ts'
import type { SourceName } from '../lines/places.ts'
import { testsClass } from './class-test.ts'
import { type Code, decode, SAFEPOINT, structure, UX_CALL } from './code.ts'
import { withCounts } from './count.ts'
import { FLOAT_OPS, UX_NAMES, uxIndex } from './floats.ts'
import { emitBody, type Hints, type Indices, type Spills, spills } from './frame.ts'
import { guarded } from './guards.ts'
import { linesSection, siteFinder, type Written } from './lines.ts'
import { lower } from './lower.ts'
import { type Custom, type FunctionType, type Global, type Initialiser, type Module, REF_FUNC, readModule, writeModule } from './module.ts'
import { namesOf, renumberedCustoms } from './names.ts'
import { F32, F64, I32, I64, isFloat, OP, OPCODES, type ValueType } from './opcodes.ts'
import { loopsFirst } from './order.ts'
import { type Reach, reach, SAFEPOINTS, typeKey } from './reach.ts'
import type { Surroundings } from './region.ts'
import { restoreSigns } from './sign-bits.ts'
import { dispatching, retarget, type Twins, twins } from './twins.ts'

export { ModuleError } from '../binary/bytes.ts'
export { validateProgram } from './validate.ts'

export interface InstrumentOptions {
  /** Export `ux_instructions`, which counts the program's own instructions as they run. */
  readonly countInstructions: boolean
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
  const codes = module.bodies.map((body, place) => {
    const code = decode(module, body, functionType(imported + place))
    code.isOwn = options.own?.length === module.bodies.length && options.own[place]!
    restoreSigns(code, module.bytes)
    return options.guards ? guarded(code, { module, functionType, stackPointer }) : code
  })
  const reached = reach(module, codes, typeOf, SAFEPOINTS)
  const pairs = twins(module, codes, typeOf)
  const around: Surroundings = {
    module,
    functionType,
    globalType: (index) => globalTypes[index] ?? refuse(`global ${index} does not exist`),
    allocates: (index) => functions[index]?.allocates ?? false,
    makes: pairs.makes,
    made: pairs.of.size > 0 ? globalTypes.length : -1,
    countInstructions: options.countInstructions,
  }
  const bodies = codes.map((code, place) => body(code, imported + place, around, reached, pairs))
  for (const index of pairs.of.keys()) {
    const changed = transform(codes[index - imported]!, around.functionType(index), around, reached)
    retarget(changed.code, pairs.of)
    bodies.push(changed)
  }
  return write(module, functions, bodies, { stackPointer, made: around.made, twins: pairs.of }, options)
}

interface FunctionEntry {
  readonly type: number // index
  readonly from?: string
  readonly name?: string
  readonly allocates: boolean
}
function spaces(module: Module): { functions: FunctionEntry[]; globalTypes: ValueType[] } {
  const functions: FunctionEntry[] = []
  const globalTypes: ValueType[] = []
  for (const { kind, type, module: from, name } of module.imports) {
    if (kind === 'function') functions.push({ type, from, name, allocates: from === 'ux' && IMPORTS[name]?.allocates === true })
    else globalTypes.push(type)
  }
  for (const type of module.functions) functions.push({ type, allocates: false })
  for (const { type } of module.globals) globalTypes.push(type)
  return { functions, globalTypes }
}
function signature(module: Module, index: number): FunctionType {
  return module.types[index] ?? refuse(`type ${index} does not exist`)
}
function refuse(what: string): never {
  throw new ModuleError(what, 0)
}

/** By the name section, else the first mutable i32 global, where wasm-ld puts it. */
function findStackPointer(module: Module): number {
  const imported = module.imports.filter(({ kind }) => kind === 'global').length
  for (const [index, name] of namesOf(module.customs, 'globals')) {
    if (name === '__stack_pointer' && index >= imported) return index
  }
  const place = module.globals.findIndex(({ type, mutable }) => mutable && type === I32)
  return place < 0 ? refuse('no global __stack_pointer') : imported + place
}
/** The collector sees the program's memory, not its globals. */
function refuseGlobalRoots({ globals }: Module): void {
  for (const { type, mutable, offset } of globals) {
    if (mutable && type !== I32) throw new ModuleError('a mutable global that could hold a handle', offset)
  }
}

interface Body {
  readonly code: Code
  readonly type: FunctionType
  readonly saved: Spills
}
/** What stands at the function's own index. */
function body(code: Code, index: number, around: Surroundings, reached: Reach, { needed, of }: Twins): Body {
  const type = around.functionType(index)
  const twin = of.get(index)
  if (needed && twin === undefined) return transform(code, type, around, reached)
  const plain = around.countInstructions ? withCounts(code) : code
  return { code: twin === undefined ? plain : dispatching(plain, type, twin, around.made), type, saved: new Map() }
}
function transform(code: Code, type: FunctionType, around: Surroundings, reached: Reach): Body {
  if (!needsLowering(code, around, reached)) return { code: around.countInstructions ? withCounts(code) : code, type, saved: new Map() }
  const lowered = lower(code, type, structure(code), around)
  return { code: lowered.code, type, saved: spills(lowered.code, lowered.holds, reached) }
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

interface Additions {
  readonly stackPointer: number // global
  readonly made: number // global, or -1
  readonly twins: Twins['of']
}
function write(
  module: Module,
  functions: readonly FunctionEntry[],
  bodies: readonly Body[],
  { stackPointer, made, twins }: Additions,
  options: InstrumentOptions,
): Uint8Array {
  const importedFunctions = functions.length - module.bodies.length
  const importedGlobals = module.imports.filter(({ kind }) => kind === 'global').length
  const types = [...module.types]
  const typeIndex = typeTable(types)
  const places = new Map<number, number>() // of an ABI function → index in the new module
  for (const [index, { from, name }] of functions.entries()) if (from === 'ux') places.set(uxIndex(name!), index)
  const added = [...usedFunctions(bodies)].filter((place) => !places.has(place)).sort((one, other) => one - other)
  for (const [order, place] of added.entries()) places.set(place, importedFunctions + order)
  const known = module.imports.filter(({ kind }) => kind === 'global').findIndex(({ module: from, name }) => from === 'ux' && name === PRESSURE)
  const own = options.own?.length === module.bodies.length ? options.own : undefined
  const order = loopsFirst(
    bodies.map(({ code }) => code),
    own && [...own, ...[...twins.keys()].map((index) => own[index - importedFunctions]!)],
  )
  const renumber = {
    function: (index: number) => (index < importedFunctions ? index : importedFunctions + added.length + order.to[index - importedFunctions]!),
    global: (index: number) => (index < importedGlobals || known >= 0 ? index : index + 1),
  }
  const firstAdded = importedGlobals + module.globals.length
  const nullAccess = renumber.global(firstAdded + (made >= 0 ? 1 : 0))
  const instructions = nullAccess + (options.guards ? 2 : 0)
  const functionNames = namesOf(module.customs, 'functions')
  const indices: Omit<Indices, 'decisionAt'> = {
    ...renumber,
    ux: (place) => places.get(place < 0 ? COLLECT : place)!,
    pressure: known >= 0 ? known : importedGlobals,
    stackPointer: renumber.global(stackPointer),
    instructions: options.countInstructions ? instructions : -1,
    ...(options.guards && { guards: { nullAccess, stackWanted: nullAccess + 1 } }),
    blockType: (results) => (results.length === 0 ? -64 : results.length === 1 ? results[0]! - 0x80 : typeIndex({ parameters: [], results })),
    returnsAlways: (index) => functions[index]?.from === 'ux',
  }
  const typesOfBodies = [...module.functions, ...[...twins.keys()].map((index) => functions[index]!.type)]
  const hints: { index: number; places: Hints }[] = []
  const finder = options.sourceName && siteFinder(module, options.sourceName)
  const originals = [...module.bodies.keys(), ...[...twins.keys()].map((index) => index - importedFunctions)]
  const ours = options.ours?.length === module.bodies.length ? options.ours : []
  const decisions = new Decisions()
  const w = new Writer(module.bytes.length * 2)
  const written = order.from.map((place): Written => {
    const body = bodies[place]!
    w.length = 0
    const origin = module.bodies[originals[place]!]!
    const siteAt = finder?.begin(origin) === undefined ? undefined : finder.siteAt
    const index = renumber.function(importedFunctions + place)
    const decisionAt = decisions.of(index, ours[originals[place]!] ? undefined : (siteAt ?? (() => -1)))
    const emitted = emitBody(w, module.bytes, body.code, body.type, body.saved, { ...indices, siteAt, decisionAt })
    if (emitted.hints.length > 0) hints.push({ index, places: emitted.hints })
    return { origin, bytes: w.view().slice(), marks: emitted.marks }
  })
  const uxImports = added.map((place) => ({ name: UX_NAMES[place]!, ...IMPORTS[UX_NAMES[place]!]! }))
  const instrumented: Module = {
    ...module,
    types,
    functions: order.from.map((place) => typesOfBodies[place]!),
    imports: [
      ...module.imports,
      ...uxImports.map(({ name, parameters, result }) => {
        const type = typeIndex({ parameters: parameters.map((one) => CODES[one]), results: result ? [CODES[result]] : [] })
        return { module: 'ux', name, offset: 0, kind: 'function' as const, type, mutable: false }
      }),
      ...(known >= 0 ? [] : [{ module: 'ux', name: PRESSURE, offset: 0, kind: 'global' as const, type: I32, mutable: true }]),
    ],
    globals: [
      ...module.globals.map((global) => renumberedGlobal(global, renumber)),
      ...(made >= 0 ? [variable(0)] : []),
      ...(options.guards ? [variable(NO_NULL_ACCESS), variable(NO_STACK_WANTED)] : []),
      ...(options.countInstructions ? [COUNTER] : []),
    ],
    exports: [
      ...module.exports.map((one) => ({
        ...one,
        index: one.kind === 0 ? renumber.function(one.index) : one.kind === 3 ? renumber.global(one.index) : one.index,
      })),
      { name: PROGRAM_EXPORTS.stackPointer, kind: 3, index: indices.stackPointer },
      ...(options.guards ? [{ name: PROGRAM_EXPORTS.nullAccess, kind: 3, index: nullAccess }] : []),
      ...(options.guards ? [{ name: PROGRAM_EXPORTS.stackWanted, kind: 3, index: nullAccess + 1 }] : []),
      ...(options.countInstructions ? [{ name: PROGRAM_EXPORTS.instructions, kind: 3, index: instructions }] : []),
    ],
    start: module.start === undefined ? undefined : renumber.function(module.start),
    elements: module.elements.map((element) => ({
      ...element,
      offset: element.offset && renumbered(element.offset, renumber),
      functions: element.functions.map(renumber.function),
      expressions: element.expressions.map((one) => renumbered(one, renumber)),
    })),
    data: module.data.map((data) => ({ ...data, offset: data.offset && renumbered(data.offset, renumber) })),
    customs: renumberedCustoms(module.customs, renumber, {
      functions: [
        ...added.map((place) => [places.get(place)!, `ux_${UX_NAMES[place]}`] as const),
        ...[...twins].map(([index, twin]) => [renumber.function(twin), `${functionNames.get(index) ?? index}.uncertain`] as const),
      ],
      globals: [
        ...(known >= 0 ? [] : [[importedGlobals, 'ux_pressure'] as const]),
        ...(made >= 0 ? [[renumber.global(made), 'ux_made'] as const] : []),
        ...(options.guards ? [[nullAccess, 'ux_null_access'] as const, [nullAccess + 1, 'ux_stack_wanted'] as const] : []),
        ...(options.countInstructions ? [[instructions, 'ux_instructions'] as const] : []),
      ],
    }),
  }
  instrumented.customs.push(...order.sections)
  if (finder) instrumented.customs.push(linesSection(finder, written), decisions.section())
  const code = written.map(({ bytes }) => bytes)
  return writeModule(instrumented, code, hints.length > 0 ? [branchHints(hints)] : [])
}
const CODES = { i32: I32, i64: I64, f32: F32, f64: F64 } as const
const COLLECT = uxIndex('collect')
const variable = (value: number): Global => ({ type: I32, mutable: true, value: [{ op: OP.i32Const, immediate: value }], offset: 0 })
const COUNTER: Global = { type: I64, mutable: true, value: [{ op: OP.i64Const, immediate: 0, bytes: new Uint8Array(1) }], offset: 0 }

function usedFunctions(bodies: readonly Body[]): Set<number> {
  const used = new Set<number>()
  for (const { code } of bodies) {
    for (let pc = 0; pc < code.length; pc++) {
      if (code.op[pc] === UX_CALL) used.add(code.a[pc]!)
      else if (code.op[pc] === SAFEPOINT) used.add(COLLECT)
    }
  }
  return used
}
/** Finds a type in `types`, or adds it. */
function typeTable(types: FunctionType[]): (type: FunctionType) => number {
  const known = new Map(types.map((type, index) => [typeKey(type), index]))
  return (type) => {
    const key = typeKey(type)
    const index = known.get(key) ?? types.push(type) - 1
    known.set(key, index)
    return index
  }
}
function renumberedGlobal(global: Global, renumber: Pick<Indices, 'function' | 'global'>): Global {
  return { ...global, value: renumbered(global.value, renumber) }
}
function renumbered(value: Initialiser, renumber: Pick<Indices, 'function' | 'global'>): Initialiser {
  return value.map((one) => {
    if (one.op === OP.globalGet) return { ...one, immediate: renumber.global(one.immediate) }
    return one.op === REF_FUNC ? { ...one, immediate: renumber.function(one.immediate) } : one
  })
}

/** Tells the engine which branches are cold. Source: proposal branch-hinting, section `metadata.code.branch_hint`. */
function branchHints(hints: readonly { index: number; places: Hints }[]): Custom {
  const w = new Writer()
  w.vector(hints, ({ index, places }) => {
    w.u32(index)
    w.vector(places, (place) => {
      w.u32(place)
      w.u32(1)
      w.byte(0)
    })
  })
  return { name: 'metadata.code.branch_hint', bytes: w.view(), offset: 0 }
}
