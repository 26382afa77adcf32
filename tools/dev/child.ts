// A process that `npm run dev` started: its lines go where they are asked for, and nothing it starts outlives it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Child {
  /** Exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Asks it to end, and ends its whole group if it takes longer than `patienceMs`. */
  stop(patienceMs: number): Promise<void>
}

/** @param args  of Node; the process has a group of its own, and a standard input that closes when we are gone */
export function startChild(args: readonly string[], env: NodeJS.ProcessEnv, onLine: (line: string) => void): Child {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine)
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', (code) => resolve(code))
  })
  const signal = (name: 'SIGTERM' | 'SIGKILL', to: number) => {
    try {
      process.kill(to, name)
    } catch {
      // it ended meanwhile
    }
  }
  return {
    ended,
    async stop(patienceMs) {
      const { pid } = child
      if (!pid || child.exitCode !== null || child.signalCode !== null) return
      signal('SIGTERM', pid)
      const timer = setTimeout(() => signal('SIGKILL', -pid), patienceMs)
      await ended
      clearTimeout(timer)
    },
  }
}
