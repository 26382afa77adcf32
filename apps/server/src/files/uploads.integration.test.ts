// Files that come in parts, over the API of a platform.
import { LIMITS } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PartsGone } from '../objects/store.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestAccount, type TestPlatform } from '../testing/platform.ts'
import { putFile, upload as send } from '../testing/upload.ts'
import { now } from './queries.ts'
import { dropStray, giveUpIdle } from './uploads.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { workers: 0, env: { CREDENCE_PART_BYTES: '4', CREDENCE_PLANS: '{"FreeTier":{"storageBytes":100}}' } })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

const call = async (method: string, path: string, body?: object, as?: TestAccount, headers?: Record<string, string>) => {
  const { status, json } = await platform.call(method, path, { ...(body && { body }), ...(as && { as }), ...(headers && { headers }) })
  return { status, ...json }
}
const begin = (Path: string, Size: number, as?: TestAccount) => call('POST', '/uploads', { Path, Size }, as)
const parts = async (id: string): Promise<{ PartNumber: number; Offset: number; Size: number; IsStored: boolean; UploadURL?: string }[]> =>
  (await call('GET', `/uploads/${id}/parts`)).Parts
const text = async (path: string) => (await platform.follow((await call('GET', `/files/${path}?download=true`)).download_url)).body
const BYTES = '0123456789'

test('a file comes in parts, in any order, and is there when it is complete', async () => {
  const { status, ...upload } = await begin('/deep/er/big.bin', BYTES.length)
  expect([status, upload]).toEqual([
    201,
    {
      Object: 'Upload',
      UploadID: expect.stringMatching(/^upl_[0-9a-f]{32}$/),
      Owner: platform.owner.userId,
      CreatedAt: expect.any(Number),
      UpdatedAt: upload.CreatedAt,
      Path: 'deep/er/big.bin',
      Size: 10,
      PartSize: 4,
      PartCount: 3,
      ExpiresAt: upload.CreatedAt + LIMITS.uploads.idleSeconds,
    },
  ])
  const at = `/uploads/${upload.UploadID}`
  expect(await call('GET', at)).toEqual({ status: 200, ...upload })
  const all = await parts(upload.UploadID)
  expect(all.map(({ PartNumber, Offset, Size, IsStored }) => [PartNumber, Offset, Size, IsStored])).toEqual([
    [1, 0, 4, false],
    [2, 4, 4, false],
    [3, 8, 2, false],
  ])
  for (const { Offset, Size, UploadURL } of all.toReversed()) {
    expect(await send(platform, UploadURL!, BYTES.slice(Offset, Offset + Size + 1))).toBe(Size === 2 ? 200 : 404) // of its size only
    expect(await send(platform, UploadURL!, BYTES.slice(Offset, Offset + Size))).toBe(200)
  }
  expect((await call('GET', '/files/deep/er/big.bin')).status).toBe(404)
  expect((await parts(upload.UploadID)).map(({ IsStored, UploadURL }) => [IsStored, UploadURL])).toEqual(all.map(() => [true, undefined]))
  const done = await call('POST', `${at}/complete`, undefined, undefined, { 'idempotency-key': 'once' })
  expect(done).toEqual({
    status: 200,
    path: 'deep/er/big.bin',
    size: 10,
    etag: expect.stringMatching(/^"[0-9a-f]+"$/),
    last_modified: expect.any(Number),
  })
  expect(await call('POST', `${at}/complete`, undefined, undefined, { 'idempotency-key': 'once' })).toEqual(done)
  const { status: found, ...item } = await call('GET', '/files/deep/er/big.bin')
  expect([found, item]).toEqual([200, { ...item, etag: done.etag }])
  expect(await text('deep/er/big.bin')).toBe(BYTES)
  for (const [method, path] of [
    ['GET', at],
    ['GET', `${at}/parts`],
    ['POST', `${at}/complete`],
    ['DELETE', at],
  ] as const)
    expect(await call(method, path)).toMatchObject({ status: 404, message: 'Upload not found' })
})
test('what is missing is named, and what is there stays until then', async () => {
  await putFile(platform, 'kept', 'old')
  const { UploadID } = await begin('kept', 6)
  const [first, second] = await parts(UploadID)
  await send(platform, first!.UploadURL!, 'newe')
  expect(await call('POST', `/uploads/${UploadID}/complete`)).toMatchObject({ status: 409, message: 'Part 2 of the upload has not arrived' })
  expect(await text('kept')).toBe('old')
  await send(platform, second!.UploadURL!, 'r!')
  expect((await call('POST', `/uploads/${UploadID}/complete`)).status).toBe(200)
  expect(await text('kept')).toBe('newer!')
  expect(await send(platform, first!.UploadURL!, 'late')).toBe(404) // the link lives, the upload does not
  expect(await text('kept')).toBe('newer!')
})
test('parts and uploads are listed in pages', async () => {
  const { UploadID, PartCount } = await begin('long', 4 * 250)
  const seen: number[] = []
  for (let key: string | undefined = ''; key !== undefined; ) {
    const page = await call('GET', `/uploads/${UploadID}/parts?startKey=${key}`)
    seen.push(...page.Parts.map(({ PartNumber }: { PartNumber: number }) => PartNumber))
    key = page.ContinuationKey
  }
  expect([PartCount, seen]).toEqual([250, Array.from({ length: 250 }, (_, index) => index + 1)])
  for (const key of ['x', '0', '-1', '999999'])
    expect((await call('GET', `/uploads/${UploadID}/parts?startKey=${key}`)).message).toMatch(/'startKey'/)
  const { Uploads, Count, UserID } = await call('GET', '/uploads')
  expect([UserID, Count, Uploads[0].UploadID]).toEqual([platform.owner.userId, Uploads.length, UploadID])
  expect(await call('DELETE', `/uploads/${UploadID}`)).toEqual({ status: 200, message: 'OK' })
  expect((await call('GET', '/uploads')).Uploads).not.toContainEqual(expect.objectContaining({ UploadID }))
})
test('a file of very many bytes has larger parts, not more; one link takes five gigabytes', async () => {
  const { PartSize, PartCount, UploadID, Size } = await begin('huge', 5e9)
  expect([PartCount <= LIMITS.uploads.parts, PartSize % 2 ** 20, PartSize * PartCount >= Size]).toEqual([true, 0, true])
  await call('DELETE', `/uploads/${UploadID}`)
  const most = LIMITS.uploads.onceBytes
  expect(await call('PUT', `/files/huge?size=${most + 1}`)).toMatchObject({
    status: 400,
    message: `A file of more than ${most} bytes is sent in parts: POST /uploads`,
  })
})
test.each([
  [{ Path: 'a/../b', Size: 1 }, 400, "Missing or malformed 'Path' field"],
  [{ Path: '/', Size: 1 }, 400, "Missing or malformed 'Path' field"],
  [{ Path: 'a' }, 400, "Missing or malformed 'Size' field"],
  [{ Path: 'a', Size: 0 }, 400, "Missing or malformed 'Size' field: at least 1"],
  [{ Path: 'a', Size: 1e15 }, 400, `Missing or malformed 'Size' field: at most ${LIMITS.uploads.fileBytes}`],
  [{ Path: 'taken', Size: 1 }, 409, 'A file or directory of that name exists'],
])('%j is refused', async (body, status, message) => {
  await call('PUT', '/files/taken?directory=true')
  expect(await call('POST', '/uploads', body)).toMatchObject({ status, message })
})
test('announced bytes count until the upload is complete or given up, and others see nothing of it', async () => {
  const free = await platform.account('FreeTier')
  const { UploadID } = await begin('a', 60, free)
  for (const path of ['a', 'b'])
    expect(await begin(path, 41, free)).toMatchObject({ status: 403, message: 'Storage limit exceeded. Please upgrade your account to store more.' })
  expect((await call('PUT', '/files/c?size=41', undefined, free)).status).toBe(403)
  for (const [method, path] of [
    ['GET', `/uploads/${UploadID}`],
    ['GET', `/uploads/${UploadID}/parts`],
    ['POST', `/uploads/${UploadID}/complete`],
    ['DELETE', `/uploads/${UploadID}`],
  ] as const)
    expect((await call(method, path)).status).toBe(404)
  await call('DELETE', `/uploads/${UploadID}`, undefined, free)
  expect((await begin('b', 100, free)).status).toBe(201)
})
test('one that nobody asks for any more is given up with its parts, one in use is not', async () => {
  const idle = await begin('idle', 4)
  const used = await begin('used', 4)
  for (const { UploadID } of [idle, used]) await send(platform, (await parts(UploadID))[0]!.UploadURL!, 'data')
  const link = (await begin('other', 4)).UploadID
  await platform.database.query({
    text: 'update upload set updated_at = updated_at - 1000 where upload_id = any($1)',
    values: [[idle.UploadID, link]],
  })
  expect(await giveUpIdle(platform.database, platform.objects, now() - 500)).toBe(2)
  expect((await call('GET', `/uploads/${idle.UploadID}`)).status).toBe(404)
  expect((await call('POST', `/uploads/${used.UploadID}/complete`)).status).toBe(200)
  expect(await text('used')).toBe('data')
})
test('parts of a process that died before it noted them go, and those of uploads stay', async () => {
  const { UploadID } = await begin('noted', 4)
  const stray = { key: `files/${platform.owner.userId}/stray`, id: '' }
  stray.id = await platform.objects.beginParts(stray.key, { contentType: 'application/octet-stream' })
  expect(await dropStray(platform.database, platform.objects, now() - 60)).toBe(0)
  expect(await dropStray(platform.database, platform.objects, now() + 60)).toBe(1)
  await expect(platform.objects.listParts(stray)).rejects.toThrow(PartsGone)
  expect(await parts(UploadID)).toHaveLength(1)
})
test('an upload that was joined by a process which died then is completed by the next', async () => {
  const { UploadID } = await begin('joined', 5)
  for (const { Offset, Size, UploadURL } of await parts(UploadID)) await send(platform, UploadURL!, 'hello'.slice(Offset, Offset + Size))
  const { rows } = await platform.database.query<{ key: string; id: string }>({
    text: 'select object_key as key, parts_id as id from upload where upload_id = $1',
    values: [UploadID],
  })
  await platform.objects.joinParts(rows[0]!, await platform.objects.listParts(rows[0]!), { contentType: 'application/octet-stream' })
  expect((await call('POST', `/uploads/${UploadID}/complete`)).status).toBe(200)
  expect(await text('joined')).toBe('hello')
})
test('a directory that took the name is told, and what arrived is not lost', async () => {
  const { UploadID } = await begin('name', 4)
  await send(platform, (await parts(UploadID))[0]!.UploadURL!, 'file')
  await call('PUT', '/files/name?directory=true')
  expect((await call('POST', `/uploads/${UploadID}/complete`)).status).toBe(409)
  await call('DELETE', '/files/name?directory=true')
  expect((await call('POST', `/uploads/${UploadID}/complete`)).status).toBe(200)
  expect(await text('name')).toBe('file')
})
