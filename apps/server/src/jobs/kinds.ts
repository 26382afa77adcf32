// Builds and tasks are jobs: accepted, queued, worked on in attempts, moved from status to status, ended with figures. This is what each kind has of
// its own, as data; everything else in this folder is written once for both.
import {
  type Application,
  type BuildCoreSpecs,
  type BuildStats,
  type DataSource,
  errors,
  type Noun,
  type Status,
  type TaskStats,
  type TraceVariable,
} from '@credence/contract'

export const KINDS = ['build', 'task'] as const
/** Tables are called the same. */
export type Kind = (typeof KINDS)[number]

/** What every job has. */
export interface CommonRow {
  readonly id: string
  readonly owner: string
  /** That its owner gave it; null: none. */
  readonly name: string | null
  readonly status: Status
  /** 0 before the first worker took it. */
  readonly attempt: number
  readonly transitions: StatusEntry[]
  readonly dataSources: DataSource[]
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}
export interface StatusEntry {
  readonly Status: Status
  readonly Timestamp: number
  readonly Message: string
}
export const COMMON: Readonly<Record<Exclude<keyof CommonRow, 'id'>, string>> = {
  owner: 'owner',
  name: 'name',
  status: 'status',
  attempt: 'attempt',
  transitions: 'transitions',
  dataSources: 'data_sources',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
}

/** What a submission says, beside the data sources. */
export interface Given {
  readonly build: {
    readonly application: Application
    /** Of the repository that it builds. */
    readonly repositoryId: string | null
    readonly defaultArguments: string
    readonly traceVariables: readonly TraceVariable[]
    readonly discoverVariables: boolean
    readonly core: BuildCoreSpecs
    /** Others may run it. */
    readonly isPublic: boolean
  }
  readonly task: {
    readonly buildId: string
    /** Null: those of the build. */
    readonly arguments: string | null
    /** Of a Reference core, that is enough; null: as many executions as it asks for. */
    readonly standardError: number | null
    /** Everybody may look at it. */
    readonly isPublic: boolean
  }
}
/** What the attempt that ends a job publishes; null until then. */
export interface Published {
  readonly build: {
    readonly outputKey: string
    readonly moduleKey: string | null
    /** Of the list of its input files. */
    readonly inputsKey: string | null
    readonly stats: BuildStats
  }
  readonly task: { readonly outputPrefix: string; readonly stats: TaskStats }
}
interface Derived {
  readonly build: object
  readonly task: { readonly buildDeleted: boolean; readonly outputsDeleted: boolean }
}
export type Row<K extends Kind> = CommonRow & Given[K] & Derived[K] & { readonly [Field in keyof Published[K]]: Published[K][Field] | null }

/** Columns of the owner's usage. */
interface Counters {
  readonly underWay: string
  /** How many there ever were, where that is counted. */
  readonly ever: readonly string[]
  /** What those that ended took. */
  readonly took: readonly string[]
}
type SqlOf<Fields> = { readonly [Field in keyof Fields]: string }

interface JobKind<K extends Kind> {
  readonly noun: Noun
  readonly key: string
  readonly given: SqlOf<Given[K]>
  readonly published: SqlOf<Published[K]>
  readonly derived: SqlOf<Derived[K]>
  readonly counters: Counters
  readonly errors: { readonly unknown: () => Error; readonly active: () => Error; readonly terminated: () => Error }
}
export const JOBS: { readonly [K in Kind]: JobKind<K> } = {
  build: {
    noun: 'Build',
    key: 'build_id',
    given: {
      application: 'application',
      repositoryId: 'repository_id',
      defaultArguments: 'default_arguments',
      traceVariables: 'trace_variables',
      discoverVariables: 'discover_variables',
      core: 'core',
      isPublic: 'is_public',
    },
    published: { outputKey: 'output_key', moduleKey: 'module_key', inputsKey: 'inputs_key', stats: 'stats' },
    derived: {},
    counters: { underWay: 'concurrent_build_count', ever: [], took: ['build_milliseconds'] },
    errors: { unknown: errors.buildNotFound, active: errors.buildActive, terminated: errors.buildTerminated },
  },
  task: {
    noun: 'Task',
    key: 'task_id',
    given: { buildId: 'build_id', arguments: 'arguments', standardError: 'standard_error', isPublic: 'is_public' },
    published: { outputPrefix: 'output_prefix', stats: 'stats' },
    derived: { buildDeleted: 'not exists (select from build b where b.build_id = task.build_id)', outputsDeleted: 'outputs_deleted_at is not null' },
    counters: { underWay: 'concurrent_task_count', ever: ['task_count'], took: ['execution_milliseconds', 'dynamic_instructions'] },
    errors: { unknown: errors.taskNotFound, active: errors.taskActive, terminated: errors.taskTerminated },
  },
}

/** What the attempt that ends a job made of it. */
export interface Made<K extends Kind> {
  readonly owner: string
  readonly published: Published[K]
  /** In the order of the counters. */
  readonly took: readonly number[]
  /** As the event of its figures has them. */
  readonly totals: Readonly<Record<string, number>>
}
