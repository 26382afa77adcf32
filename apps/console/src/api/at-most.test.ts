import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('no more than so many run at a time, each gets its answer, and one that fails gives its place back', async () => {
  const few = atMost(2)
  let [running, most] = [0, 0]
  const work = (number: number) =>
    few(async () => {
      running++
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running--
      if (number === 1) throw new Error('refused')
      return number
    })
  const ended = await Promise.allSettled([0, 1, 2, 3, 4].map(work))
  expect(ended.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'))).toEqual([0, 'refused', 2, 3, 4])
  expect([most, running]).toEqual([2, 0])
})
