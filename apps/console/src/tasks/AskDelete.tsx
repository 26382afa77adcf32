import type { Row } from '../programs/rows.ts'
import { Modal } from '../ui/Modal.tsx'
import { DELETING, type JobKind, refusalOf } from './actions.ts'

interface AskDeleteProps {
  readonly kind: JobKind
  readonly rows: readonly Row[]
  readonly onDelete: (rows: readonly Row[]) => void
  readonly onClose: () => void
}
/** Says how many go and how many are refused before anything is done. */
export function AskDelete({ kind, rows, onDelete, onClose }: AskDeleteProps) {
  const may = rows.filter(({ status }) => refusalOf(DELETING, status) === undefined)
  const refused = rows.length - may.length
  const count = (n: number) => `${n} ${kind}${n === 1 ? '' : 's'}`
  return (
    <Modal title={`Delete ${count(may.length)}?`} isAlert onClose={onClose}>
      <p>
        {kind === 'task' ? 'Its outputs go with it, and nothing brings them back.' : 'A build that is gone runs no more tasks; tasks that ran stay.'}
      </p>
      {refused > 0 && <p className="fault">{count(refused)} would be refused: cancel what is active first.</p>}
      <p className="row">
        <button type="button" className="button button-danger" aria-disabled={may.length === 0} onClick={() => may.length > 0 && onDelete(may)}>
          Delete {count(may.length)}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Keep
        </button>
      </p>
    </Modal>
  )
}
