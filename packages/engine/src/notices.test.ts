// The words of notices, and the bounds of a probability that rests on few samples.
import { expect, test } from 'vitest'
import { bounds, MOST_NOTICES, noticeLines, noticesOf, withExecutions, withPaths, worded } from './notices.ts'

const decision = {
  kind: 'comparison',
  file: 'src/main.c',
  line: 41,
  function: 'step',
  count: 12,
  evaluations: 340,
  share: 0.3712,
  estimated: false,
} as const
const TEXTS: readonly (readonly [string, Parameters<typeof worded>[0]])[] = [
  ['src/main.c:41: notice: decided by the particle; up to 37 % of the samples would have decided otherwise (12 of 340 times)', decision],
  [
    'src/main.c:41: notice: decided by the particle; 0.024 % of the samples would have decided otherwise (once)',
    { ...decision, count: 1, evaluations: 1, share: 1 / 4096 },
  ],
  [
    'src/main.c:41: notice: decided by the particle; more than 99 % of the samples would have decided otherwise (3 times)',
    { ...decision, count: 3, evaluations: undefined, share: 4095 / 4096 },
  ],
  [
    'src/main.c:41: notice: an integer was taken from the particle; up to 100 % of the samples would have given another (about 120\u00a0000 of 3\u00a0000\u00a0000 times)',
    { ...decision, kind: 'conversion', count: 123_456, evaluations: 3_000_000, share: 1, estimated: true },
  ],
  [
    'src/main.c: step: notice: decided by the particle; up to 37 % of the samples would have decided otherwise (12 of 340 times)',
    { ...decision, line: undefined },
  ],
  [
    'step: notice: decided by the particle; up to 37 % of the samples would have decided otherwise (12 of 340 times)',
    { ...decision, file: undefined },
  ],
]
test.each(TEXTS)('%s', (text, about) => {
  expect(worded(about).text).toBe(text)
})

// Clopper & Pearson: scipy.stats.binomtest(k, n).proportion_ci(0.95, method='exact')
test.each([
  [4, 4096, 2.6614248e-4, 2.4984833e-3],
  [29, 4096, 4.7466173e-3, 0.0101524628],
  [1, 10, 0.0025285785, 0.445016117],
])('%d of %d samples', (above, samples, low, high) => {
  const [least, most] = bounds(above, samples)
  expect(least / low).toBeCloseTo(1, 4)
  expect(most / high).toBeCloseTo(1, 4)
  const [mirroredLeast, mirroredMost] = bounds(samples - above, samples)
  expect(mirroredLeast).toBeCloseTo(1 - most, 12)
  expect(mirroredMost).toBeCloseTo(1 - least, 12)
})
test('the rule of three is within its approximation of the exact bound, 1 - 0.05^(1/n)', () => {
  for (const samples of [1024, 4096, 65_536]) {
    expect(bounds(0, samples)[1] / (1 - 0.05 ** (1 / samples))).toBeCloseTo(1, 2)
    expect(bounds(samples, samples)).toEqual([1 - 3 / samples, 1])
  }
})
test('a tail says on how many samples a probability rests, and what follows', () => {
  const tail = (above: number) =>
    worded({ kind: 'tail', file: 'a.c', line: 3, count: 1, share: above / 4096, estimated: false }, { above, samples: 4096 }).text
  expect(tail(0)).toBe('a.c:3: notice: a probability rests on 0 of 4096 samples: below 7.3e-4, at 95 % confidence')
  expect(tail(4)).toBe('a.c:3: notice: a probability rests on 4 of 4096 samples: between 2.7e-4 and 2.5e-3, at 95 % confidence')
  expect(tail(4092)).toBe(
    'a.c:3: notice: a probability rests on 4 of 4096 samples on the other side: between 1 - 2.5e-3 and 1 - 2.7e-4, at 95 % confidence',
  )
  expect(tail(4096)).toBe('a.c:3: notice: a probability rests on 0 of 4096 samples on the other side: above 1 - 7.3e-4, at 95 % confidence')
})
test('twenty places are told, and how many more there are; the last line says what to do', () => {
  const place = worded(decision)
  const notices = noticesOf(Array.from({ length: MOST_NOTICES + 1 }, () => place))!
  const lines = noticeLines(notices).split('\n')
  expect(lines.slice(0, MOST_NOTICES)).toEqual(notices.places.map(() => place.text))
  expect(lines.slice(MOST_NOTICES)).toEqual([
    'notice: and 1 more place',
    `notice: ${notices.meaning}; see the page Branches of the documentation, /docs/uxhw-api/how-it-computes/branches/`,
    '',
  ])
  expect(noticesOf([])).toBeUndefined()
})
test('where only probabilities are in doubt, the path is not', () => {
  expect(noticesOf([{ ...worded(decision), kind: 'tail' }])!.meaning).not.toContain('path')
})

test('of a run whose paths were followed to their ends, what only other paths print or pass is told', () => {
  const coverage = {
    paths: 4,
    samples: 1000,
    all: 1000,
    outvoted: 0,
    endless: 0,
    elsewhere: 0,
    untraced: 0,
    crowded: 0,
    otherwise: [],
    milliseconds: 10_000,
  }
  expect(withPaths(undefined, coverage)).toBeUndefined()
  expect(withPaths(undefined, { ...coverage, elsewhere: 100, untraced: 250 })!.places.map(({ text }) => text)).toEqual([
    'notice: 10 % of the samples print numbers where the path of the particle prints none; these are not shown',
    'notice: 25 % of the samples trace values that the path of the particle does not, for which there was no room',
  ])
})

test('executions that there was no room for, or no time, are told; those that were enough are not', () => {
  const counted = {
    all: 1000,
    wanted: 1000,
    fit: 1000,
    isEnough: false,
    isDrawn: false,
    asksLaws: false,
    elsewhere: 0,
    untraced: 0,
    endless: 0,
    otherwise: [],
  }
  const words = (change: Partial<Parameters<typeof withExecutions>[0]>) => withExecutions({ ...counted, ...change })?.places.map(({ text }) => text)
  expect(words({})).toBeUndefined()
  expect(words({ wanted: 32_000, fit: 32_000, isEnough: true })).toBeUndefined()
  expect(words({ wanted: 32_000, fit: 32_000 })).toEqual(['notice: 1000 of 32000 executions, because the run was ended'])
  expect(words({ wanted: 32_000 })).toEqual([
    'notice: 1000 of 32000 executions, because there is room for no more of all the numbers that each prints',
  ])
  expect(words({ endless: 5, elsewhere: 250 })).toEqual([
    'notice: 25 % of the executions print numbers where the one on the means prints none; these are not shown',
    'notice: 0.5 % of the executions did not end in time; what was printed holds for the others',
  ])
})
