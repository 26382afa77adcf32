import { expect, test } from 'vitest'
import { MARK } from '../../abi.ts'
import { bytesOf, charactersOf } from '../../latin1.ts'
import { createMerged, createTranscript } from './prints.ts'

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

test('between a number and its tail is no padding, and no sign before a zero; a plain number keeps both, in parts of any size', () => {
  const transcript = createTranscript()
  const numbers = ['1.5   ', '-0.00', '-0e+00  ', '-0.5', '-10', '  -0', '1.5   ', '-0.00']
  for (const [index] of numbers.entries())
    transcript.tell(
      `1 ${index} 0`,
      () => ({ particle: 0 }),
      () => '',
    )
  const text = `a ${numbers.map((number, index) => `${number}${MARK.begin}${index + 1}${MARK.end}`).join('| ')} -0  `
  const tails = ['UxA', 'UxB', 'UxC', 'UxD', 'UxE', 'UxF', '', '']
  const wanted = 'a 1.5UxA| 0.00UxB| 0e+00UxC| -0.5UxD| -10UxE|   0UxF| 1.5   | -0.00 -0  '
  expect(charactersOf(transcript.resolved(bytesOf(text), tails))).toBe(wanted)
  for (let size = 1; size < text.length; size++) {
    const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => bytesOf(text.slice(i * size, (i + 1) * size)))
    expect([...transcript.resolvedParts(parts, tails)].map(charactersOf).join(''), String(size)).toBe(wanted)
  }
})
