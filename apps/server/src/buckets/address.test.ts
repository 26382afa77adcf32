import { expect, test } from 'vitest'
import { sealingWith } from '../sealing/sealing.ts'
import { addressOf, sealKey, unsealKey } from './address.ts'

const AMAZON = { name: 'measurements', region: 'eu-central-1', endpoint: null, pathStyle: null }

test.each([
  [{}, 'https://measurements.s3.eu-central-1.amazonaws.com', ''],
  [{ region: 'cn-north-1' }, 'https://measurements.s3.cn-north-1.amazonaws.com.cn', ''],
  [{ pathStyle: true }, 'https://s3.eu-central-1.amazonaws.com', '/measurements'],
  [{ endpoint: 'https://s3.example:8443/' }, 'https://s3.example:8443', '/measurements'],
  [{ endpoint: 'https://s3.example:8443', pathStyle: false }, 'https://measurements.s3.example:8443', ''],
  [{ endpoint: 'https://[2001:db8::1]:8443', name: 'Any_Name' }, 'https://[2001:db8::1]:8443', '/Any_Name'],
])('%j is reached at %s%s', (fields, origin, base) => {
  expect(addressOf({ ...AMAZON, ...fields })).toEqual({ origin, base })
})
test.each([[{ name: 'Any_Name' }], [{ name: 'a..b-' }], [{ endpoint: 'https://[2001:db8::1]', pathStyle: false }]])('%j names no host', (fields) => {
  expect(addressOf({ ...AMAZON, ...fields })).toBeUndefined()
})
test('a key is sealed for its bucket and opens for no other', () => {
  const sealing = sealingWith([{ id: 'a', bytes: new Uint8Array(32) }])
  const key = { id: 'AKIA', secret: 'a/b+c' }
  const credentials = sealKey(sealing, 'bkt_1', key)
  expect(credentials).not.toContain('AKIA')
  expect(unsealKey(sealing, { bucketId: 'bkt_1', credentials })).toEqual(key)
  for (const other of [
    { bucketId: 'bkt_2', credentials },
    { bucketId: 'bkt_1', credentials: null },
  ])
    expect(unsealKey(sealing, other)).toBeUndefined()
})
