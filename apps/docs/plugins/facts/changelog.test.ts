import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type MdxNode, text } from '../mdx/nodes.ts'
import { changelogPage } from './changelog.ts'

const item = (words: string): MdxNode => ({ type: 'listItem', children: [{ type: 'paragraph', children: [text(words)] }] })
const heading = (depth: number, words: string): MdxNode => ({ type: 'heading', depth, children: [text(words)] })
const outline = (nodes: readonly MdxNode[]): string[] =>
  nodes.map(({ type, children }) => (type === 'list' ? `${children?.length} entries` : (children?.[0]?.value ?? '')))

test('each version has its entries by topic, the unreleased one its date', () => {
  const list: MdxNode = { type: 'list', children: [item('POST /cores refuses more.')] }
  const page = changelogPage([heading(1, 'Changelog'), heading(2, 'Unreleased'), heading(3, 'API'), list], '1 December 2026')
  expect(outline(page)).toEqual(['Unreleased', 'As of 1 December 2026. The next release gives it a number.', 'API', '1 entries'])
})
test('every entry of the file stands below a topic of its version, and none twice', () => {
  const lines = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8').split('\n')
  let topics = new Set<string>()
  let topic = ''
  const entries = new Set<string>()
  for (const line of lines) {
    if (line.startsWith('## ')) [topics, topic] = [new Set(), '']
    else if (line.startsWith('### ')) {
      expect(topics, line).not.toContain(line)
      topics.add(line)
      topic = line
    } else if (line.startsWith('- ')) {
      expect(topic, `no topic above: ${line}`).not.toBe('')
      expect(entries, 'once only').not.toContain(line)
      entries.add(line)
    }
  }
})
