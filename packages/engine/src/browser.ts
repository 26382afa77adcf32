// The engine in a browser: builds and runs in workers, from static files, so that the page stays responsive and can cancel.
// What a page needs is listed by `browserAssets` (toolchain/node/browser-assets.ts); nothing is fetched before it is asked for.
import { messageOf } from './machine/ending.ts'
import { DEFAULT_LIMITS, type Ending, type Limits, type Progress, type RunEvents, type RunRequest, type RunResult, type Stream } from './types.ts'

export { type BrowserToolchain, type BrowserToolchainOptions, openBrowserToolchain } from './toolchain/browser.ts'
export * from './types.ts'

/** To the worker, once. */
export interface RunMessage {
  readonly runtime: Uint8Array
  readonly request: RunRequest
}
/** From the worker: output as it is written and how far executions have come, then one of the others. */
export type RunReply =
  | { readonly output: Stream; readonly bytes: Uint8Array }
  | { readonly progress: Progress }
  | { readonly result: RunResult }
  | { readonly error: string }

/**
 * Runs a program in a worker of its own, which ends with it, at the wall time limit, or when `events.signal` aborts.
 * Processor time is not told apart from wall time here. The program's faults are in the result; ours are thrown.
 * @param runtime  the runtime module that goes with the program: `runtime` of the toolchain
 */
export async function runInBrowser(runtime: Uint8Array, request: RunRequest, events: RunEvents): Promise<RunResult> {
  if (events.signal?.aborted) return endedOutside({ kind: 'cancelled' }, 0)
  const limits: Limits = { ...DEFAULT_LIMITS, ...request.limits }
  const worker = new Worker(new URL('./browser/run-worker.ts', import.meta.url), { type: 'module' })
  const begin = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<RunResult>()
  const end = (ending: Ending) => resolve(endedOutside(ending, performance.now() - begin))
  const wallMilliseconds = Math.min(limits.wallMilliseconds, limits.processorMilliseconds, 2 ** 31 - 1)
  const message = `wall time limit of ${wallMilliseconds / 1000} s reached`
  const clock = setTimeout(() => end({ kind: 'limit', limit: 'wallMilliseconds', message }), wallMilliseconds)
  const cancel = () => end({ kind: 'cancelled' })
  events.signal?.addEventListener('abort', cancel, { once: true })
  let isOver = false
  worker.onmessage = ({ data }: MessageEvent<RunReply>) => {
    if ('output' in data) {
      if (!isOver) events.output(data.output, data.bytes)
    } else if ('progress' in data) {
      if (!isOver) events.progress?.(data.progress)
    } else if ('result' in data) resolve(data.result)
    else reject(new Error(data.error))
  }
  worker.onerror = (event) => reject(new Error(event.message || 'the worker of the program could not be started'))
  worker.postMessage({ runtime, request } satisfies RunMessage)
  try {
    return await promise
  } finally {
    isOver = true
    clearTimeout(clock)
    events.signal?.removeEventListener('abort', cancel)
    worker.terminate()
  }
}

function endedOutside(ending: Ending, milliseconds: number): RunResult {
  return {
    ending,
    message: messageOf(ending),
    dynamicInstructions: 0,
    processorSeconds: milliseconds / 1000,
    executionMilliseconds: milliseconds,
    files: new Map(),
  }
}
