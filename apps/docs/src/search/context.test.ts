import { expect, test } from 'vitest'
import { facetFiltersFor } from './context.ts'

test('inside an area, that area and the pages outside of all areas are searched', () => {
  expect(facetFiltersFor('/docs/platform/getting-started/', true)).toEqual([
    'language:en',
    ['docusaurus_tag:default', 'docusaurus_tag:docs-platform-current'],
  ])
  expect(facetFiltersFor('/docs/uxhw-api/', true)[1]).toContain('docusaurus_tag:docs-uxhw-api-current')
  expect(facetFiltersFor('/docs/api/reference/', true)[1]).toEqual(['docusaurus_tag:default', 'docusaurus_tag:docs-api-current'])
})
test('outside of the areas, all are searched', () => {
  expect(facetFiltersFor('/', true)[1]).toHaveLength(4)
})
test('without contextual search only the language filters', () => {
  expect(facetFiltersFor('/docs/api/', false)).toEqual(['language:en'])
})
