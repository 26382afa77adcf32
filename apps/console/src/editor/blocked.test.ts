import type { Core } from '@credence/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '../programs/draft.ts'
import { blockedBy } from './blocked.ts'

const core = { Microarchitecture: 'Athens' } as Core
const fortran = { source: 'end', language: 'Fortran', arguments: '', dataSources: [] } as unknown as Draft
const without = { responseTime: 1, languages: ['C' as const, 'C++' as const], fortran: 'this machine has no Fortran compiler; install it' }

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => void vi.unstubAllGlobals())
test('Fortran is not sent to a platform that says it builds none, and how to get it is said', () => {
  expect(blockedBy(fortran, core, 'platform', without)).toBe('This platform builds no Fortran: this machine has no Fortran compiler; install it.')
  expect(blockedBy({ ...fortran, language: 'C' }, core, 'platform', without)).toBe('')
  expect(blockedBy(fortran, core, 'platform', { ...without, languages: ['C', 'C++', 'Fortran'] })).toBe('')
  expect(blockedBy(fortran, core, 'platform')).toBe('')
})
