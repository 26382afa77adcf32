import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import type { TraceMark } from '../programs/draft.ts'
import { expressionOn, marksIn, showMarks, traceGutter } from './trace-gutter.ts'

const TEXT = 'int main() {\n  double x = 1;\n  double y = 2;\n}\n'

/** The marks after an edit, as an editor without a window keeps them. */
function after(marks: readonly TraceMark[], from: number, to: number, insert: string): TraceMark[] {
  const view = {
    state: EditorState.create({ doc: TEXT, extensions: traceGutter(() => {}) }),
    dispatch(spec: object) {
      view.state = view.state.update(spec).state
    },
  }
  showMarks(view as never, marks)
  view.dispatch({ changes: { from, to, insert } })
  return marksIn(view as never)
}
const line = (number: number) =>
  TEXT.split('\n')
    .slice(0, number - 1)
    .join('\n').length + (number > 1 ? 1 : 0)

test('marks move with lines that are put in or taken out above them', () => {
  expect(after([{ line: 3, expression: 'y' }], 0, 0, '// first\n')).toEqual([{ line: 4, expression: 'y' }])
  expect(after([{ line: 3, expression: 'y' }], line(2), line(3), '')).toEqual([{ line: 2, expression: 'y' }])
})
test('a mark stays on a line that is edited, and on one with a line put before it', () => {
  expect(after([{ line: 2, expression: 'x' }], line(2) + 13, line(2) + 14, '7')).toEqual([{ line: 2, expression: 'x' }])
  expect(after([{ line: 2, expression: 'x' }], line(2), line(2), '  int z;\n')).toEqual([{ line: 3, expression: 'x' }])
})
test('a mark whose line is gone is lost, and so is one beyond the end', () => {
  expect(after([{ line: 2, expression: 'x' }], line(2), line(3), '')).toEqual([{ line: 2, expression: 'x', isLost: true }])
  expect(after([{ line: 99, expression: 'x' }], 0, 0, '')).toEqual([{ line: 99, expression: 'x', isLost: true }])
})
test('a mark on a line means the variable that it sets', () => {
  expect(['  double x = 1;', 'a[3] += 2;', 'float *p;', 'if (x == 2) {', 'printf("a = %f", b);'].map(expressionOn)).toEqual([
    'x',
    'a[3]',
    'p',
    '',
    '',
  ])
})
