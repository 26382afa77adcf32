// The judge finds what it is there to find: each fault is seeded into a history without one.
import { FEED_SPELLING, type Status } from '@credence/contract'
import { expect, test } from 'vitest'
import { judge, type Line, type Transition } from '../acceptance/chaos/recorded.ts'

const at = (Status: Status, Timestamp: number): Transition => ({ Status, Timestamp })
const WHOLE = [
  at('Accepted', 0),
  at('Initialising', 10),
  at('In Progress', 20),
  at('Rescheduled', 11_000),
  at('Initialising', 11_010),
  at('In Progress', 11_020),
  at('Completed', 12_000),
]
function history(transitions: readonly Transition[] = WHOLE, status: Status = 'Completed'): Line[] {
  return [
    { what: 'submitted', at: 0, kind: 'task', answer: 'ok', id: 't' },
    { what: 'submitted', at: 0, kind: 'task', answer: 'refused' },
    { what: 'submitted', at: 0, kind: 'task', answer: 'unknown' },
    { what: 'struck', at: 1000, part: 'worker', ofWorker: true, had: ['t'] },
    { what: 'struck', at: 1500, part: 'api', ofWorker: false, had: [] },
    { what: 'recovered', part: 'database', milliseconds: 1200 },
    ...([1, 2] as const).map((look): Line => ({ what: 'found', look, kind: 'task', id: 't', status, transitions })),
    { what: 'printed', id: 't', right: true },
    ...transitions.map(({ Status, Timestamp }): Line => ({ what: 'told', id: 't', status: FEED_SPELLING[Status], at: Timestamp })),
    { what: 'listening', session: 1, member: 'api-1', at: 15 },
    ...WHOLE.slice(2).map((one): Line => ({ what: 'heard', session: 1, id: 't', status: FEED_SPELLING[one.Status], at: one.Timestamp })),
    { what: 'listened', session: 1, broken: false, at: 20_000 },
    ...WHOLE.map((one): Line => ({ what: 'hooked', delivery: `d${one.Timestamp}`, id: 't', status: FEED_SPELLING[one.Status], at: one.Timestamp })),
    { what: 'hooked', delivery: 'd10', id: 't', status: FEED_SPELLING.Initialising, at: 15_000 }, // sent again
  ]
}
const faultsOf = (lines: Iterable<Line>) => judge(lines).faults

test('a history in which a worker died has no fault, and says how long its task waited for another', () => {
  expect(judge(history())).toEqual({
    acknowledged: 1,
    refused: 1,
    unknown: 1,
    struck: { worker: 1, api: 1 },
    again: 1,
    takeovers: [10.01],
    takeoversWithoutObjects: [],
    recoveries: [1.2],
    heard: 5,
    sessions: 1,
    hooked: 8,
    faults: [],
  })
})
test('what was acknowledged and is not there is lost, and what did not end is stuck', () => {
  expect(faultsOf(history().filter(({ what }) => what !== 'found'))).toContain('t was acknowledged and is lost')
  expect(faultsOf(history(WHOLE.slice(0, 3), 'In Progress'))).toContain('t is stuck in In Progress')
})
test('an illegal step, a second end, and a change after the end are found', () => {
  expect(faultsOf(history([at('Accepted', 0), at('In Progress', 1), at('Completed', 2)]))).toContain('t: In Progress after Accepted')
  expect(faultsOf(history([...WHOLE, at('Completed', 13_000)])).join()).toMatch(/ended twice/)
  const changed = history().map((line) =>
    line.what === 'found' && line.look === 2 ? { ...line, transitions: [...WHOLE, at('Completed', 13_000)] } : line,
  )
  expect(faultsOf(changed)).toEqual(['t changed after it had ended'])
})
test('an event that is missing, told twice or out of order is found', () => {
  const told = (line: Line) => line.what === 'told'
  const lines = history()
  const events = lines.filter(told)
  const others = lines.filter((line) => !told(line))
  for (const wrong of [events.slice(1), [...events, events.at(-1)!], [events[1]!, events[0]!, ...events.slice(2)]])
    expect(faultsOf([...others, ...wrong]).join()).toMatch(/its events say/)
})
test('an output that is not that of the program is found', () => {
  expect(faultsOf(history().map((line) => (line.what === 'printed' ? { ...line, right: false } : line)))).toEqual([
    't has not the output of its program',
  ])
})
test('what another worker had is none of the figures', () => {
  const lines = history().map((line) => (line.what === 'struck' ? { ...line, had: ['another'] } : line))
  expect(judge(lines).takeovers).toEqual([])
})
test('a takeover while the object store was struck as well is told apart, one with the database is not', () => {
  const withBlow = (part: string) => judge([...history(), { what: 'struck', at: 5000, part, ofWorker: false, had: [] }])
  expect(withBlow('objects')).toMatchObject({ takeovers: [], takeoversWithoutObjects: [10.01] })
  expect(withBlow('database')).toMatchObject({ takeovers: [10.01], takeoversWithoutObjects: [] })
})
test('a reader that misses an event, hears one twice or hears them out of order is found; one whose connection broke may miss the last', () => {
  const heard = (line: Line) => line.what === 'heard'
  const lines = history()
  const events = lines.filter(heard)
  const others = lines.filter((line) => !heard(line))
  for (const wrong of [
    events.slice(1),
    events.slice(0, -1),
    [...events.slice(0, 2), ...events.slice(3)],
    [...events, events.at(-1)!],
    [events[1]!, events[0]!, ...events.slice(2)],
  ])
    expect(faultsOf([...others, ...wrong]).join()).toMatch(/reader 1 at api-1 heard/)
  const broken = others.map((line) => (line.what === 'listened' ? { ...line, broken: true } : line))
  expect(faultsOf([...broken, ...events.slice(0, -1)])).toEqual([])
  const soon = broken.map((line) => (line.what === 'listened' ? { ...line, at: 12_500 } : line))
  for (const some of [[], events.slice(0, 1), events.slice(1, 3), events]) expect(faultsOf([...soon, ...some])).toEqual([])
  expect(faultsOf([...soon, events[0]!, events[2]!]).join()).toMatch(/reader 1 at api-1 heard/)
  expect(faultsOf([...broken, ...events.slice(0, 1), ...events.slice(2)]).join()).toMatch(/reader 1 at api-1 heard/)
})
test('an event that never came by webhook is found; one that came twice is none', () => {
  expect(faultsOf(history().filter((line) => line.what !== 'hooked' || line.status !== 'Completed'))).toEqual([
    'the webhook heard of t Completed 0 times of 1',
  ])
  const once = history().filter((line) => line.what !== 'hooked' || line.delivery !== 'd11010')
  expect(faultsOf(once)).toEqual([`the webhook heard of t ${FEED_SPELLING.Initialising} 1 times of 2`])
})
