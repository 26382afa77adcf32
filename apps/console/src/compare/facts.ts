// What is said of each run beside its values: rows of a table, one cell a run.
import type { Build, Task } from '@credence/contract'
import { coreNameOf, durationText, nameOf } from '../programs/rows.ts'
import { bytes } from '../ui/bytes.ts'

export interface FactRow {
  readonly name: string
  readonly cells: readonly string[]
}
export interface FactSection {
  readonly title: string
  readonly rows: readonly FactRow[]
}
interface Run {
  readonly task?: Task | undefined
  readonly build?: Build | undefined
}

const NOTHING = '–'

/** Rows that say something of at least one run. */
export function factsOf(runs: readonly Run[]): FactSection[] {
  const row = (name: string, cell: (run: Run) => string | undefined): FactRow => ({ name, cells: runs.map((run) => cell(run) || NOTHING) })
  const specs = (of: (specs: NonNullable<Build['BuildCoreSpecs']>) => string | number) => (run: Run) =>
    run.build?.BuildCoreSpecs ? String(of(run.build.BuildCoreSpecs)) : undefined
  const count = (given: number | undefined) => given?.toLocaleString('en')
  const sections: readonly FactSection[] = [
    {
      title: 'Core and arguments',
      rows: [
        row('Program', ({ build }) => nameOf(build)),
        row('Version', ({ build }) => versionOf(build)),
        row('Core', ({ build }) => coreNameOf(build?.BuildCoreSpecs)),
        row(
          'Microarchitecture',
          specs(({ Microarchitecture }) => Microarchitecture),
        ),
        row(
          'Precision',
          specs(({ Precision }) => Precision.toLocaleString('en')),
        ),
        row(
          'Memory',
          specs(({ MemorySize }) => bytes(MemorySize)),
        ),
        row(
          'Correlation',
          specs(({ CorrelationTracking }) => CorrelationTracking),
        ),
        row('Arguments', ({ task }) => task?.Arguments),
        row('Data sources', ({ task }) => task?.DataSources.map(({ Location, ResourceID }) => `${Location}: ${ResourceID}`).join(', ')),
      ],
    },
    {
      title: 'Stats',
      rows: [
        row('Status', ({ task }) => task?.Status),
        row('DynamicInstructions', ({ task }) => count(task?.Stats?.DynamicInstructions)),
        row('ProcessorTime', ({ task }) => (task?.Stats ? `${task.Stats.ProcessorTime.toFixed(3)} s` : undefined)),
        row('ExecutionTimeInMilliseconds', ({ task }) => count(task?.Stats?.ExecutionTimeInMilliseconds)),
        row('Build time', ({ build }) => (build?.Stats ? durationText(build.Stats.BuildTimeInMilliseconds) : undefined)),
        row('Build size', ({ build }) => (build?.Stats ? bytes(build.Stats.BuildSizeInBytes) : undefined)),
      ],
    },
  ]
  return sections.map(({ title, rows }) => ({ title, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== NOTHING)) }))
}
export const isDifferent = ({ cells }: FactRow): boolean => new Set(cells).size > 1

function versionOf(build: Build | undefined): string | undefined {
  const repository = build?.Application.Repository as { Branch?: string; Commit?: string; CommitHash?: string } | undefined
  return repository && [repository.Branch, repository.Commit].filter(Boolean).join(' ')
}

/** The source of a build, where it is one file. */
export const sourceOf = (build: Build | undefined): string | undefined => build?.Application.SourceCode?.Code
