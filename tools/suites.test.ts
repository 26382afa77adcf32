import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countsOf, gone, inPlaces, replaced, SUITES, type Suite, sectionsOf, sumOf, unsteady, type VitestReport, vitestCounts } from './suites.ts'

test('each suite begins once what it comes after has ended, and no more run at once than there are places', async () => {
  const running = new Set<string>()
  const ended: string[] = []
  let most = 0
  await inPlaces(SUITES, 3, async ({ name, after = [] }) => {
    expect(ended).toEqual(expect.arrayContaining([...after]))
    running.add(name)
    most = Math.max(most, running.size)
    for (let turn = 0; turn < name.length; turn++) await Promise.resolve()
    running.delete(name)
    ended.push(name)
  })
  expect(most).toBe(3)
  expect(ended.toSorted()).toEqual(SUITES.map(({ name }) => name).toSorted())
})

test('suites that are run without what they come after do not wait for it; those that wait for each other are refused', async () => {
  const made: string[] = []
  const perform = async ({ name }: Suite) => void made.push(name)
  const suite = (name: string, ...after: string[]): Suite => ({ name, after, run: () => Promise.reject(new Error('is not run here')) })
  await inPlaces([suite('site', 'examples')], 1, perform)
  expect(made).toEqual(['site'])
  await expect(inPlaces([suite('a', 'b'), suite('b', 'a')], 2, perform)).rejects.toThrow('nothing ends before these: a, b')
})

test('every integration test belongs to one suite', () => {
  const suites = SUITES.filter(({ folders }) => folders)
  const files = globSync('{packages,apps,tools}/**/*.integration.test.{ts,tsx}', { exclude: ['**/node_modules/**'] })
  expect(files.length).toBeGreaterThan(100)
  // As Vitest finds files by what their paths contain.
  expect(files.filter((file) => suites.filter(({ folders }) => folders?.some((folder) => file.toLowerCase().includes(folder))).length !== 1)).toEqual(
    [],
  )
})

const ACCEPTANCE =
  'pass  it starts\n      observed: 1\n\n## realtime\npass  a\nFAIL  b ≤ 3\n      observed: 4\nskip  c (2)\n\n## speed\npass  d\n\n3 passed, 1 failed, 2 skipped\n'

test('a section that failed counts by its second run, the others by their first; what passed then is unsteady', () => {
  const [start, realtime, speed] = sectionsOf(ACCEPTANCE)
  const failure = 'FAIL  b ≤ 3\n      observed: 4'
  expect([start?.name, realtime?.name, speed?.name]).toEqual(['', 'realtime', 'speed'])
  expect(realtime?.counts).toEqual({ passed: 1, failed: 1, skipped: 2, failures: [failure] })
  const counts = (second: string) => sumOf([start!, sectionsOf(second)[1]!, speed!].map((each) => each.counts))
  const steady = counts('pass  it starts\n## realtime\npass  a\npass  b ≤ 3\n')
  expect([steady, gone([failure], steady.failures)]).toEqual([{ passed: 4, failed: 0, skipped: 0, failures: [] }, [failure]])
  const broken = counts('pass  it starts\n## realtime\npass  a\nFAIL  b ≤ 3\n      observed: 5\n')
  expect([broken.failed, gone([failure], broken.failures)]).toEqual([1, []])
})

test('the last line of counts is the one that holds', () => {
  const output = '3 passed, 0 failed\nFAIL  a box is left\n      observed: 1\npass  another\n5 passed, 1 failed, 2 skipped\n'
  expect(countsOf(output, 1)).toEqual({ passed: 5, failed: 1, skipped: 2, failures: ['FAIL  a box is left\n      observed: 1'] })
})

test('a run that printed no counts has failed', () => {
  expect(countsOf('Segmentation fault\n', 139)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['ended with status 139: Segmentation fault'],
  })
})

test('a run that ended badly has failed, whatever it counted', () => {
  expect(countsOf('5 passed, 0 failed\n', 1)).toEqual({ passed: 5, failed: 1, skipped: 0, failures: ['ended with status 1'] })
})

const ADDS = { fullName: 'adds', status: 'passed', failureMessages: [] }
const FAILS = { fullName: 'subtracts', status: 'failed', failureMessages: ['expected 3'] }
const WAITS = { fullName: 'waits', status: 'pending', failureMessages: [] }

test('each failed test is named with its file and its reason', () => {
  expect(vitestCounts(report('failed', [ADDS, FAILS, WAITS]), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: ['sum.test.ts: subtracts: expected 3'],
  })
})

test('a file that does not load is a failure', () => {
  expect(vitestCounts(report('failed', []), 1)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ['sum.test.ts: no such module'] })
})

test('a runner that ended badly has failed, though no test did', () => {
  const failures = ['the test runner ended with status 137']
  expect(vitestCounts(report('passed', [ADDS]), 137)).toEqual({ passed: 1, failed: 1, skipped: 0, failures })
})

test('a file that was run again counts by its second run, the others by their first', () => {
  const other = { ...report('passed', [ADDS]).testResults[0]!, name: 'other.test.ts' }
  const first = { testResults: [...report('failed', [ADDS, FAILS]).testResults, other] }
  const steady = report('passed', [ADDS, { ...FAILS, status: 'passed' }])
  expect(vitestCounts(replaced(first, steady), 0)).toEqual({ passed: 3, failed: 0, skipped: 0, failures: [] })
  expect(vitestCounts(replaced(first, report('failed', [ADDS, FAILS])), 1)).toMatchObject({ passed: 2, failed: 1 })
})

test('what failed at first and passes alone is unsteady; what fails again, or is gone, is not', () => {
  const first = report('failed', [ADDS, FAILS])
  expect(unsteady(first, report('passed', [ADDS, { ...FAILS, status: 'passed' }]))).toEqual(['sum.test.ts: subtracts: expected 3'])
  expect(unsteady(first, first)).toEqual([])
  expect(unsteady(first, report('passed', [ADDS]))).toEqual([])
  expect(unsteady(report('failed', []), report('passed', [ADDS]))).toEqual(['sum.test.ts: no such module'])
})

function report(status: string, assertionResults: VitestReport['testResults'][number]['assertionResults']): VitestReport {
  return { testResults: [{ name: 'sum.test.ts', status, message: 'no such module', assertionResults }] }
}
