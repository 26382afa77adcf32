// The toolchain in a browser: the same build in a worker, with the compiler and the prepared parts from static files.
// A site copies the files that `browserAssets` (node/browser-assets.ts) lists; nothing is fetched before `openBrowserToolchain`.
import type { BuildRequest, BuildResult } from '../types.ts'

/** The static files of a site, as `toolchain.json` names them; paths relative to it. */
export interface BrowserManifest {
  /** The `bundle.js` of the compiler package; its other files lie beside it. */
  readonly compiler: string
  readonly runtime: string
  readonly library: string
  /** The platform's headers: path and text. */
  readonly headers: Readonly<Record<string, string>>
  readonly precompiled: Readonly<Record<string, string>>
  /** Files that the site has with gzip only, as `<path>.gzip`. */
  readonly compressed?: readonly string[]
}
export interface BrowserToolchainOptions {
  /** Address of `toolchain.json`. */
  readonly manifest: URL
  /** Bytes of the compiler that were fetched; 105 MB before the server's compression. */
  readonly onProgress?: (done: number, total: number) => void
  /** Of one build; the worker is ended there and a new one starts. Default 60 s. */
  readonly milliseconds?: number
}
export interface BrowserToolchain {
  /** The runtime module that goes with the modules of `build`. */
  readonly runtime: Uint8Array
  /** One at a time. Mistakes of the program and passed limits are in the output of the result. An aborted build throws the reason. */
  build(request: BuildRequest, signal?: AbortSignal): Promise<BuildResult>
  close(): void
}

/** To the worker, in this order: once `open`, then builds. */
export type WorkerRequest = { readonly open: string } | { readonly build: BuildRequest }
export type WorkerReply =
  | { readonly progress: readonly [done: number, total: number] }
  | { readonly opened: Uint8Array } // the runtime module
  | { readonly result: BuildResult }
  | { readonly error: string }

export async function openBrowserToolchain({
  manifest,
  onProgress = () => {},
  milliseconds = 60_000,
}: BrowserToolchainOptions): Promise<BrowserToolchain> {
  const start = async (): Promise<{ worker: Worker; runtime: Uint8Array }> => {
    const worker = new Worker(new URL('./browser-worker.ts', import.meta.url), { type: 'module' })
    const reply = await ask(worker, { open: manifest.href }, onProgress)
    if ('opened' in reply) return { worker, runtime: reply.opened }
    worker.terminate()
    throw new Error('error' in reply ? reply.error : 'the compiler did not start')
  }
  let current = start()
  const { runtime } = await current
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  async function build(request: BuildRequest, signal?: AbortSignal): Promise<BuildResult> {
    signal?.throwIfAborted()
    if (closed) throw new Error('the toolchain is closed')
    const { worker } = await current
    const begun = performance.now()
    const replace = () => {
      worker.terminate()
      if (!closed) current = start()
      current.catch(() => {}) // the next build tells
    }
    const ended = stopped(milliseconds, signal)
    try {
      const reply = await Promise.race([ask(worker, { build: request }, onProgress), ended.promise])
      if (reply === 'time') {
        replace()
        const output = `error: compile time limit of ${milliseconds / 1000} s reached\n`
        return { output, milliseconds: performance.now() - begun, limit: 'wallMilliseconds' }
      }
      if ('result' in reply) return reply.result
      replace()
      throw new Error('error' in reply ? reply.error : 'the compiler gave no result')
    } catch (error) {
      if (signal?.aborted) replace()
      throw error
    } finally {
      ended.clear()
    }
  }
  return {
    runtime,
    build: (request, signal) => {
      const result = queue.then(() => build(request, signal))
      queue = result.catch(() => {})
      return result
    },
    close: () => {
      closed = true
      void current.then(({ worker }) => worker.terminate())
    },
  }
}

function ask(worker: Worker, request: WorkerRequest, onProgress: (done: number, total: number) => void): Promise<WorkerReply> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      if ('progress' in data) onProgress(...data.progress)
      else resolve(data)
    }
    worker.onerror = (event) => resolve({ error: event.message || 'the worker of the compiler could not be started' })
    worker.postMessage(request)
  })
}

/** Gives 'time' at the limit, and throws the reason of the signal. */
function stopped(milliseconds: number, signal?: AbortSignal): { promise: Promise<'time'>; clear: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<'time'>()
  const clock = setTimeout(() => resolve('time'), milliseconds)
  const abort = () => reject(signal!.reason)
  signal?.addEventListener('abort', abort)
  return {
    promise,
    clear: () => {
      clearTimeout(clock)
      signal?.removeEventListener('abort', abort)
    },
  }
}
