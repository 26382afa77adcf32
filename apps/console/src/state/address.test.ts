import { expect, test } from 'vitest'
import { ADDRESS, textIn } from './address.ts'

test('texts stand in an address as they are, and come back as they were', () => {
  const texts = ['3', '3.0', '-1e-3', 'true', 'a b', '"quoted"', '[1]', '{', 'Ux00', '1, 2', 'null']
  for (const t of texts) {
    const written = ADDRESS.stringifySearch({ t })
    const read: Record<string, unknown> = ADDRESS.parseSearch(written)
    expect(textIn(read['t']), written).toBe(t)
  }
  expect(ADDRESS.stringifySearch({ t: '3', to: '3.50', full: true, none: undefined })).toBe('?t=3&to=3.50&full=true')
  expect(ADDRESS.stringifySearch({ status: ['Stopped', 'Completed'] })).toBe('?status=Stopped,Completed')
})
test('links of the form that quotes are read', () => {
  expect(ADDRESS.parseSearch('?t=%223%22&status=%5B%22Stopped%22%5D')).toEqual({ t: '3', status: ['Stopped'] })
})
