// A new core, a copy, or another form of one's own: every rule is told at its field, before the platform is asked.
import { CORE_FIELDS, type Core, type CoreFieldName, errors } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery, submit } from '../api/queries.ts'
import { connection, submitObstacle } from '../state/connection.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { useUnsaved } from '../state/unsaved.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Choice } from '../ui/Choice.tsx'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { type CoreDraft, changesOf, checkCore, draftOf, EMPTY_CORE } from './core-form.ts'

interface CoreDialogProps {
  readonly mode: 'create' | 'edit' | 'duplicate'
  readonly core?: Core | undefined
  readonly onClose: () => void
}
export function CoreDialog({ mode, core, onClose }: CoreDialogProps) {
  const queries = useQueryClient()
  const first: CoreDraft = core ? { ...draftOf(core), ...(mode === 'duplicate' && { Name: `Copy of ${core.Name}` }) } : EMPTY_CORE
  const [draft, setDraft] = useState(first)
  const [isTold, setTold] = useState(false)
  const offline = submitObstacle(useStore(connection))
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const { request, faults, notes } = checkCore(draft, user?.Limits)
  const changes = mode === 'edit' && core && request ? changesOf(core, request) : undefined
  useUnsaved('the core', draft !== first && JSON.stringify(draft) !== JSON.stringify(first))
  const save = useMutation({
    mutationFn: async () => {
      if (!request) throw new TypeError('the form is not complete')
      if (mode === 'edit' && core) await client.cores.update(core.CoreID, changes ?? {})
      else await submit('createCore', { body: request })
    },
    onSuccess: async () => {
      toast(mode === 'edit' ? 'Core saved' : 'Core created')
      await Promise.all(['listCores', 'getCore', 'getUser'].map((operation) => queries.invalidateQueries({ queryKey: [operation] })))
      onClose()
    },
  })
  const set = (field: CoreFieldName) => (value: string) => {
    save.reset()
    setDraft({ ...draft, [field]: value })
  }
  const count = user?.ResourceUsage.CoreCount ?? 0
  const isFull = mode !== 'edit' && user?.Limits !== undefined && count >= user.Limits.CoreCount
  const obstacle =
    offline ??
    (isFull ? `${errors.coreLimit().message} You have ${count} of ${user.Limits?.CoreCount}.` : undefined) ??
    (mode === 'edit' && request && changes && Object.keys(changes).length === 0 ? 'Nothing is changed yet.' : undefined)
  const word = (field: 'Class' | 'Microarchitecture' | 'CorrelationTracking', label: string) => (
    <Choice
      label={label}
      options={CORE_FIELDS[field].words.map((id) => ({ id: id as string, label: id }))}
      value={draft[field]}
      onChange={set(field)}
      hint={notes[field]}
    />
  )
  return (
    <Modal title={{ create: 'New core', edit: `Edit ${core?.Name}`, duplicate: `Duplicate ${core?.Name}` }[mode]} width="wide" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          setTold(true)
          if (request && obstacle === undefined) save.mutate()
          else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        }}
      >
        <Field
          label="Name"
          value={draft.Name}
          onChange={(event) => set('Name')(event.target.value)}
          fault={isTold || draft.Name !== first.Name ? faults.Name : undefined}
        />
        {word('Class', 'Class')}
        {word('Microarchitecture', 'Microarchitecture')}
        <Field
          label="Precision"
          inputMode="numeric"
          value={draft.Precision}
          onChange={(event) => set('Precision')(event.target.value)}
          fault={faults.Precision}
          hint={notes.Precision ?? CORE_FIELDS.Precision.description}
        />
        <Field
          label="Memory"
          value={draft.MemorySize}
          onChange={(event) => set('MemorySize')(event.target.value)}
          fault={faults.MemorySize}
          hint={notes.MemorySize ?? 'Of the program, as 64 MB or in bytes.'}
        />
        {word('CorrelationTracking', 'Correlation tracking')}
        {mode === 'edit' && <p className="hint">Builds made before keep the core they were made with.</p>}
        {save.error && <ErrorNote error={save.error} />}
        <div className="row">
          <ActionButton type="submit" look="primary" obstacle={obstacle} onAction={() => {}}>
            {save.isPending ? 'Saving…' : mode === 'edit' ? 'Save' : 'Create'}
          </ActionButton>
          <button type="button" className="button" onClick={onClose}>
            Discard
          </button>
          {request && (
            <CopyAs
              call={
                mode === 'edit' && core
                  ? callOf('updateCore', { path: { CoreID: core.CoreID }, body: changes ?? {} })
                  : callOf('createCore', { body: request })
              }
            />
          )}
        </div>
      </form>
    </Modal>
  )
}
