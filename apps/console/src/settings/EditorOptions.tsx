import type { User } from '@credence/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { operationQuery } from '../api/queries.ts'
import { chooseOptions, editorOptions, FONT_SIZES } from '../editor/options.ts'
import { useStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { Choice } from '../ui/Choice.tsx'
import { messageOf } from '../ui/ErrorNote.tsx'

const ON_OFF = [
  { id: 'off', label: 'Off' },
  { id: 'on', label: 'On' },
] as const

const THEMES = [
  { id: '', label: 'As the console' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const
type Theme = (typeof THEMES)[number]['id']
const me = operationQuery('getUser', { path: { UserID: 'me' } })

/** Of this browser; the theme is one of the account. */
export function EditorOptions() {
  const { fontSize, hasVimKeys, hasPreview } = useStore(editorOptions)
  const queries = useQueryClient()
  const { data: user } = useQuery(me)
  const [chosen, setChosen] = useState<Theme>()
  const save = useMutation({
    mutationFn: (next: Theme) => client.users.update({ Preferences: { Editor_Theme: next || null } }),
    onSuccess: ({ Preferences }) => queries.setQueryData<User>(me.queryKey, (old) => old && { ...old, Preferences }),
    onError: (error) => toast(messageOf(error), 'failed'),
    onSettled: () => setChosen(undefined),
    scope: { id: 'Editor_Theme' },
  })
  const theme = chosen ?? THEMES.find(({ id }) => id === user?.Preferences.Editor_Theme)?.id ?? ''
  const choose = (next: Theme) => {
    setChosen(next) // in the event itself: React puts a radio back that is not chosen when the event ends
    save.mutate(next)
  }
  return (
    <section className="panel stack" aria-label="Editor">
      <Choice label="Theme of the code" options={THEMES} value={theme} onChange={choose} hint="In every browser that you sign in with." />
      <Choice label="Size of the code" options={FONT_SIZES} value={fontSize} onChange={(next) => chooseOptions({ fontSize: next })} />
      <Choice
        label="Preview while typing"
        options={ON_OFF}
        value={hasPreview ? 'on' : 'off'}
        onChange={(next) => chooseOptions({ hasPreview: next === 'on' })}
        hint="After each rest this browser builds and runs the program, for at most 2 s. It needs the compiler, which it loads once."
      />
      <Choice
        label="Vim keys"
        options={ON_OFF}
        value={hasVimKeys ? 'on' : 'off'}
        onChange={(next) => chooseOptions({ hasVimKeys: next === 'on' })}
        hint="Escape then changes the mode; to leave the editor by keyboard, press Escape and then Tab."
      />
    </section>
  )
}
