// Threads of a runner beside its main one, which execute rows of a Reference run until none is left. The main thread waits for them without an event loop: what
// they share lies in shared memory, and what each tells at its end is taken from its port.
import { availableParallelism } from 'node:os'
import { Script } from 'node:vm'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'
import type { Storage } from '../once.ts'
import { CONTROL, createExecutor, type Report, type Work } from '../reference/executions.ts'
import type { Helpers } from '../reference/reference.ts'
import { CHUNK_BYTES } from '../wasi/disk.ts'
import { DISK_FILE } from './disk-file.ts'

/** Beyond these the columns of one run are not what takes the time. */
const MOST_THREADS = 32
const HEAP_MEGABYTES = 64
/** Of rows, between two looks at the clock. */
const SLICE = 1000

interface Given {
  readonly work: Work
  readonly runtime: WebAssembly.Module | undefined
  readonly callStackBytes: number | undefined
  readonly port: MessagePort
  /** Among those beside the main one, from 0. */
  readonly number: number
}
type Told = { readonly report: Report } | { readonly fault: string }

/** How many threads a run may have here, the main one among them. */
export function mostThreads(): number {
  return Math.max(1, Math.min(MOST_THREADS, availableParallelism()))
}

/** @param script  of this process; it calls `helpOut` in a thread */
export function startThreads(work: Work, runtime: WebAssembly.Module | undefined, callStackBytes: number | undefined, script: URL): Helpers {
  const { control } = work.board
  const ports = Array.from({ length: mostThreads() - 1 }, (_, number) => {
    const { port1, port2 } = new MessageChannel()
    new Worker(script, {
      argv: process.argv.slice(2),
      env: {},
      workerData: { work, runtime, callStackBytes, port: port2, number } satisfies Given,
      transferList: [port2],
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MEGABYTES,
        ...(callStackBytes !== undefined && { stackSizeMb: Math.ceil(callStackBytes / 2 ** 20) }),
      },
    }).unref()
    return port1
  })
  return {
    reports(milliseconds) {
      const busy = Atomics.load(control, CONTROL.busy)
      if (busy > 0) Atomics.wait(control, CONTROL.busy, busy, milliseconds)
      if (Atomics.load(control, CONTROL.busy) > 0) return undefined
      return ports.flatMap((port) => {
        const told = receiveMessageOnPort(port)?.message as Told | undefined // none of one that began too late
        if (told && 'fault' in told) throw new Error(told.fault)
        return told ? [told.report] : []
      })
    },
  }
}

/** Each thread writes to a part of the disk of its own, larger than any limit on files; what is not written there takes no room. */
const THREAD_CHUNKS = 2 ** 34 / CHUNK_BYTES
const ownPart = ({ files, taken }: NonNullable<Work['stored']>, number: number): Storage => ({
  disk: DISK_FILE,
  files,
  end: taken + (number + 1) * THREAD_CHUNKS,
})

/** The whole life of such a thread. */
export function helpOut(): void {
  const { work, runtime, callStackBytes, port, number } = workerData as Given
  const { control } = work.board
  Atomics.add(control, CONTROL.busy, 1)
  try {
    const parts = {
      ...(runtime && { runtime }),
      ...(callStackBytes !== undefined && { callStackBytes }),
      processorMilliseconds,
      ...(work.stored && { storage: ownPart(work.stored, number) }),
    }
    const executor = createExecutor(work, parts)
    for (let some = true; some; ) {
      const ended = within(() => {
        some = executor.some(SLICE)
      }, SLICE + work.milliseconds)
      if (!ended) executor.interrupted()
    }
    port.postMessage({ report: executor.report() } satisfies Told)
  } catch (error) {
    port.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Told)
  } finally {
    Atomics.sub(control, CONTROL.busy, 1)
    Atomics.notify(control, CONTROL.busy)
    port.close()
  }
}

const ENTRY = 'credence rows'
const ENTER = new Script(`globalThis[${JSON.stringify(ENTRY)}]()`)
/** False: its time was over. */
function within(call: () => void, milliseconds: number): boolean {
  ;(globalThis as Record<string, unknown>)[ENTRY] = call
  try {
    ENTER.runInThisContext({ displayErrors: false, timeout: Math.ceil(milliseconds) })
    return true
  } catch (error) {
    if (((error ?? {}) as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
