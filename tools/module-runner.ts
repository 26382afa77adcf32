// Runs modules of tests one after the other, in a thread of its own.
import { Worker } from 'node:worker_threads'
import type { CoreSpec } from '../packages/engine/src/types.ts'

export const PASSED = 'passed'
/** The thread is replaced when a run takes too long. */
export class ModuleRunner {
  #worker: Worker | undefined
  #queue: Promise<unknown> = Promise.resolve()
  readonly #runtime: Uint8Array
  readonly #core: CoreSpec
  readonly #milliseconds: number
  constructor(runtime: Uint8Array, core: CoreSpec, milliseconds = 120_000) {
    this.#runtime = runtime
    this.#core = core
    this.#milliseconds = milliseconds
  }
  /** `PASSED`, or how the program ended and what it said last on its standard error. */
  run(module: Uint8Array): Promise<string> {
    const result = this.#queue.then(() => this.#one(module))
    this.#queue = result
    return result
  }
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }
  #one(module: Uint8Array): Promise<string> {
    this.#worker ??= new Worker(new URL('./module-run.ts', import.meta.url), { workerData: { runtime: this.#runtime, core: this.#core } })
    const worker = this.#worker
    return new Promise((resolve) => {
      const finish = (outcome: string, spent: boolean) => {
        clearTimeout(timer)
        worker.off('message', onMessage)
        worker.off('error', onError)
        if (spent) {
          this.#worker = undefined
          void worker.terminate()
        }
        resolve(outcome)
      }
      const timer = setTimeout(() => finish(`still running after ${this.#milliseconds} ms`, true), this.#milliseconds)
      const onMessage = (message: string) => finish(message, false)
      const onError = (error: unknown) => finish(`fault of the host: ${error}`, true)
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.postMessage(module)
    })
  }
}
