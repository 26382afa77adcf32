// Makes a key, shows it once, and closes then only by saying that it is kept.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { submit } from '../api/queries.ts'
import { Choice } from '../ui/Choice.tsx'
import { CopyAs } from '../ui/CopyAs.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { saveText } from '../ui/save-text.ts'
import { curlWith, ENDS, type End, envFile, validUntil } from './key-request.ts'

const NAME_CHARACTERS = 255

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [end, setEnd] = useState<End>('90')
  const [date, setDate] = useState('')
  const [fault, setFault] = useState<string>()
  const isSent = useRef(false)
  // A key on its way would be made and never shown.
  const close = () => isSent.current || onClose()
  const made = useMutation({
    mutationFn: (body: { Name: string; ValidUntil: number | null }) => submit('createKey', { body }),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: ['listKeys'] }), queries.invalidateQueries({ queryKey: ['getUser'] })]),
    onSettled: () => {
      isSent.current = false
    },
    gcTime: 0, // the text of the key is nowhere but in this dialog
  })
  function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const until = validUntil(end, date, Date.now())
    if (until === undefined) return setFault('Choose a day that is still to come.')
    setFault(undefined)
    isSent.current = true
    made.mutate({ Name: String(new FormData(event.currentTarget).get('name')).trim(), ValidUntil: until })
  }
  if (made.data) return <ShownKey text={made.data.Key} onClose={onClose} />
  return (
    <Modal title="Create an API key" onClose={close}>
      <form className="stack" onSubmit={create}>
        <Field
          label="Name"
          name="name"
          required
          maxLength={NAME_CHARACTERS}
          pattern=".*\S.*"
          defaultValue="laptop"
          hint="By which you will know it."
        />
        <Choice label="Ends" options={ENDS} value={end} onChange={setEnd} />
        {end === 'date' && <Field label="Day" type="date" required value={date} onChange={(event) => setDate(event.target.value)} fault={fault} />}
        {made.error && <ErrorNote error={made.error} />}
        <div className="row">
          <button type="submit" className="button button-primary" disabled={made.isPending}>
            {made.isPending ? 'Creating…' : 'Create'}
          </button>
          <button type="button" className="button" disabled={made.isPending} onClick={close}>
            Discard
          </button>
          <CopyAs
            call={(form) =>
              callOf('createKey', { body: { Name: String(form.get('name')).trim(), ValidUntil: validUntil(end, date, Date.now()) ?? null } })
            }
          />
        </div>
      </form>
    </Modal>
  )
}

function ShownKey({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const curl = curlWith(location.origin, text)
  return (
    <Modal title="Your API key" width="wide">
      <p>It is shown now and never again. Keep it as you would a password.</p>
      <pre className="secret">{text}</pre>
      <div className="row">
        <CopyButton text={text} label="Copy the key" />
        <button type="button" className="button" onClick={() => saveText('.env', envFile(location.origin, text))}>
          Download as .env
        </button>
      </div>
      <p>Try it:</p>
      <pre className="secret">{curl}</pre>
      <CopyButton text={curl} label="Copy the command" />
      <div className="row">
        <button type="button" className="button button-primary" onClick={onClose}>
          I have stored it
        </button>
      </div>
    </Modal>
  )
}
