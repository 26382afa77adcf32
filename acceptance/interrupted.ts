// Ctrl-C ends what a suite started: its processes are groups of their own, which a terminal does not signal.
import { constants } from 'node:os'

/** @param end  is awaited, then this process ends; a second signal ends it at once. @returns to be called when there is nothing left to end */
export function whenInterrupted(end: () => Promise<unknown>): () => void {
  const ends = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void => {
    forget()
    console.log(`\n${signal}: ending what was started`)
    void end()
      .catch((reason: unknown) => console.log(`      at the end: ${reason}`))
      .finally(() => process.exit(128 + constants.signals[signal]))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const forget = () => signals.forEach((signal) => void process.off(signal, ends))
  for (const signal of signals) process.on(signal, ends)
  return forget
}
