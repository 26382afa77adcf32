import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { toast } from '../state/toasts.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { join, nameFault } from './names.ts'

export function NewFolder({ folder, onClose }: { readonly folder: string; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isTold, setTold] = useState(false)
  const fault = nameFault(name.trim())
  const make = useMutation({
    mutationFn: () => client.files.makeDirectory(join(folder, name.trim())),
    onSuccess: async () => {
      toast('Folder made')
      await queries.invalidateQueries({ queryKey: ['listFiles'] })
      onClose()
      void navigate({ to: '/data', search: { path: join(folder, name.trim()) } })
    },
  })
  return (
    <Modal title="New folder" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          setTold(true)
          if (fault === '' && !make.isPending) make.mutate()
        }}
      >
        <Field
          label="Name"
          autoFocus
          value={name}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            make.reset()
            setName(event.target.value)
          }}
          fault={isTold && fault !== '' ? fault : undefined}
          hint={folder === '' ? 'At the top of your storage.' : `In ${folder}.`}
        />
        {make.error && <ErrorNote error={make.error} />}
        <div className="row">
          <button type="submit" className="button button-primary">
            {make.isPending ? 'Making…' : 'Make it'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Discard
          </button>
        </div>
      </form>
    </Modal>
  )
}
