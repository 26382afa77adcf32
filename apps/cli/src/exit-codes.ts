// What `credence` ends with, for scripts. `run` ends with the program's own code; what is not the program's own stands above 120,
// but for 3, which --strict gives.

export const EXIT = {
  ok: 0,
  /** The platform refused, could not be reached, or the task did not complete. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** With --strict: the program returned 0, and the run gave notices. */
  notices: 3,
  /** The program did not compile or link. */
  buildFailed: 122,
  /** A build or a run reached a limit of time, as timeout(1) says it. */
  timeLimit: 124,
  /** Another limit of a build or a run was reached: memory, distributions, output, files. */
  limit: 125,
  /** Interrupted. */
  cancelled: 130,
  /** The program trapped, as a shell shows an aborted one. */
  trap: 134,
} as const

/** The table of the help. */
export const EXIT_HELP: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'done; for `run`: the program returned 0'],
  ['1', 'the platform refused, could not be reached, or the task did not complete'],
  ['2', 'the command line is wrong'],
  ['3', 'for `run --strict`: the program returned 0, but decided against some of its samples, or a probability rests on few'],
  ['122', 'the program did not compile or link'],
  ['124', 'the build or the program reached a limit of time'],
  ['125', 'the build or the program reached a limit of memory; the program one of distributions, output or files'],
  ['130', 'interrupted'],
  ['134', 'the program trapped: an access out of bounds, an abort, a division by zero'],
  ['other', 'for `run`: what the program returned'],
]
