// Programs of the documentation to begin with. Opening one makes a new draft.
import { findCore, type Language, type PublishedExample } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FRESH } from '../api/queries.ts'
import { type Draft, newDraft } from '../programs/draft.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'

/** The documentation site lists them, at the same origin. */
async function examples(): Promise<readonly PublishedExample[]> {
  const answer = await fetch('/examples.json')
  if (!answer.ok) throw new Error('The documentation of this platform is not there yet, and its examples with it.')
  return (await answer.json()) as PublishedExample[]
}

export function ExamplesDialog({ onOpen, onClose }: { readonly onOpen: (draft: Draft) => void; readonly onClose: () => void }) {
  const { data, error, refetch, isPending } = useQuery({ queryKey: ['examples.json'], queryFn: examples, staleTime: FRESH.lasting, retry: false })
  const [text, setText] = useState('')
  const wanted = text.toLowerCase()
  const found = data?.filter(({ id, about }) => `${id} ${about}`.toLowerCase().includes(wanted)) ?? []
  const open = ({ source, language, core }: PublishedExample) =>
    onOpen(newDraft({ source, language: language as Language, coreId: findCore(core)?.CoreID ?? newDraft().coreId }))
  return (
    <Modal title="Examples" width="wide" onClose={onClose}>
      <Field label="Find an example" type="search" value={text} onChange={(event) => setText(event.target.value)} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <p className="muted">Loading …</p>}
      <ul className="drafts" aria-label="Examples">
        {found.map((each) => (
          <li key={each.id}>
            <button type="button" className="link" onClick={() => open(each)}>
              {each.about || each.id}
            </button>{' '}
            <span className="small muted">
              {each.id} · {each.language}
              {each.inputs.length > 0 && ` · reads ${each.inputs.join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
      {data && found.length === 0 && <p className="muted">No example has these words.</p>}
    </Modal>
  )
}
