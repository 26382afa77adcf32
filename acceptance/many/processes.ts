// Processes of a setting: each writes to a file of its own, is ended by its id, and is waited for.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Running {
  readonly child: ChildProcess
  /** What it printed. */
  readonly printed: () => string
  end(signal?: NodeJS.Signals, patienceMs?: number): Promise<void>
}

export function run(file: string, words: readonly string[], { env = process.env, log }: { env?: NodeJS.ProcessEnv; log: string }): Running {
  const child = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const lines = createWriteStream(log, { flags: 'a' })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      lines.write(bytes)
      printed = (printed + bytes).slice(-20_000)
    })
  let over = false
  child.once('exit', () => {
    over = true
  })
  child.once('error', (error) => {
    printed += error.message
    over = true
  })
  return {
    child,
    printed: () => printed,
    async end(signal = 'SIGTERM', patienceMs = 20_000) {
      if (!over) child.kill(signal)
      for (const end = Date.now() + patienceMs; !over; await sleep(20)) if (Date.now() > end) child.kill('SIGKILL')
      lines.end()
    },
  }
}

/** @throws Error  not within the time, with what the process printed */
export async function until(what: string, holds: () => Promise<boolean> | boolean, ms: number, printed: () => string = () => ''): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await sleep(50))
    if (Date.now() > end) throw new Error(`${what} not within ${ms / 1000} s\n${printed()}`)
}

/** All descendants of a process. */
export function descendants(of: number): number[] {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(Number(pid), Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => parents.get(pid) === of || (parents.has(pid) && isBelow(parents.get(pid)!))
  return [...parents.keys()].filter(isBelow)
}
