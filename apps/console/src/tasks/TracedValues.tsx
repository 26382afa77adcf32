// What a task recorded of its trace variables, with the ids that the API knows the values by.
import { LIMITS, type Task, type Value } from '@credence/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { FRESH, listQuery } from '../api/queries.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { saveText } from '../ui/save-text.ts'
import { TableScroll } from '../ui/TableScroll.tsx'

export function TracedValues({ task: { TaskID } }: { readonly task: Task }) {
  const list = useInfiniteQuery({ ...listQuery('listTaskValues', { path: { TaskID }, query: {} }), staleTime: FRESH.lasting })
  const [fault, setFault] = useState<unknown>()
  const values = list.data?.pages.flatMap((page) => page.Values as readonly Value[]) ?? []
  const save = (ValueID: string) =>
    client
      .request('getValueSamples', { path: { TaskID, ValueID }, query: { count: LIMITS.samples.max } })
      .then(({ Samples }) => saveText(`${ValueID}.csv`, `sample\r\n${Samples.join('\r\n')}\r\n`, 'text/csv'), setFault)
  if (list.error) return <ErrorNote error={list.error} />
  if (values.length === 0) return null
  return (
    <section className="stack" aria-labelledby="traced">
      <h2 id="traced">Traced values</h2>
      {fault !== undefined && <ErrorNote error={fault} />}
      <TableScroll label="Table of traced values">
        <table>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Place</th>
              <th scope="col" className="number">
                Pass
              </th>
              <th scope="col" className="number">
                Mean
              </th>
              <th scope="col" className="number">
                Standard deviation
              </th>
              <th scope="col">Id</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ ValueID, Name, File, LineNumber, Pass, Mean, StandardDeviation }) => (
              <tr key={ValueID}>
                <th scope="row">{Name}</th>
                <td>
                  {File}:{LineNumber}
                </td>
                <td className="number">{Pass + 1}</td>
                <td className="number">{short(Mean)}</td>
                <td className="number">{short(StandardDeviation)}</td>
                <td>
                  <span className="id">
                    <code title={ValueID}>{`${ValueID.slice(0, 8)}…${ValueID.slice(-4)}`}</code>
                    <CopyButton isQuiet text={ValueID} label={`Copy the id of ${Name}, pass ${Pass + 1}`} />
                  </span>
                </td>
                <td>
                  <span className="row">
                    <button
                      type="button"
                      className="button button-small"
                      aria-label={`Samples of ${Name}, pass ${Pass + 1}, as CSV`}
                      onClick={() => void save(ValueID)}
                    >
                      Samples
                    </button>
                    <CopyAs what={`samples of ${Name}, pass ${Pass + 1},`} call={callOf('getValueSamples', { path: { TaskID, ValueID } })} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {list.hasNextPage && (
        <button type="button" className="button button-small" onClick={() => void list.fetchNextPage()}>
          Load more
        </button>
      )}
    </section>
  )
}
const short = (x: number | string): string => (typeof x === 'number' ? String(Number(x.toPrecision(6))) : x)
