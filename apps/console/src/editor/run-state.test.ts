import { expect, test } from 'vitest'
import { ended, entered, lineIn, noPhases, phaseOf } from './run-state.ts'

const shown = (phases: ReturnType<typeof noPhases>) =>
  phases.map(({ name, state, from, to }) => [name, state, from, to].filter((each) => each !== undefined).join(' '))

test('a phase ends when the next begins; what never began is left out', () => {
  const queued = entered(noPhases(), 'Queue', 10)
  expect(shown(queued)).toEqual(['Build left out', 'Queue active 10', 'Run waiting', 'Fetch waiting'])
  const running = entered(entered(queued, 'Queue', 15), 'Run', 20)
  expect(shown(running)).toEqual(['Build left out', 'Queue done 10 20', 'Run active 20', 'Fetch waiting'])
  expect(shown(ended(running, 30))).toEqual(['Build left out', 'Queue done 10 20', 'Run done 20 30', 'Fetch left out'])
})
test('a task that is moved waits again', () => {
  expect((['Accepted', 'Initialising', 'In Progress', 'Rescheduled', 'Completed'] as const).map(phaseOf)).toEqual([
    'Queue',
    'Queue',
    'Run',
    'Queue',
    undefined,
  ])
})
test('a reason may name a line of the source', () => {
  expect(lineIn('signal SIGFPE at main.c:12: division by zero', 'main.c')).toBe(12)
  expect(lineIn('exit code 3', 'main.c')).toBeUndefined()
  expect(lineIn('domain.c:4', 'main.c')).toBeUndefined()
})
