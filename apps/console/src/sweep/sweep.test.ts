import { expect, test } from 'vitest'
import { argumentSets, cellsOf, MOST_CELLS, patternFault, probabilitiesOf, sweepSearch, tasksAsText, tasksIn } from './grid.ts'
import { type SweepRow, sweepCsv, sweepLatex, sweepMarkdown } from './results.ts'
import { type CellState, runCells } from './scheduler.ts'

const task = (digit: string) => `tsk_${digit.repeat(32)}`

test('lists and ranges become every combination, the last one changing first', () => {
  expect(argumentSets('-m {fast,slow} -x 1:0.5:2')).toEqual(['fast', 'slow'].flatMap((mode) => ['1', '1.5', '2'].map((x) => `-m ${mode} -x ${x}`)))
  expect(argumentSets('-n=1:3')).toEqual(['-n=1', '-n=2', '-n=3'])
  expect(argumentSets('0.1:0.1:0.4')).toEqual(['0.1', '0.2', '0.3', '0.4'])
  expect(argumentSets('3:-1:1')).toEqual(['3', '2', '1'])
  expect(argumentSets('{1:2,9}')).toEqual(['1', '2', '9'])
  expect(argumentSets('a\nb\na')).toEqual(['a', 'b'])
  expect(argumentSets('')).toEqual([''])
})
test('what is quoted, a time and a path stay what they are', () => {
  expect(argumentSets(`-s "{a,b} 1:3" 10:30:x sd0/a:b`)).toEqual([`-s "{a,b} 1:3" 10:30:x sd0/a:b`])
})
test('what cannot be meant is said', () => {
  expect(patternFault('-x {a')).toBe('A brace { is never closed.')
  expect(patternFault('-x 3:1')).toBe('The range 3:1 never ends where it should.')
  expect(patternFault('-x 1:0:3')).toMatch(/never ends/)
  expect(patternFault('1:1000')).toBe(`The range 1:1000 has 1000 numbers, more than ${MOST_CELLS}.`)
  expect(patternFault('1:20 1:20')).toBe(`400 sets of arguments are more than ${MOST_CELLS}.`)
  expect(patternFault('-x "a')).toMatch(/never closed/)
  expect(patternFault('-x 1')).toBe('')
})
test('the address names the cells in their order, and those that were not started', () => {
  const cells = cellsOf(['A', 'B'], ['-x 1', '-x 2'], [task('a'), undefined, task('b')])
  expect(cells.map(({ core, arguments: words, task: id }) => [core, words, id?.[4]])).toEqual([
    ['A', '-x 1', 'a'],
    ['A', '-x 2', undefined],
    ['B', '-x 1', 'b'],
    ['B', '-x 2', undefined],
  ])
  const tasks = tasksAsText(cells)!
  expect(tasks).toBe(`${task('a')},-,${task('b')},-`)
  expect(tasksIn(sweepSearch({ tasks }))).toEqual([task('a'), undefined, task('b'), undefined])
  expect(sweepSearch({ tasks: 'evil,-', of: 'x', cores: 'C0-S+', args: 5 })).toEqual({ cores: 'C0-S+', args: '5' })
  expect(tasksAsText(cellsOf(['A'], ['']))).toBeUndefined()
  expect(probabilitiesOf('5, 95, 95, x, 0, 100')).toEqual([0.05, 0.95])
})
test('one build for a core, no more at once than allowed, and what fails holds up nothing', async () => {
  const [built, states] = [[] as string[], new Map<number, CellState[]>()]
  let [now, most] = [0, 0]
  const cells = ['A', 'B'].flatMap((core, row) => ['1', '2', '3'].map((words, column) => ({ index: 3 * row + column, core, arguments: words })))
  await runCells(
    cells,
    2,
    {
      async build(core) {
        built.push(core)
        if (core === 'B') throw new Error('no such core')
        return `of ${core}`
      },
      async start(build, words) {
        if (words === '2') throw new Error('refused')
        now++
        most = Math.max(most, now)
        return `${build} ${words}`
      },
      async ended() {
        await new Promise((resolve) => setTimeout(resolve, 5))
        now--
      },
    },
    (index, state) => states.set(index, [...(states.get(index) ?? []), state]),
  )
  expect(built).toEqual(['A', 'B'])
  expect(most).toBe(2)
  expect([...states].toSorted(([a], [b]) => a - b).map(([, all]) => all.at(-1))).toEqual([
    { kind: 'ended', task: 'of A 1' },
    { kind: 'failed', reason: 'refused' },
    { kind: 'ended', task: 'of A 3' },
    ...Array.from({ length: 3 }, () => ({ kind: 'failed', reason: 'no such core' })),
  ])
})
test('a sweep that is ended starts nothing more', async () => {
  const controller = new AbortController()
  const started: string[] = []
  const cells = ['1', '2', '3'].map((words, index) => ({ index, core: 'A', arguments: words }))
  const hands = {
    build: async () => 'b',
    start: async (_build: string, words: string) => String(started.push(words)),
    ended: async () => controller.abort(),
  }
  await runCells(cells, 1, hands, () => {}, controller.signal)
  expect(started).toEqual(['1'])
})
test('the table as CSV, Markdown and LaTeX', () => {
  const row: SweepRow = {
    core: 'C0-S+',
    precision: 64,
    arguments: '-x 1|2',
    status: 'Completed',
    mean: 1.2345678,
    deviation: 0.5,
    skewness: 0,
    kurtosis: 0,
    quantiles: [1],
    w1: 0,
    milliseconds: 12,
    task: 't',
  }
  const failed: SweepRow = { core: 'my_core', precision: undefined, arguments: '50%', status: 'Stopped' }
  expect(sweepCsv([row], [0.5]).split('\r\n')).toEqual([
    'core,precision,arguments,status,mean,standard deviation,skewness,excess kurtosis,quantile 50 %,W1 to the finest core,milliseconds,task',
    "C0-S+,64,'-x 1|2,Completed,1.2345678,0.5,0,0,1,0,12,t",
    '',
  ])
  expect(sweepMarkdown([row], [0.5]).split('\n')[2]).toBe('| C0-S+ | 64 | -x 1\\|2 | Completed | 1.2346 | 0.5 | 0 | 0 | 1 | 0 | 12 | t |')
  expect(sweepLatex([failed], []).split('\n')[4]).toBe('my\\_core &  & 50\\% & Stopped &  &  &  &  &  &  \\\\')
})
