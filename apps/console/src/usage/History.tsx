// What the days of a range used, and the programs, repositories and cores that used most of it.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Choice } from '../ui/Choice.tsx'
import { csv } from '../ui/csv.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { saveText } from '../ui/save-text.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { DayChart } from './DayChart.tsx'
import { type Day, dayText, FIGURES, type Figure } from './days.ts'
import { GROUPS, type Group, largest, type Share } from './tally.ts'
import { useListed } from './use-listed.ts'

const route = getRouteApi('/inside/usage')
const RANGES = ['7', '30', '90'] as const

export function History() {
  const { days = 30 } = route.useSearch()
  const navigate = useNavigate()
  const [figure, setFigure] = useState<Figure>('tasks')
  const { tasks, builds, tally, isLoading, error, cancel, again } = useListed(days)
  const label = FIGURES.find(({ id }) => id === figure)?.label ?? ''
  return (
    <section className="panel stack" aria-labelledby="history">
      <div className="row spread">
        <h2 id="history">By day</h2>
        {!isLoading && tally && (
          <button type="button" className="button" onClick={() => saveText('usage.csv', daysCsv(tally.days), 'text/csv')}>
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
      {tally ? <DayChart days={tally.days} figure={figure} label={label} /> : <Waiting rows={5} />}
      <p className="hint row">
        From {tasks.toLocaleString('en')} tasks and {builds.toLocaleString('en')} builds. Deleted ones are missing.
        {isLoading && (
          <button type="button" className="button button-small" onClick={cancel}>
            Cancel
          </button>
        )}
      </p>
      {tally && (
        <>
          <DayTable days={tally.days} />
          <div className="row spread">
            <h2>Where it went: {label.toLowerCase()}</h2>
            <button type="button" className="button" onClick={() => saveText('usage-by.csv', sharesCsv(tally.groups), 'text/csv')}>
              Export CSV by program, repository and core
            </button>
          </div>
          <div className="usage-groups">
            {GROUPS.map(({ id, label: title }) => (
              <Largest key={id} title={title} group={id} shares={largest(tally.groups[id], figure)} figure={figure} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

interface LargestProps {
  readonly title: string
  readonly group: Group
  readonly shares: readonly Share[]
  readonly figure: Figure
}
function Largest({ title, group, shares, figure }: LargestProps) {
  const most = Math.max(1, ...shares.map((share) => share[figure]))
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      {shares.length === 0 ? (
        <p className="muted">None in this range.</p>
      ) : (
        <ol className="usage-shares">
          {shares.map((share) => (
            <li key={share.name}>
              {share.name === '' ? (
                <span className="muted">deleted builds</span>
              ) : (
                <Link to="/tasks" search={group === 'core' ? { core: share.name } : { text: share.name }}>
                  {share.name}
                </Link>
              )}
              <span className="tabular">{share[figure].toLocaleString('en')}</span>
              <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={share[figure] / most} height="1" />
              </svg>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function DayTable({ days }: { readonly days: readonly Day[] }) {
  return (
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
            {days.toReversed().map((day) => (
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
  )
}

const daysCsv = (days: readonly Day[]): string =>
  csv(
    ['day', ...FIGURES.map(({ id }) => id)],
    days.map((day) => [dayText(day.at), ...FIGURES.map(({ id }) => day[id])]),
  )
const sharesCsv = (groups: Readonly<Record<Group, readonly Share[]>>): string =>
  csv(
    ['by', 'name', ...FIGURES.map(({ id }) => id)],
    GROUPS.flatMap(({ id: group }) => groups[group].map((share) => [group, share.name, ...FIGURES.map(({ id }) => share[id])])),
  )
