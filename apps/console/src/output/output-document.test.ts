import { expect, test } from 'vitest'
import { type Ask, newestOf } from './output-document.ts'

test('of the questions of a view that moves, the first and the newest are asked, and each once the one before is answered', async () => {
  const asked: number[] = []
  const answers: (() => void)[] = []
  const ask = ((question: { from: number }) => {
    asked.push(question.from)
    return new Promise((resolve) => answers.push(() => resolve(question.from)))
  }) as unknown as Ask
  const newest = newestOf(ask)
  const look = (from: number) => newest({ ask: 'lines', from, to: from + 1 }) as Promise<unknown>
  const all = [look(1), look(2), look(3)]
  expect(asked).toEqual([1])
  answers[0]?.()
  expect([await all[0], await all[1]]).toEqual([1, undefined])
  await expect.poll(() => asked).toEqual([1, 3])
  answers[1]?.()
  expect(await all[2]).toBe(3)
  const last = look(4)
  answers[2]?.()
  expect(await last).toBe(4)
})
