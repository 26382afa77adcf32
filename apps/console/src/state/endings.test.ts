import { beforeEach, expect, test, vi } from 'vitest'

let endings: typeof import('./endings.ts')
let isHidden: boolean
beforeEach(async () => {
  isHidden = false
  vi.resetModules()
  vi.stubGlobal('document', {
    addEventListener() {},
    get hidden() {
      return isHidden
    },
  })
  vi.stubGlobal('window', {})
  endings = await import('./endings.ts')
  return () => vi.unstubAllGlobals()
})
const end = (id: string) => endings.noteEnding({ kind: 'task', id, status: 'Completed', at: 1 })
const unseen = () => [...endings.unseenEndings.get()]

test('what the page shows is no news when it ends, however late the page learns that it is there', () => {
  const stop = endings.watch(['tsk_1'])
  end('tsk_1')
  end('tsk_2')
  expect(unseen()).toEqual(['tsk_2'])
  endings.watch(['tsk_2'])
  expect(unseen()).toEqual([])
  stop()
  end('tsk_3')
  expect(unseen()).toEqual(['tsk_3'])
  expect(endings.endings.get().map(({ id }) => id)).toEqual(['tsk_3', 'tsk_2', 'tsk_1'])
})
test('in a tab that nobody sees, and once the page shows another one, it is news', () => {
  const stops = [endings.watch(['tsk_1']), endings.watch(['tsk_1'])]
  isHidden = true
  end('tsk_1')
  isHidden = false
  stops[0]?.()
  stops[1]?.()
  end('tsk_1') // heard twice
  expect(unseen()).toEqual(['tsk_1'])
  endings.seeEndings()
  expect(unseen()).toEqual([])
})
