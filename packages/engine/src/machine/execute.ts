// One run of a program in this thread, from module to result: link program, runtime module and host, call main, say how it ended.
// It does not return before the program does: what must stop a program that never ends stands outside, in `node/` and in the browser's page.
import { IMPORTS, LOWEST, NO_NULL_ACCESS, NO_STACK_WANTED, PRESSURE, PROGRAM_EXPORTS } from '../abi.ts'
import { type Locate, linesOf } from '../lines/section.ts'
import {
  atomsFor,
  type CoreSpec,
  DEFAULT_LIMITS,
  type Ending,
  type Notices,
  type RunEvents,
  type RunRequest,
  type RunResult,
  samplesFor,
} from '../types.ts'
import { collect } from './host/collect.ts'
import { type Configuration, type Runtime, startRuntime } from './host/runtime.ts'
import { createHostFunctions } from './host/values.ts'
import { PAGE, withMemoryMaximum } from './memory-maximum.ts'
import { createStop, type Stop } from './stop.ts'
import { faultOf, functionsOf, type Guards, guardedFault, place, stackOf } from './traps.ts'
import { createClock } from './wasi/clock.ts'
import { guarded } from './wasi/guard.ts'
import { GuestMemory } from './wasi/memory.ts'
import { createWasi, WASI_MODULE, type Wasi } from './wasi/wasi.ts'
import { createWitness } from './witness.ts'

export interface Parts {
  /** The runtime module; a program that imports nothing from it runs without. */
  readonly runtime?: WebAssembly.Module
  /** Processor time of this thread since any fixed point. Default: the monotonic clock, for hosts that cannot tell. */
  readonly processorMilliseconds?: () => number
  /** Calls the program so that something outside this thread can end it; true when it did. Default: nothing can. */
  readonly interruptible?: (call: () => void) => boolean
  /** What a program that sleeps does. Default: the thread waits. */
  readonly sleep?: (milliseconds: number) => void
  /** Bytes of the stack on which calls nest, where the host knows it. */
  readonly callStackBytes?: number
}

const MIB = 2 ** 20
const FRAMES_MAX = 20_000 // so that main is found below a deep recursion
export const EXIT_ABORT = 134 // 128 + SIGABRT, as a shell reports it

/** @throws Error  for what is not the program's fault: a core that is not available, a module that was not built here */
export function execute(request: RunRequest, parts: Parts, events: Pick<RunEvents, 'output'>): RunResult {
  const { core } = request
  requireAvailable(core)
  const limits = { ...DEFAULT_LIMITS, ...request.limits }
  const processor = parts.processorMilliseconds ?? (() => performance.now())
  const stop = createStop()
  const lastWords = createLastWords()
  let undelivered: { readonly error: unknown } | undefined
  const wasi = createWasi({
    arguments: ['main', ...request.arguments],
    files: request.files ?? new Map(),
    fileBytes: limits.fileBytes,
    outputBytes: limits.outputBytes,
    clock: createClock(processor, parts.sleep ?? sleep),
    output: (stream, bytes) => {
      if (stream === 'Stderr') lastWords.hear(bytes)
      try {
        events.output(stream, bytes)
      } catch (error) {
        undelivered = { error }
        stop.end({ kind: 'trap', message: 'its output could not be delivered', stack: [] })
      }
    },
    end: stop.end,
  })

  const begin = performance.now()
  const processorBegin = processor()
  const traceLimit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES_MAX
  let program: WebAssembly.Instance | undefined
  let ending: Ending
  let bytes: Uint8Array | undefined
  let linked: Linked | undefined
  let stackTop = 0
  try {
    const bounded = boundedModule(request.module, core)
    if (bounded.tooLarge) ending = bounded.tooLarge
    else {
      bytes = bounded.bytes
      linked = link(bounded.bytes, request, parts, wasi, stop.end)
      program = linked.instance
      stackTop = Number(globalOf(program, PROGRAM_EXPORTS.stackPointer) ?? 0)
      const interrupted = (parts.interruptible ?? call)(program.exports['_start'] as () => void)
      ending = interrupted ? { kind: 'cancelled' } : { kind: 'exit', code: 0 }
    }
  } catch (error) {
    if (undelivered) throw undelivered.error // whoever takes the output failed, not the program
    const words = lastWords.text()
    const of = { noted: stop.ending, program, core, words, stackTop, callStackBytes: parts.callStackBytes }
    ending = withMissing(endingOf(error, of, bytes ? linesOf(bytes) : () => []), wasi.missing())
  } finally {
    Error.stackTraceLimit = traceLimit
  }
  const meetings = linked?.runtime?.meetings() ?? 0
  if (meetings > 0) events.output('Stderr', new TextEncoder().encode(meetingsNotice(meetings)))
  const notices = linked?.notices()
  return {
    ending,
    message: messageOf(ending),
    dynamicInstructions: Number(globalOf(program, PROGRAM_EXPORTS.instructions) ?? 0),
    processorSeconds: (processor() - processorBegin) / 1000,
    executionMilliseconds: performance.now() - begin,
    files: wasi.changedFiles(),
    ...(notices && { notices }),
  }
}

function call(start: () => void): false {
  start()
  return false
}

/** @throws Error  for a core that cannot run yet */
export function requireAvailable({ Microarchitecture }: CoreSpec): void {
  if (Microarchitecture === 'Reference') throw new Error('core microarchitecture Reference is not available yet')
}

/** For the Message of a transition. */
export function messageOf(ending: Ending): string {
  if (ending.kind === 'exit')
    return ending.code === EXIT_ABORT ? `exit code ${EXIT_ABORT} (abort)${place(ending.stack ?? [])}` : `exit code ${ending.code}`
  if (ending.kind === 'trap') {
    const advice = ending.advice === undefined ? '' : `; ${ending.advice}`
    const missing = ending.missing === undefined ? '' : `; it had not found the file ${JSON.stringify(ending.missing)}`
    return `${ending.message}${place(ending.stack)}${advice}${missing}`
  }
  return ending.kind === 'limit' ? ending.message : 'cancelled'
}

/** For people whose core has no `+`: what it did to `A - A`. */
export function meetingsNotice(meetings: number): string {
  const times = meetings === 1 ? 'once' : `${meetings} times`
  return `credence: a value met itself, or another of the same origin, ${times}, and this core (CorrelationTracking Disable) took the two as independent: A - A is not 0 on it; cores whose names end in + keep what values share\n`
}

function configurationOf({ core, samples }: RunRequest): Configuration {
  return {
    samples: samples ?? samplesFor(core.Precision),
    atoms: atomsFor(core.Precision),
    tracking: core.Microarchitecture === 'Athens' || core.Microarchitecture === 'Zurich',
    independent: core.CorrelationTracking === 'Disable',
    budget: ensembleBudget(core.MemorySize),
  }
}
/** Bytes for distributions: 16 times the program's memory, between 256 MiB and 2 GiB. */
export function ensembleBudget(memorySize: number): number {
  return Math.min(2048 * MIB, Math.max(256 * MIB, 16 * memorySize))
}

/** With the memory bounded by the core; or how the run ends when it needs more than that from the start. */
function boundedModule(bytes: Uint8Array, core: CoreSpec): { bytes: Uint8Array<ArrayBuffer>; tooLarge?: undefined } | { tooLarge: Ending } {
  const pages = Math.floor(core.MemorySize / PAGE)
  const { module, initialPages } = withMemoryMaximum(bytes, pages)
  if (initialPages > pages) {
    const message = `memory limit of ${core.MemorySize} bytes (MemorySize): stack and static data alone need ${initialPages * PAGE}`
    return { tooLarge: { kind: 'limit', limit: 'memory', message } }
  }
  return { bytes: module as Uint8Array<ArrayBuffer> }
}

interface Linked {
  readonly instance: WebAssembly.Instance
  /** Absent: the program has no uncertain values. */
  readonly runtime: Runtime | undefined
  readonly notices: () => Notices | undefined
}
function link(bytes: Uint8Array<ArrayBuffer>, request: RunRequest, parts: Parts, wasi: Wasi, end: (ending: Ending) => never): Linked {
  const module = new WebAssembly.Module(bytes)
  const wanted = WebAssembly.Module.imports(module)
  const names = (from: string) => wanted.filter((wish) => wish.module === from).map((wish) => wish.name)
  const stranger = wanted.find((wish) => wish.module !== WASI_MODULE && wish.module !== 'ux')
  if (stranger) throw new Error(`module: import "${stranger.module}.${stranger.name}" is not one of the engine's`)
  const ux = names('ux')
  const uxImports: Record<string, WebAssembly.ImportValue> = {}
  let instance: WebAssembly.Instance | undefined
  let runtime: Runtime | undefined
  let notices: Linked['notices'] = () => undefined
  if (ux.length > 0) {
    if (!parts.runtime) throw new Error('the program needs the runtime module and none was given')
    const witness = createWitness(bytes)
    const started = startRuntime(parts.runtime, configurationOf(request), { end, place: witness.place })
    runtime = started
    notices = () => witness.notices(started.decisions())
    let memory: GuestMemory | undefined
    const host = createHostFunctions(started, request.core, () => (memory ??= new GuestMemory(memoryOf(instance!))), witness.tail)
    const functions = { ...host, collect: () => collectNow(started, instance!, wasi) }
    for (const name of ux) uxImports[name] = uxImport(name, started, functions, end)
  }
  instance = new WebAssembly.Instance(module, { [WASI_MODULE]: wasi.imports(names(WASI_MODULE)), ux: uxImports })
  wasi.attach(memoryOf(instance))
  return { instance, runtime, notices }
}
function uxImport(name: string, runtime: Runtime, host: object, end: Stop['end']): WebAssembly.ImportValue {
  const found = IMPORTS[name]?.by === 'host' ? host[name as keyof typeof host] : runtime.exports[name]
  if (!found || (name !== PRESSURE && !IMPORTS[name])) throw new Error(`module: import "ux.${name}" is not provided`)
  return IMPORTS[name]?.by === 'host' ? guarded(found as (...parameters: never[]) => unknown, `ux.${name}`, end) : found
}
function collectNow(runtime: Runtime, program: WebAssembly.Instance, wasi: Wasi): void {
  collect(runtime, memoryOf(program), Number(globalOf(program, PROGRAM_EXPORTS.stackPointer) ?? 0), wasi.changedFiles().values())
}

const NAME_LENGTH = 200
/** A file that is not there often is why: a null pointer for a stream. */
function withMissing(ending: Ending, path: string | undefined): Ending {
  if (path === undefined || !(ending.kind === 'trap' || (ending.kind === 'exit' && ending.code !== 0))) return ending
  return { ...ending, missing: path.length > NAME_LENGTH ? `${path.slice(0, NAME_LENGTH)}…` : path }
}

interface Run {
  /** The ending that a host function decided on. */
  readonly noted: Ending | undefined
  readonly program: WebAssembly.Instance | undefined
  readonly core: CoreSpec
  /** The end of what went to standard error. */
  readonly words: string
  readonly stackTop: number
  readonly callStackBytes: number | undefined
}
function endingOf(error: unknown, run: Run, locate: Locate): Ending {
  const { noted, program, core } = run
  if (noted && error instanceof Error) {
    const stack = () => functionsOf({ message: '', stack: stackOf(error, locate) })
    if (noted.kind === 'trap') return { ...noted, stack: stack() }
    if (noted.kind === 'limit' && noted.limit === 'distributions') return { ...noted, message: `${noted.message}${place(stack())}` }
  }
  if (noted) return noted
  const found = faultOf(error, locate)
  if (!found) throw error
  const fault = guardedFault(found, guardsOf(run))
  const memory = program && memoryOf(program)
  const aborted = fault.stack.some(({ name }) => name === 'abort')
  const stack = fault.stack.filter(({ name }) => name !== 'abort')
  if (memory && (isNearlyFull(memory, core) || /bad_alloc|out of memory/i.test(run.words))) {
    // After an exception that nobody caught there is only what reports it.
    const functions = stack.some(({ at }) => at !== undefined) ? functionsOf({ ...fault, stack }) : []
    const message = `memory limit of ${core.MemorySize} bytes (MemorySize) reached${place(functions)}`
    return { kind: 'limit', limit: 'memory', message }
  }
  if (aborted) {
    const told = /__assert_fail/.test((error as Error).stack ?? '') || stack.every(({ at }) => at === undefined) // an assertion says where it stands
    return { kind: 'exit', code: EXIT_ABORT, ...(!told && { stack: functionsOf({ ...fault, stack }) }) }
  }
  const { message, advice } = fault
  return { kind: 'trap', message, stack: functionsOf({ message, stack: fault.stack }), ...(advice !== undefined && { advice }) }
}
function guardsOf({ program, stackTop, callStackBytes }: Run): Guards {
  const value = (name: string, otherwise: number) => Number(globalOf(program, name) ?? otherwise)
  const hasGuards = globalOf(program, PROGRAM_EXPORTS.stackWanted) !== undefined
  return {
    nullAccess: value(PROGRAM_EXPORTS.nullAccess, NO_NULL_ACCESS),
    stackWanted: value(PROGRAM_EXPORTS.stackWanted, NO_STACK_WANTED),
    stackPointer: value(PROGRAM_EXPORTS.stackPointer, 0),
    stackTop,
    stackBottom: hasGuards ? LOWEST : 0,
    callStackBytes,
  }
}
/** Growth that fails shows only in what the program does next; this near to its maximum a memory is taken as the reason. */
function isNearlyFull(memory: WebAssembly.Memory, { MemorySize }: CoreSpec): boolean {
  return memory.buffer.byteLength > 0.95 * MemorySize
}

function memoryOf(instance: WebAssembly.Instance): WebAssembly.Memory {
  return instance.exports['memory'] as WebAssembly.Memory
}
function globalOf(instance: WebAssembly.Instance | undefined, name: string): number | bigint | undefined {
  return (instance?.exports[name] as WebAssembly.Global | undefined)?.value as number | bigint | undefined
}

/** The end of what went to standard error, to tell an exhausted memory by. */
function createLastWords(): { hear: (bytes: Uint8Array) => void; text: () => string } {
  const words = new Uint8Array(4096)
  let length = 0
  return {
    hear: (bytes) => {
      const last = bytes.length > LAST_WORDS ? bytes.subarray(-LAST_WORDS) : bytes
      if (length + last.length > words.length) {
        words.copyWithin(0, length - LAST_WORDS, length)
        length = LAST_WORDS
      }
      words.set(last, length)
      length += last.length
    },
    text: () => new TextDecoder().decode(words.subarray(Math.max(0, length - LAST_WORDS), length)),
  }
}
const LAST_WORDS = 200

function sleep(milliseconds: number): void {
  const until = performance.now() + milliseconds
  if (typeof SharedArrayBuffer === 'function') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  while (performance.now() < until) {} // pages that are not cross-origin isolated have no other way to wait
}
