// One run of a program in this thread, from module to ending: link program, runtime module and host, call main.
// It does not return before the program does: what must stop a program that never ends stands outside, in `node/` and in the browser's page.
import { IMPORTS, PRESSURE, PROGRAM_EXPORTS } from '../abi.ts'
import { linesOf } from '../lines/section.ts'
import {
  atomsFor,
  type CoreSpec,
  DEFAULT_LIMITS,
  type Ending,
  type Files,
  type Notices,
  type RunRequest,
  type Stream,
  samplesFor,
  type Traced,
} from '../types.ts'
import { createLastWords, endingOf, withMissing } from './ending.ts'
import { collect } from './host/collect.ts'
import { type Configuration, type Runtime, startRuntime } from './host/runtime.ts'
import { createRecorder } from './host/trace.ts'
import { createHostFunctions } from './host/values.ts'
import { globalOf, memoryOf } from './instance.ts'
import { PAGE, withMemoryMaximum } from './memory-maximum.ts'
import { createStop, type Stop } from './stop.ts'
import { createClock } from './wasi/clock.ts'
import { guarded } from './wasi/guard.ts'
import { GuestMemory } from './wasi/memory.ts'
import { createWasi, WASI_MODULE, type Wasi } from './wasi/wasi.ts'
import { createWitness } from './witness.ts'

const MIB = 2 ** 20
const FRAMES_MAX = 20_000 // so that main is found below a deep recursion

/** A module that fits its core, compiled. */
export interface Program {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly module: WebAssembly.Module
}
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
/** How a run went. */
export interface Once {
  readonly ending: Ending
  readonly dynamicInstructions: number
  readonly files: () => Files
  readonly notices: Notices | undefined
  readonly traced: Traced | undefined
  /** Of values of the same origin, where a core takes operands as independent. */
  readonly meetings: number
}
export type Output = (stream: Stream, bytes: Uint8Array) => void

/** Bounded by the core's memory; or how the run ends when it needs more than that from the start. */
export function prepare(bytes: Uint8Array, core: CoreSpec): Program | Ending {
  const pages = Math.floor(core.MemorySize / PAGE)
  const { module, initialPages } = withMemoryMaximum(bytes, pages)
  if (initialPages > pages) {
    const message = `memory limit of ${core.MemorySize} bytes (MemorySize): stack and static data alone need ${initialPages * PAGE}`
    return { kind: 'limit', limit: 'memory', message }
  }
  const bounded = module as Uint8Array<ArrayBuffer>
  return { bytes: bounded, module: new WebAssembly.Module(bounded) }
}

/** @throws Error  for what is not the program's fault: a module that was not built here, output that nobody takes */
export function runOnce(program: Program, request: RunRequest, parts: Parts, output: Output): Once {
  const { core } = request
  const limits = { ...DEFAULT_LIMITS, ...request.limits }
  const processor = parts.processorMilliseconds ?? (() => performance.now())
  const stop = createStop()
  const lastWords = createLastWords()
  let undelivered: { readonly error: unknown } | undefined
  let linked: Linked | undefined
  const wasi = createWasi({
    arguments: ['main', ...request.arguments],
    files: request.files ?? new Map(),
    fileBytes: limits.fileBytes,
    outputBytes: limits.outputBytes,
    clock: createClock(processor, parts.sleep ?? sleep),
    output: (stream, bytes) => {
      if (stream === 'Stderr') lastWords.hear(bytes)
      try {
        output(stream, bytes)
      } catch (error) {
        undelivered = { error }
        stop.end({ kind: 'trap', message: 'its output could not be delivered', stack: [] })
      }
    },
    end: stop.end,
  })

  const traceLimit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES_MAX
  let ending: Ending
  let stackTop = 0
  try {
    linked = link(program, request, parts, wasi, stop.end)
    stackTop = Number(globalOf(linked.instance, PROGRAM_EXPORTS.stackPointer) ?? 0)
    const interrupted = (parts.interruptible ?? call)(linked.instance.exports['_start'] as () => void)
    ending = interrupted ? { kind: 'cancelled' } : { kind: 'exit', code: 0 }
  } catch (error) {
    if (undelivered) throw undelivered.error // whoever takes the output failed, not the program
    const words = lastWords.text()
    const of = { noted: stop.ending, program: linked?.instance, core, words, stackTop, callStackBytes: parts.callStackBytes }
    ending = withMissing(endingOf(error, of, linesOf(program.bytes)), wasi.missing())
  } finally {
    Error.stackTraceLimit = traceLimit
  }
  return {
    ending,
    dynamicInstructions: Number(globalOf(linked?.instance, PROGRAM_EXPORTS.instructions) ?? 0),
    files: wasi.changedFiles,
    notices: linked?.notices(),
    traced: linked?.traced(),
    meetings: linked?.runtime?.meetings() ?? 0,
  }
}

function call(start: () => void): false {
  start()
  return false
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

interface Linked {
  readonly instance: WebAssembly.Instance
  /** Absent: the program has no uncertain values. */
  readonly runtime: Runtime | undefined
  readonly notices: () => Notices | undefined
  readonly traced: () => Traced | undefined
}
function link(program: Program, request: RunRequest, parts: Parts, wasi: Wasi, end: (ending: Ending) => never): Linked {
  const { bytes, module } = program
  const wanted = WebAssembly.Module.imports(module)
  const names = (from: string) => wanted.filter((wish) => wish.module === from).map((wish) => wish.name)
  const stranger = wanted.find((wish) => wish.module !== WASI_MODULE && wish.module !== 'ux')
  if (stranger) throw new Error(`module: import "${stranger.module}.${stranger.name}" is not one of the engine's`)
  const ux = names('ux')
  const uxImports: Record<string, WebAssembly.ImportValue> = {}
  let instance: WebAssembly.Instance | undefined
  let runtime: Runtime | undefined
  let notices: Linked['notices'] = () => undefined
  const recorder = createRecorder()
  if (ux.length > 0) {
    if (!parts.runtime) throw new Error('the program needs the runtime module and none was given')
    const witness = createWitness(bytes)
    const started = startRuntime(parts.runtime, configurationOf(request), { end, place: witness.place })
    runtime = started
    notices = () => witness.notices(started.decisions())
    let memory: GuestMemory | undefined
    const view = () => (memory ??= new GuestMemory(memoryOf(instance!)))
    const host = createHostFunctions(started, request.core, view, witness.tail, recorder.record)
    const functions = { ...host, collect: () => collectNow(started, instance!, wasi) }
    for (const name of ux) uxImports[name] = uxImport(name, started, functions, end)
  }
  instance = new WebAssembly.Instance(module, { [WASI_MODULE]: wasi.imports(names(WASI_MODULE)), ux: uxImports })
  wasi.attach(memoryOf(instance))
  return { instance, runtime, notices, traced: recorder.traced }
}
function uxImport(name: string, runtime: Runtime, host: object, end: Stop['end']): WebAssembly.ImportValue {
  const found = IMPORTS[name]?.by === 'host' ? host[name as keyof typeof host] : runtime.exports[name]
  if (!found || (name !== PRESSURE && !IMPORTS[name])) throw new Error(`module: import "ux.${name}" is not provided`)
  return IMPORTS[name]?.by === 'host' ? guarded(found as (...parameters: never[]) => unknown, `ux.${name}`, end) : found
}
function collectNow(runtime: Runtime, program: WebAssembly.Instance, wasi: Wasi): void {
  collect(runtime, memoryOf(program), Number(globalOf(program, PROGRAM_EXPORTS.stackPointer) ?? 0), wasi.changedFiles().values())
}

function sleep(milliseconds: number): void {
  const until = performance.now() + milliseconds
  if (typeof SharedArrayBuffer === 'function') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  while (performance.now() < until) {} // pages that are not cross-origin isolated have no other way to wait
}
