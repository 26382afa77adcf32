import { expect, test } from 'vitest'
import { connectionsOf } from './connections.ts'
import { searchSettings } from './settings.ts'

const connections = (search: Readonly<Record<string, unknown>>) => connectionsOf(searchSettings({ themeConfig: { search } }))

test('a site on its own connects to nothing else', () => {
  expect(connections({})).toEqual([])
  expect(connections({ askAi: { endpoint: '/docs-ai/chat' } })).toEqual([])
})
test('a hosted index and an assistant elsewhere are named by their origins', () => {
  expect(connections({ appId: 'APP', apiKey: 'public', askAi: { endpoint: 'https://ask.example/chat' } })).toEqual([
    'https://app-dsn.algolia.net',
    'https://app.algolia.net',
    'https://app-1.algolianet.com',
    'https://app-2.algolianet.com',
    'https://app-3.algolianet.com',
    'https://ask.example',
  ])
  expect(connections({ appId: 'APP', apiKey: 'public', hosts: ['http://mirror.example:81/x'] })).toEqual(['http://mirror.example:81'])
})
