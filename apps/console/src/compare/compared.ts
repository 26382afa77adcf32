// One question to a worker of its own, which ends with its answer or with the wish for it.
import type { CompareAnswers, CompareQuestion } from './compare-worker.ts'

/** @throws Error  what the worker could not do; AbortError */
export function compared<Kind extends keyof CompareAnswers>(
  question: CompareQuestion & { readonly ask: Kind },
  signal?: AbortSignal,
): Promise<CompareAnswers[Kind]> {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<CompareAnswers[Kind]>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.onerror = ({ message }) => reject(new Error(message || 'The comparison could not be worked out.'))
    worker.onmessage = ({ data }: MessageEvent<{ answer: CompareAnswers[Kind] } | { fault: string }>) =>
      'fault' in data ? reject(new Error(data.fault)) : resolve(data.answer)
    worker.postMessage(question)
  }).finally(() => worker.terminate())
}
