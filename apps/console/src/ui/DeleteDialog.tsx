// Asks before something is deleted, and says what that means.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from '../state/toasts.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { Modal } from './Modal.tsx'

interface DeleteDialogProps {
  /** As in "Delete the key laptop?". */
  readonly what: string
  /** What is told once it is done. */
  readonly done: string
  readonly remove: () => Promise<unknown>
  /** Operations whose answers have changed then. */
  readonly changed: readonly string[]
  readonly onClose: () => void
  readonly children: ReactNode
}
export function DeleteDialog({ what, done, remove, changed, onClose, children }: DeleteDialogProps) {
  const queries = useQueryClient()
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      toast(done)
      await Promise.all(changed.map((operation) => queries.invalidateQueries({ queryKey: [operation] })))
      onClose()
    },
  })
  return (
    <Modal title={`Delete ${what}?`} isAlert onClose={onClose}>
      {children}
      {deletion.error && <ErrorNote error={deletion.error} />}
      <div className="row">
        <button type="button" className="button button-danger" disabled={deletion.isPending} onClick={() => deletion.mutate()}>
          {deletion.isPending ? 'Deleting…' : 'Delete'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Modal>
  )
}
