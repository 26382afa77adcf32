// Two programs side by side, with the lines that changed.
import { useMemo, useState } from 'react'
import { TableScroll } from '../ui/TableScroll.tsx'
import { folded, lineDiff } from './line-diff.ts'

interface SourceDiffProps {
  readonly left: { readonly name: string; readonly source: string }
  readonly right: { readonly name: string; readonly source: string }
}
export function SourceDiff({ left, right }: SourceDiffProps) {
  const [isAll, setAll] = useState(false)
  const rows = useMemo(() => lineDiff(left.source, right.source), [left.source, right.source])
  const shown = isAll ? rows : folded(rows)
  const gone = rows.filter(({ kind, left: line }) => kind === 'changed' && line).length
  const come = rows.filter(({ kind, right: line }) => kind === 'changed' && line).length
  return (
    <div className="stack">
      <p className="row spread">
        <span>
          {gone} line{gone === 1 ? '' : 's'} of {left.name} became {come} of {right.name}.
        </span>
        <button type="button" className="button button-small" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
          All lines
        </button>
      </p>
      <TableScroll label={`Sources of ${left.name} and ${right.name}`}>
        <table className="diff">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Line</span>
              </th>
              <th scope="col">{left.name}</th>
              <th scope="col">
                <span className="visually-hidden">Line</span>
              </th>
              <th scope="col">{right.name}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) =>
              typeof row === 'number' ? (
                <tr key={`folded ${shown.indexOf(row)}`} className="diff-folded">
                  <td colSpan={4}>{row === 1 ? 'One line that is the same' : `${row} lines that are the same`}</td>
                </tr>
              ) : (
                <tr key={`${row.left?.number ?? '-'} ${row.right?.number ?? '-'}`} data-kind={row.kind}>
                  <td className="number">{row.left?.number}</td>
                  <td className={row.kind === 'changed' && row.left ? 'diff-gone' : undefined}>
                    {row.kind === 'changed' && row.left && <span className="visually-hidden">gone: </span>}
                    <code>{row.left?.text}</code>
                  </td>
                  <td className="number">{row.right?.number}</td>
                  <td className={row.kind === 'changed' && row.right ? 'diff-come' : undefined}>
                    {row.kind === 'changed' && row.right && <span className="visually-hidden">new: </span>}
                    <code>{row.right?.text}</code>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </TableScroll>
    </div>
  )
}
