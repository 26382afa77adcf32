// The variables of a program and which of them are traced. On cores that track every value, nothing needs a mark.
import { type Core, isTracking, LIMITS, type Variable } from '@credence/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FRESH, listQuery } from '../api/queries.ts'
import type { Draft, TraceMark } from '../programs/draft.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Icon } from '../ui/Icon.tsx'

interface VariableViewerProps {
  readonly draft: Draft
  readonly core: Core | undefined
  /** The last build; only one that was made with this list open knows its variables. */
  readonly buildId: string | undefined
  readonly onMarks: (marks: readonly TraceMark[]) => void
  readonly onLine: (line: number) => void
}
export function VariableViewer({ draft, core, buildId, onMarks, onLine }: VariableViewerProps) {
  const [text, setText] = useState('')
  const { traces } = draft
  const list = useInfiniteQuery({
    ...listQuery('listBuildVariables', { path: { BuildID: buildId ?? '' }, query: {} }),
    enabled: buildId !== undefined,
    staleTime: FRESH.lasting,
  })
  const variables = (list.data?.pages.flatMap((page) => page.Variables) ?? []).filter(({ Name, Function: inside }) =>
    `${Name} ${inside}`.toLowerCase().includes(text.toLowerCase()),
  )
  const put = (index: number, expression: string) => onMarks(traces.map((mark, each) => (each === index ? { ...mark, expression } : mark)))
  const isFull = traces.length >= LIMITS.trace.variables
  const add = ({ Name, Line }: Variable) => onMarks([...traces, { line: Line, expression: Name }])
  return (
    <section className="panel variables stack" aria-labelledby="variables-title">
      <h2 id="variables-title">Variables</h2>
      {core && isTracking(core.Microarchitecture) && (
        <p className="muted small">
          {core.Name} tracks every value: what is printed carries its distribution, and nothing needs a mark. Marked variables are recorded besides,
          each time their line is passed.
        </p>
      )}
      {traces.length > 0 && (
        <ul className="stack trace-list" aria-label="Traced variables">
          {traces.map(({ line, expression, isLost }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity but their place
            <li key={index} className="row">
              {isLost ? (
                <span className="fault">line gone</span>
              ) : (
                <button type="button" className="link" onClick={() => onLine(line)}>
                  line {line}
                </button>
              )}
              <input
                aria-label={`Expression on line ${line}`}
                value={expression}
                placeholder="x, a[0], a[0:3]"
                maxLength={LIMITS.trace.expressionCharacters}
                onChange={(event) => put(index, event.target.value)}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={`Stop tracing ${expression || `line ${line}`}`}
                onClick={() => onMarks(traces.filter((_, each) => each !== index))}
              >
                <Icon name="trash" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {buildId === undefined && (
        <p className="muted">Press in the margin beside a line to trace what it sets. The next run lists the variables of the program.</p>
      )}
      {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <>
          <input type="search" aria-label="Filter variables" placeholder="Filter" value={text} onChange={(event) => setText(event.target.value)} />
          {variables.length === 0 ? (
            <p className="muted">
              {text ? 'No variable has these letters.' : 'This build did not look for variables. Run again: the list is open now.'}
            </p>
          ) : (
            <div className="table-scroll variable-table">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Type</th>
                    <th scope="col">Line</th>
                    <th scope="col">Function</th>
                    <th scope="col">Trace</th>
                  </tr>
                </thead>
                <tbody>
                  {variables.map((variable) => {
                    const { Name, Type, Line, File, Function: inside } = variable
                    const isTraced = traces.some((mark) => mark.line === Line && mark.expression === Name)
                    return (
                      <tr key={`${File}:${Line}:${inside}:${Name}`}>
                        <td>
                          <code>{Name}</code>
                        </td>
                        <td>{Type === 'FormalParameter' ? 'parameter' : 'variable'}</td>
                        <td>
                          <button type="button" className="link" onClick={() => onLine(Line)}>
                            {Line}
                          </button>
                        </td>
                        <td>{inside || 'global'}</td>
                        <td>
                          <input
                            type="checkbox"
                            aria-label={`Trace ${Name} of line ${Line}`}
                            checked={isTraced}
                            disabled={!isTraced && isFull}
                            onChange={() =>
                              isTraced ? onMarks(traces.filter((mark) => mark.line !== Line || mark.expression !== Name)) : add(variable)
                            }
                          />
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </div>
          )}
          {list.hasNextPage && (
            <button type="button" className="button button-small" onClick={() => void list.fetchNextPage()}>
              More variables
            </button>
          )}
        </>
      )}
    </section>
  )
}
