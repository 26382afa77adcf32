// The runtime module as the host uses it: values are handles in an i64 (BigInt), never a JavaScript number, because JavaScript sees all NaNs as one.
// Everything that is read from its memory is copied at once: the next call into the runtime may move it.
import { DECISION, DESCRIPTION, RUNTIME_EXPORTS } from '../../abi.ts'
import type { Ending } from '../../types.ts'
import { type HandedBirths, handBirths, handPath, type RuntimeCalls, readSplit } from '../paths/handed.ts'
import type { Path, Split } from '../paths/path.ts'
import { rewindRuntime } from '../paths/rewind.ts'
import { guarded } from '../wasi/guard.ts'
import { readValue, type Values } from './described.ts'
import { answerOf } from './laws.ts'

/** What was decided at a place; `src/ensemble/decide.h` says more. */
export interface Decision {
  readonly evaluations: number
  readonly disagreements: number
  readonly largest: number
  readonly sum: number
  readonly measured: number
  readonly estimated: boolean
}
export interface Configuration {
  readonly samples: number
  readonly atoms: number
  readonly tracking: boolean
  readonly independent: boolean
  /** Bytes for ensembles. */
  readonly budget: number
  /** The path to follow; then `samples` are those of all paths. */
  readonly path?: Path
  /** Samples go alone, which `alone` names; then `samples` are all. */
  readonly isAlone?: boolean
  /** The host wants to know what is printed once samples would have decided otherwise than the particle; on a path after so many calls that print. */
  readonly told?: number
  /** Once samples would have decided otherwise than the particle, values are to be their particles. */
  readonly cuts?: boolean
}
export interface Runtime extends Values {
  /** What the program imports from it. */
  readonly exports: WebAssembly.Exports
  /** A buffer in its memory, valid until the next call into it. */
  readonly scratch: (bytes: number) => { readonly address: number; readonly bytes: Uint8Array }
  readonly mark: (address: number, length: number) => void
  readonly sweep: () => void
  /** Operations whose operands had a common origin, on a core that takes them as independent; 0 on others. */
  readonly meetings: () => number
  /** Uncertain values, also those that are gone. */
  readonly made: () => number
  /** By number of the place. */
  readonly decisions: () => Decision[]
  /** Samples of a path that a majority took with it against what they are themselves. */
  readonly outvoted: () => number
  /** Calls that printed before samples disagreed, or the part of these that a path has left. */
  readonly shared: () => number
  /** Whether the particle of a value was made of the law of another, after samples would have decided otherwise. */
  readonly lawsDecide: () => boolean
  /** Forgets every value, for another path. */
  readonly restart: (configuration: Configuration) => void
  /**
   * For runs of one sample of a path each: what `alone` of the runtime module is to be called with, besides the sample. What was made for those before, it finds.
   * To be asked for all runs of a stretch together: what it told before may not hold any more.
   * @param isSound  the run before came to an end by itself
   */
  readonly birthsOf: (paths: readonly Path[], isSound: boolean) => readonly HandedBirths[]
}

export interface RuntimeHost {
  readonly end: (ending: Ending) => never
  /** The number of the place in the program that is running; `asked` as in the ABI. */
  readonly place: (asked: number) => number
  /** The path ends here. */
  readonly split?: (split: Split) => never
}

export function startRuntime(module: WebAssembly.Module, configuration: Configuration, { end, place, split }: RuntimeHost): Runtime {
  let memory: WebAssembly.Memory | undefined
  const within = (address: number, bytes: number) => new Uint8Array(memory!.buffer, address >>> 0, bytes)
  const doubles = (address: number, count: number) => new Float64Array(within(address, 8 * count).slice().buffer)
  const describe = (handle: bigint) => {
    const address = Number(runtime.describe!(handle)) >>> 0 // the call may make memory grow: view it afterwards
    return new DataView(memory!.buffer, address, 80)
  }
  const instance = new WebAssembly.Instance(module, {
    host: {
      law: guarded(
        (family: number, shape1: number, shape2: number, what: number, count: number, address: number) => {
          const answer = answerOf(family, shape1, shape2, what, count, () => doubles(address, 2))
          within(address, answer.values.byteLength).set(new Uint8Array(answer.values.buffer, answer.values.byteOffset, answer.values.byteLength))
          return answer.count
        },
        'a distribution',
        end,
      ),
      place,
      split: (...parameters: number[]) => {
        if (!split) throw new Error('a run that follows no path was split')
        split(readSplit(memory!.buffer, parameters, which))
      },
      trap: (address: number, length: number) => {
        const message = new TextDecoder().decode(within(address, length))
        end(
          message.startsWith('distribution memory limit') ? { kind: 'limit', limit: 'distributions', message } : { kind: 'trap', message, stack: [] },
        )
      },
    },
  })
  const { exports } = instance
  memory = exports['memory'] as WebAssembly.Memory
  for (const name of Object.keys(RUNTIME_EXPORTS)) if (typeof exports[name] !== 'function') throw new Error(`runtime module: no export "${name}"`)
  ;(exports['_initialize'] as (() => void) | undefined)?.()
  const runtime = exports as unknown as RuntimeCalls
  let which: Float64Array = new Float64Array()
  /** Of paths whose samples go alone. */
  const tables = new Map<Path, HandedBirths>()
  let handed = 0
  const buffer = () => memory!.buffer
  const configure = ({ samples, atoms, tracking, independent, budget, path, isAlone, told, cuts }: Configuration) => {
    which = path?.which ?? which
    runtime.configure!(isAlone ? 1 : path ? path.which.length : samples, atoms, Number(tracking), Number(independent), budget)
    tables.clear()
    handed = 0
    if (isAlone) runtime.follow!(samples, 0, 0, 0)
    else if (path) handPath(runtime, buffer, path, samples)
    if (told !== undefined) runtime.telling!(told)
    if (cuts) runtime.cuts!()
  }
  const restart = (next: Configuration) => {
    if (!rewind()) throw new Error('the runtime module cannot be started again')
    configure(next)
  }
  const tableOf = (path: Path): HandedBirths => {
    handed += path.samples.byteLength
    const table = handBirths(runtime, buffer, path)
    tables.set(path, table)
    return table
  }
  const rewind = rewindRuntime(module, instance)
  configure(configuration)

  const scratch = (bytes: number) => {
    const address = Number(runtime.scratch!(bytes))
    return { address, bytes: within(address, bytes) }
  }
  return {
    exports,
    disagrees: () => Number(runtime.statistic!(DISAGREES)) !== 0,
    outvoted: () => Number(runtime.statistic!(OUTVOTED)),
    shared: () => Number(runtime.statistic!(SHARED)),
    lawsDecide: () => Number(runtime.statistic!(OF_LAWS)) !== 0,
    restart,
    birthsOf(paths, isSound) {
      if (!isSound || handed > MOST_HANDED) restart(configuration)
      return paths.map((path) => tables.get(path) ?? tableOf(path))
    },
    value: (handle) => readValue(describe(handle), doubles),
    samples: (handle) => {
      const view = describe(handle)
      return doubles(view.getInt32(DESCRIPTION.samples, true), view.getInt32(DESCRIPTION.count, true))
    },
    sorted: (handle) => {
      const count = describe(handle).getInt32(DESCRIPTION.count, true)
      return doubles(Number(runtime.sorted!(handle)), count)
    },
    place: ({ positions, masses }, particle, mean) => {
      const count = positions.length
      const { address, bytes } = scratch(16 * count)
      bytes.set(new Uint8Array(positions.buffer, positions.byteOffset, 8 * count))
      bytes.set(new Uint8Array(masses.buffer, masses.byteOffset, 8 * count), 8 * count)
      return runtime.fromatoms!(count, address, address + 8 * count, unsigned(particle), unsigned(mean)) as bigint
    },
    scratch,
    mark: (address, length) => void runtime.mark!(address, length),
    sweep: () => void runtime.sweep!(),
    meetings: () => Number(runtime.meetings!()),
    made: () => Number(runtime.statistic!(MADE)),
    decisions: () => {
      const [address, count] = [Number(runtime.decisions!()) >>> 0, Number(runtime.statistic!(PLACES))]
      // Places that no compiler wrote: nobody could be told where they are.
      return address + count * DECISION.bytes > memory!.buffer.byteLength ? [] : readDecisions(memory!.buffer, address, count)
    },
  }
}

/** Bytes of samples of paths that are done with, most of them. */
const MOST_HANDED = 1 << 26

const MADE = 3
const PLACES = 4
const DISAGREES = 5
const OUTVOTED = 6
const SHARED = 7
const OF_LAWS = 8
function readDecisions(buffer: ArrayBuffer, address: number, count: number): Decision[] {
  return Array.from({ length: count }, (_, number) => {
    const view = new DataView(buffer, address + number * DECISION.bytes, DECISION.bytes)
    const double = (at: number) => view.getFloat64(at, true)
    return {
      evaluations: double(DECISION.evaluations),
      disagreements: double(DECISION.disagreements),
      largest: double(DECISION.largest),
      sum: double(DECISION.sum),
      measured: double(DECISION.measured),
      estimated: view.getUint32(DECISION.estimated, true) !== 0,
    }
  })
}

/** A NaN without a sign, which computing one may have set. */
function unsigned(x: number): number {
  return Number.isNaN(x) ? Number.NaN : x
}
