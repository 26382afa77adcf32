// What all paths print at a place, put together: of paths, and of samples that go alone; and what becomes of marks.
import { parseUx } from '@credence/distribution'
import { expect, test } from 'vitest'
import { MARK } from '../../abi.ts'
import { bytesOf, charactersOf } from '../../latin1.ts'
import { createMerged, createTranscript } from './prints.ts'

const KEY = '1 1 0'
const [ATHENS, ORDER] = [4, 6]
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
test('numbers of samples that went alone stand beside those of paths', () => {
  const { path, singles, tail } = createMerged(4, [KEY])
  const two = path(2)
  two.prints.tell(
    KEY,
    () => ({ particle: 1, samples: Float64Array.of(1, 2) }),
    () => '',
  )
  two.add()
  for (const number of [3, 4]) {
    singles.begin()
    singles.print(1, 1, 0, number)
    singles.add()
  }
  const { mean, mixture } = parseUx(tail(KEY, 1, ATHENS, ORDER))
  expect(mean).toBe(2.5)
  expect([...mixture.positions].sort()).toEqual([1, 2, 3, 4])
  expect([...mixture.masses]).toEqual([0.25, 0.25, 0.25, 0.25])
})
test('a sample that did not come to its end has printed nothing', () => {
  const { singles, tail } = createMerged(2, [KEY])
  singles.begin()
  singles.print(1, 1, 0, 7)
  singles.begin()
  singles.print(1, 1, 0, 5)
  singles.add()
  expect(tail(KEY, 5, ATHENS, ORDER)).toBe('')
})
test('where all samples that go alone print the number of the text there is no tail, a NaN is one as any other', () => {
  for (const number of [0.5, Number.NaN]) {
    const { singles, tail } = createMerged(2, [KEY])
    for (let sample = 0; sample < 2; sample++) {
      singles.begin()
      singles.print(1, 1, 0, number)
      singles.add()
    }
    expect(tail(KEY, number, ATHENS, ORDER)).toBe('')
    expect(tail(KEY, 1, ATHENS, ORDER)).not.toBe('')
  }
})
test('samples that print what the text does not have are counted', () => {
  const { singles, elsewhere, crowded } = createMerged(3, [KEY])
  for (const times of [1, 2, 3]) {
    singles.begin()
    singles.print(1, times, 0, 1)
    singles.print(1, times, 1, 1)
    singles.add()
  }
  expect(elsewhere()).toBe(3)
  expect(crowded()).toBe(0)
})
test('what is traced counts by its key, once somebody wants it', () => {
  const { singles, adopt, whole } = createMerged(2, [])
  adopt('traced 0 0 0')
  expect(whole('traced 0 0 0', ATHENS, ORDER)).toBeUndefined()
  for (const number of [1, 3]) {
    singles.begin()
    singles.tell('traced 0 0 0', number)
    singles.add()
  }
  expect(parseUx(whole('traced 0 0 0', ATHENS, ORDER)!).particle).toBe(2)
})

test('the share of samples that a majority decided for is that of the paths that print there', () => {
  const merged = createMerged(8, [KEY, '2 1 0'])
  const print = (samples: number, keys: readonly string[], outvoted?: number) => {
    const { prints, add } = merged.path(samples)
    for (const key of keys)
      prints.tell(
        key,
        () => ({ particle: 1 }),
        () => '',
      )
    add(outvoted)
  }
  print(4, [KEY], 1)
  print(2, [KEY, '2 1 0'])
  expect([merged.byMajority(KEY), merged.byMajority('2 1 0'), merged.byMajority('3 1 0')]).toEqual([1 / 8, 0, 0])
})
