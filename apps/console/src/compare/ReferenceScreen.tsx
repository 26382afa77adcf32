// A tracked value beside Monte Carlo: how far the two are apart, what chance alone would give, and what each of them cost.
import { isTerminal, LIMITS, transitionReason, type Value } from '@credence/contract'
import { isPlain, parseUx, ttrOfSamples, type UxValue, uxValue } from '@credence/distribution'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { client } from '../api/client.ts'
import { FRESH, operationQuery } from '../api/queries.ts'
import type { ValueRow } from '../output/value-row.ts'
import { coreNameOf } from '../programs/rows.ts'
import { useTitle } from '../state/title.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { compared } from './compared.ts'
import { sourceOf } from './facts.ts'
import { type MatchedRow, matchValues, rowOf } from './matching.ts'
import { ReferenceCurves } from './ReferenceCurves.tsx'
import { ReferenceFigures, ReferenceSpeed } from './ReferenceFigures.tsx'
import { type ComparedRun, useRuns } from './runs.ts'
import { SourceDiff } from './SourceDiff.tsx'
import type { ReferenceSearch } from './search.ts'
import { VerdictNote } from './VerdictNote.tsx'
import './compare.css'

const Overlay = lazy(async () => ({ default: (await import('@credence/plot/overlay')).DistributionOverlay }))
const StartReference = lazy(async () => ({ default: (await import('./StartReference.tsx')).StartReference }))

export function ReferenceScreen() {
  useTitle('Compare with Monte Carlo', 'Task manager')
  const search = useSearch({ from: '/inside/compare/reference' })
  const { task, reference } = search
  const [tracked, drawn] = useRuns([task, reference].filter((id) => id !== undefined))
  const [isStarting, setStarting] = useState(false)
  if (!task || !tracked)
    return (
      <Page>
        <p>
          Open a task and choose <b>Compare with Monte Carlo</b>.
        </p>
      </Page>
    )
  const begin = (word: string) => (
    <p>
      <button type="button" className="button button-primary" aria-disabled={!tracked.build} onClick={() => setStarting(true)}>
        {word}
      </button>
    </p>
  )
  return (
    <Page>
      {(tracked.error ?? drawn?.error) !== undefined && !drawn?.task && <ErrorNote error={tracked.error ?? drawn?.error} />}
      {!reference && begin('Run it on a Reference core')}
      {drawn && <Compared tracked={tracked} drawn={drawn} search={search} onTrace={() => setStarting(true)} />}
      {drawn?.task && isTerminal(drawn.task.Status) && begin('Run another reference')}
      {isStarting && tracked.task && tracked.build && (
        <Suspense>
          <StartReference task={tracked.task} build={tracked.build} value={search.value} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </Page>
  )
}
const Page = ({ children }: { readonly children: ReactNode }) => (
  <>
    <h1>Compare with Monte Carlo</h1>
    {children}
  </>
)

interface ComparedProps {
  readonly tracked: ComparedRun
  readonly drawn: ComparedRun
  readonly search: ReferenceSearch
  readonly onTrace: () => void
}
function Compared({ tracked, drawn, search, onTrace }: ComparedProps) {
  const navigate = useNavigate()
  const seek = (change: ReferenceSearch) =>
    void navigate({ to: '/compare/reference', search: (old: object) => ({ ...old, ...change }), replace: true } as never)
  const { task } = drawn
  const hasEnded = task !== undefined && isTerminal(task.Status)
  const traced = useQuery({
    ...operationQuery('listTaskValues', { path: { TaskID: drawn.taskId }, query: {} }),
    enabled: hasEnded && task.Status === 'Completed',
    staleTime: FRESH.lasting,
  })
  const rows = useMemo(() => matchValues<ValueRow>([tracked.values?.rows ?? []]), [tracked.values])
  const row = rowOf(rows, search.value)
  const value = tracedValue(traced.data?.Values, search.traced, row)
  if (task && !hasEnded)
    return (
      <p className="row" role="status">
        <StatusMark status={task.Status} /> The Reference core executes the program. {progressOf(task)}
      </p>
    )
  if (task && task.Status !== 'Completed')
    return (
      <div className="note note-danger" role="alert">
        <p>
          The reference is {task.Status}: {transitionReason(task.StatusTransitions.at(-1)?.Message ?? '') || 'no reason is known'}.{' '}
          <Link to="/tasks/$taskId" params={{ taskId: drawn.taskId }} search={{}}>
            Open it
          </Link>
        </p>
      </div>
    )
  if (!task || !tracked.values || traced.isPending) return <Waiting rows={6} />
  if (traced.error) return <ErrorNote error={traced.error} onRetry={() => void traced.refetch()} />
  const sources = [sourceOf(tracked.build), sourceOf(drawn.build)] as const
  return (
    <>
      <section className="panel row" aria-label="What is compared">
        <label className="run-choice">
          <span>Tracked</span>
          <select className="run-picker" value={row?.key ?? ''} onChange={(event) => seek({ value: event.target.value })}>
            {rows.map(({ key, name, values: [each] }) => (
              <option key={key} value={key}>
                {name || `Value ${key.replace('@', '')}`}: {each?.piece.stated}
              </option>
            ))}
          </select>
        </label>
        <label className="run-choice">
          <span>Reference</span>
          <select className="run-picker" value={value?.ValueID ?? ''} onChange={(event) => seek({ traced: event.target.value })}>
            {(traced.data?.Values ?? []).map(({ ValueID, Name, LineNumber, Pass }) => (
              <option key={ValueID} value={ValueID}>
                {Name}, line {LineNumber}
                {Pass > 0 ? `, pass ${Pass + 1}` : ''}
              </option>
            ))}
          </select>
        </label>
        <RunLink run={tracked} word="tracked" />
        <RunLink run={drawn} word="reference" />
        {value && (
          <CopyAs
            what="the samples"
            call={callOf('getValueSamples', { path: { TaskID: drawn.taskId, ValueID: value.ValueID }, query: { count: LIMITS.samples.max } })}
          />
        )}
      </section>
      {sources[0] !== undefined && sources[1] !== undefined && sources[0] !== sources[1] && (
        <section className="panel stack" aria-labelledby="sources-differ">
          <h2 id="sources-differ">The sources differ</h2>
          <p className="note note-warn">What follows compares two programs, not two ways to run one.</p>
          <SourceDiff left={{ name: 'tracked', source: sources[0] }} right={{ name: 'reference', source: sources[1] }} />
        </section>
      )}
      {!row ? (
        <p className="note">The tracked run printed no number with a distribution: there is nothing to compare.</p>
      ) : !value ? (
        <section className="panel stack">
          <p>The reference traced no value, so what its executions gave is not kept.</p>
          <p>
            <button type="button" className="button button-primary" onClick={onTrace}>
              Run it with a variable to trace
            </button>
          </p>
        </section>
      ) : (
        <Distances tracked={tracked} drawn={drawn} row={row} value={value} />
      )}
    </>
  )
}

function progressOf({ Stats }: NonNullable<ComparedRun['task']>): string {
  const { Executions } = (Stats ?? {}) as { Executions?: { readonly Done: number; readonly Wanted: number } }
  return Executions ? `${Executions.Done.toLocaleString('en')} of ${Executions.Wanted.toLocaleString('en')} executions are over.` : ''
}

const RunLink = ({ run: { taskId, build }, word }: { readonly run: ComparedRun; readonly word: string }) => (
  <Link to="/tasks/$taskId" params={{ taskId }} search={{}}>
    {coreNameOf(build?.BuildCoreSpecs) || word}
  </Link>
)

/** The one that is asked for; else one that is called like the printed value; else the first. */
function tracedValue(values: readonly Value[] | undefined, wanted: string | undefined, row: MatchedRow<ValueRow> | undefined): Value | undefined {
  return values?.find(({ ValueID }) => ValueID === wanted) ?? values?.find(({ Name }) => Name === row?.name) ?? values?.[0]
}

/** Of samples: their histogram has so many bars as they fill, up to those that a picture shows. */
const MOST_ORDER = 6
const PER_BAR = 16
interface DistancesProps extends Pick<ComparedProps, 'tracked' | 'drawn'> {
  readonly row: MatchedRow<ValueRow>
  readonly value: Value
}
function Distances({ tracked, drawn, row, value }: DistancesProps) {
  const piece = row.values[0]!.piece
  const [view, setView] = useState<'density' | 'cdf'>('density')
  const samples = useQuery({
    queryKey: ['valueSamples', drawn.taskId, value.ValueID],
    staleTime: FRESH.lasting,
    gcTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const path = { TaskID: drawn.taskId, ValueID: value.ValueID }
      const { Samples } = await client.request('getValueSamples', { path, query: { count: LIMITS.samples.max }, signal })
      return Float64Array.from(Samples, Number)
    },
  })
  const result = useQuery({
    queryKey: ['reference', drawn.taskId, value.ValueID, piece.ux],
    enabled: samples.data !== undefined && piece.ux !== '',
    staleTime: FRESH.lasting,
    gcTime: 5 * 60_000,
    queryFn: async ({ signal }) => (await compared({ ask: 'reference', ux: piece.ux, samples: samples.data! }, signal)) ?? null,
  })
  const drawnValues = useMemo(() => (samples.data ? overlaid(piece.ux, samples.data) : undefined), [piece.ux, samples.data])
  if (samples.error) return <ErrorNote error={samples.error} onRetry={() => void samples.refetch()} />
  if (result.error) return <ErrorNote error={result.error} />
  if (isPlain(parseUx(piece.ux || piece.decimal))) return <p className="note">The tracked value is a plain number: there is nothing to compare.</p>
  if (result.data === undefined) return <Waiting rows={8} />
  if (result.data === null) return <p className="note">One of the two has no finite number: there is nothing to compare but that.</p>
  return (
    <>
      <VerdictNote result={result.data} />
      <section className="panel stack" aria-labelledby="both">
        <div className="row spread">
          <h2 id="both">Both</h2>
          <div className="row" role="toolbar" aria-label="View">
            {(['density', 'cdf'] as const).map((each) => (
              <button key={each} type="button" className="button button-small" aria-pressed={view === each} onClick={() => setView(each)}>
                {each === 'density' ? 'Density' : 'CDF and difference'}
              </button>
            ))}
          </div>
        </div>
        {view === 'cdf' ? (
          <ReferenceCurves result={result.data} name={row.name} />
        ) : (
          drawnValues && (
            <Suspense fallback={<div className="compared-plot-room" />}>
              <Overlay label={row.name || 'Value'} values={drawnValues} xAxisLabel={row.name} />
            </Suspense>
          )
        )}
      </section>
      <ReferenceFigures result={result.data} />
      <ReferenceSpeed result={result.data} tracked={tracked} drawn={drawn} />
    </>
  )
}

function overlaid(ux: string, samples: Float64Array): readonly { readonly name: string; readonly value: UxValue }[] {
  const sorted = samples.filter(Number.isFinite).sort()
  const order = Math.max(1, Math.min(MOST_ORDER, Math.floor(Math.log2(sorted.length / PER_BAR))))
  const histogram = ttrOfSamples(sorted, order)
  return [
    { name: 'tracked', value: parseUx(ux) },
    ...(sorted.length > 0 ? [{ name: `${sorted.length.toLocaleString('en')} executions`, value: uxValue(histogram) }] : []),
  ]
}
