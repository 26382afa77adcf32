// Runs in this browser after each rest while typing, for who wants it: one at a time, and none that takes long.
import type { Core } from '@credence/contract'
import { isCompilerLoaded, warmCompiler } from '@credence/ui/program/page-engine.ts'
import type { BuildMessage } from '@credence/ui/program/problems.ts'
import type { Draft } from '../programs/draft.ts'
import { loadHere } from './load-here.ts'
import { offer } from './run.ts'

/** Milliseconds that a run may take. */
const PATIENCE = 2000
const NEVER = new AbortController().signal

let last: Promise<unknown> = Promise.resolve()

/**
 * Shows what the draft prints, where it builds and ends in time.
 * @param isWanted  asked before work begins: nobody waits for what was typed before
 * @returns what the compiler said; undefined where nothing was built
 */
export function preview(draft: Draft, core: Core, isWanted: () => boolean): Promise<readonly BuildMessage[] | undefined> {
  const mine = last.then(() => (isWanted() ? once(draft, core) : undefined))
  last = mine.catch(() => {})
  return mine.catch(() => undefined)
}

async function once(draft: Draft, core: Core): Promise<readonly BuildMessage[] | undefined> {
  const { engineFiles, runHere } = await loadHere()
  if (!isCompilerLoaded()) {
    warmCompiler(await engineFiles())
    return undefined
  }
  const clock = new AbortController()
  let patience: ReturnType<typeof setTimeout> | undefined
  try {
    const outcome = await runHere(
      { draft, core },
      { build: NEVER, run: clock.signal },
      {
        onPhase: (phase) => {
          if (phase === 'Run') patience = setTimeout(() => clock.abort(), PATIENCE)
        },
        onLoad: () => {},
      },
    )
    if (outcome.kind === 'Completed' || outcome.kind === 'Stopped') offer(outcome)
    else for (const output of [outcome.stdout, outcome.stderr]) output.close()
    return outcome.messages
  } finally {
    clearTimeout(patience)
  }
}
