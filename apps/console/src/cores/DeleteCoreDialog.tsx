import { RECOMMENDED_CORE } from '@credence/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { toast } from '../state/toasts.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Modal } from '../ui/Modal.tsx'
import type { CoreSubject } from './core-actions.ts'

export function DeleteCoreDialog({
  subject: { core, isDefault, isDefaultReference },
  onClose,
}: {
  readonly subject: CoreSubject
  readonly onClose: () => void
}) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.cores.delete(core.CoreID),
    onSuccess: async () => {
      toast(`${core.Name} deleted`)
      await Promise.all(['listCores', 'getUser'].map((operation) => queries.invalidateQueries({ queryKey: [operation] })))
      onClose()
    },
  })
  return (
    <Modal title={`Delete ${core.Name}?`} isAlert onClose={onClose}>
      <p>Builds made for it keep their copy and can still run.</p>
      {isDefault && <p>It is your default core: what names no core runs on {RECOMMENDED_CORE.Name} then.</p>}
      {isDefaultReference && <p>It is your default Reference core: choose another one for comparisons.</p>}
      {remove.error && <ErrorNote error={remove.error} />}
      <div className="row">
        <button type="button" className="button button-danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {remove.isPending ? 'Deleting…' : 'Delete'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Modal>
  )
}
