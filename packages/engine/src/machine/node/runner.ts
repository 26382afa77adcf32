// The process of runs: takes a request from standard input, executes it, writes output, files and result to standard output, waits for another.
// It is started by `process.ts` without environment, file system, network or children, and is killed from there; whose runs it gets is decided there.
import { readSync, writeSync, writevSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { Script } from 'node:vm'
import type { Files, RunRequest, Stream } from '../../types.ts'
import { execute } from '../execute.ts'
import { keepAnswers, keptAnswers } from '../host/laws.ts'
import { rehearse, warm } from '../warm.ts'
import { FRAME, FRAME_MAX, HEADER_BYTES, header, REHEARSE, WARM, writeHeader } from './frames.ts'

/**
 * @param laws  answers that a rehearsal found
 * @param code  what V8 has compiled of this script
 */
export function main(laws: Uint8Array | undefined, code: () => Uint8Array): void {
  try {
    if (laws) takeOver(laws)
    const bytes = receive(FRAME.runtime)
    const runtime = bytes.length > 0 ? new WebAssembly.Module(bytes) : undefined
    send(FRAME.ready, new Uint8Array(0))
    flush()
    if (process.argv.includes(REHEARSE)) {
      rehearse(runtime)
      sendLong(FRAME.laws, serialize(keptAnswers()))
      sendLong(FRAME.code, code())
      flush()
    }
    if (runtime && process.argv.includes(WARM)) warm(runtime)
    for (;;) runOne(runtime)
  } catch (error) {
    if (error instanceof EndOfInput) return // the pool let this process go
    send(FRAME.fault, new TextEncoder().encode(error instanceof Error ? (error.stack ?? error.message) : String(error)).subarray(0, FRAME_MAX))
    flush()
  }
}

function takeOver(laws: Uint8Array): void {
  try {
    keepAnswers(deserialize(laws))
  } catch {} // a damaged file: they are computed
}

/** Nothing of a run is kept for the next but compiled code: its instances, memories, files and streams are made here and forgotten here. */
function runOne(runtime: WebAssembly.Module | undefined): void {
  const request = receiveRequest()
  const output = (stream: Stream, bytes: Uint8Array) => {
    sendLong(stream === 'Stdout' ? FRAME.stdout : FRAME.stderr, bytes)
    flush() // each write at once: a process that is killed takes what it holds with it
  }
  const { files, ...result } = execute(request, { runtime, processorMilliseconds, interruptible, callStackBytes }, { output })
  sendFiles(files)
  send(FRAME.result, new TextEncoder().encode(JSON.stringify(result)))
  flush()
}

const ENTRY = 'credence run'
const ENTER = new Script(`globalThis[${JSON.stringify(ENTRY)}]()`)
/** SIGINT ends the program and not this process: V8 leaves it wherever it is, past every handler, and what it has counted can be told. */
function interruptible(call: () => void): boolean {
  ;(globalThis as Record<string, unknown>)[ENTRY] = call
  try {
    ENTER.runInThisContext({ breakOnSigint: true, displayErrors: false })
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return true
    throw error
  } finally {
    delete (globalThis as Record<string, unknown>)[ENTRY]
  }
}

function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const stackKilobytes = process.execArgv.find((word) => word.startsWith('--stack-size='))
const callStackBytes = stackKilobytes === undefined ? undefined : 1024 * Number(stackKilobytes.split('=')[1])

function receiveRequest(): RunRequest {
  const head = JSON.parse(new TextDecoder().decode(receive(FRAME.request))) as Omit<RunRequest, 'module' | 'files'>
  const files = new Map<string, Uint8Array>()
  for (;;) {
    const { kind, payload } = read()
    if (kind === FRAME.file) {
      const path = new TextDecoder().decode(payload)
      files.set(path, receive(FRAME.data))
    } else if (kind === FRAME.module) return { ...head, module: payload, files }
    else throw new Error(`frame ${kind} where a file or the module was expected`)
  }
}

class EndOfInput extends Error {}
function receive(kind: number): Uint8Array<ArrayBuffer> {
  const frame = read()
  if (frame.kind !== kind) throw new Error(`frame ${frame.kind} where ${kind} was expected`)
  return frame.payload
}
function read(): { kind: number; payload: Uint8Array<ArrayBuffer> } {
  const head = readExactly(HEADER_BYTES)
  return { kind: head[0]!, payload: readExactly(new DataView(head.buffer).getUint32(1, true)) }
}
function readExactly(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const got = retry(() => readSync(0, bytes, at, length - at, null))
    if (got === 0) throw new EndOfInput()
    at += got
  }
  return bytes
}

function sendFiles(files: Files): void {
  for (const [path, bytes] of files) {
    send(FRAME.file, new TextEncoder().encode(path))
    sendLong(FRAME.data, bytes)
  }
}
function sendLong(kind: number, bytes: Uint8Array): void {
  if (bytes.length <= PIECE) send(kind, bytes)
  else for (let at = 0; at < bytes.length; at += PIECE) send(kind, bytes.subarray(at, at + PIECE))
}
/**
 * Frames on their way out, the first bytes of which are already gone. V8 may leave a program that is interrupted within a write of ours, at any call
 * or turn of a loop; so what is written in pieces is always known here, and goes on where it stopped.
 */
const held = new Uint8Array(1 << 16)
let heldBytes = 0
let goneBytes = 0
/** What a program writes goes through `held`. */
const PIECE = held.length - HEADER_BYTES

function send(kind: number, payload: Uint8Array): void {
  const length = HEADER_BYTES + payload.length
  if (heldBytes + length > held.length) flush()
  if (length > held.length) {
    writeAll(header(kind, payload.length))
    writeAll(payload)
    return
  }
  writeHeader(held, heldBytes, kind, payload.length)
  held.set(payload, heldBytes + HEADER_BYTES)
  heldBytes += length
}
function flush(): void {
  // Not writeSync, which calls another function when the bytes are gone already.
  while (goneBytes < heldBytes) goneBytes += retry(() => writevSync(1, [held.subarray(goneBytes, heldBytes)]))
  heldBytes = 0
  goneBytes = 0
}
/** Only outside of programs. */
function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += retry(() => writeSync(1, bytes, at))
}

const never = new Int32Array(new SharedArrayBuffer(4))
/** A pipe that is full or empty for the moment is waited for. */
function retry(operation: () => number): number {
  for (;;) {
    try {
      return operation()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(never, 0, 0, 1)
    }
  }
}
