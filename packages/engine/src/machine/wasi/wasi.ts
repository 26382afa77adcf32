// The system interface of a program: wasi_snapshot_preview1 over memory, and a disk for what is large. Nothing of the host can be reached through it but the output
// callback and three clocks. What is not in the tables (sockets, signals) stops the program with a message that names it.
// Source: WASI preview 1 witx; layouts stand above each call.
import type { Ending, Stream } from '../../types.ts'
import { clockCalls } from './clock.ts'
import { windows } from './contents.ts'
import type { Calls, Clock, Context } from './context.ts'
import { Descriptors } from './descriptors.ts'
import type { Placed } from './disk.ts'
import { ERRNO, WasiError } from './errno.ts'
import { fdCalls } from './fd.ts'
import { FileTree, type Given } from './files.ts'
import { endWithFault } from './guard.ts'
import { GuestMemory } from './memory.ts'
import { pathCalls } from './path.ts'
import { processCalls } from './process.ts'
import type { Shared } from './quick.ts'

export interface WasiOptions {
  /** argv[0…]. */
  readonly arguments: readonly string[]
  readonly given: Given
  readonly fileBytes: number
  readonly outputBytes: number
  readonly clock: Clock
  /** Standard input as a whole, asked for at the first read. Absent: it is empty. */
  readonly input?: (() => Uint8Array) | undefined
  /** The bytes are the program's memory: copy what is kept. */
  readonly output: (stream: Stream, bytes: Uint8Array) => void
  /** Nobody hears standard output: it is counted only, and system calls that leave no trace may be answered elsewhere. */
  readonly unheard?: Shared | undefined
  readonly end: (ending: Ending) => never
}
export interface Wasi {
  /** The imports of module wasi_snapshot_preview1 that the program names. */
  readonly imports: (names: readonly string[]) => Record<string, (...parameters: never[]) => unknown>
  /** To be called before the program runs. */
  readonly attach: (memory: WebAssembly.Memory) => void
  readonly changedFiles: () => Map<string, Uint8Array | Placed>
  /** What of them may hold handles, in parts: each part of a file begins with the end of the one before it, `overlap` bytes. */
  readonly changedParts: (overlap: number) => Iterable<Uint8Array>
  /** The path that was to be opened last and was not there. */
  readonly missing: () => string | undefined
  /** To be called before the program runs once more: whether it finds everything here as at first, since it asked for nothing that leaves a trace. */
  readonly again: () => boolean
  /** Whether the program has looked at what it wrote into a file, or how much that is. */
  readonly hasLooked: () => boolean
}
/** System calls that look at a file by its descriptor. */
const LOOKS = new Set(['fd_read', 'fd_pread', 'fd_seek', 'fd_tell', 'fd_filestat_get', 'fd_filestat_set_size', 'fd_pwrite'])
/** System calls that leave none, but for the bytes that were written. */
const TRACELESS = new Set([
  ...['args_get', 'args_sizes_get', 'environ_get', 'environ_sizes_get', 'clock_res_get', 'clock_time_get', 'sched_yield', 'proc_exit'],
  ...['fd_write', 'fd_fdstat_get', 'fd_prestat_get', 'fd_prestat_dir_name', 'poll_oneoff'],
])

/** NUL-terminated UTF-8. */
export function argumentBytes(words: readonly string[]): Uint8Array[] {
  return words.map((word) => new TextEncoder().encode(`${word}\0`))
}

export const WASI_MODULE = 'wasi_snapshot_preview1'

export function createWasi(options: WasiOptions): Wasi {
  const { end } = options
  const tree = new FileTree(options.given, options.fileBytes, () => end(limit('fileBytes', options.fileBytes, 'files')), options.clock.realtime)
  let memory: GuestMemory | undefined
  let missing: string | undefined
  let isTraceless = true
  let hasLooked = false
  const limited = limitedOutput(options)
  const context: Context = {
    get memory() {
      if (!memory) throw new Error('the program called the system before its memory was attached')
      return memory
    },
    tree,
    descriptors: new Descriptors(tree, options.input),
    arguments: argumentBytes(options.arguments),
    clock: options.clock,
    output: limited.output,
    unheard: options.unheard ? limited.unheard : undefined,
    end,
    missed: (path) => {
      missing = path
    },
  }
  let calls: Calls | undefined
  const unsupported = (name: string) => (): never => end({ kind: 'trap', message: `system call ${name} is not supported`, stack: [] })
  const find = (name: string): SystemCall => {
    calls ??= { ...clockCalls(context), ...processCalls(context), ...fdCalls(context), ...pathCalls(context) } // they hold the memory
    isTraceless &&= TRACELESS.has(name)
    if (!isTraceless && options.unheard) options.unheard.isPlain.value = 0
    const found = Object.hasOwn(calls, name) ? (calls[name] as SystemCall) : unsupported(name)
    if (!LOOKS.has(name)) return found
    return (fd, ...rest) => {
      hasLooked ||= context.descriptors.isWritten(fd as number)
      return found(fd, ...rest)
    }
  }
  const importOf = (name: string): SystemCall => {
    let found: SystemCall | undefined
    // As many as any of them has: a list made anew at each call is what small writes would spend their time on.
    return (a, b, c, d, e, f, g, h, i) => {
      try {
        found ??= find(name)
        found(a, b, c, d, e, f, g, h, i)
        return ERRNO.success
      } catch (error) {
        if (error instanceof WasiError) return error.errno
        return endWithFault(error, `system call ${name}`, end)
      }
    }
  }
  return {
    imports: (names) => Object.fromEntries(names.map((name) => [name, importOf(name)])),
    attach: (of) => {
      memory = new GuestMemory(of)
    },
    changedFiles: () => tree.changed(),
    *changedParts(overlap) {
      for (const contents of tree.changedWithHandles()) {
        if (contents instanceof Uint8Array) yield contents
        else yield* overlapping(windows(contents, options.given.space), overlap)
      }
    },
    missing: () => missing,
    again() {
      limited.restart()
      return isTraceless
    },
    hasLooked: () => hasLooked,
  }
}

function* overlapping(parts: Iterable<Uint8Array>, overlap: number): Generator<Uint8Array> {
  let end: Uint8Array = new Uint8Array(0)
  for (const part of parts) {
    const whole = new Uint8Array(end.length + part.length)
    whole.set(end)
    whole.set(part, end.length)
    yield whole
    end = whole.slice(-overlap)
  }
}

type Word = number | bigint | undefined
type SystemCall = (a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word, h: Word, i: Word) => unknown

/** Output that stops exactly at the limit: what still fits is passed on, then the run ends. */
function limitedOutput({ outputBytes, output, unheard, end }: WasiOptions): {
  readonly output: Context['output']
  readonly unheard: (bytes: number) => void
  readonly restart: () => void
} {
  const left: Record<Stream, number> = { Stdout: outputBytes, Stderr: outputBytes }
  return {
    restart() {
      left.Stdout = left.Stderr = outputBytes
    },
    unheard(bytes) {
      const counted = unheard!.left
      if (BigInt(bytes) > counted.value) end(limit('outputBytes', outputBytes, 'Stdout'))
      counted.value -= BigInt(bytes)
    },
    output(stream, bytes) {
      if (bytes.length <= left[stream]) {
        left[stream] -= bytes.length
        output(stream, bytes)
        return
      }
      const fits = bytes.subarray(0, left[stream])
      left[stream] = 0
      if (fits.length > 0) output(stream, fits)
      end(limit('outputBytes', outputBytes, stream))
    },
  }
}
function limit(name: 'fileBytes' | 'outputBytes', bytes: number, of: string): Ending {
  return { kind: 'limit', limit: name, message: `limit of ${bytes} bytes for ${of} reached` }
}
