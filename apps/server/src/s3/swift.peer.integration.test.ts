// What only a server that nobody here wrote shows: parts, long listings, and addresses that name the bucket in the host. `npm run peers`.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBucketStore } from '../buckets/store.ts'
import { openS3Store } from '../objects/s3-store.ts'
import { type ObjectStore, PartsGone, readAll } from '../objects/store.ts'
import { type Guard, openGuard } from '../outside/guard.ts'
import { openSwift, type SwiftServer } from '../testing/s3.ts'
import { SWIFT_DOMAIN } from '../testing/swift.ts'

const MIB = 2 ** 20
const text = { contentType: 'text/plain' }

describe('OpenStack Swift', () => {
  let swift: SwiftServer
  let objects: ObjectStore
  beforeAll(async () => {
    swift = await openSwift()
    objects = openS3Store({ ...swift, endpoint: swift.origin, linkEndpoint: swift.origin, region: 'us-east-1' })
  })
  afterAll(() => swift.close())
  const guard = () => openGuard([swift.host])
  const place = () => ({ origin: swift.origin, base: `/${swift.bucket}`, region: 'us-east-1', key: swift.key })
  const bucket = (over: object = {}, dial: Guard = guard()) =>
    openBucketStore({ guard: dial, certificates: undefined }, { ...place(), ...over }, new AbortController().signal, MIB)

  test('a file comes in parts by links, is joined, and what nobody joins goes', async () => {
    const bytes = randomBytes(12 * MIB)
    const upload = { key: 'files/a b/größe', id: await objects.beginParts('files/a b/größe', text) }
    const at = [bytes.subarray(0, 5 * MIB), bytes.subarray(5 * MIB, 10 * MIB), bytes.subarray(10 * MIB)]
    for (const [index, part] of [...at.entries()].toReversed()) {
      const link = objects.linkToPutPart({ ...upload, number: index + 1, size: part.length, origin: 'http://not.used', lifetimeSeconds: 900 })
      expect((await fetch(link, { method: 'PUT', body: part.subarray(1) })).status).toBe(403) // of that size only
      expect((await fetch(link, { method: 'PUT', body: part })).status).toBe(200)
    }
    const parts = await objects.listParts(upload)
    expect(parts.map(({ number, size }) => [number, size])).toEqual(at.map((part, index) => [index + 1, part.length]))
    expect(await objects.joinParts(upload, parts, text)).toMatchObject({ size: bytes.length })
    expect(await objects.joinParts(upload, parts, text)).toMatchObject({ size: bytes.length }) // the answer was lost
    expect((await readAll((await objects.get(upload.key))!)).equals(bytes)).toBe(true)
    const left = { key: 'files/left', id: await objects.beginParts('files/left', text) }
    await objects.putPart(left, 1, new Uint8Array(10))
    expect(await objects.oldParts('files/', Date.now() - 3_600_000)).toEqual([])
    expect(await objects.oldParts('files/', Date.now() + 3_600_000)).toEqual([left])
    await objects.deleteAll('files/')
    await expect(objects.listParts(left)).rejects.toThrow(PartsGone)
    expect(await objects.list('files/')).toEqual([])
  }, 60_000)
  test('what is larger than one request may be is written to a bucket in parts', async () => {
    const bytes = randomBytes(40 * MIB)
    async function* body() {
      for (let at = 0; at < bytes.length; at += MIB) yield bytes.subarray(at, at + MIB)
    }
    await bucket().write('large/file', body, bytes.length)
    const [object] = await Array.fromAsync(bucket().list('large/'))
    expect(object).toMatchObject({ key: 'large/file', size: bytes.length })
    expect(Buffer.concat(await Array.fromAsync(bucket().read(object!))).equals(bytes)).toBe(true)
  }, 60_000)
  test('100,000 keys are listed, in their order, page after page', async () => {
    swift.list(swift.bucket, 'many/', 100_000)
    const keys: string[] = []
    for await (const { key } of bucket().list('many/')) keys.push(key)
    expect([keys.length, new Set(keys).size, keys[0], keys.at(-1)]).toEqual([100_000, 100_000, 'many/000000', 'many/099999'])
    expect(keys).toEqual(keys.toSorted())
  }, 300_000)
  test('a host that names the bucket serves it', async () => {
    const { port } = new URL(swift.origin)
    const named = `${swift.bucket}.${SWIFT_DOMAIN}`
    const there = openGuard([`${named}:${port}`])
    const dialled: string[] = []
    const loopback: Guard = {
      ...there,
      dial(host, at) {
        dialled.push(host)
        return guard().dial('127.0.0.1', at)
      },
    }
    const inHost = bucket({ origin: `http://${named}:${port}`, base: '' }, loopback)
    async function* body() {
      yield Buffer.from('hello')
    }
    await inHost.write('host/größe +', body, 5)
    const [object] = await Array.fromAsync(inHost.list('host/'))
    expect(object).toMatchObject({ key: 'host/größe +', size: 5 })
    expect(Buffer.concat(await Array.fromAsync(inHost.read(object!))).toString()).toBe('hello')
    expect(new Set(dialled)).toEqual(new Set([named]))
    expect((await Array.fromAsync(bucket().list('host/'))).map(({ key }) => key)).toEqual(['host/größe +'])
  })
})
