import type { Core } from '@credence/contract'
import { durationText } from '../programs/rows.ts'
import { offersOf } from '../state/actions.ts'
import { bytes } from '../ui/bytes.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { TableScroll } from '../ui/TableScroll.tsx'
import { CORE_ACTIONS, type CoreSubject } from './core-actions.ts'
import type { Took } from './program-times.ts'

interface CoreTableProps {
  readonly groups: readonly { readonly title: string | undefined; readonly cores: readonly Core[] }[]
  readonly subjectOf: (core: Core) => CoreSubject
  /** What a program took, where one is asked about. */
  readonly timeOn: ((core: Core) => Took | undefined) | undefined
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  readonly onAction: (id: string, subject: CoreSubject) => void
}
export function CoreTable({ groups, subjectOf, timeOn, selected, onSelect, onAction }: CoreTableProps) {
  return (
    <TableScroll label="Cores">
      <table className="core-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Class</th>
            <th scope="col">Microarchitecture</th>
            <th scope="col" className="number">
              Precision
            </th>
            <th scope="col" className="number">
              Memory
            </th>
            <th scope="col">Correlation</th>
            {timeOn && (
              <th scope="col" className="number">
                Took
              </th>
            )}
            <th scope="col">Id</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {groups
          .filter(({ cores }) => cores.length > 0)
          .map(({ title, cores }) => (
            <tbody key={title ?? ''}>
              {title && (
                <tr>
                  <th colSpan={timeOn ? 9 : 8} scope="colgroup">
                    {title}
                  </th>
                </tr>
              )}
              {cores.map((core) => {
                const subject = subjectOf(core)
                const took = timeOn?.(core)
                return (
                  <tr
                    key={core.CoreID}
                    data-selected={selected === core.CoreID || undefined}
                    onFocus={() => onSelect(core.CoreID)}
                    onPointerDown={() => onSelect(core.CoreID)}
                  >
                    <th scope="row">
                      {core.Name}
                      {subject.isDefault && <span className="tag">default</span>}
                      {subject.isDefaultReference && <span className="tag">default Reference</span>}
                    </th>
                    <td>{core.Class}</td>
                    <td>{core.Microarchitecture}</td>
                    <td className="number">{core.Precision.toLocaleString('en')}</td>
                    <td className="number" title={`${core.MemorySize} bytes`}>
                      {bytes(core.MemorySize)}
                    </td>
                    <td>{core.CorrelationTracking}</td>
                    {timeOn && (
                      <td className="number" title={took && `Median of ${took.runs} ${took.runs === 1 ? 'task' : 'tasks'}`}>
                        {durationText(took?.milliseconds)}
                      </td>
                    )}
                    <td>
                      <span className="id">
                        <code title={core.CoreID}>{`${core.CoreID.slice(0, 8)}…${core.CoreID.slice(-4)}`}</code>
                        <CopyButton isQuiet text={core.CoreID} label={`Copy the id of ${core.Name}`} />
                      </span>
                    </td>
                    <td>
                      <OnDemandMenu
                        label={`Actions for ${core.Name}`}
                        icon="more"
                        load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
                        props={{ label: `Actions for ${core.Name}`, offers: offersOf(CORE_ACTIONS, subject, onAction) }}
                      />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          ))}
      </table>
    </TableScroll>
  )
}
