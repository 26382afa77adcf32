// Rows of the task manager from tasks and builds.
import { type Build, type BuildCoreSpecs, DEFAULT_CORES, type Status, type Task, transitionReason } from '@credence/contract'
import { shownName } from '../ui/shown-name.ts'
import { firstLineOf } from './draft.ts'

/** One row of the list, of a task or of a build. */
export interface Row {
  readonly id: string
  readonly status: Status
  readonly name: string
  /** What it runs, whatever its name. */
  readonly program: string
  readonly core: string
  readonly arguments: string
  readonly createdAt: number
  readonly milliseconds?: number
  readonly instructions?: number
  readonly reason: string
}

/** Of what a build builds: the repository, or the first line of the source that says something. */
export function programName({ Application: { SourceCode, Repository } }: Build): string {
  if (Repository) return shownName(Repository.RemoteURL.replace(/^https?:\/\/[^/]+\//, '').replace(/\.git$/, ''))
  return SourceCode ? shownName(firstLineOf(SourceCode.Code)) || 'Program' : ''
}
/** The name that was given to the task (`own`) or to its build, else that of the program. */
export function nameOf(build: Build | undefined, own?: string): string {
  const given = own ?? build?.Name
  return given === undefined ? (build ? programName(build) : '') : shownName(given)
}

/** The default core with these values, else what they are. */
export function coreNameOf(specs: BuildCoreSpecs | undefined): string {
  if (!specs) return ''
  const { Class, Precision, MemorySize, Microarchitecture, CorrelationTracking } = specs
  const known = DEFAULT_CORES.find(
    (core) =>
      core.Class === Class &&
      core.Precision === Precision &&
      core.MemorySize === MemorySize &&
      core.Microarchitecture === Microarchitecture &&
      core.CorrelationTracking.toLowerCase() === CorrelationTracking.toLowerCase(),
  )
  return known?.Name ?? `${Microarchitecture} ${Precision}`
}

const reasonOf = ({ StatusTransitions }: Build | Task): string => transitionReason(StatusTransitions?.at(-1)?.Message ?? '')

export function taskRow(task: Task, build: Build | undefined): Row {
  const { TaskID, Status, CreatedAt, StartedAt, FinishedAt, Stats, Arguments } = task
  const milliseconds = Stats?.ExecutionTimeInMilliseconds ?? (StartedAt && FinishedAt ? FinishedAt - StartedAt : undefined)
  return {
    id: TaskID,
    status: Status,
    name: nameOf(build, task.Name),
    program: build ? programName(build) : '',
    core: coreNameOf(build?.BuildCoreSpecs),
    arguments: Arguments ?? '',
    createdAt: CreatedAt,
    ...(milliseconds !== undefined && { milliseconds }),
    ...(Stats && { instructions: Stats.DynamicInstructions }),
    reason: Status === 'Stopped' ? reasonOf(task) : '',
  }
}
export function buildRow(build: Build): Row {
  const { BuildID, Status, CreatedAt, Stats, DefaultArguments } = build
  return {
    id: BuildID,
    status: Status,
    name: nameOf(build),
    program: programName(build),
    core: coreNameOf(build.BuildCoreSpecs),
    arguments: DefaultArguments ?? '',
    createdAt: CreatedAt ?? 0,
    ...(Stats && { milliseconds: Stats.BuildTimeInMilliseconds }),
    reason: Status === 'Stopped' ? reasonOf(build) : '',
  }
}

export const durationText = (milliseconds: number | undefined): string =>
  milliseconds === undefined
    ? '–'
    : milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : milliseconds < 60_000
        ? `${(milliseconds / 1000).toFixed(1)} s`
        : `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`

export function rowsCsv(rows: readonly Row[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) || /^[=+\-@]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = rows.map((row) => [
    row.id,
    row.status,
    row.name,
    row.core,
    row.arguments,
    new Date(row.createdAt).toISOString(),
    String(row.milliseconds ?? ''),
    String(row.instructions ?? ''),
  ])
  return [['id', 'status', 'name', 'core', 'arguments', 'created', 'milliseconds', 'instructions'], ...lines]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')
}
