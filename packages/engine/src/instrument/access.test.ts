import { expect, test } from 'vitest'
import { OPCODES } from '../binary/opcodes.ts'
import * as access from './access.ts'
import * as code from './code.ts'

test('what the lists of the pass hold beside instructions of WebAssembly are numbers that mean one thing each', () => {
  const { NULL_CHECK, STACK_CHECK, BULK_CHECK, CALL_CHECK } = access
  const { UX_CALL, SAFEPOINT, COUNT, PLACE_OF, IS_HANDLE, DECIDED_BITS, DECIDED_PART, SIZE_BITS } = code
  const guards = [NULL_CHECK, STACK_CHECK, BULK_CHECK, CALL_CHECK]
  const others = [UX_CALL, SAFEPOINT, COUNT, PLACE_OF, IS_HANDLE, DECIDED_BITS, DECIDED_PART, SIZE_BITS]
  expect(new Set([...guards, ...others]).size).toBe(12)
  expect(guards.map(access.isGuard)).toEqual([true, true, true, true])
  expect(others.some(access.isGuard)).toBe(false)
  for (const op of [...guards, ...others]) expect(OPCODES[op]).toBeUndefined()
})
