// The editor: which draft this tab has.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { operationQuery } from '../api/queries.ts'
import { type Draft, titleOf } from '../programs/draft.ts'
import { draftForNewTab, draftOfTab, keepDraft } from '../programs/draft-store.ts'
import { useTitle } from '../state/title.ts'
import { messageOf } from '../ui/ErrorNote.tsx'
import { Editing } from './Editing.tsx'
import { draftFromFragment } from './share-draft.ts'
import './editor.css'

export function EditorScreen() {
  const { data: me } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const [draft, setDraft] = useState<Draft | undefined>(draftOfTab)
  const [fault, setFault] = useState('')
  // A link opens a draft of its own; else this tab goes on with its draft, or begins with what the account wrote last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known who writes
  useEffect(() => {
    let isOver = false
    const take = (next: Draft) => {
      if (isOver) return
      keepDraft(next)
      setDraft(next)
    }
    draftFromFragment(location.hash)
      .then((shared) => {
        if (!shared) return
        history.replaceState(history.state, '', location.pathname + location.search)
        take(shared)
        return shared
      })
      .catch((error) => setFault(`The link cannot be opened: ${messageOf(error)}.`))
      .then(async (shared) => {
        if (!shared && !draft && me) take(await draftForNewTab(me.Preferences))
      })
    return () => {
      isOver = true
    }
  }, [me === undefined])
  useTitle(draft ? titleOf(draft) : 'Draft', 'Editor')
  if (!draft)
    return (
      <>
        <h1>Editor</h1>
        <p className="muted">Opening your draft …</p>
      </>
    )
  const { Editor_Theme } = me?.Preferences ?? {}
  const theme = Editor_Theme === 'light' || Editor_Theme === 'dark' ? Editor_Theme : undefined
  return <Editing key={draft.id} first={draft} onOther={setDraft} notice={fault} codeTheme={theme} />
}
