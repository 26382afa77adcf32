// An output as the page sees it: how much there is, and questions to the worker that holds it. It is closed by who opened it.
import { createStore, type Store } from '../state/store.ts'
import type { Answers, Extent, FromWorker, Question, ToWorker } from './output-worker.ts'

export interface OutputDocument {
  readonly extent: Store<Extent>
  append(bytes: Uint8Array): void
  /** The same of bytes that nobody else needs: they go to the worker without a copy, and are gone here. */
  give(bytes: Uint8Array<ArrayBuffer>): void
  /** Nothing follows; settled when all of it is known. */
  end(): Promise<void>
  readonly ask: Ask
  close(): void
}

/** Of a search: an expression may take very long on one line; the page does not wait for it. All else is waited for, however busy the machine. */
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
    give: (bytes) => worker.postMessage({ append: bytes } satisfies ToWorker, [bytes.buffer]),
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
        const giveUp = () => {
          if (waiting.delete(id)) reject(new Error(`No answer within ${PATIENCE_MS / 1000} s: the expression takes too long.`))
        }
        const clock = question.ask === 'search' ? setTimeout(giveUp, PATIENCE_MS) : undefined
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

export type Ask = <Kind extends keyof Answers>(question: Question & { readonly ask: Kind }) => Promise<Answers[Kind]>
export type AskNewest = <Kind extends keyof Answers>(question: Question & { readonly ask: Kind }) => Promise<Answers[Kind] | undefined>
/**
 * Questions of a view that moves, one at a time: while one is answered the newest waits, and those between are not asked, so that the worker is never behind.
 * The answer to one that was passed over is undefined.
 */
export function newestOf(ask: Ask): AskNewest {
  let isBusy = false
  let next: { readonly go: () => void; readonly pass: () => void } | undefined
  const now = (question: Question): Promise<unknown> => {
    isBusy = true
    return (ask as (question: Question) => Promise<unknown>)(question).finally(() => {
      isBusy = false
      const waiting = next
      next = undefined
      waiting?.go()
    })
  }
  const newest = (question: Question): Promise<unknown> => {
    if (!isBusy) return now(question)
    next?.pass()
    return new Promise((resolve, reject) => {
      next = { go: () => void now(question).then(resolve, reject), pass: () => resolve(undefined) }
    })
  }
  return newest as AskNewest
}

/** @returns the document, filled with what the stream brings; it is whole when the promise is settled */
export async function fill(document: OutputDocument, stream: ReadableStream<Uint8Array>): Promise<void> {
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    if (isWhole(value)) document.give(value)
    else document.append(value)
  }
  await document.end()
}
/** Nothing else stands in its buffer. */
const isWhole = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
