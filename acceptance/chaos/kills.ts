// Kills one part of the platform after another, each kind as often as the others, in an order of chance.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, type Platform } from '../platform.ts'

const PATIENCE_MS = 30_000

/** How each part is told by its command line; the API by its own, not by those of the shell and the launcher that started it. */
const PARTS = {
  api: (platform) => ofFamily(platform, (words) => /^\S*\/bin\/node apps\/server\/src\/main\.ts/.test(words)),
  worker: (platform) => ofFamily(platform, (words) => words.includes('src/worker/main.ts')),
  runner: (platform) => ofFamily(platform, (words) => words.includes('--wasm-max-mem-pages') && !isBox(words)),
  compiler: (platform) => ofFamily(platform, (words) => /compile-process|compiler\.m?js/.test(words) && !isBox(words)),
  postmaster: (platform) => [postmaster(platform)].filter((pid) => pid > 0),
  backend: (platform) => ofFamily(platform, (words) => words.startsWith('postgres: credence')),
} as const satisfies Record<string, (platform: Platform) => number[]>
type Part = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as Part[]

/** Each call kills one process with SIGKILL and says which; the API, which nobody else would start again, is started here. */
export function killer(platform: Platform, random: () => number): () => Promise<string> {
  let round: Part[] = []
  return async () => {
    if (round.length === 0) round = shuffled(NAMES, random)
    const part = round.pop()!
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(20)) {
      const pids = PARTS[part](platform)
      const pid = pids[Math.floor(random() * pids.length)]
      if (pid !== undefined && killed(pid)) {
        if (part === 'api') await platform.up()
        return `killed ${part} ${pid}`
      }
      if (Date.now() > end) throw new Error(`no ${part} to be killed within ${PATIENCE_MS / 1000} s`)
    }
  }
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false // it ended between the look and the signal
  }
}

const ofFamily = (platform: Platform, fits: (words: string) => boolean): number[] =>
  platform
    .family()
    .map(({ pid }) => pid)
    .filter((pid) => fits(command(pid)))
/** The box around a process has its command line too. */
const isBox = (words: string): boolean => /^\S*(bwrap|setpriv) /.test(words)

function postmaster(platform: Platform): number {
  try {
    return Number(readFileSync(join(platform.home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[all[last], all[other]] = [all[other]!, all[last]!]
  }
  return all
}
