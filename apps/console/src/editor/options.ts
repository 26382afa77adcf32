// How the editor behaves for this person in this browser.
import { remembered } from '../state/remembered.ts'
import { createStore, type Store } from '../state/store.ts'

export const FONT_SIZES = [
  { id: 'small', label: 'Small' },
  { id: 'medium', label: 'Medium' },
  { id: 'large', label: 'Large' },
] as const
export type FontSize = (typeof FONT_SIZES)[number]['id']
export interface EditorOptions {
  readonly hasVimKeys: boolean
  /** Runs in this browser after each rest while typing. */
  readonly hasPreview: boolean
  readonly fontSize: FontSize
}
const kept = remembered('credence.editor.options', '{}')

export const editorOptions: Store<EditorOptions> = createStore(read())
export function chooseOptions(part: Partial<EditorOptions>): void {
  const next = { ...editorOptions.get(), ...part }
  kept.write(JSON.stringify(next))
  editorOptions.set(next)
}

/** Text of the browser's storage is not trusted. */
function read(): EditorOptions {
  let given: Partial<EditorOptions> = {}
  try {
    given = (JSON.parse(kept.read()) ?? {}) as Partial<EditorOptions>
  } catch {}
  return {
    hasVimKeys: given.hasVimKeys === true,
    hasPreview: given.hasPreview === true,
    fontSize: FONT_SIZES.find(({ id }) => id === given.fontSize)?.id ?? 'medium',
  }
}
