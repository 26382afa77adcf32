import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfiguration } from './configuration-file.ts'

const EXAMPLE = `MinimumCore:
  Microarchitecture: Athens
  Precision: 32
  Colour: green
TraceVariables:
  - File: "main.c"
    LineNumber: 67
    Expression: "outputVariables[0]"
  - File: main.c
BenchmarkingVariables:
  - VariableName: outputVariables[0]
    VariableDescription: Price at maturity
    OutputObject: Distribution
    CommandLineArguments: -S 0
BenchmarkingAllOutputs:
  - CommandLineArguments: -S 5
Cores: [1]
`
test('what it says is read, what nothing reads and what is wrong is told with its line', () => {
  const read = readConfiguration(EXAMPLE)
  expect(read.unknown).toEqual([
    { line: 4, text: 'MinimumCore.Colour' },
    { line: 17, text: 'Cores' },
  ])
  expect(read.faults).toEqual([{ line: 9, text: 'TraceVariables[1] needs File, LineNumber and Expression.' }])
  expect(read.minimumCore).toMatchObject({ Microarchitecture: 'Athens', Precision: 32 })
  expect(read.traceVariables).toEqual([{ File: 'main.c', LineNumber: 67, Expression: 'outputVariables[0]' }])
  expect(read.argumentSets.map(({ name, arguments: words }) => [name, words])).toEqual([
    ['outputVariables[0]', '-S 0'],
    ['All outputs', '-S 5'],
  ])
})
test.each([
  ['a: [1', 'Flow sequence'],
  ['- 1', 'It holds no keys.'],
  ['MinimumCore: 3', 'MinimumCore holds no keys.'],
  ['TraceVariables: x', 'TraceVariables is no list.'],
  ['MinimumCore: {Precision: many}', 'Precision is no whole number.'],
  ['MinimumCore: {Microarchitecture: Geneva}', 'there is no Geneva.'],
  ['a: &a [x]\nb: *c', 'alias'],
  [`# ${'x'.repeat(256_001)}`, 'It is longer than'],
])('%s is wrong', (text, part) => {
  const { faults } = readConfiguration(text)
  expect(faults.length).toBeGreaterThan(0)
  expect(faults[0]?.text.toLowerCase()).toContain(part.toLowerCase())
})
test('an empty one says nothing, and the one of the example has no fault', () => {
  expect(readConfiguration('# nothing\n')).toMatchObject({ faults: [], unknown: [], argumentSets: [] })
  const example = readFileSync(new URL('../../../../examples/cases/temperature/uxhw.yaml', import.meta.url), 'utf8')
  expect(readConfiguration(example)).toMatchObject({ faults: [], unknown: [] })
})
