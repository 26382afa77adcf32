import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { hostedClient } from './clients.ts'
import { facetFiltersFor } from './context.ts'

test('the hosted index is asked with key, filters, snippets and the operator’s own parameters', async () => {
  const sent: { path: string; credentials: Record<string, unknown>; body: { requests: Record<string, unknown>[] } }[] = []
  const index = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://index')
    sent.push({ path: pathname, credentials: { ...Object.fromEntries(searchParams), ...request.headers }, body: JSON.parse(body) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ results: [{ hits: [{ objectID: 'x' }], nbHits: 31, nbPages: 2, index: 'docs' }] }))
  })
  await new Promise<void>((resolve) => index.listen(0, '127.0.0.1', resolve))
  const hosts = [`http://127.0.0.1:${(index.address() as AddressInfo).port}`]
  const client = hostedClient({ appId: 'APP', apiKey: 'public', indexName: 'docs', searchParameters: { typoTolerance: false }, hosts })
  const result = await client.search({ query: 'gauss', facetFilters: facetFiltersFor(true) })
  index.close()
  expect(result).toEqual({ hits: [{ objectID: 'x' }], nbHits: 31, page: 0, nbPages: 2 })
  const [{ path, credentials, body }] = sent as [(typeof sent)[0]]
  expect(path).toBe('/1/indexes/*/queries')
  expect(credentials).toMatchObject({ 'x-algolia-api-key': 'public', 'x-algolia-application-id': 'APP' })
  expect(body.requests).toEqual([
    expect.objectContaining({
      query: 'gauss',
      indexName: 'docs',
      hitsPerPage: 20,
      highlightPreTag: '<mark>',
      highlightPostTag: '</mark>',
      snippetEllipsisText: '…',
      clickAnalytics: false,
      typoTolerance: false,
      attributesToRetrieve: expect.arrayContaining(['hierarchy.lvl0', 'hierarchy.lvl6', 'content', 'type', 'url']),
      facetFilters: facetFiltersFor(true),
    }),
  ])
})
