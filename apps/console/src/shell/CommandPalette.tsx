// Everything that can be done or gone to from here, by typing. What the page offers comes first.
import type { Core, Repository, Task } from '@credence/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { AREAS } from '../areas.ts'
import { offered } from '../state/actions.ts'
import { isMac, shownChord, shownKey } from '../state/chords.ts'
import { useStore } from '../state/store.ts'
import { chooseTheme, THEMES } from '../state/theme.ts'
import { Modal } from '../ui/Modal.tsx'
import { type Command, matching, pathOfId, pathOfValue } from './commands.ts'
import { recentPlaces } from './recent.ts'

const SHOWN = 60
/** As many as the dialog has room for: the rest is drawn once it is open. */
const FIRST = 14

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter()
  const queries = useQueryClient()
  const actions = useStore(offered)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)

  const commands = useMemo((): readonly Command[] => {
    const onMac = isMac()
    const go = (group: string, label: string, path: string, hint?: string): Command => ({
      group,
      id: `${group} ${path}`,
      label,
      hint,
      perform: () => router.history.push(router.options.basepath + path),
    })
    const page: Command[] = actions.map(({ key, chord, ...action }) => ({
      ...action,
      id: `action ${action.group} ${action.id}`,
      hint: chord === undefined ? key && shownKey(key, onMac) : shownChord(chord, onMac),
    }))
    const cached = <Item,>(operation: string, field: string): Item[] =>
      queries
        .getQueriesData<{ pages: Record<string, Item[]>[] }>({ queryKey: [operation, 'pages'] })
        .flatMap(([, data]) => data?.pages.flatMap((each) => each[field] ?? []) ?? [])
    const areas = new Set(AREAS.map(({ path }) => path))
    return [
      ...page.filter(({ isDestructive }) => !isDestructive),
      ...AREAS.map(({ title, path, key }) => go('Go to', title, path, `g ${key}`)),
      ...recentPlaces().map(({ title, path }) => go('Recent', title, path)),
      ...(areas.has('/cores') ? cached<Core>('listCores', 'Cores').map(({ Name, CoreID }) => go('Core', Name, `/cores/${CoreID}`, CoreID)) : []),
      ...(areas.has('/repositories')
        ? cached<Repository>('listRepositories', 'Repositories').map(({ RemoteURL, Branch, RepositoryID }) =>
            go('Repository', RemoteURL.replace(/^https:\/\//, ''), `/repositories/${RepositoryID}`, Branch),
          )
        : []),
      ...(areas.has('/tasks') ? cached<Task>('listTasks', 'Tasks').map(({ TaskID, Status }) => go('Task', TaskID, `/tasks/${TaskID}`, Status)) : []),
      ...THEMES.map(({ id, label }) => ({ group: 'Theme', id: `theme ${id}`, label, perform: () => chooseTheme(id) })),
      ...AREAS.map(({ title, docs }) => ({
        group: 'Documentation',
        id: `docs ${docs}`,
        label: title,
        perform: () => void window.open(docs, '_blank', 'noreferrer'),
      })),
      ...page.filter(({ isDestructive }) => isDestructive),
    ]
  }, [actions, queries, router])

  const found = (text: string): readonly Command[] => {
    const value = pathOfValue(text)
    const pasted = value ?? pathOfId(text, AREAS)
    if (pasted === undefined) return matching(commands, text)
    const perform = () => router.history.push(router.options.basepath + pasted)
    return [{ group: 'Open', id: 'pasted', label: value ? 'The pasted value' : text.trim(), perform }]
  }
  // A key is drawn before the list that it leads to.
  const listed = useDeferredValue(typed)
  const most = useDeferredValue(SHOWN, FIRST)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found follows from these
  const shown = useMemo(() => found(listed).slice(0, most), [commands, listed, most])
  const current = Math.min(at, shown.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  function choose(command: Command | undefined) {
    if (!command || command.obstacle !== undefined) return
    onClose()
    command.perform()
  }
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  const pick = useCallback((command: Command) => latest.current(command), [])
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      setAt((current + by + shown.length) % Math.max(shown.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(listed === typed ? shown[current] : found(typed)[0])
    }
  }
  return (
    <Modal title="Commands" width="wide" onClose={onClose}>
      <input
        // biome-ignore lint/a11y/noAutofocus: somebody just asked to type here
        autoFocus
        role="combobox"
        aria-label="Type a command, or paste an id or a value"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[current] ? `${listId}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Type a command, or paste an id or a value"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div className="commands" id={listId} role="listbox" aria-label="Commands" ref={list}>
        {shown.map((command, index) => (
          <Option
            key={command.id}
            id={`${listId}-${index}`}
            command={command}
            index={index}
            isCurrent={index === current}
            onAt={setAt}
            onChoose={pick}
          />
        ))}
      </div>
      {shown.length === 0 && <p role="status">Nothing of that name.</p>}
    </Modal>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly index: number
  readonly isCurrent: boolean
  readonly onAt: (index: number) => void
  readonly onChoose: (command: Command) => void
}
const Option = memo(({ id, command, index, isCurrent, onAt, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which points here
  // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
  <div
    id={id}
    className="command"
    role="option"
    aria-selected={isCurrent}
    aria-disabled={command.obstacle !== undefined || undefined}
    data-danger={command.isDestructive || undefined}
    onPointerMove={() => onAt(index)}
    onClick={() => onChoose(command)}
  >
    <span className="command-group">{command.group}</span>
    <span className="command-label">{command.label}</span>
    <span className="muted small">{command.obstacle ?? command.hint}</span>
  </div>
))
