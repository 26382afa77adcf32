import { expect, test } from 'vitest'
import { searchSettings, textsOf } from './settings.ts'
import { fill, TEXTS } from './texts.ts'

test('the texts of the search stand as acceptance/docs.tsv gives them', () => {
  expect(TEXTS).toMatchObject({
    errorTitle: 'Unable to fetch results',
    errorHelp: 'You might want to check your network connection.',
    noResults: 'No results found for',
    suggested: 'Try searching for',
    report: 'Believe this query should return results?',
    reportLink: 'Let us know.',
    seeAll: 'See all {count} results',
  })
})
test('a text is filled by name; an unknown name stays', () => {
  expect(fill(TEXTS.seeAll, { count: 12 })).toBe('See all 12 results')
  expect(fill('{missing}', {})).toBe('{missing}')
})
test('translations replace single texts', () => {
  const settings = searchSettings({ themeConfig: { search: { translations: { button: 'Suche' } } } })
  expect(textsOf(settings)).toEqual({ ...TEXTS, button: 'Suche' })
})
test('without configuration: contextual, passages in the browser, /search/', () => {
  expect(searchSettings({ themeConfig: {} })).toEqual({ contextualSearch: true, askAi: 'passages', searchPagePath: 'search' })
})
