// Kernel pipes for the output of runs. Node connects a child by a pair of sockets: there each small write costs both sides some microseconds,
// and three hundred of them fill the buffer. A pipe takes thousands, stays readable when its writer is killed, and its reader may come for
// them now and then. Node cannot make a pipe, but it can open both ends of a FIFO (mkfifo(1)), whose name is then removed.
import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Descriptors; whoever takes them closes them. */
export interface Pipe {
  readonly read: number
  readonly write: number
}

/** Made at a time, since the command costs more than the pipes. */
const BATCH = 8
const reserve: Pipe[] = []
let making: Promise<void> | undefined

/** Undefined where none is ready, or the system has no mkfifo: then a pair of sockets must do. */
export function takePipe(): Pipe | undefined {
  const taken = reserve.pop()
  if (reserve.length < BATCH / 2) void preparePipes()
  return taken
}
export function preparePipes(): Promise<void> {
  making ??= makePipes()
    .catch(() => {}) // no such command, no descriptors left
    .finally(() => {
      making = undefined
    })
  return making
}
async function makePipes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-pipes-'))
  try {
    const paths = Array.from({ length: BATCH }, (_, index) => join(folder, String(index)))
    await promisify(execFile)('mkfifo', paths)
    for (const path of paths) reserve.push(openBoth(path))
  } finally {
    await rm(folder, { recursive: true })
  }
}
function openBoth(path: string): Pipe {
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) // else it waits for a writer
  try {
    return { read, write: openSync(path, constants.O_WRONLY) }
  } catch (error) {
    closeSync(read)
    throw error
  }
}

const BUFFER_BYTES = 1 << 16
/** So many reads in a window are prompt; then small ones are collected, because each costs more than what it brings. */
const PROMPT_READS = 8
const WINDOW_MILLISECONDS = 20
const COLLECT_MILLISECONDS = 3

/**
 * Reads to the end and closes the descriptor.
 * @param take  called with what came; the bytes are overwritten afterwards
 */
export function readPipe(fd: number, take: (bytes: Uint8Array) => void): Promise<void> {
  const buffer = new Uint8Array(BUFFER_BYTES)
  let [windowBegin, reads] = [0, 0]
  const isProdigal = (bytes: number): boolean => {
    const now = performance.now()
    if (now - windowBegin > WINDOW_MILLISECONDS) [windowBegin, reads] = [now, 0]
    return ++reads > PROMPT_READS && bytes < BUFFER_BYTES / 2
  }
  const callback = (length: number): boolean => {
    take(buffer.subarray(0, length))
    if (!isProdigal(length)) return true
    setTimeout(() => source.resume(), COLLECT_MILLISECONDS)
    return false
  }
  const source = new Socket({ fd, readable: true, writable: false, onread: { buffer, callback } })
  return new Promise((resolve) => {
    source.on('error', () => {}) // `close` follows
    source.once('close', () => resolve())
    source.resume()
  })
}
