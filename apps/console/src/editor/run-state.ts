// A run as the page shows it: phases that move when a status moves, and what came of it.
import type { Build, DataSource, Language, Status, Task } from '@credence/contract'
import type { BuildMessage } from '@credence/ui/program/problems.ts'
import type { OutputDocument } from '../output/output-document.ts'

export const PHASES = ['Build', 'Queue', 'Run', 'Fetch'] as const
export type PhaseName = (typeof PHASES)[number]
export interface Phase {
  readonly name: PhaseName
  readonly state: 'waiting' | 'active' | 'done' | 'left out'
  /** Milliseconds since the epoch. */
  readonly from?: number
  readonly to?: number
}
export type Place = 'platform' | 'browser'

/** What an output came from. */
export interface Origin {
  readonly source: string
  readonly language: Language
  readonly coreId: string
  readonly arguments: string
  readonly dataSources: readonly DataSource[]
}
export interface Outcome {
  readonly kind: 'Completed' | 'Cancelled' | 'Stopped' | 'build stopped'
  /** Why it did not complete. */
  readonly reason: string
  /** Line of the source that the reason names. */
  readonly line?: number
  readonly place: Place
  readonly origin: Origin
  readonly stdout: OutputDocument
  readonly stderr: OutputDocument
  /** What compiler and linker printed. */
  readonly buildOutput: string
  readonly messages: readonly BuildMessage[]
  readonly build?: Build
  readonly task?: Task
  /** Of a run in this browser. */
  readonly milliseconds?: number
  readonly instructions?: number
  /** Why it was built; absent where the build before served. */
  readonly because?: string
}
export interface RunState {
  readonly stage: 'idle' | 'active' | 'cancelling'
  readonly place: Place
  readonly phases: readonly Phase[]
  readonly outcome?: Outcome
  /** Ids of its build and its task on the platform, once they are made. */
  readonly jobs?: readonly string[]
  /** Bytes of the compiler, while this browser loads it. */
  readonly loaded?: { readonly done: number; readonly total: number }
  /** The run could not be made. */
  readonly error?: unknown
}

export const noPhases = (): readonly Phase[] => PHASES.map((name) => ({ name, state: 'waiting' }))

/** The phases when one of them begins: what was active before is done, what was skipped is left out. */
export function entered(phases: readonly Phase[], name: PhaseName, at: number): readonly Phase[] {
  const index = PHASES.indexOf(name)
  return phases.map((phase, each) => {
    if (each === index) return phase.state === 'active' ? phase : { name: phase.name, state: 'active', from: at }
    if (each > index) return phase
    if (phase.state === 'active') return { ...phase, state: 'done', to: at }
    return phase.state === 'waiting' ? { ...phase, state: 'left out' } : phase
  })
}
export function ended(phases: readonly Phase[], at: number): readonly Phase[] {
  return phases.map((phase) =>
    phase.state === 'active' ? { ...phase, state: 'done', to: at } : phase.state === 'waiting' ? { ...phase, state: 'left out' } : phase,
  )
}

/** The phase that a task is in; undefined once it ended. */
export const phaseOf = (status: Status): PhaseName | undefined =>
  status === 'Accepted' || status === 'Initialising' || status === 'Rescheduled' ? 'Queue' : status === 'In Progress' ? 'Run' : undefined

/** The line that a reason names: `main.c:12: …`. */
export function lineIn(reason: string, file: string): number | undefined {
  const [, line] = new RegExp(`(?:^|[\\s(/])${file.replaceAll('.', '\\.')}:(\\d+)`).exec(reason) ?? []
  return line === undefined ? undefined : Number(line)
}
