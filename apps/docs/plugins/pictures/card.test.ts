import { mixtureOf, uxValue } from '@credence/distribution'
import { CARD_SIZE as DRAWN } from '@credence/plot'
import { expect, test } from 'vitest'
import { pageCard, wrapped } from './card.ts'
import { CARD_SIZE, cardPath } from './card-place.ts'

test('titles are wrapped at words, and cut after three lines', () => {
  expect(wrapped('Gauss')).toEqual(['Gauss'])
  expect(wrapped('Numbers that know how sure they are')).toEqual(['Numbers that know how sure', 'they are'])
  expect(wrapped('word '.repeat(40).trim())).toHaveLength(3)
  expect(wrapped('x'.repeat(50))[0]).toHaveLength(30)
})
test('a card holds title, area and the curve of a value', () => {
  const value = uxValue(mixtureOf([0, 1, 2], [0.25, 0.5, 0.25]))
  const svg = pageCard('/docs/api/quickstart/', 'Run & read', value)
  expect(svg).toContain('>Run &amp; read</text>')
  expect(svg).toContain('>Compute Engine API</text>')
  expect(svg.match(/<path/g)!.length).toBeGreaterThan(pageCard('/docs/api/quickstart/', 'Run & read', undefined).match(/<path/g)!.length)
})
test('what pages say of the size of a card is what is drawn', () => {
  expect(CARD_SIZE).toEqual(DRAWN)
})
test('every page has a picture of its own', () => {
  expect([cardPath('/'), cardPath('/docs/api/quickstart/')]).toEqual(['cards/start.png', 'cards/docs-api-quickstart.png'])
})
