import { expect, test } from 'vitest'
import { elementsOf, readFault, readListing, textOf } from './xml.ts'

test('a listing of 1000 keys is read in a moment, words of faults are short and of one line', () => {
  const text = `<ListBucketResult>${Array.from({ length: 1000 }, (_, index) => `<Contents><Key>k${index}</Key><Size>3</Size></Contents>`).join('')}</ListBucketResult>`
  expect(readListing(text).objects).toHaveLength(1000)
  expect(readListing('<ListBucketResult><Contents><Key>&#x61;&lt;b&#62;</Key><Size>0</Size></Contents></ListBucketResult>').objects).toEqual([
    { key: 'a<b>', size: 0, etag: '', modifiedAt: 0 },
  ])
  expect(readFault(`<Code>A</Code><Message>${'x\u001b[31m'.repeat(200)}</Message>`)).toMatch(/^A: x[^\u0000-\u001f]{290,}$/)
  expect(readFault('nothing')).toBeUndefined()
})
test('elements are read in their order, and each on its own', () => {
  const xml = '<R><Part><N>1</N><E>&quot;a&quot;</E></Part><Part><N>2</N></Part></R>'
  expect(elementsOf(xml, 'Part').map((part) => [textOf(part, 'N'), textOf(part, 'E')])).toEqual([
    ['1', '"a"'],
    ['2', undefined],
  ])
  expect(elementsOf('<R/>', 'Part')).toEqual([])
})
