// Whether some worker that is there builds Fortran, as far as its row says. Asked with every build of Fortran or of a repository, so kept for a moment.
import type { Tool } from './abilities.ts'

/** A worker that is there; without abilities while it is made ready. */
export interface WorkerThere {
  readonly state: { readonly abilities?: { readonly tools: readonly Tool[] } }
}

/** `unknown`: no worker has said yet what it has; one may be on its way. */
export type Found = 'some' | 'none' | 'unknown'
export interface FortranOfWorkers {
  inSources(): Promise<Found>
  /** Beside git. */
  inRepositories(): Promise<Found>
}

const KEPT_MS = 2000

export function fortranOfWorkers(workers: () => Promise<readonly WorkerThere[]>, now: () => number = Date.now): FortranOfWorkers {
  let last: { readonly at: number; readonly tools: Promise<(readonly Tool[])[]> } | undefined
  const tools = () => {
    if (last && now() - last.at < KEPT_MS) return last.tools
    last = { at: now(), tools: workers().then((rows) => rows.flatMap(({ state }) => (state.abilities ? [state.abilities.tools] : []))) }
    return last.tools
  }
  const find = async (needed: readonly Tool[]): Promise<Found> => {
    const all = await tools()
    return all.some((has) => needed.every((tool) => has.includes(tool))) ? 'some' : all.length === 0 ? 'unknown' : 'none'
  }
  return { inSources: () => find(['Fortran']), inRepositories: () => find(['git', 'Fortran']) }
}
