import { expect, test } from 'vitest'
import { countsOf, replaced, unsteady, type VitestReport, vitestCounts } from './suites.ts'

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
