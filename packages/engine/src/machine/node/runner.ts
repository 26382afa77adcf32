// The process of runs: takes a request, executes it, sends output, files and result, waits for another.
// It is started by `process.ts` without environment, file system, network or children, and is killed from there; whose runs it gets is decided there.
import { deserialize, serialize } from 'node:v8'
import { Script } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { KIND, type Message } from '../../box/messages.ts'
import { receive, send, sendPieces } from '../../box/node/inside.ts'
import type { CoreSpec, Files, Progress, Stream } from '../../types.ts'
import { execute } from '../execute.ts'
import { keepAnswers, keptAnswers } from '../host/laws.ts'
import { packTraced } from '../packed-traced.ts'
import { rehearse, warm } from '../warm.ts'
import type { Placed } from '../wasi/disk.ts'
import { DISK_FILE } from './disk-file.ts'
import { type Answer, type Ask, type Place, placedOf, placeOf } from './requests.ts'
import { helpOut, mostThreads, startThreads } from './threads.ts'

/**
 * @param laws  answers that a rehearsal found
 * @param code  what V8 has compiled of this script
 * @param script  what calls this function, to be started as a thread
 */
export function main(laws: Uint8Array | undefined, code: () => Uint8Array, script: URL): void {
  if (!isMainThread) {
    helpOut()
    return
  }
  try {
    if (laws) takeOver(laws)
    const first = receive()
    if (!first) return // the pool let this process go
    const { willWait } = askOf(first, 'begin')
    const bytes = first.blobs[0]!
    const runtime = bytes.length > 0 ? new WebAssembly.Module(bytes as BufferSource) : undefined
    answer({ ready: true })
    if (runtime && willWait) warm(runtime)
    for (let message = receive(); message; message = receive()) {
      const ask = message.value as Ask
      if (ask.do === 'rehearse') {
        rehearse(runtime)
        answer({ rehearsed: true }, [serialize(keptAnswers()), code()])
      } else runOne(runtime, message, script)
    }
  } catch (error) {
    answer({ fault: (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, FAULT_MAX) })
  }
}
const FAULT_MAX = 100_000

function answer(value: Answer, blobs: readonly Uint8Array[] = []): void {
  send({ value, blobs })
}
function askOf<Do extends Ask['do']>({ value }: Message, what: Do): Extract<Ask, { do: Do }> {
  const ask = value as Ask
  if (ask.do !== what) throw new Error(`the request '${ask.do}' where '${what}' was expected`)
  return ask as Extract<Ask, { do: Do }>
}

function takeOver(laws: Uint8Array): void {
  try {
    keepAnswers(deserialize(laws))
  } catch {} // a damaged file: they are computed
}

/** Nothing of a run is kept for the next but compiled code: its instances, memories, files and streams are made here and forgotten here. */
function runOne(runtime: WebAssembly.Module | undefined, message: Message, script: URL): void {
  const { request, paths } = askOf(message, 'run')
  const [module, places, ...contents] = message.blobs
  const files: Files = new Map(paths.map((path, index) => [path, contents[index]!]))
  // Each write at once: a process that is killed takes what it holds with it.
  const output = (stream: Stream, bytes: Uint8Array) => sendPieces(stream === 'Stdout' ? KIND.stdout : KIND.stderr, bytes)
  const whole = { ...request, module: module!, files }
  let asked: Uint8Array | undefined
  const input = () => (asked ??= askForInput())
  const storage = { disk: DISK_FILE, ...readPlaces(places!) }
  const {
    files: changed,
    message: _,
    traced,
    ...result
  } = execute(
    whole,
    {
      runtime,
      processorMilliseconds,
      interruptible,
      callStackBytes,
      storage,
      ...(request.takesInput && { input }),
      ...(ofReference(request.core) && mostThreads() > 1 && { help: (work) => startThreads(work, runtime, callStackBytes, script) }),
    },
    { output, ...(request.tellsProgress && { progress }) },
  )
  const names = [...changed.keys()].map((path) => `${path}\0`).join('')
  const placed: Place<number>[] = []
  const held: Uint8Array[] = []
  for (const [index, content] of [...changed.values()].entries()) {
    if (content instanceof Uint8Array) held.push(content)
    else placed.push(placeOf(index, content))
  }
  const { packed, bytes } = traced ? packTraced(traced) : {}
  const texts = [names, packed ? JSON.stringify(packed) : '', JSON.stringify(placed)]
  answer({ result }, [...texts.map((text) => encoder.encode(text)), bytes ?? new Uint8Array(), ...held])
}

function askForInput(): Uint8Array {
  sendPieces(KIND.input, new Uint8Array())
  const message = receive()
  if (!message) throw new Error('its owner went away without its standard input')
  askOf(message, 'read')
  return message.blobs[0]!
}

function readPlaces(json: Uint8Array): { files: ReadonlyMap<string, Placed>; end: number } {
  const { places, end } = JSON.parse(new TextDecoder().decode(json)) as { places: Place<string>[]; end: number }
  return { files: new Map(places.map((place) => [place[0], placedOf(place, end)] as const)), end }
}

const encoder = new TextEncoder()
const progress = (now: Progress) => sendPieces(KIND.progress, encoder.encode(JSON.stringify(now)))
const ofReference = ({ Microarchitecture }: CoreSpec): boolean => Microarchitecture === 'Reference'

const ENTRY = 'credence run'
const ENTER = new Script(`globalThis[${JSON.stringify(ENTRY)}]()`)
/** SIGINT, or the end of its time, ends the program and not this process: V8 leaves it wherever it is, past every handler, and what it has counted can be told. */
function interruptible(call: () => void, milliseconds?: number): boolean {
  ;(globalThis as Record<string, unknown>)[ENTRY] = call
  try {
    ENTER.runInThisContext({ breakOnSigint: true, displayErrors: false, ...(milliseconds && { timeout: Math.max(1, Math.ceil(milliseconds)) }) })
    return false
  } catch (error) {
    const { code } = (error ?? {}) as NodeJS.ErrnoException
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED' || code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
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
