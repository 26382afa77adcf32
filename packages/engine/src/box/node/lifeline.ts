// Processes that end with the one that started them, even when it is killed: a program in an endless loop would never notice.
// In a box bubblewrap sees to it. Elsewhere the kernel does, when asked by setpriv (util-linux 2.33): PR_SET_PDEATHSIG, prctl(2).
import { spawnSync } from 'node:child_process'

const WORDS = ['setpriv', '--pdeathsig', 'KILL'] as const
let tried: readonly string[] | undefined

/** What to write before a command; nothing where the system cannot do so. */
export function lifeline(): readonly string[] {
  tried ??= spawnSync(WORDS[0], [...WORDS.slice(1), 'true'], { stdio: 'ignore' }).status === 0 ? WORDS : []
  return tried
}
