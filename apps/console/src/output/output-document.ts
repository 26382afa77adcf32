// An output as the page sees it: how much there is, and questions to the worker that holds it. It is closed by who opened it.
import { createStore, type Store } from '../state/store.ts'
import type { Answers, Extent, FromWorker, Question, ToWorker } from './output-worker.ts'

export interface OutputDocument {
  readonly extent: Store<Extent>
  append(bytes: Uint8Array): void
  /** Nothing follows; settled when all of it is known. */
  end(): Promise<void>
  ask<Kind extends keyof Answers>(question: Question & { readonly ask: Kind }): Promise<Answers[Kind]>
  close(): void
}

/** An expression may take very long on one line; the page does not wait for it. */
const PATIENCE_MS = 8000

export function openOutput(): OutputDocument {
  const extent = createStore<Extent>({ bytes: 0, lines: 0, values: 0, isWhole: false })
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (reason: Error) => void }>()
  let asked = 0
  const worker = new Worker(new URL('./output-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if ('extent' in data) return extent.set(data.extent)
    const answered = waiting.get(data.id)
    waiting.delete(data.id)
    if ('fault' in data) answered?.reject(new Error(data.fault))
    else answered?.resolve(data.answer as never)
  }
  const send = (message: ToWorker): void => worker.postMessage(message)
  return {
    extent,
    append: (bytes) => send({ append: bytes }),
    end() {
      send({ end: true })
      return new Promise((resolve) => {
        const stop = extent.subscribe(() => {
          if (!extent.get().isWhole) return
          stop()
          resolve()
        })
      })
    },
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        const clock = setTimeout(() => {
          if (waiting.delete(id)) reject(new Error(`No answer within ${PATIENCE_MS / 1000} s: the expression takes too long.`))
        }, PATIENCE_MS)
        const settle =
          <Value>(then: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(clock)
            then(value)
          }
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
        send({ id, question })
      }),
    close() {
      worker.terminate()
      waiting.clear()
    },
  }
}

/** @returns the document, filled with what the stream brings; it is whole when the promise is settled */
export async function fill(document: OutputDocument, stream: ReadableStream<Uint8Array>): Promise<void> {
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    document.append(value)
  }
  await document.end()
}
