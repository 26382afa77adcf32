import { expect, test } from 'vitest'
import { createMerged } from './prints.ts'

const KEY = '1 1 0'
function tailOf(parts: readonly (number | readonly number[])[], particle: number): string {
  const samples = parts.map((part) => (typeof part === 'number' ? 1 : part.length))
  const merged = createMerged(
    samples.reduce((sum, count) => sum + count, 0),
    [KEY],
  )
  for (const [index, part] of parts.entries()) {
    const { prints, add } = merged.path(samples[index]!)
    prints.tell(
      KEY,
      () => (typeof part === 'number' ? { particle: part } : { particle: part[0]!, samples: Float64Array.from(part) }),
      () => '',
    )
    add()
  }
  return merged.tail(KEY, particle, 4, 6)
}

test('a number that all samples print like the text is plain, whether they went alone or together', () => {
  expect(tailOf([0.75, 0.75, 0.75], 0.75)).toBe('')
  expect(tailOf([[0.75, 0.75], 0.75], 0.75)).toBe('')
  expect(tailOf([[Number.NaN, Number.NaN]], Number.NaN)).toBe('')
  expect(tailOf([[0.75, 0.75], 0.5], 0.75)).toMatch(/^Ux04/)
  expect(tailOf([[0.75, 0.75]], 0.5)).toMatch(/^Ux04/)
})
