// Where a program is executed again and again from its start, as quickly as the machine can: one instance, whose memory and globals are put back before
// each execution. No number in it is uncertain: executions of a Reference core, and samples that go alone (alone.ts).
import { IMPORTS, PROGRAM_EXPORTS } from '../abi.ts'
import { linesOf } from '../lines/section.ts'
import { DEFAULT_LIMITS, type Ending, type RunRequest, type Stream } from '../types.ts'
import { createLastWords, endingOf, withMissing } from './ending.ts'
import { type Runtime, startRuntime } from './host/runtime.ts'
import { createHostFunctions } from './host/values.ts'
import { globalOf, instantiate, instructionsOf, memoryOf } from './instance.ts'
import { ensembleBudget, givenBy, type Once, type Parts, type Program } from './once.ts'
import { stretchingProgram, turningProgram } from './paths/rewind.ts'
import type { Names, Stretch, Turning } from './paths/turning.ts'
import { createStop, type Stop } from './stop.ts'
import { createClock } from './wasi/clock.ts'
import type { Clock } from './wasi/context.ts'
import { Space } from './wasi/disk.ts'
import { endWithFault } from './wasi/guard.ts'
import { GuestMemory } from './wasi/memory.ts'
import { createQuick, createShared, type Shared } from './wasi/quick.ts'
import { argumentBytes, createWasi, WASI_MODULE, type Wasi } from './wasi/wasi.ts'

type HostFunction = (...parameters: never[]) => unknown

export interface Execution {
  readonly ending: Ending
  readonly dynamicInstructions: number
  readonly files: Once['files']
  readonly space: Space | undefined
  /** The program has looked at what it wrote into a file. */
  readonly hasLooked: boolean
}
export interface Acts {
  /** The runtime module of the executions. Default: one that makes nothing uncertain. */
  readonly runtime?: (end: Stop['end']) => Runtime
  /** What is called before each execution, with the parameters that it is started with. */
  readonly first?: () => WebAssembly.ExportValue | undefined
  /** One start is for several executions, with the parameters of `first` from there. */
  readonly stretches?: Stretches
  /** In the place of what the runtime module and the host would do, by their names in the ABI. */
  readonly functions: (memory: () => GuestMemory) => Readonly<Record<string, HostFunction>>
  /** The same for functions of WebAssembly, which fail as they must by themselves. */
  readonly quick?: Readonly<Record<string, WebAssembly.ExportValue>>
  readonly clock: (own: Clock) => Clock
  /** Absent: nobody hears it. */
  readonly output?: (stream: Stream, bytes: Uint8Array) => void
  /** How the program sleeps. */
  readonly sleep: (milliseconds: number) => void
  /** It is executed more than once. */
  readonly again: boolean
  /** A memory that another instance of the program has run again in; whoever runs there puts everything back first. Absent: a new one. */
  readonly memory?: () => WebAssembly.Memory | undefined
}
export interface Stretches extends Names {
  /** An execution has called JavaScript, which may keep something of it: that is renewed between two starts, so none is to go behind it. */
  readonly stop: () => void
}
/** Runs the program from its start; the instructions that were counted. */
export type Start = Turning
export interface Repeated {
  readonly execute: Stage
  /** Of a stretch, before its executions count. */
  readonly hasSpilled: Stretch['hasSpilled']
}
/** Executes the program once more. `enter` gives what `start` gives, or undefined where it was interrupted. @throws Error  for what is not the program's fault */
export type Stage = (enter: (start: Start) => number | undefined) => Execution

const FRAMES = { once: 20_000, again: 30 } as const

export function createRepeated(program: Program, request: Omit<RunRequest, 'module'>, parts: Parts, acts: Acts): Repeated {
  const { core } = request
  const limits = { ...DEFAULT_LIMITS, ...request.limits }
  const locate = linesOf(program.bytes)
  const stop = createStop()
  const own = createClock(parts.processorMilliseconds ?? (() => performance.now()), acts.sleep)
  let reading: Clock | undefined
  let filesRead = 0 // of the clock, by the files of the start: an execution that finds them there reads what comes after
  /** Made when it is first asked: most programs do not look at a clock. */
  const read = (): Clock => {
    if (reading) return reading
    reading = acts.clock(own)
    for (let i = 0; i < filesRead; i++) reading.realtime()
    return reading
  }
  let isMade = false
  const clock: Clock = {
    realtime: () => {
      const now = read().realtime()
      if (!isMade) filesRead++
      return now
    },
    monotonic: () => read().monotonic(),
    processor: () => read().processor(),
    sleep: (nanoseconds) => own.sleep(nanoseconds),
  }
  let lastWords = createLastWords()
  let undelivered: { readonly error: unknown } | undefined
  let space: Space | undefined
  const words = ['main', ...request.arguments]
  const unheard = acts.output ? undefined : createShared(limits.outputBytes)
  const newWasi = () => {
    space = parts.storage && new Space(parts.storage.disk, parts.storage.end)
    lastWords = createLastWords()
    ;[isMade, filesRead] = [false, 0]
    const made = createWasi({
      arguments: words,
      given: givenBy(request, parts.storage, space),
      fileBytes: limits.fileBytes,
      outputBytes: limits.outputBytes,
      clock,
      output: (stream, bytes) => {
        if (stream === 'Stderr') lastWords.hear(bytes)
        try {
          acts.output?.(stream, bytes)
        } catch (error) {
          undelivered = { error }
          stop.end({ kind: 'trap', message: 'its output could not be delivered', stack: [] })
        }
      },
      input: parts.input,
      unheard,
      end: stop.end,
    })
    isMade = true
    return made
  }
  let wasi: Wasi | undefined
  let linked: Linked | undefined
  const frames = acts.again ? FRAMES.again : FRAMES.once
  const execute: Stage = (enter) => {
    stop.clear()
    reading = undefined
    if (!wasi?.again()) {
      wasi = newWasi()
      linked?.system(wasi)
    }
    const system = wasi
    const went = (ending: Ending, dynamicInstructions = linked?.instructions() ?? 0): Execution => ({
      ending,
      dynamicInstructions,
      files: system.changedFiles,
      space,
      hasLooked: system.hasLooked(),
    })
    const traceLimit = Error.stackTraceLimit
    if (traceLimit !== frames) Error.stackTraceLimit = frames
    try {
      if (!linked?.isAgain) {
        unheard?.reset()
        linked = link(program, request, parts, acts, system, { end: stop.end, words, unheard })
      }
      const instructions = enter(linked.start)
      return instructions === undefined ? went({ kind: 'cancelled' }) : went(EXIT, instructions)
    } catch (error) {
      if (undelivered) throw undelivered.error // whoever takes the output failed, not the program
      const words = lastWords.text()
      const stackTop = linked?.stackTop ?? 0
      const of = { noted: stop.ending, program: linked?.instance, core, words, stackTop, callStackBytes: parts.callStackBytes }
      return went(withMissing(endingOf(error, of, locate), system.missing()))
    } finally {
      if (traceLimit !== frames) Error.stackTraceLimit = traceLimit
    }
  }
  return { execute, hasSpilled: () => linked?.hasSpilled() ?? false }
}
/** Of an execution that came back from its start, and of no other. */
export const EXIT: Ending = { kind: 'exit', code: 0 }

/** Waits, as the thread that calls. */
export function pause(milliseconds: number): void {
  const until = performance.now() + milliseconds
  if (typeof SharedArrayBuffer === 'function') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  while (performance.now() < until) {}
}

interface Linked {
  readonly instance: WebAssembly.Instance
  readonly start: Start
  readonly stackTop: number
  /** `start` puts everything back to the start of the program. */
  readonly isAgain: boolean
  readonly instructions: () => number
  /** From now on its system calls go there. */
  readonly system: (wasi: Wasi) => void
  readonly hasSpilled: Stretch['hasSpilled']
}
interface Own {
  readonly end: Stop['end']
  /** Its arguments. */
  readonly words: readonly string[]
  /** Absent: its output is heard. */
  readonly unheard: Shared | undefined
}
function link(program: Program, request: Omit<RunRequest, 'module'>, parts: Parts, acts: Acts, wasi: Wasi, { end, words, unheard }: Own): Linked {
  const { bytes, imports: wanted } = program
  const names = (from: string) => wanted.filter((wish) => wish.module === from).map((wish) => wish.name)
  const stranger = wanted.find((wish) => wish.module !== WASI_MODULE && wish.module !== 'ux')
  if (stranger) throw new Error(`module: import "${stranger.module}.${stranger.name}" is not one of the engine's`)
  let instance: WebAssembly.Instance | undefined
  let memory: GuestMemory | undefined
  const view = () => (memory ??= new GuestMemory(memoryOf(instance!)))
  const ux = names('ux')
  const functions = ux.length > 0 ? uxFunctions(ux, request, parts, acts, view, end) : {}
  const systemNames = names(WASI_MODULE)
  const calls = systemNames.map((name) => ({ name, go: wasi.imports([name])[name]! })) // one look each, where looking by name takes longer than many calls
  const stop = acts.stretches?.stop ?? (() => {})
  const system = Object.fromEntries(
    calls.map((call) => [
      call.name,
      (a: never, b: never, c: never, d: never, e: never, f: never, g: never, h: never, i: never) => {
        stop()
        return call.go(a, b, c, d, e, f, g, h, i)
      },
    ]),
  )
  const given = acts.memory?.() ?? new WebAssembly.Memory({ ...program.size })
  const quick = unheard && acts.again ? createQuick(given, argumentBytes(words), system, unheard) : undefined
  try {
    instance = instantiate(program, { [WASI_MODULE]: { ...system, ...quick?.calls }, ux: functions }, given)
  } catch (error) {
    if (!(error instanceof WebAssembly.LinkError)) throw error
    instance = instantiate(program, { [WASI_MODULE]: system, ux: functions }, given) // it declares a system call in a way of its own
  }
  wasi.attach(memoryOf(instance))
  const [first, entry, instructions] = [acts.first?.(), instance.exports['_start'] as () => void, instructionsOf(instance)]
  const { stretches } = acts
  const stretch = stretches && first ? stretchingProgram(instance, bytes, first, stretches, quick?.globals) : undefined
  const turn = stretches ? stretch && (() => stretched(stretch)) : acts.again ? turningProgram(instance, bytes, first, quick?.globals) : undefined
  const once: Start = (...given) => {
    const parameters = stretches ? (stretches.next as () => Parameters<Start>)() : given
    ;(first as Turning | undefined)?.(...parameters)
    entry()
    const count = instructions()
    if (stretches) (stretches.ended as (count: number) => void)(count)
    return count
  }
  return {
    instance,
    start: turn ?? once,
    stackTop: Number(globalOf(instance, PROGRAM_EXPORTS.stackPointer) ?? 0),
    isAgain: turn !== undefined,
    instructions,
    hasSpilled: stretch?.hasSpilled ?? (() => false),
    system(next) {
      for (const call of calls) call.go = next.imports([call.name])[call.name]!
      next.attach(memoryOf(instance))
    },
  }
}

/** What was counted is told of each. */
function stretched({ run }: Stretch): 0 {
  run()
  return 0
}

function uxFunctions(
  names: readonly string[],
  request: Omit<RunRequest, 'module'>,
  parts: Parts,
  acts: Acts,
  memory: () => GuestMemory,
  end: Stop['end'],
): Record<string, WebAssembly.ImportValue> {
  if (!parts.runtime) throw new Error('the program needs the runtime module and none was given')
  const { core } = request
  const plain = { samples: 1, atoms: 1, tracking: false, independent: false, budget: ensembleBudget(core.MemorySize) }
  const runtime = acts.runtime?.(end) ?? startRuntime(parts.runtime, plain, { end, place: () => 0 })
  const own = acts.functions(memory)
  const host: Record<string, HostFunction> = { ...createHostFunctions(runtime, core, memory), collect: () => {} }
  return Object.fromEntries(
    names.map((name) => {
      const quick = acts.quick?.[name]
      if (quick) return [name, quick]
      const mine = own[name] ?? (IMPORTS[name]?.by === 'host' ? host[name] : undefined)
      const found = mine ? guardedCall(stopping(mine as Call, acts.stretches), `ux.${name}`, end) : runtime.exports[name]
      if (!found) throw new Error(`module: import "ux.${name}" is not provided`)
      return [name, found]
    }),
  )
}

type Parameter = number | bigint | undefined
type Call = (a: Parameter, b: Parameter, c: Parameter, d: Parameter, e: Parameter, f: Parameter) => unknown
function stopping(call: Call, stretches: Stretches | undefined): Call {
  if (!stretches) return call
  return (a, b, c, d, e, f) => {
    stretches.stop()
    return call(a, b, c, d, e, f)
  }
}
/** As `guarded`, without a list of parameters made anew at each call, which every draw would pay. */
function guardedCall(call: Call, what: string, end: Stop['end']): Call {
  return (a, b, c, d, e, f) => {
    try {
      return call(a, b, c, d, e, f)
    } catch (error) {
      return endWithFault(error, what, end)
    }
  }
}
