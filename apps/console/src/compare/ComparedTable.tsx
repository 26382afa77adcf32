// One column a run: core, arguments and what the run cost.
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { When } from '../ui/When.tsx'
import { type FactSection, isDifferent } from './facts.ts'
import type { ComparedRun } from './runs.ts'

interface ComparedTableProps {
  readonly runs: readonly ComparedRun[]
  readonly names: readonly string[]
  readonly sections: readonly FactSection[]
  readonly onlyDifferences: boolean
  readonly onBaseline: (taskId: string) => void
  readonly onRemove: (taskId: string) => void
}
export function ComparedTable({ runs, names, sections, onlyDifferences, onBaseline, onRemove }: ComparedTableProps) {
  return (
    <section className="panel stack" aria-labelledby="runs">
      <div className="row spread">
        <h2 id="runs">Runs</h2>
        {runs[0] && (
          <CopyAs
            what="the baseline's output"
            call={callOf('getTaskOutput', { path: { TaskID: runs[0].taskId, Stream: 'Stdout' } }, `credence tasks output ${runs[0].taskId}`)}
          />
        )}
      </div>
      <TableScroll label="What the runs are">
        <table className="compared">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">What</span>
              </th>
              {runs.map(({ taskId, task }, index) => (
                <th key={taskId} scope="col">
                  <Link to="/tasks/$taskId" params={{ taskId }} search={{}} title={names[index]}>
                    {names[index]}
                  </Link>
                  <span className="compared-head">
                    {index === 0 ? (
                      <span className="tag">baseline</span>
                    ) : (
                      <button type="button" className="link small" aria-label={`Make baseline: ${names[index]}`} onClick={() => onBaseline(taskId)}>
                        Make baseline
                      </button>
                    )}
                    <button type="button" className="link small" onClick={() => onRemove(taskId)} aria-label={`Leave out ${names[index]}`}>
                      Leave out
                    </button>
                  </span>
                  {task && (
                    <span className="muted">
                      <When at={task.CreatedAt} />
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sections.map(({ title, rows }) => {
              const shown = onlyDifferences ? rows.filter(isDifferent) : rows
              return (
                <Fragment key={title}>
                  <tr className="compared-section">
                    <th scope="rowgroup" colSpan={runs.length + 1}>
                      {title}
                      {shown.length === 0 && <span className="muted"> the same in all</span>}
                    </th>
                  </tr>
                  {shown.map((row) => (
                    <tr key={row.name} data-different={runs.length > 1 && isDifferent(row)}>
                      <th scope="row">{row.name}</th>
                      {row.cells.map((cell, index) => (
                        <td key={runs[index]?.taskId}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </TableScroll>
    </section>
  )
}
