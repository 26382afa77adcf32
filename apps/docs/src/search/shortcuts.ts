// Which key opens and closes the search: Ctrl/Cmd+K anywhere, `/` outside of text fields; Escape leaves question mode first.
// src/early puts the text of two of these functions into every page: they use nothing but their arguments.

export interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly editing: boolean
}
export type Intent = 'toggle' | 'open' | undefined

export function intentOf({ key, ctrlKey, metaKey, altKey, editing }: Key): Intent {
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) return 'toggle'
  if (key === '/' && !ctrlKey && !metaKey && !altKey && !editing) return 'open'
  return undefined
}

export function isEditing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** What a key makes of the text before it, for the time in which no field has the focus yet; undefined when it types nothing. */
export function typedInto(text: string, { key, ctrlKey, metaKey, altKey }: Omit<Key, 'editing'>): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Backspace') return [...text].slice(0, -1).join('')
  return [...key].length === 1 ? text + key : undefined
}
