// Turning the number at the cursor: by Alt+Up and Alt+Down in the editor, and by buttons, which a phone needs. Elsewhere these keys move lines, as ever.
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { EditorView } from 'codemirror'
import { useMemo, useRef, useState } from 'react'
import { firstNumber, numberAt, turned } from './turn-number.ts'

export interface Turn {
  readonly extensions: Extension
  readonly onEditor: (editor: EditorView) => void
  /** Text of the number at the cursor; empty: there is none. */
  readonly number: string
  readonly turn: (steps: number) => void
}
export function useTurn(onTurned: () => void): Turn {
  const view = useRef<EditorView | undefined>(undefined)
  const [number, setNumber] = useState('')
  const latest = useRef(onTurned)
  latest.current = onTurned
  const [turn] = useState(() => (steps: number): boolean => {
    const editor = view.current
    const source = editor?.state.doc.toString() ?? ''
    const found = editor && numberAt(source, editor.state.selection.main.head)
    if (!found) return false
    const insert = turned(source, found, steps)
    if (insert === found.text) return true
    editor.dispatch({ changes: { ...found, insert }, selection: { anchor: found.from + insert.length }, scrollIntoView: true, userEvent: 'input' })
    latest.current()
    return true
  })
  const extensions = useMemo(
    () => [
      Prec.high(
        keymap.of([
          { key: 'Alt-ArrowUp', run: () => turn(1) },
          { key: 'Alt-ArrowDown', run: () => turn(-1) },
        ]),
      ),
      EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
        if (docChanged || selectionSet) setNumber(numberAt(state.doc.toString(), state.selection.main.head)?.text ?? '')
      }),
    ],
    [turn],
  )
  const [onEditor] = useState(() => (editor: EditorView): void => {
    view.current = editor
    editor.dispatch({ selection: { anchor: firstNumber(editor.state.doc.toString()) } })
  })
  return { extensions, onEditor, number, turn }
}
