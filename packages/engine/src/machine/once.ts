// One run of a program in this thread, from module to ending: link program, runtime module and host, call main.
// It does not return before the program does: what must stop a program that never ends stands outside, in `node/` and in the browser's page.
import { IMPORTS, PRESSURE, PROGRAM_EXPORTS } from '../abi.ts'
import { PAGE } from '../binary/sections/memories.ts'
import { linesOf } from '../lines/section.ts'
import { atomsFor, type CoreSpec, DEFAULT_LIMITS, type Ending, type Notices, type RunRequest, type Stream, samplesFor } from '../types.ts'
import { createLastWords, endingOf, withMissing } from './ending.ts'
import { collect, OVERLAP } from './host/collect.ts'
import { replaying } from './host/replay.ts'
import { type Configuration, type Runtime, startRuntime } from './host/runtime.ts'
import { createRecorder, type Recorded, type RecordValue } from './host/trace.ts'
import { createHostFunctions, type HostFunctions } from './host/values.ts'
import { globalOf, instantiate, memoryOf } from './instance.ts'
import { type Size, withMemoryImported } from './memory-maximum.ts'
import type { Path, Split } from './paths/path.ts'
import type { Prints } from './paths/prints.ts'
import { rewindProgram } from './paths/rewind.ts'
import { createStop, type Stop } from './stop.ts'
import { isStackOverflow } from './traps.ts'
import { createClock } from './wasi/clock.ts'
import type { Clock } from './wasi/context.ts'
import { type Disk, type Placed, Space } from './wasi/disk.ts'
import type { Given } from './wasi/files.ts'
import { guarded } from './wasi/guard.ts'
import { GuestMemory } from './wasi/memory.ts'
import { createWasi, WASI_MODULE, type Wasi } from './wasi/wasi.ts'
import { createWitness } from './witness.ts'

const MIB = 2 ** 20
const FRAMES_MAX = 20_000 // so that main is found below a deep recursion

const PATH_FRAMES = 30

/** A module that fits its core, compiled. */
export interface Program {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly module: WebAssembly.Module
  /** Of the memory that it is given. */
  readonly size: Size
  /** What it wants besides, as the module says: to ask takes some microseconds. */
  readonly imports: readonly WebAssembly.ModuleImportDescriptor[]
}
/** Whether it calls one of these functions of the ABI. */
export const asksFor = ({ imports }: Program, names: readonly string[]): boolean =>
  imports.some((wish) => wish.module === 'ux' && names.includes(wish.name))
export interface Parts {
  /** The runtime module; a program that imports nothing from it runs without. */
  readonly runtime?: WebAssembly.Module
  /** Processor time of this thread since any fixed point. Default: the monotonic clock, for hosts that cannot tell. */
  readonly processorMilliseconds?: () => number
  /**
   * Calls the program so that something outside this thread can end it, and so that it ends after so long where that is given; true when it was
   * ended. Default: nothing can.
   */
  readonly interruptible?: (call: () => void, milliseconds?: number) => boolean
  /** What a program that sleeps does. Default: the thread waits. */
  readonly sleep?: (milliseconds: number) => void
  /** Bytes of the stack on which calls nest, where the host knows it. */
  readonly callStackBytes?: number
  /** Standard input as a whole; the program waits for it. Absent: it is empty. */
  readonly input?: (() => Uint8Array) | undefined
  /** For files that are not to be in memory. Absent: all are. */
  readonly storage?: Storage
}
/** A disk, and the files that lie there at the start: in the chunks before `end`. */
export interface Storage {
  readonly disk: Disk
  readonly files: ReadonlyMap<string, Placed>
  readonly end: number
}
/** What the working directory holds at the start. */
export function givenBy(
  { files, folders = [] }: Pick<RunRequest, 'files' | 'folders'>,
  storage: Storage | undefined,
  space: Space | undefined,
): Given {
  return { files: new Map<string, Uint8Array | Placed>([...(files ?? []), ...(storage?.files ?? [])]), folders, space }
}
/** What a run is for. */
export interface Course {
  /** The path to follow; absent: the particle's, with all samples. */
  readonly path?: Path
  /** The path ends at a decision. */
  readonly split?: (split: Split, end: (ending: Ending) => never) => never
  /** What it reads of its clocks; absent: what they say. */
  readonly clock?: (own: Clock) => Clock
  /** Is told of the numbers that are printed, of the particle's path from the first decision on that goes against samples. */
  readonly prints?: Prints
  /** Of a path: is told of the values that are traced. */
  readonly record?: RecordValue
  /** Of the particle's path with the samples that take it: what was recorded with all of them. */
  readonly recorded?: Recorded | undefined
  /** Of a path: calls at its beginning that print what all paths print. */
  readonly shared?: number
  /** Of the particle's path: once samples would have decided otherwise, only the particle goes on, and `laws` is told where that does not do. */
  readonly cuts?: { readonly laws: (end: (ending: Ending) => never) => never }
  /** Chunks of the disk that are taken. Default: by the files of the start. */
  readonly taken?: number
}
/** How a run went. */
export interface Once {
  readonly ending: Ending
  readonly dynamicInstructions: number
  readonly files: () => ReadonlyMap<string, Uint8Array | Placed>
  /** Of the disk, where there is one. */
  readonly space: Space | undefined
  readonly notices: Notices | undefined
  /** Of the particle's path. */
  readonly recorded: Recorded | undefined
  readonly meetings: number
  /** Whether samples would have decided otherwise than the particle. */
  readonly disagrees: boolean
  /** Whether the program has asked for laws after that: what it was told depends on which samples there are. */
  readonly asksLaws: boolean
  /** Calls that printed before. */
  readonly shared: number
  /** Samples of a path that a majority took with it. */
  readonly outvoted: number
  /** The program has looked at what it wrote into a file. */
  readonly hasLooked: boolean
  /** Uncertain values that it made. */
  readonly values: number
}
/** `unsettled`: what was printed may depend on a decision that goes against samples. Where it gives 'end', the run is cancelled. */
export type Output = (stream: Stream, bytes: Uint8Array, unsettled: boolean) => 'end' | undefined

/** Bounded by the core's memory; or how the run ends when it needs more than that from the start. */
export function prepare(bytes: Uint8Array, core: CoreSpec): Program | Ending {
  const pages = Math.floor(core.MemorySize / PAGE)
  const { module, size } = withMemoryImported(bytes, pages)
  if (size.initial > pages) {
    const message = `memory limit of ${core.MemorySize} bytes (MemorySize): stack and static data alone need ${size.initial * PAGE}`
    return { kind: 'limit', limit: 'memory', message }
  }
  const bounded = module as Uint8Array<ArrayBuffer>
  const compiled = new WebAssembly.Module(bounded)
  return { bytes: bounded, module: compiled, size, imports: WebAssembly.Module.imports(compiled).filter(({ kind }) => kind !== 'memory') }
}

/** Where a program runs, again and again from its start: what can be kept of one run for the next is kept. */
export interface Stage {
  /** @throws Error  for what is not the program's fault: a module that was not built here, output that nobody takes */
  readonly run: (course: Course, output: Output) => Once
  /** Where it has run again from its start, and would find everything put back; absent: nowhere, or it has grown. */
  readonly memory: () => WebAssembly.Memory | undefined
}

export function createStage(program: Program, request: RunRequest, parts: Parts): Stage {
  const { core } = request
  const limits = { ...DEFAULT_LIMITS, ...request.limits }
  const processor = parts.processorMilliseconds ?? (() => performance.now())
  const locate = linesOf(program.bytes)
  const stop = createStop()
  const clock = createClock(processor, (milliseconds) => {
    if (!current?.course.path) (parts.sleep ?? sleep)(milliseconds)
  })
  let reading: Clock | undefined
  let filesRead = 0 // of the clock, by the files of the start: a run that finds them there reads what comes after
  const read = (): Clock => {
    if (reading) return reading
    reading = current?.course.clock?.(clock) ?? clock
    for (let i = 0; i < filesRead; i++) reading.realtime()
    return reading
  }
  let lastWords = createLastWords()
  let undelivered: { readonly error: unknown } | undefined
  let space: Space | undefined
  let current: { readonly course: Course; readonly output: Output } | undefined
  let wasi: Wasi | undefined
  let linked: Linked | undefined
  const delivered: (...written: [Stream, Uint8Array]) => ReturnType<Output> = (stream, bytes) => {
    try {
      return current!.output(stream, bytes, linked?.runtime?.disagrees() ?? false)
    } catch (error) {
      if (isStackOverflow(error)) throw error // the calls of the program left no room for ours
      undelivered = { error }
      return stop.end({ kind: 'trap', message: 'its output could not be delivered', stack: [] })
    }
  }
  const newWasi = ({ taken }: Course): Wasi => {
    space = parts.storage && new Space(parts.storage.disk, taken ?? parts.storage.end)
    filesRead = 0
    let isMade = false
    const realtime = () => {
      const now = read().realtime()
      if (!isMade) filesRead++
      return now
    }
    const made = createWasi({
      arguments: ['main', ...request.arguments],
      given: givenBy(request, parts.storage, space),
      fileBytes: limits.fileBytes,
      outputBytes: limits.outputBytes,
      clock: { realtime, monotonic: () => read().monotonic(), processor: () => read().processor(), sleep: clock.sleep },
      output: (stream, bytes) => {
        if (stream === 'Stderr') lastWords.hear(bytes)
        if (delivered(stream, bytes) === 'end') stop.end({ kind: 'cancelled' })
      },
      input: parts.input,
      end: stop.end,
    })
    isMade = true
    return made
  }
  return {
    run(course, output) {
      stop.clear()
      reading = undefined
      lastWords = createLastWords()
      current = { course, output }
      const own = wasi?.again() ? wasi : newWasi(course)
      wasi = own
      const isParticles = course.path === undefined || course.path.way === 'leading'
      const wentSo = (ending: Ending): Once => ({
        ending,
        dynamicInstructions: Number(globalOf(linked?.instance, PROGRAM_EXPORTS.instructions) ?? 0),
        files: own.changedFiles,
        space,
        notices: isParticles ? linked?.notices() : undefined,
        recorded: isParticles ? linked?.recorded() : undefined,
        meetings: linked?.runtime?.meetings() ?? 0,
        disagrees: linked?.runtime?.disagrees() ?? false,
        asksLaws: linked?.asksLaws() ?? false,
        shared: linked?.runtime?.shared() ?? 0,
        outvoted: linked?.runtime?.outvoted() ?? 0,
        values: linked?.runtime?.made() ?? 0,
        hasLooked: own.hasLooked(),
      })

      const traceLimit = Error.stackTraceLimit
      Error.stackTraceLimit = isParticles ? FRAMES_MAX : PATH_FRAMES
      let stackTop = 0
      try {
        const next = { wasi: own, course, end: stop.end }
        if (!linked?.again(next)) linked = link(program, request, parts, next)
        stackTop = Number(globalOf(linked.instance, PROGRAM_EXPORTS.stackPointer) ?? 0)
        const enter = isParticles || course.path?.way === 'seeking' ? (parts.interruptible ?? call) : call // others are parts of what can be interrupted
        const interrupted = enter(linked.instance.exports['_start'] as () => void)
        return wentSo(interrupted ? { kind: 'cancelled' } : { kind: 'exit', code: 0 })
      } catch (error) {
        if (stop.ending?.kind === 'cancelled') return wentSo(stop.ending)
        if (undelivered) throw undelivered.error // whoever takes the output failed, not the program
        const words = lastWords.text()
        const of = { noted: stop.ending, program: linked?.instance, core, words, stackTop, callStackBytes: parts.callStackBytes }
        const ending = withMissing(endingOf(error, of, locate), own.missing())
        return wentSo(ending)
      } finally {
        Error.stackTraceLimit = traceLimit
      }
    },
    memory: () => linked?.memory(),
  }
}

function call(start: () => void): false {
  start()
  return false
}

export function samplesOf({ core, samples }: Pick<RunRequest, 'core' | 'samples'>): number {
  return samples ?? samplesFor(core.Precision)
}
export function configurationOf({ core, samples }: Pick<RunRequest, 'core' | 'samples'>): Configuration {
  return {
    samples: samplesOf({ core, samples }),
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

/** What a run has of its own. */
interface Own {
  readonly wasi: Wasi
  readonly course: Course
  readonly end: Stop['end']
}
interface Linked {
  readonly instance: WebAssembly.Instance
  /** Absent: the program has no uncertain values. */
  readonly runtime: Runtime | undefined
  readonly notices: () => Notices | undefined
  readonly recorded: () => Recorded
  readonly asksLaws: () => boolean
  /** Puts everything back to the start of the program; false where that cannot be done. */
  readonly again: (next: Own) => boolean
  /** As of a stage. */
  readonly memory: () => WebAssembly.Memory | undefined
}
function link(program: Program, request: RunRequest, parts: Parts, first: Own): Linked {
  const { bytes, size, imports: wanted } = program
  const names = (from: string) => wanted.filter((wish) => wish.module === from).map((wish) => wish.name)
  const stranger = wanted.find((wish) => wish.module !== WASI_MODULE && wish.module !== 'ux')
  if (stranger) throw new Error(`module: import "${stranger.module}.${stranger.name}" is not one of the engine's`)
  let own = first
  const recorder = createRecorder(first.course.recorded)
  const end = (ending: Ending) => own.end(ending)
  const ux = names('ux')
  let instance: WebAssembly.Instance | undefined
  let runtime: Runtime | undefined
  let asks = false
  let notices: Linked['notices'] = () => undefined
  let functions: Record<string, (...parameters: never[]) => unknown> = {}
  let renew = () => {}
  const uxImports: Record<string, WebAssembly.ImportValue> = {}
  if (ux.length > 0) {
    if (!parts.runtime) throw new Error('the program needs the runtime module and none was given')
    const witness = createWitness(bytes)
    const configuration = (): Configuration => {
      const { path, prints, shared = 0, cuts } = own.course
      return { ...configurationOf(request), ...(path && { path }), ...(prints && { told: shared }), ...(cuts && { cuts: true }) }
    }
    const started = startRuntime(parts.runtime, configuration(), { end, place: witness.place, split: (split) => own.course.split!(split, end) })
    runtime = started
    notices = () => witness.notices(started.decisions())
    let memory: GuestMemory | undefined
    const view = () => (memory ??= new GuestMemory(memoryOf(instance!)))
    const prepareHost = () => {
      const { path, prints, record = recorder.record } = own.course
      const heed = path && path.way !== 'leading' ? undefined : witness.tail
      const host = createHostFunctions(started, request.core, view, heed, record, prints)
      const plain = path ? host : noting(host, () => (asks ||= started.disagrees()))
      const { cuts } = own.course
      functions = {
        ...(path ? replaying(plain, path, view) : plain),
        ...(cuts && { tail: (...parameters) => (started.disagrees() ? cuts.laws(end) : plain.tail(...parameters)) }),
        collect: () => collectNow(started, instance!, own.wasi),
      } satisfies Partial<HostFunctions> & { collect: () => void }
    }
    prepareHost()
    renew = () => {
      started.restart(configuration())
      prepareHost()
    }
    for (const name of ux) uxImports[name] = uxImport(name, started, (...parameters) => functions[name]!(...parameters), end)
  }
  const asked = names(WASI_MODULE)
  let calls = first.wasi.imports(asked)
  const system = Object.fromEntries(Object.keys(calls).map((name) => [name, (...parameters: never[]) => calls[name]!(...parameters)]))
  instance = instantiate(program, { [WASI_MODULE]: system, ux: uxImports })
  first.wasi.attach(memoryOf(instance))
  const rewind = rewindProgram(instance, bytes)
  let isRewound = false
  const again = (next: Own): boolean => {
    isRewound = rewind()
    if (!isRewound) return false
    const { wasi } = own
    own = next
    renew()
    if (next.wasi === wasi) return true
    calls = next.wasi.imports(asked)
    next.wasi.attach(memoryOf(instance))
    return true
  }
  const memory = () => {
    const own = memoryOf(instance)
    return isRewound && own.buffer.byteLength === size.initial * PAGE ? own : undefined
  }
  return { instance, runtime, notices, recorded: recorder.recorded, asksLaws: () => asks || (runtime?.lawsDecide() ?? false), again, memory }
}
/** Calls `note` where the program asks for a law. */
function noting(host: HostFunctions, note: () => unknown): HostFunctions {
  const noted =
    <P extends unknown[], R>(ask: (...parameters: P) => R) =>
    (...parameters: P): R => {
      note()
      return ask(...parameters)
    }
  const { query, atoms, nodes, tobytes, posterior } = host
  return { ...host, query: noted(query), atoms: noted(atoms), nodes: noted(nodes), tobytes: noted(tobytes), posterior: noted(posterior) }
}
function uxImport(name: string, runtime: Runtime, host: (...parameters: never[]) => unknown, end: Stop['end']): WebAssembly.ImportValue {
  const known = IMPORTS[name]
  const found = known?.by === 'host' ? host : runtime.exports[name]
  if (!found || (name !== PRESSURE && !known)) throw new Error(`module: import "ux.${name}" is not provided`)
  return known?.by === 'host' ? guarded(host, `ux.${name}`, end) : found
}
function collectNow(runtime: Runtime, program: WebAssembly.Instance, wasi: Wasi): void {
  collect(runtime, memoryOf(program), Number(globalOf(program, PROGRAM_EXPORTS.stackPointer) ?? 0), wasi.changedParts(OVERLAP))
}

function sleep(milliseconds: number): void {
  const until = performance.now() + milliseconds
  cell ??= sharedCell()
  if (cell) Atomics.wait(cell, 0, 0, milliseconds)
  while (performance.now() < until) {} // where a thread may not wait
}

/** Nobody writes there or wakes who waits. */
let cell: Int32Array<SharedArrayBuffer> | undefined

/** What a thread can wait at. Pages that are not cross-origin isolated have no SharedArrayBuffer by name, yet a shared memory of WebAssembly. */
function sharedCell(): Int32Array<SharedArrayBuffer> | undefined {
  if (typeof SharedArrayBuffer === 'function') return new Int32Array(new SharedArrayBuffer(4))
  try {
    return new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer as unknown as SharedArrayBuffer)
  } catch {
    return undefined
  }
}
