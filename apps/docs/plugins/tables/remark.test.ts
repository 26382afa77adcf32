import { expect, test } from 'vitest'
import { type MdxNode, table } from '../mdx/nodes.ts'
import tables, { stacks } from './remark.ts'

const LONG = 'the folder that holds the database, the files and the caches'

test('a table of three columns stacks where its last one holds sentences', () => {
  expect(stacks(table(['Setting', 'Default', 'Meaning'], [['`PORT`', '8080', LONG]]))).toBe(true)
  expect(stacks(table(['Status', 'Kind', 'May become'], [['Accepted', 'waiting', 'Initialising']]))).toBe(false)
  expect(stacks(table(['Field', 'Meaning'], [['Name', LONG]]))).toBe(false)
  expect(stacks(table(['Case', 'From', 'Figure'], [['a', 'b', LONG]], [2]))).toBe(false)
})
test('the mark is a class of the table, wherever it stands', () => {
  const found = table(['Setting', 'Default', 'Meaning'], [['`PORT`', '8080', LONG]])
  const tree: MdxNode = { type: 'root', children: [{ type: 'blockquote', children: [found] }] }
  tables()(tree)
  expect(found.data).toEqual({ hProperties: { className: 'stacks' } })
})
