// The values of the runs: one row a value, each cell with the difference to the first run; one of them drawn for all runs.
import { parseUx } from '@credence/distribution'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { FRESH } from '../api/queries.ts'
import { ValueInText } from '../output/ValueInText.tsx'
import type { ValueRow } from '../output/value-row.ts'
import { coreNameOf } from '../programs/rows.ts'
import { valueKey } from '../programs/run-names.ts'
import { useRunNames } from '../programs/use-own.ts'
import { csv } from '../ui/csv.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { saveText } from '../ui/save-text.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { compared } from './compared.ts'
import type { Difference } from './distances.ts'
import { type MatchedRow, matchValues, rowOf } from './matching.ts'
import { type ComparedRun, executionsOf, MOST_VALUES } from './runs.ts'

const Overlay = lazy(async () => ({ default: (await import('@credence/plot/overlay')).DistributionOverlay }))
const FIRST = 100

interface ComparedValuesProps {
  readonly runs: readonly ComparedRun[]
  readonly names: readonly string[]
  readonly value: string | undefined
  readonly onlyDifferences: boolean
  readonly onValue: (key: string) => void
}
export function ComparedValues({ runs, names, value, onlyDifferences, onValue }: ComparedValuesProps) {
  const [isAll, setAll] = useState(false)
  const { names: given } = useRunNames()
  const lists = runs.map(({ taskId, values }) =>
    (values?.rows ?? []).map((row) => ({ ...row, name: given[valueKey(taskId, row.index)] ?? row.name })),
  )
  const known = runs.map(({ taskId, values }) => `${taskId} ${values !== undefined}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are made anew each time; the values of a task never change
  const rows = useMemo(() => matchValues<ValueRow>(lists), [known, given])
  const waits = runs.some(({ values, error }) => !values && !error)
  const differences = useDifferences(runs, rows, !waits)
  const chosen = rowOf(rows, value)
  const kept = onlyDifferences ? rows.filter(({ values }) => values.some((each) => each?.piece.ux !== values[0]?.piece.ux)) : rows
  const shown = isAll ? kept : kept.slice(0, FIRST)
  if (waits) return <Waiting rows={4} />
  if (rows.length === 0)
    return (
      <section className="panel">
        <p className="muted">None of the runs printed a number with a distribution.</p>
      </section>
    )
  return (
    <section className="panel stack" aria-labelledby="values">
      <div className="row spread">
        <h2 id="values">Values</h2>
        <button
          type="button"
          className="button button-small"
          onClick={() => saveText('comparison.csv', tableCsv(runs, names, rows, differences.data), 'text/csv')}
        >
          CSV
        </button>
      </div>
      {runs.some(({ values }) => values && values.total > values.rows.length) && (
        <p className="note">Of each run the first {MOST_VALUES.toLocaleString('en')} values are compared.</p>
      )}
      {differences.error && <ErrorNote error={differences.error} />}
      {chosen && (
        <Drawn row={chosen} names={runs.map(({ build }, index) => [String.fromCharCode(65 + index), coreNameOf(build?.BuildCoreSpecs)].join(' '))} />
      )}
      <TableScroll label="Values of the runs">
        <table className="compared">
          <thead>
            <tr>
              <th scope="col">Value</th>
              {runs.map(({ taskId }, index) => (
                <th key={taskId} scope="col">
                  {names[index]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key} aria-current={row.key === chosen?.key || undefined}>
                <th scope="row">
                  <button type="button" className="link" aria-pressed={row.key === chosen?.key} onClick={() => onValue(row.key)}>
                    {row.name || `Value ${row.key.replace('@', '')}`}
                  </button>
                </th>
                {row.values.map((each, index) => (
                  <td key={runs[index]?.taskId}>
                    {each ? <ValueInText piece={each.piece} /> : <span className="muted">not in this run</span>}
                    {index > 0 && each && row.values[0] && <Distance difference={differences.data?.get(row.key)?.[index]} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {kept.length === 0 && <p className="muted">All values are the same to the last digit.</p>}
      {kept.length > shown.length && (
        <button type="button" className="button button-small" onClick={() => setAll(true)}>
          Show all {kept.length}
        </button>
      )}
      <p className="hint">
        W1 is the mean distance by which one distribution has to be moved to become the other, ∫|F − G| dx, in the unit of the value; sd is the
        standard deviation of the baseline. Where executions of a Reference core made a value, chance is what W1 they would have on average from their
        own distribution.
      </p>
    </section>
  )
}

/** One for each row and run, by key; of the first run none. */
function useDifferences(runs: readonly ComparedRun[], rows: readonly MatchedRow<ValueRow>[], areKnown: boolean) {
  const executions = runs.map(executionsOf)
  return useQuery({
    queryKey: ['differences', runs.map(({ taskId }) => taskId), executions, rows.map(({ key }) => key)],
    enabled: areKnown && runs.length > 1 && rows.length > 0,
    staleTime: FRESH.lasting,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const cells = rows.flatMap(({ key, values }) =>
        values.flatMap((each, index) =>
          index > 0 && each?.piece.ux && values[0]?.piece.ux ? [{ key, index, one: values[0].piece.ux, other: each.piece.ux }] : [],
        ),
      )
      const pairs = cells.map(({ one, other, index }) => ({ one, other, executions: [executions[0], executions[index]] }))
      const answers = await compared({ ask: 'differences', pairs }, signal)
      const byKey = new Map<string, (Difference | undefined)[]>()
      for (const [place, { key, index }] of cells.entries()) {
        const row = byKey.get(key) ?? []
        row[index] = answers[place]
        byKey.set(key, row)
      }
      return byKey
    },
  })
}

function Distance({ difference }: { readonly difference: Difference | undefined }) {
  if (!difference || Number.isNaN(difference.w1)) return null
  const { w1, inDeviations, mean, chance } = difference
  if (w1 === 0) return <span className="compared-distance muted">the same</span>
  const spread = w1 / inDeviations
  return (
    <span className="compared-distance muted">
      mean {Math.abs(mean) < NOTHING * spread ? 'the same' : `${mean < 0 ? '−' : '+'}${three(Math.abs(mean))}`}, W1 {three(w1)}
      {Number.isFinite(inDeviations) && ` (${three(inDeviations)} sd)`}
      {chance !== undefined && `; chance ${three(chance)}`}
    </span>
  )
}
/** Of a standard deviation: what rounding leaves. */
const NOTHING = 1e-6
const three = (x: number): string => String(Number(x.toPrecision(3)))

function Drawn({ row, names }: { readonly row: MatchedRow<ValueRow>; readonly names: readonly string[] }) {
  const words = names.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are a list made anew each time
  const drawn = useMemo(
    () => row.values.flatMap((each, index) => (each?.piece.ux ? [{ name: names[index] ?? '', value: parseUx(each.piece.ux) }] : [])),
    [row, words],
  )
  if (drawn.length === 0) return null
  return (
    <Suspense fallback={<div className="compared-plot-room" />}>
      <Overlay label={row.name || 'Chosen value'} values={drawn} xAxisLabel={row.name} />
    </Suspense>
  )
}

function tableCsv(
  runs: readonly ComparedRun[],
  names: readonly string[],
  rows: readonly MatchedRow<ValueRow>[],
  differences: ReadonlyMap<string, readonly (Difference | undefined)[]> | undefined,
): string {
  return csv(
    ['value', 'run', 'task', 'mean', 'standard deviation', 'mean difference', 'W1'],
    rows.flatMap(({ key, name, values }) =>
      values.flatMap((each, index) => {
        if (!each) return []
        const difference = differences?.get(key)?.[index]
        return [
          [
            name || key,
            names[index] ?? '',
            runs[index]?.taskId ?? '',
            each.piece.mean,
            each.piece.deviation,
            difference?.mean ?? '',
            difference?.w1 ?? '',
          ],
        ]
      }),
    ),
  )
}
