import { describe, expect, test } from 'vitest'
import { asksForHelp, type Command, command, nearestOf, parse, realNumber, UsageError, wholeNumber } from './command.ts'

const row: Omit<Command, 'execute'> = {
  name: 'run',
  summary: '',
  description: '',
  positionals: [
    { name: 'PATH', about: 'a file' },
    { name: 'SERVICE', about: 'a service', isOptional: true },
  ],
  rest: 'arguments',
  options: {
    core: { type: 'string', short: 'c', about: 'the core' },
    arguments: { type: 'string', short: 'a', about: 'the arguments' },
    json: { type: 'boolean', about: 'as JSON' },
  },
  examples: [],
}

describe('the command line', () => {
  test('gives options, words and what follows --', () => {
    expect(parse(row, ['a.c', '--core', 'C0-S+', '--json', '-a-S 0', '--', '--core', 'x'])).toEqual({
      values: { core: 'C0-S+', json: true, arguments: '-S 0' },
      positionals: ['a.c'],
      rest: ['--core', 'x'],
    })
  })
  test('takes values that begin with a dash, but no option for a value', () => {
    expect(parse(row, ['a.c', '--arguments', '-S 0']).values).toEqual({ arguments: '-S 0' })
    expect(parse(row, ['a.c', '--arguments', '--verbose']).values).toEqual({ arguments: '--verbose' })
    expect(() => parse(row, ['a.c', '--core', '--json'])).toThrow('--core needs a value: the core')
    expect(() => parse(row, ['a.c', '--core'])).toThrow('--core needs a value: the core')
  })
  test('says what is wrong and what it should be', () => {
    expect(() => parse(row, [])).toThrow('PATH is missing: a file')
    expect(() => parse(row, ['a', 'b', 'c'])).toThrow("one word too many: 'c'")
    expect(() => parse(row, ['a', '--cor', 'x'])).toThrow('there is no option --cor; did you mean --core?')
    expect(() => parse(row, ['a', '--json=yes'])).toThrow('--json takes no value')
    expect(() => parse({ ...row, rest: undefined }, ['a', '--', 'b'])).toThrow("nothing may follow --, but 'b' does")
  })
  test('takes a lone dash as a word', () => {
    expect(parse(row, ['-']).positionals).toEqual(['-'])
  })
  test('asks for help by an option, not by a value or a word of the program', () => {
    expect(asksForHelp(row, ['a.c', '-h'])).toBe(true)
    expect(asksForHelp(row, ['--help'])).toBe(true)
    expect(asksForHelp(row, ['a.c', '--arguments', '-h'])).toBe(false)
    expect(asksForHelp(row, ['a.c', '--', '--help'])).toBe(false)
  })
  test('reaches the command as values of its options', async () => {
    const each = command({ ...row, options: row.options, run: async ({ values, rest }) => rest.length + (values['json'] ? 10 : 0) })
    expect(await each.execute(['a.c', '--json', '--', 'x', 'y'], { terminal: {} as never, env: {} })).toBe(12)
  })
})

test('numbers outside their range are refused by name', () => {
  expect(wholeNumber('count', '10', { min: 0, max: 100 })).toBe(10)
  expect(() => wholeNumber('value', '0', { min: 1, max: Number.MAX_SAFE_INTEGER })).toThrow("--value is a whole number of at least 1, not '0'")
  expect(wholeNumber('count', undefined, { min: 0, max: 100 })).toBeUndefined()
  for (const text of ['101', '-1', '1.5', 'ten']) {
    expect(() => wholeNumber('count', text, { min: 0, max: 100 })).toThrow(`--count is a whole number from 0 to 100, not '${text}'`)
  }
  expect(realNumber('x-min', '-1e-3')).toBe(-0.001)
  expect(() => realNumber('x-min', 'left')).toThrow(UsageError)
  expect(() => realNumber('x-min', '')).toThrow(UsageError)
})

test('the nearest word is at most two edits away', () => {
  expect(nearestOf('tasl', ['task', 'plot'])).toBe('task')
  expect(nearestOf('C0pro-S', ['C0-S', 'C0Pro-S'])).toBe('C0Pro-S')
  expect(nearestOf('xyzzy', ['task', 'plot'])).toBeUndefined()
})
