import { expect, test } from 'vitest'
import { facetFiltersFor } from './context.ts'

test('contextual search filters by language and by the tags of the documentation', () => {
  expect(facetFiltersFor(true)).toEqual([
    'language:en',
    ['docusaurus_tag:default', 'docusaurus_tag:docs-api-current', 'docusaurus_tag:docs-platform-current', 'docusaurus_tag:docs-uxhw-api-current'],
  ])
})
test('without contextual search only the language filters', () => {
  expect(facetFiltersFor(false)).toEqual(['language:en'])
})
