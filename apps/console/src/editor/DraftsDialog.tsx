// The drafts that this browser keeps, the last 50: open one, name the present one, begin another, open a file.
import { randomDigits } from '@credence/contract'
import { useEffect, useState } from 'react'
import { type Draft, languageOfFile, newDraft, titleOf } from '../programs/draft.ts'
import { forgetDraft, keptDrafts } from '../programs/draft-store.ts'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { When } from '../ui/When.tsx'

interface DraftsDialogProps {
  readonly draft: Draft
  readonly onRename: (name: string) => void
  readonly onOpen: (draft: Draft) => void
  readonly onClose: () => void
}
export function DraftsDialog({ draft, onRename, onOpen, onClose }: DraftsDialogProps) {
  const [kept, setKept] = useState<readonly Draft[]>()
  const [fault, setFault] = useState('')
  const look = () =>
    void keptDrafts().then(setKept, () => {
      setKept([])
      setFault('This browser keeps no drafts: its storage is switched off.')
    })
  useEffect(look, [])
  const openFile = async (file: File | undefined) => {
    if (!file) return
    try {
      const source = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      onOpen(newDraft({ source, name: file.name, language: languageOfFile(file.name), coreId: draft.coreId }))
    } catch {
      setFault(`${file.name} is not text in UTF-8, so it was not opened.`)
    }
  }
  return (
    <Modal title="Drafts" width="wide" onClose={onClose}>
      <Field label="Name of this draft" value={draft.name} placeholder={titleOf(draft)} onChange={(event) => onRename(event.target.value)} />
      <div className="field">
        <label htmlFor="open-file">Open a file</label>
        <input
          id="open-file"
          type="file"
          accept=".c,.cc,.cpp,.cxx,.h,.f,.f90,.f95,.txt,text/*"
          onChange={(event) => void openFile(event.target.files?.[0])}
        />
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      <ul className="drafts" aria-label="Drafts of this browser">
        {kept?.map((each) => (
          <li key={each.id} className="row spread">
            <button
              type="button"
              className="link"
              aria-current={each.id === draft.id || undefined}
              onClick={() => onOpen({ ...each, id: each.id === draft.id ? each.id : randomDigits(32) })}
            >
              {titleOf(each)}
            </button>
            <span className="row small muted">
              {each.language} <When at={each.changedAt} />
              {each.id !== draft.id && (
                <button type="button" className="button button-small" onClick={() => void forgetDraft(each.id).then(look)}>
                  Forget
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {kept?.length === 0 && <p className="muted">No draft is kept yet.</p>}
    </Modal>
  )
}
