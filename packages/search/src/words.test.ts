import { expect, test } from 'vitest'
import { queryTerms, rootOf, stem, terms } from './words.ts'

test('a name gives itself and its parts', () => {
  expect(terms('UxHwDoubleQuantile')).toEqual(['uxhwdoublequantile', 'ux', 'hw', 'double', 'quantile'])
  expect(terms('builds-source-code')).toEqual(['builds-source-code', 'builds', 'source', 'code'])
})
test('a plain word is one term, in lower case', () => {
  expect(terms('Quantile of X')).toEqual(['quantile', 'of', 'x'])
})
test('C++ keeps its signs', () => {
  expect(terms('C and C++')).toEqual(['c', 'and', 'c++'])
})
test('a percent sign is a word', () => {
  expect(terms('a 95 % interval')).toEqual(['a', '95', 'percent', 'interval'])
})
test('a possessive is the word itself', () => {
  expect(terms("the core's memory")).toEqual(['the', 'core', 'memory'])
})
test('words without meaning are left out of a query, unless it has no others', () => {
  expect(queryTerms('how do I cancel a task')).toEqual(['cancel', 'task'])
  expect(queryTerms('what is it')).toEqual(['what', 'is', 'it'])
})
test.each([
  ['initialising', 'initializing'],
  ['builds', 'build'],
  ['cancelled', 'cancel'],
  ['correlation', 'correlated'],
  ['initialisation', 'initialize'],
  ['uncertainty', 'uncertain'],
  ['keys', 'key'],
  ['cores', 'core'],
  ['files', 'file'],
  ['distributions', 'distribution'],
  ['stopped', 'stops'],
  ['accurate', 'accuracy'],
  ['called', 'calls'],
  ['behaviour', 'behavior'],
  ['repositories', 'repository'],
])('%s and %s share a stem', (one, other) => {
  expect(stem(one)).toBe(stem(other))
})
test('terms with digits and short terms keep their form', () => {
  expect([stem('chi2'), stem('gumbel1'), stem('uses')]).toEqual(['chi2', 'gumbel1', 'uses'])
})
test('words that every object knows are words like others', () => {
  expect(['constructor', 'valueOf'].map((word) => typeof stem(word))).toEqual(['string', 'string'])
})
test.each([
  ['compile', 'compiler'],
  ['fails', 'failure'],
  ['expires', 'expiry'],
  ['authorize', 'authorization'],
])('%s and %s are of one family', (word, other) => {
  expect(rootOf(stem(word))).toBe(rootOf(stem(other)))
})
test('a short word, and what has a digit, are a family of their own', () => {
  expect(['very', 'ment', 'jcgm101'].map(rootOf)).toEqual(['very', 'ment', 'jcgm101'])
})
