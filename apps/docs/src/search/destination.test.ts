import { expect, test } from 'vitest'
import { destinationOf } from './destination.ts'

test('a result whose address matches externalUrlRegex leaves the site', () => {
  expect(destinationOf('https://Forum.example/t/1', 'forum\\.example')).toEqual({ to: 'https://Forum.example/t/1', external: true })
})
test('any other address is a page of this site, wherever the index was made', () => {
  for (const pattern of [undefined, '', 'forum\\.example'])
    expect(destinationOf('https://docs.example/docs/api/?x=1#part', pattern)).toEqual({ to: '/docs/api/?x=1#part', external: false })
  expect(destinationOf('/docs/api/#part', 'forum')).toEqual({ to: '/docs/api/#part', external: false })
})
