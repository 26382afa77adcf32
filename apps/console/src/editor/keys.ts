// The chords of the editor's actions; the code editor has that of running.
import { keymap } from '@codemirror/view'
import { EDITOR_ACTIONS, type EditorActionId } from './actions.ts'

export const keysOf = (act: (id: EditorActionId) => void) =>
  keymap.of(
    EDITOR_ACTIONS.flatMap(({ id, chord }) => {
      if (!chord || id === 'run') return []
      const run = (): true => {
        act(id)
        return true
      }
      return [{ key: chord, preventDefault: true, run }]
    }),
  )
