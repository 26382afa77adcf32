// The run that this tab shows or waits for, kept over a reload: its ids, and what the platform does not say of it.
import { KEPT } from '../state/kept.ts'
import type { Built } from './run-plan.ts'
import type { Origin } from './run-state.ts'

/** Source and language are those of the build. */
export interface KeptRun
  extends Pick<Built, 'buildId' | 'coreChangedAt' | 'traces' | 'discovered'>,
    Pick<Origin, 'coreId' | 'arguments' | 'dataSources'> {
  readonly runName: string
  /** Name of the file that messages speak of. */
  readonly file: string
  readonly because?: string
  /** Once it is made. */
  readonly taskId?: string
  /** Milliseconds since the epoch. */
  readonly askedAt: number
}
/** After it, a run that was asked for and whose task was not made is wanted no more: a tab may come back after days. */
const WANTED_MS = 60_000

export const isWanted = ({ taskId, askedAt }: KeptRun, now: number): boolean => taskId !== undefined || now - askedAt < WANTED_MS

export function keepRun(run: KeptRun): void {
  try {
    sessionStorage.setItem(KEPT.run, JSON.stringify(run))
  } catch {} // full or switched off: a reload forgets it
}
export function keptRun(): KeptRun | undefined {
  try {
    return asKeptRun(JSON.parse(sessionStorage.getItem(KEPT.run) ?? 'null'))
  } catch {
    return undefined
  }
}
export function forgetRun(): void {
  try {
    sessionStorage.removeItem(KEPT.run)
  } catch {}
}

/** What another version of the console may have written is taken as far as its parts are there. */
export function asKeptRun(given: unknown): KeptRun | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { buildId, coreId, askedAt, taskId, ...rest } = given as Partial<KeptRun>
  if (typeof buildId !== 'string' || typeof coreId !== 'string' || typeof askedAt !== 'number') return undefined
  return {
    coreChangedAt: 0,
    traces: [],
    discovered: false,
    arguments: '',
    dataSources: [],
    runName: '',
    file: '',
    ...rest,
    buildId,
    coreId,
    askedAt,
    ...(typeof taskId === 'string' && { taskId }),
  }
}
