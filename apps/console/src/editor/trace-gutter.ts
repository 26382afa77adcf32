// Marks in the gutter for variables to trace. They move with the text; one whose line is deleted is lost, and said to be.
import { type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { type EditorView, GutterMarker, gutter } from '@codemirror/view'
import type { TraceMark } from '../programs/draft.ts'

const setMarks = StateEffect.define<readonly TraceMark[]>()

interface Held {
  /** Beginning of the line; -1 of a lost one. */
  readonly at: number
  readonly line: number
  readonly expression: string
}
const held = StateField.define<readonly Held[]>({
  create: () => [],
  update(marks, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) {
        const { doc } = transaction.state
        return effect.value.map(({ line, expression, isLost }) => ({
          at: isLost || line < 1 || line > doc.lines ? -1 : doc.line(line).from,
          line,
          expression,
        }))
      }
    if (!transaction.docChanged) return marks
    const { startState, changes, state } = transaction
    return marks.map((mark) => {
      if (mark.at < 0) return mark
      const line = startState.doc.lineAt(mark.at)
      // All of its text is gone: the line is.
      let isGone = false
      changes.iterChangedRanges((from, to) => {
        if (line.length > 0 && from <= line.from && to >= line.to) isGone = true
      })
      if (isGone) return { ...mark, at: -1 }
      const at = state.doc.lineAt(changes.mapPos(line.to, -1))
      return { ...mark, at: at.from, line: at.number }
    })
  },
})

export const marksIn = (view: EditorView): TraceMark[] =>
  view.state.field(held).map(({ at, line, expression }) => ({ line, expression, ...(at < 0 && { isLost: true }) }))

export const showMarks = (view: EditorView, marks: readonly TraceMark[]): void => view.dispatch({ effects: setMarks.of(marks) })

class Mark extends GutterMarker {
  override toDOM(): Node {
    const mark = document.createElement('span')
    mark.className = 'trace-mark'
    mark.textContent = '◆'
    mark.title = 'Traced: press to stop'
    return mark
  }
}
const MARK = new Mark()

/** @param onToggle  told of the line that was pressed in the gutter, from 1 */
export function traceGutter(onToggle: (line: number) => void): Extension {
  return [
    held,
    gutter({
      class: 'trace-gutter',
      markers(view) {
        const places = [...new Set(view.state.field(held).map(({ at }) => at))].filter((at) => at >= 0).sort((a, b) => a - b)
        return RangeSet.of(places.map((at) => MARK.range(at)))
      },
      initialSpacer: () => MARK,
      domEventHandlers: {
        mousedown(view, line) {
          onToggle(view.state.doc.lineAt(line.from).number)
          return true
        },
      },
    }),
  ]
}

/** What a mark on a line most likely means: the variable that it declares or assigns. */
export function expressionOn(text: string): string {
  const code = text.replace(/\/\/.*|\/\*.*?\*\//g, '').replace(/"(?:[^"\\]|\\.)*"/g, '')
  return (
    /([A-Za-z_]\w*(?:\[[^\]]*\])*)\s*[-+*/]?=(?!=)/.exec(code)?.[1] ?? /\b(?:double|float|real)\s*(?:::)?\s*\**([A-Za-z_]\w*)/i.exec(code)?.[1] ?? ''
  )
}
