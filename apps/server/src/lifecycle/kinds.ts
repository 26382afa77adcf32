// What builds and tasks have in common, and the data in which they differ: both are jobs.
import type { Noun } from '@credence/contract'

export const KINDS = ['build', 'task'] as const
/** The table of its rows is called the same, and its key the same with `_id`. */
export type Kind = (typeof KINDS)[number]

interface JobKind {
  readonly noun: Noun
  /** Columns that the attempt which ends it writes. */
  readonly published: readonly string[]
  /** Columns of its owner's usage: how many there ever were, where that is counted, and what they took. */
  readonly counted: { readonly ever: readonly string[]; readonly took: readonly string[] }
}
export const JOBS = {
  build: { noun: 'Build', published: ['output_key', 'module_key', 'stats'], counted: { ever: [], took: ['build_milliseconds'] } },
  task: {
    noun: 'Task',
    published: ['output_prefix', 'stats'],
    counted: { ever: ['task_count'], took: ['execution_milliseconds', 'dynamic_instructions'] },
  },
} as const satisfies Record<Kind, JobKind>

/** What the attempt that ends a job made of it. */
export interface Made<K extends Kind = Kind> {
  readonly owner: string
  /** JSON where the column is. */
  readonly published: Readonly<Record<(typeof JOBS)[K]['published'][number], string | null>>
  readonly took: Readonly<Record<(typeof JOBS)[K]['counted']['took'][number], number>>
  /** As the event of its figures has them. */
  readonly totals: Readonly<Record<string, number>>
}
