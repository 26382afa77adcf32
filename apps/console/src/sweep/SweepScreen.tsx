// One program over cores and arguments: what runs, what came of it, as a table and a trend. All of it stands in the address, so closing the tab loses nothing that ran.
import { type Build, type Core, isHardwareClass } from '@credence/contract'
import { copyText } from '@credence/ui/copy-text'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FRESH, listQuery, operationQuery } from '../api/queries.ts'
import { OFFERED_CORES } from '../programs/draft.ts'
import { coreNameOf, nameOf } from '../programs/rows.ts'
import { announce } from '../state/live-region.ts'
import { useTitle } from '../state/title.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { saveText } from '../ui/save-text.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { argumentSets, cellsOf, listOf, patternFault, probabilitiesOf, type SweepSearch, tasksIn } from './grid.ts'
import { type SweepRow, sweepCsv, sweepLatex, sweepMarkdown } from './results.ts'
import { SweepForm } from './SweepForm.tsx'
import { TrendPlot } from './TrendPlot.tsx'
import { type Sweep, useSweepResults, useSweepRun } from './use-sweep.ts'
import '../compare/compare.css'
import './sweep.css'

/** Of one sweep, whatever the plan allows: other work of the account has its turn. */
const MOST_AT_ONCE = 8

export function SweepScreen() {
  useTitle('Sweep', 'Task manager')
  const search = useSearch({ from: '/inside/sweep' })
  const { data: build, error } = useQuery({
    ...operationQuery('getBuild', { path: { BuildID: search.of ?? '' } }),
    enabled: search.of !== undefined,
    staleTime: FRESH.lasting,
  })
  return (
    <>
      <h1>Sweep</h1>
      {error && <ErrorNote error={error} />}
      {search.of === undefined ? (
        <section className="panel">
          <p>Open a task or a build and choose Sweep: its program then runs on the cores and with the arguments that you name.</p>
          <p>
            <Link to="/tasks" search={{}}>
              To the tasks
            </Link>
          </p>
        </section>
      ) : build ? (
        <Swept build={build} search={search} />
      ) : (
        !error && <Waiting rows={6} />
      )}
    </>
  )
}

function Swept({ build, search }: { readonly build: Build; readonly search: SweepSearch }) {
  const navigate = useNavigate()
  const seek = (change: SweepSearch) => void navigate({ to: '/sweep', search: (old: object) => ({ ...old, ...change }), replace: true } as never)
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const own = useInfiniteQuery(listQuery('listCores', { query: {} }))
  const ownCores = own.data?.pages.flatMap((page) => page.Cores as readonly Core[])
  const cores = useMemo(() => [...(OFFERED_CORES as readonly Core[]), ...(ownCores ?? []).filter(({ Class }) => !isHardwareClass(Class))], [ownCores])
  const coreOf = useMemo(() => new Map(cores.flatMap((core) => [[core.Name, core] as const, [core.CoreID, core] as const])), [cores])
  const places = [...coreOf.keys()]
  const placeOf = (name: string) => places.indexOf(name) // in the order of the list, whichever was chosen first
  const chosen = search.cores === undefined ? [coreNameOf(build.BuildCoreSpecs)].filter((name) => coreOf.has(name)) : listOf(search.cores)
  const pattern = search.args ?? build.DefaultArguments ?? ''
  const sets = patternFault(pattern) === '' ? argumentSets(pattern) : []
  const cells = cellsOf(chosen, sets, tasksIn(search))
  const probabilities = probabilitiesOf(search.quantiles)
  const atOnce = Math.max(1, Math.min(MOST_AT_ONCE, user?.Limits?.RunningCount ?? 1))
  const sweep = useSweepRun(build, cells, coreOf, atOnce, (tasks) => seek({ tasks }))
  const results = useSweepResults(cells, coreOf, sweep.states, search.value, probabilities)
  const wasStarted = cells.some(({ task }) => task) || sweep.isRunning || sweep.states.some(({ kind }) => kind === 'failed')
  const begin = () => {
    seek({ cores: chosen.join(','), args: pattern })
    sweep.start()
  }
  const done = sweep.states.filter(({ kind }) => kind === 'ended' || kind === 'failed').length
  return (
    <>
      <p>
        Program:{' '}
        <Link to="/tasks/builds/$buildId" params={{ buildId: build.BuildID }}>
          {nameOf(build) || build.BuildID}
        </Link>
      </p>
      {!wasStarted ? (
        <SweepForm
          build={build.BuildID}
          cores={cores}
          chosen={chosen}
          pattern={pattern}
          user={user}
          atOnce={atOnce}
          onCores={(names) => seek({ cores: names.toSorted((one, other) => placeOf(one) - placeOf(other)).join(',') || undefined })}
          onPattern={(args) => seek({ args })}
          onStart={begin}
        />
      ) : (
        <section className="panel row spread" aria-label="How far it is">
          <p role="status">
            {done} of {cells.length} runs are over{sweep.isRunning ? '; closing this tab starts no more, and loses none that runs.' : '.'}
          </p>
          <p className="row">
            {sweep.isRunning ? (
              <button type="button" className="button" onClick={sweep.stop}>
                Start no more
              </button>
            ) : (
              cells.some(({ task }) => !task) && (
                <button type="button" className="button button-primary" onClick={() => sweep.start()}>
                  Start the rest
                </button>
              )
            )}
            <button type="button" className="button" aria-disabled={sweep.isRunning} onClick={() => !sweep.isRunning && seek({ tasks: undefined })}>
              Another sweep
            </button>
          </p>
        </section>
      )}
      {wasStarted && <Results results={results} sweep={sweep} probabilities={probabilities} search={search} onChange={seek} />}
    </>
  )
}

interface ResultsProps {
  readonly results: ReturnType<typeof useSweepResults>
  readonly sweep: Sweep
  readonly probabilities: readonly number[]
  readonly search: SweepSearch
  readonly onChange: (change: SweepSearch) => void
}
function Results({ results: { rows, keys, key, error }, sweep, probabilities, search, onChange }: ResultsProps) {
  const name = keys.find((each) => each.key === key)?.name ?? ''
  const copy = async (what: string, text: string) => {
    if (await copyText(text)) announce(`${what} copied`)
  }
  return (
    <section className="panel stack" aria-labelledby="sweep-results">
      <div className="row spread">
        <h2 id="sweep-results">Results</h2>
        <div className="row">
          <button type="button" className="button button-small" onClick={() => saveText('sweep.csv', sweepCsv(rows, probabilities), 'text/csv')}>
            CSV
          </button>
          <button type="button" className="button button-small" onClick={() => void copy('Markdown', sweepMarkdown(rows, probabilities))}>
            Copy Markdown
          </button>
          <button type="button" className="button button-small" onClick={() => void copy('LaTeX', sweepLatex(rows, probabilities))}>
            Copy LaTeX
          </button>
        </div>
      </div>
      <div className="row">
        <label className="field">
          <span className="field-label">Value</span>
          <select className="run-picker" value={key ?? ''} onChange={(event) => onChange({ value: event.target.value })}>
            {keys.length === 0 && <option value="">none yet</option>}
            {keys.map((each) => (
              <option key={each.key} value={each.key}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <Field label="Quantiles (%)" value={search.quantiles ?? '2.5, 50, 97.5'} onChange={(event) => onChange({ quantiles: event.target.value })} />
      </div>
      {error !== undefined && error !== null && <ErrorNote error={error} />}
      <TrendPlot rows={rows} name={name || 'the value'} />
      <TableScroll label="Results of the sweep">
        <table>
          <thead>
            <tr>
              <th scope="col">Core</th>
              <th scope="col">Arguments</th>
              <th scope="col">Status</th>
              {['Mean', 'sd', 'Skewness', 'Kurtosis', ...probabilities.map((p) => `${Number((100 * p).toFixed(6))} %`), 'W1 to finest', 'Time'].map(
                (title) => (
                  <th key={title} scope="col" className="number">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <ResultRow
                key={`${row.core} ${row.arguments}`}
                row={row}
                probabilities={probabilities}
                isBusy={sweep.isRunning}
                onRetry={() => sweep.start([index])}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="hint">
        W1 is the distance to the run with the same arguments on the core of the highest precision, in the unit of the value. Time is processor time.
      </p>
    </section>
  )
}

interface ResultRowProps {
  readonly row: SweepRow
  readonly probabilities: readonly number[]
  readonly isBusy: boolean
  readonly onRetry: () => void
}
function ResultRow({ row, probabilities, isBusy, onRetry }: ResultRowProps) {
  const { core, arguments: words, status, mean, deviation, skewness, kurtosis, quantiles, w1, milliseconds, task } = row
  const hasFailed = /^(Failed|Stopped|Cancelled)/.test(status)
  const number = (x: number | undefined) =>
    x === undefined ? '–' : Math.abs(x) < 1e-9 * Math.abs(deviation || 1) ? '0' : Number.isFinite(x) ? x.toPrecision(5) : String(x)
  return (
    <tr>
      <th scope="row">{core}</th>
      <td>
        <code>{words}</code>
      </td>
      <td>
        {task ? (
          <Link to="/tasks/$taskId" params={{ taskId: task }} search={{}}>
            {status}
          </Link>
        ) : (
          <span className={hasFailed ? 'fault' : 'muted'}>{status}</span>
        )}
        {hasFailed && !isBusy && (
          <>
            {' '}
            <button type="button" className="button button-small" aria-label={`Retry ${core} ${words}`.trim()} onClick={onRetry}>
              Retry
            </button>
          </>
        )}
      </td>
      {[mean, deviation, skewness, kurtosis, ...probabilities.map((_, index) => quantiles?.[index]), w1].map((x, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures have their place
        <td key={index} className="number" title={x === undefined ? undefined : String(x)}>
          {number(x)}
        </td>
      ))}
      <td className="number">{milliseconds === undefined ? '–' : `${milliseconds} ms`}</td>
    </tr>
  )
}
