import { expect, test } from 'vitest'
import { countsOf, type VitestReport, vitestCounts } from './suites.ts'

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

test('each failed test is named with its file and its reason', () => {
  const counts = vitestCounts(report([{ fullName: 'adds', status: 'failed', failureMessages: ['expected 3'] }]), 1)
  expect(counts).toEqual({ passed: 7, failed: 1, skipped: 0, failures: ['sum.test.ts: adds: expected 3'] })
})

test('a file that does not load is a failure', () => {
  expect(vitestCounts(report([]), 1)).toEqual({ passed: 7, failed: 1, skipped: 0, failures: ['sum.test.ts: no such module'] })
})

test('a runner that ended badly has failed, though no test did', () => {
  const counts = vitestCounts({ ...report([]), testResults: [] }, 137)
  expect(counts).toMatchObject({ failed: 1, failures: ['the test runner ended with status 137'] })
})

function report(assertionResults: VitestReport['testResults'][number]['assertionResults']): VitestReport {
  return {
    numPassedTests: 7,
    numFailedTests: assertionResults.length,
    numPendingTests: 0,
    testResults: [{ name: 'sum.test.ts', status: 'failed', message: 'no such module', assertionResults }],
  }
}
