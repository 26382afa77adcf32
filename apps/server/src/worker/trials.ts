// Tries the compiler and the runner for health. The compiler gets a program nobody has compiled before, so that no cache can answer; the runner
// gets a program of its own, so that it depends on no compiler. Behind long builds the compilers of a worker are busy, not broken.
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { gitVersion } from '../sources/git.ts'
import type { Engine } from './engine.ts'
import type { Trial } from './queries.ts'

/** The API asks here; every worker tries and reports in its row. */
export const TRIAL_CHANNEL = 'credence_trial'
/** Younger results are taken again. */
export const TRIAL_FRESH_MS = 5000
/** Longer than a correct small program ever takes. */
const PATIENCE_MS = 4000

export interface TrialResults {
  readonly compiler: Trial
  readonly runner: Trial
  readonly git: Trial
}
export interface Trials {
  /** One trial at a time, however many ask. */
  now(): Promise<TrialResults>
}
interface Program {
  readonly module: Uint8Array
  readonly prints: string
}

/** @param building  whether a user's build is under way */
export function openTrials(engine: Engine, building: () => boolean): Trials {
  let program: Program | undefined
  let last: TrialResults | undefined
  /** When the last trial began, before any time that it tells: who asks never finds it younger here than there, and waits for another in vain. */
  let begunAt = 0
  let current: Promise<TrialResults> | undefined
  const compile = async (): Promise<void> => {
    program = await compileFresh(engine)
  }
  const tryBoth = async (): Promise<TrialResults> => {
    const began = performance.now()
    const busy = building()
    const compiler = await timed(compile, busy)
    const runner = await timed(async () => {
      if (!program) throw new Error('no program was compiled yet')
      await runIt(engine, program)
    }, busy && !program)
    last = { compiler, runner, git: await timed(async () => void (await gitVersion()), false) }
    begunAt = began
    return last
  }
  return {
    async now() {
      if (last && performance.now() - begunAt < TRIAL_FRESH_MS) return last
      current ??= tryBoth().finally(() => {
        current = undefined
      })
      return current
    },
  }
}

async function compileFresh(engine: Engine): Promise<Program> {
  const prints = crypto.randomUUID()
  const source = `#include <stdio.h>\nint main(void) { puts("${prints}"); return 0; }\n`
  const { module } = await engine.build({ files: new Map([['main.c', new TextEncoder().encode(source)]]), core: CORE })
  if (!module) throw new Error('a correct program did not compile')
  return { module, prints }
}

async function runIt(engine: Engine, { module, prints }: Program): Promise<void> {
  const printed: Uint8Array[] = []
  const run = await engine.run(
    { module, core: CORE, arguments: [], limits: { wallMilliseconds: PATIENCE_MS } },
    { output: (_stream, bytes) => void printed.push(bytes) },
  )
  if (run.ending.kind !== 'exit' || Buffer.concat(printed).toString().trim() !== prints)
    throw new Error('a correct program did not print what it must')
}

/** @param busy  a try that takes too long then waits behind a user's build, and says nothing against the part */
async function timed(attempt: () => Promise<void>, busy: boolean): Promise<Trial> {
  const began = performance.now()
  const result = (found: Pick<Trial, 'ok' | 'busy' | 'error'>): Trial => ({
    ...found,
    milliseconds: Math.round(performance.now() - began),
    at: Date.now(),
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Trial>((resolve) => {
    timer = setTimeout(() => resolve(result(busy ? { ok: true, busy } : { ok: false, error: `no answer within ${PATIENCE_MS} ms` })), PATIENCE_MS)
  })
  const done = attempt().then(
    () => result({ ok: true }),
    (error: unknown) => result({ ok: false, error: error instanceof Error ? error.message : 'failed' }),
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
