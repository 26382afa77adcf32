// What the account uses of what its plan allows, and what the days of a range used.
import { type Build, LIMITS, type Task, USAGE_COUNTERS } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery } from '../api/queries.ts'
import { announce } from '../state/live-region.ts'
import { useTitle } from '../state/title.ts'
import { bytes } from '../ui/bytes.ts'
import { Choice } from '../ui/Choice.tsx'
import { csv } from '../ui/csv.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { limitShares, NEAR } from '../ui/limit-share.ts'
import { saveText } from '../ui/save-text.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { DayChart } from './DayChart.tsx'
import { daysOf, dayText, FIGURES } from './days.ts'
import './usage.css'

const route = getRouteApi('/inside/usage')
const RANGES = ['7', '30', '90'] as const
const DAY_MS = 86_400_000

export function UsageScreen() {
  useTitle('Usage')
  const { data: user, error, refetch } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  if (error && !user) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!user)
    return (
      <>
        <h1>Usage</h1>
        <Waiting rows={8} />
      </>
    )
  const usage = user.ResourceUsage
  const shares = limitShares(usage, user.Limits)
  const limited = new Set(shares.map(({ field }) => field))
  const told = (name: string, count: number) => (name.endsWith('Bytes') ? bytes(count) : count.toLocaleString('en'))
  return (
    <>
      <h1>Usage</h1>
      <section className="panel stack" aria-labelledby="limits">
        <h2 id="limits">Of your plan</h2>
        <ul className="shares">
          {shares.map(({ field, heading, share, used, limit }) => (
            <li key={field}>
              <span>{heading}</span>
              <meter min={0} max={1} high={NEAR} optimum={0} value={Math.min(share, 1)} aria-label={`${heading}: ${used} of ${limit}`} />
              <span className="tabular">
                {used} of {limit}
                {share >= 1 ? (
                  <span className="tag tag-danger">reached</span>
                ) : share >= NEAR ? (
                  <span className="tag tag-warn">nearly reached</span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
        {shares.some(({ share }) => share >= NEAR) && (
          <p>
            <Link to="/billing">Compare the plans</Link>
          </p>
        )}
      </section>
      <section className="panel stack" aria-labelledby="counters">
        <h2 id="counters">Counters</h2>
        <p className="hint">
          {usage.ResetsAt > 0
            ? `Those of tasks, calls, plots, instructions and milliseconds begin anew on ${new Date(usage.ResetsAt * 1000).toLocaleString()}.`
            : 'They never begin anew.'}
        </p>
        <dl className="counters">
          {USAGE_COUNTERS.filter((name) => !limited.has(name)).map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tabular">{told(name, usage[name])}</dd>
            </div>
          ))}
        </dl>
      </section>
      <History />
    </>
  )
}

function History() {
  const { days = 30 } = route.useSearch()
  const navigate = useNavigate()
  const [figure, setFigure] = useState<(typeof FIGURES)[number]['id']>('tasks')
  const { tasks, builds, from, until, isLoading, error, cancel, again } = useListed(days)
  const perDay = daysOf(tasks, builds, from, until)
  return (
    <section className="panel stack" aria-labelledby="history">
      <div className="row spread">
        <h2 id="history">By day</h2>
        {!isLoading && (
          <button
            type="button"
            className="button"
            onClick={() =>
              saveText(
                'usage.csv',
                csv(
                  ['day', ...FIGURES.map(({ id }) => id)],
                  perDay.map((day) => [dayText(day.at), ...FIGURES.map(({ id }) => day[id])]),
                ),
                'text/csv',
              )
            }
          >
            Export CSV
          </button>
        )}
      </div>
      <div className="row">
        <Choice
          label="Range"
          options={RANGES.map((id) => ({ id, label: `${id} days` }))}
          value={RANGES.find((each) => Number(each) === days) ?? '30'}
          onChange={(id) => void navigate({ to: '/usage', search: { days: Number(id) }, replace: true })}
        />
        <Choice label="Figure" options={FIGURES} value={figure} onChange={setFigure} />
      </div>
      {error !== undefined && <ErrorNote error={error} onRetry={again} />}
      <DayChart days={perDay} figure={figure} label={FIGURES.find(({ id }) => id === figure)?.label ?? ''} />
      <p className="hint row">
        From {tasks.length.toLocaleString('en')} tasks and {builds.length.toLocaleString('en')} builds. Deleted ones are missing.
        {isLoading && (
          <button type="button" className="button button-small" onClick={cancel}>
            Cancel
          </button>
        )}
      </p>
      <details>
        <summary>As a table</summary>
        <TableScroll label="Usage by day">
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {FIGURES.map(({ id, label }) => (
                  <th key={id} scope="col" className="number">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {perDay.toReversed().map((day) => (
                <tr key={day.at}>
                  <th scope="row">{dayText(day.at)}</th>
                  {FIGURES.map(({ id }) => (
                    <td key={id} className="number">
                      {day[id].toLocaleString('en')}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      </details>
    </section>
  )
}

/** All tasks and builds of a range, page after page, until they are all there or somebody has seen enough. */
function useListed(days: number) {
  const [listed, setListed] = useState<{ readonly tasks: readonly Task[]; readonly builds: readonly Build[] }>({ tasks: [], builds: [] })
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>()
  const [round, setRound] = useState(0)
  const stop = useRef(() => {})
  const [until] = useState(Date.now)
  const from = until - (days - 1) * DAY_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isOver = false
    const end = () => {
      isOver = true
      setLoading(false)
    }
    stop.current = end
    setLoading(true)
    setError(undefined)
    const since = String(new Date(from).setHours(0, 0, 0, 0))
    async function load() {
      const [tasks, builds]: [Task[], Build[]] = [[], []]
      const tell = () => setListed({ tasks: [...tasks], builds: [...builds] })
      const take = async <Item,>(items: AsyncIterable<Item>, into: Item[]) => {
        for await (const item of items) {
          if (isOver) return
          into.push(item)
          if (into.length % LIMITS.pageSize === 0) tell()
        }
      }
      await take(client.tasks.list({ from: since }), tasks)
      await take(client.builds.list({ from: since }), builds)
      if (isOver) return
      tell()
      end()
      announce(`From ${tasks.length} tasks and ${builds.length} builds`)
    }
    load().catch((failed: unknown) => {
      if (isOver) return
      setError(failed)
      end()
    })
    return () => {
      isOver = true
    }
  }, [from, round])
  return { ...listed, from, until, isLoading, error, cancel: () => stop.current(), again: () => setRound(round + 1) }
}
