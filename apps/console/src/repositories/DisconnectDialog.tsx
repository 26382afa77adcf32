import type { Repository } from '@credence/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { toast } from '../state/toasts.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { partsOf } from './address.ts'

/** Asks for the name, and says what stays. */
export function DisconnectDialog({ repository, onClose }: { readonly repository: Repository; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { name } = partsOf(repository.RemoteURL)
  const isNamed = typed.trim() === name
  const disconnect = useMutation({
    mutationFn: () => client.repositories.delete(repository.RepositoryID),
    onSuccess: async () => {
      toast(`${name} disconnected`)
      await navigate({ to: '/repositories' })
      queries.removeQueries({ queryKey: ['getRepository', { path: { RepositoryID: repository.RepositoryID } }] })
      for (const operation of ['listRepositories', 'getUser']) void queries.invalidateQueries({ queryKey: [operation] })
      onClose()
    },
  })
  return (
    <Modal title={`Disconnect ${name}?`} isAlert onClose={onClose}>
      <p>The platform forgets the repository and its defaults. Builds and tasks of it stay, and can still run. Nothing happens to it in git.</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isNamed && !disconnect.isPending) disconnect.mutate()
        }}
      >
        <Field
          label={`Type ${name} to disconnect it`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        {disconnect.error && <ErrorNote error={disconnect.error} />}
        <div className="row">
          <button type="submit" className="button button-danger" aria-disabled={!isNamed || disconnect.isPending}>
            {disconnect.isPending ? 'Disconnecting…' : 'Disconnect'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Keep it
          </button>
        </div>
      </form>
    </Modal>
  )
}
