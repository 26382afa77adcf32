import { expect, test } from 'vitest'
import { type Built, planRun } from './run-plan.ts'

const wanted = { source: 's', language: 'C', coreId: 'c', coreChangedAt: 1, traces: [] } as const
const last: Built = { ...wanted, buildId: 'bld_1', discovered: false }
test('what did not change runs without a build; each change says what it is', () => {
  expect(planRun(wanted, last, false)).toEqual({ kind: 'task', buildId: 'bld_1' })
  const because = (change: object, wantsVariables = false) => {
    const plan = planRun({ ...wanted, ...change }, last, wantsVariables)
    return plan.kind === 'build' ? plan.because : 'task'
  }
  expect(planRun(wanted, undefined, false).kind).toBe('build')
  expect(because({ source: 't' })).toBe('the source changed')
  expect(because({ language: 'C++' })).toBe('the language changed')
  expect(because({ coreId: 'd' })).toBe('the core changed')
  expect(because({ coreChangedAt: 2 })).toBe('the core changed')
  expect(because({ traces: [{ File: 'main.c', LineNumber: 1, Expression: 'x' }] })).toBe('the variables to trace changed')
  expect(because({}, true)).toBe('the variables are not known yet')
})
