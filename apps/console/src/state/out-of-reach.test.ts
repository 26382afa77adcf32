import { afterEach, expect, test, vi } from 'vitest'
import { inReach, isOutOfReach, OutOfReach } from './out-of-reach.ts'

const gone = new TypeError('Failed to fetch dynamically imported module: /console/assets/TasksScreen.js')
const loaded = (onLine: boolean) => {
  vi.stubGlobal('navigator', { onLine })
  return inReach(() => Promise.reject(gone))()
}
afterEach(() => vi.unstubAllGlobals())

test('what cannot be loaded offline is out of reach, not gone', async () => {
  await expect(loaded(false)).rejects.toBeInstanceOf(OutOfReach)
  await expect(loaded(true)).rejects.toBe(gone)
  await expect(inReach(async () => 'screen')()).resolves.toBe('screen')
  expect([gone, new OutOfReach(), new TypeError('x is undefined')].map(isOutOfReach)).toEqual([true, true, false])
})
