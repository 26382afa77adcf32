// The code editor of docs and console: CodeMirror with C and C++, in the tokens' colours, with the compiler's messages at their lines.
// Tab moves the focus on, as everywhere on a page; Ctrl+] and Ctrl+[ indent.
import { cpp } from '@codemirror/lang-cpp'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffect, useRef, useState } from 'react'

/** A message of the compiler: line and column from 1. */
export interface Problem {
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}
export interface CodeEditorProps {
  readonly value: string
  readonly label: string
  readonly onChange: (value: string) => void
  /** Ctrl+Enter or Cmd+Enter. */
  readonly onRun?: () => void
  readonly problems?: readonly Problem[]
  /** C and C++ unless given. */
  readonly language?: Extension
  /** What more the editor can do. */
  readonly extensions?: Extension
  /** Told of the editor when it is made: to move the cursor and to search from outside. */
  readonly onEditor?: (editor: EditorView) => void
}

export function CodeEditor({ value, label, onChange, onRun, problems = [], language, extensions = NOTHING, onEditor }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const latest = useRef({ onChange, onRun })
  const [parts] = useState(() => ({ language: new Compartment(), more: new Compartment() }))
  latest.current = { onChange, onRun }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later values arrive below
  useEffect(() => {
    const editor = new EditorView({
      parent: host.current as HTMLDivElement,
      state: EditorState.create({
        doc: value,
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: () => {
                  latest.current.onRun?.()
                  return true
                },
              },
            ]),
          ),
          basicSetup,
          parts.language.of(language ?? cpp()),
          parts.more.of(extensions),
          lintGutter(),
          LOOK,
          syntaxHighlighting(COLOURS),
          // Focusable by itself, yet tools for accessibility look for the attribute in what scrolls.
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => update.docChanged && latest.current.onChange(update.state.doc.toString())),
        ],
      }),
    })
    view.current = editor
    onEditor?.(editor)
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    view.current?.dispatch({ effects: [parts.language.reconfigure(language ?? cpp()), parts.more.reconfigure(extensions)] })
  }, [parts, language, extensions])

  useEffect(() => {
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          problems.map((problem) => toDiagnostic(editor.state, problem)),
        ),
      )
  }, [problems])

  return <div ref={host} />
}

const NOTHING: Extension = []

function toDiagnostic(state: EditorState, { line, column, severity, message }: Problem): Diagnostic {
  const at = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
  const from = Math.min(at.from + Math.max(0, column - 1), at.to)
  const word = /^\w+/.exec(state.doc.sliceString(from, at.to))?.[0].length ?? 1
  return { from, to: Math.min(from + word, at.to), severity, message }
}

const LOOK = EditorView.theme({
  '&': { backgroundColor: 'var(--cr-paper)', color: 'var(--cr-code-ink)', fontSize: 'var(--cr-code)' },
  // Lines as far apart as in a listing, which stay where they are when it is opened to be edited.
  '.cm-scroller': { fontFamily: 'var(--cr-mono)', lineHeight: 'var(--cr-code-line)' },
  '.cm-content': { fontFamily: 'var(--cr-mono)', caretColor: 'var(--cr-ink)' },
  '.cm-gutters': { backgroundColor: 'var(--cr-surface)', color: 'var(--cr-muted)', borderRight: '1px solid var(--cr-line)' },
  '&.cm-focused': { outline: '2px solid var(--cr-focus)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--cr-accent-soft) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--cr-accent-soft)' },
  '.cm-cursor': { borderLeftColor: 'var(--cr-ink)' },
})
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.processingInstruction, tags.modifier, tags.bool, tags.typeName], color: 'var(--cr-code-keyword)' },
  { tag: [tags.string, tags.character], color: 'var(--cr-code-string)' },
  { tag: tags.number, color: 'var(--cr-code-number)' },
  { tag: tags.comment, color: 'var(--cr-muted)' },
  { tag: [tags.function(tags.variableName), tags.className, tags.definition(tags.typeName)], color: 'var(--cr-code-name)' },
])
