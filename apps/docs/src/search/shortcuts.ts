// Which key opens and closes the search: Ctrl/Cmd+K anywhere, `/` outside of text fields; Escape leaves question mode first.

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
