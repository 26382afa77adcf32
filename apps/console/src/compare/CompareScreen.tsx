// Runs side by side: what they ran on, what it cost, and their values with the difference to the first run.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { nameOf } from '../programs/rows.ts'
import { useTitle } from '../state/title.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { ComparedTable } from './ComparedTable.tsx'
import { ComparedValues } from './ComparedValues.tsx'
import { factsOf, sourceOf } from './facts.ts'
import { RunPicker } from './RunPicker.tsx'
import { type ComparedRun, useRuns } from './runs.ts'
import { SourceDiff } from './SourceDiff.tsx'
import { type CompareSearch, MOST_RUNS, taskIds, tasksText } from './search.ts'
import './compare.css'

export function CompareScreen() {
  useTitle('Compare runs', 'Task manager')
  const search = useSearch({ from: '/inside/compare' })
  const navigate = useNavigate()
  const ids = useMemo(() => taskIds(search), [search])
  const seek = (change: Partial<Record<keyof CompareSearch, unknown>>) =>
    void navigate({ to: '/compare', search: (old: object) => ({ ...old, ...change }), replace: true } as never)
  const show = (next: readonly string[]) => seek({ tasks: next.length > 0 ? tasksText(next) : undefined })
  const runs = useRuns(ids)
  const names = useNames(runs)
  const sections = useMemo(() => factsOf(runs), [runs])
  const failed = runs.find(({ error }) => error)
  return (
    <>
      <div className="row spread">
        <h1>Compare runs</h1>
        <div className="row">
          {ids.length > 1 && (
            <label className="check">
              <input
                type="checkbox"
                checked={search.differences === true}
                onChange={(event) => seek({ differences: event.target.checked || undefined })}
              />{' '}
              Differences only
            </label>
          )}
          {ids.length < MOST_RUNS && <RunPicker label="Add a run" without={ids} onPick={(id) => show([...ids, id])} />}
        </div>
      </div>
      {failed && <ErrorNote error={failed.error} />}
      {ids.length < 2 && (
        <section className="panel">
          <p>
            {ids.length === 0
              ? 'Choose two to eight runs: here, or in the list of tasks with x and then c.'
              : 'Add another run to compare this one with.'}
          </p>
        </section>
      )}
      {ids.length > 0 && (
        <>
          <ComparedTable
            runs={runs}
            names={names}
            sections={sections}
            onlyDifferences={search.differences === true}
            onBaseline={(id) => show([id, ...ids.filter((each) => each !== id)])}
            onRemove={(id) => show(ids.filter((each) => each !== id))}
          />
          <ComparedValues
            runs={runs}
            names={names}
            value={search.value}
            onlyDifferences={search.differences === true}
            onValue={(value) => seek({ value })}
          />
          <Sources runs={runs} names={names} chosen={search.source} onChoose={(source) => seek({ source })} />
        </>
      )}
    </>
  )
}

/** For people: each run's own name, or its program's with a letter, as programs are often the same. */
function useNames(runs: readonly ComparedRun[]): readonly string[] {
  return runs.map(
    ({ taskId, task, build }, index) =>
      (task?.Name && nameOf(build, task.Name)) || `${String.fromCharCode(65 + index)} · ${nameOf(build) || taskId.slice(0, 8)}`,
  )
}

interface SourcesProps {
  readonly runs: readonly ComparedRun[]
  readonly names: readonly string[]
  readonly chosen: string | undefined
  readonly onChoose: (taskId: string) => void
}
function Sources({ runs, names, chosen, onChoose }: SourcesProps) {
  const [first] = runs
  const source = sourceOf(first?.build)
  const others = runs
    .map((run, index) => ({ id: run.taskId, name: names[index] ?? '', source: sourceOf(run.build) }))
    .filter((other) => other.source !== undefined && other.source !== source)
  const other = others.find(({ id }) => id === chosen) ?? others[0]
  if (runs.some(({ task, build }) => task && !task.BuildDeleted && !build)) return <Waiting rows={2} />
  if (source === undefined || !other?.source) return null
  return (
    <section className="panel stack" aria-labelledby="sources">
      <div className="row spread">
        <h2 id="sources">Sources</h2>
        {others.length > 1 && (
          <select className="run-picker" aria-label="Compare the source with" value={other.id} onChange={(event) => onChoose(event.target.value)}>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <SourceDiff left={{ name: names[0] ?? '', source }} right={{ name: other.name, source: other.source }} />
    </section>
  )
}
