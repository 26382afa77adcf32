import { expect, test } from 'vitest'
import { traceFaults } from './configuration.ts'

const variables = [
  { File: 'main.c', LineNumber: 9, Expression: 'gain' },
  { File: 'gone.c', LineNumber: 1, Expression: 'x' },
  { File: 'main.c', LineNumber: 0, Expression: 'x' },
  { File: 'main.c', LineNumber: 4, Expression: 'nothing' },
]
test('a trace variable that the compiler refuses is told by the file and the field that its author wrote', () => {
  const output = [
    "gone.c:1: error: trace variable 'x': there is no such file in the build",
    "main.c:0: error: trace variable 'x': no function is at that line",
    "main.c:4: error: trace variable 'nothing': use of undeclared identifier 'nothing'",
    '',
  ].join('\n')
  expect(traceFaults('uxhw.yaml', variables, output)).toEqual([
    'uxhw.yaml: TraceVariables[1].File: there is no such file in the build',
    'uxhw.yaml: TraceVariables[2].LineNumber: no function is at that line',
    "uxhw.yaml: TraceVariables[3].Expression: use of undeclared identifier 'nothing'",
  ])
  expect(traceFaults('uxhw.yaml', variables, "main.c:4:3: error: expected ';'\n")).toEqual([])
})
