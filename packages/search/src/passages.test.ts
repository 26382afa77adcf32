import { expect, test } from 'vitest'
import { IndexSearch } from './index-search.ts'
import { passages } from './passages.ts'
import { RECORDS, record } from './testing/records.ts'

const index = new IndexSearch(RECORDS)

test('a question is answered verbatim, with headings and link', () => {
  const [best] = passages(index, 'How do I cancel a task?')
  expect(best?.trail).toEqual(['Compute Engine API', 'Tasks', 'Cancel a task'])
  expect(best?.url).toBe('/docs/api/guides/tasks/#cancel')
  expect(RECORDS.find(({ url }) => url === best?.url)?.content).toContain(best?.text)
})
test('every passage stands in the documentation word for word', () => {
  for (const { text, url } of passages(index, 'what is the median of a normal distribution'))
    expect(RECORDS.find((each) => each.url === url)?.content).toContain(text)
})
test('a question about something else has no answer', () => {
  expect(passages(index, 'zebra crossing')).toEqual([])
  expect(passages(index, '')).toEqual([])
})
test('at most four passages of at most three sentences', () => {
  const many = Array.from({ length: 9 }, (_, place) =>
    record(`/${place}/`, ['A', `Page ${place}`], 'One cat. Two cats. Three cats. Four cats. Five cats.'),
  )
  const found = passages(new IndexSearch(many), 'cats')
  expect(found).toHaveLength(4)
  for (const { text } of found) expect(text.split('. ').length).toBeLessThanOrEqual(3)
})
test('more and longer passages are given when asked for', () => {
  const many = Array.from({ length: 9 }, (_, place) =>
    record(`/${place}/`, ['A', `Page ${place}`], 'One cat. Two dogs. Three cats. Four dogs. Five cats.'),
  )
  const found = passages(new IndexSearch(many), 'cats', { passages: 6, sentences: 5 })
  expect(found.map(({ text }) => text.split('. ').length)).toEqual([5, 5, 5, 5, 5, 5])
})
test('a number with a point does not end a sentence', () => {
  const decimal = new IndexSearch([record('/x/', ['A', 'X'], 'The 0.5 quantile is the median. Nothing else.')])
  expect(passages(decimal, 'median')[0]?.text).toContain('The 0.5 quantile is the median.')
})
