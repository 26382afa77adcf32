import { expect, test } from 'vitest'
import { type MdxNode, text } from '../mdx/nodes.ts'
import { changelogByTopic, topicOf } from './changelog.ts'

const item = (words: string): MdxNode => ({ type: 'listItem', children: [{ type: 'paragraph', children: [text(words)] }] })
const heading = (depth: number, words: string): MdxNode => ({ type: 'heading', depth, children: [text(words)] })
const outline = (nodes: readonly MdxNode[]): string[] =>
  nodes.map(({ type, children }) => (type === 'list' ? `${children?.length} entries` : (children?.[0]?.value ?? '')))

test('each version has its entries by topic, the unreleased one its date', () => {
  const list: MdxNode = {
    type: 'list',
    children: [item('For developers: tests.'), item('POST /cores refuses more.'), item('Quotients of complex numbers are right.')],
  }
  const page = changelogByTopic([heading(1, 'Changelog'), heading(2, 'Unreleased'), list], '1 December 2026')
  expect(outline(page)).toEqual([
    'Unreleased',
    'As of 1 December 2026. The next release gives it a number.',
    'Programs and their results',
    '1 entries',
    'API',
    '1 entries',
    'For developers',
    '1 entries',
  ])
})
test.each([
  ['Breaking for operators: names that end in localhost', 'What you have to change'],
  ['The search forgives swapped letters', 'Documentation'],
  ['credence run says where a program called abort.', 'Command line'],
  ['CREDENCE_OUTPUT_DAYS deletes outputs of tasks', 'Running a platform'],
  ['A request that is repeated under its Idempotency-Key does its work once', 'API'],
  ['Sums, differences and multiples of Gaussian values are exactly Gaussian', 'Programs and their results'],
])('“%s” is about: %s', (entry, topic) => {
  expect(topicOf(entry)).toBe(topic)
})
