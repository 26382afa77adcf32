// A platform in this process that takes parts, and whose connections break.
import { LIMITS } from '@credence/contract'
import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { UploadBroken } from './write-file.ts'

const PART = 4
const FILE = 'abcdefghij'

function platform({ path = 'a/b', size = FILE.length } = {}) {
  const parts = new Map<number, string>()
  const calls: string[] = []
  const state = { begun: 0, isComplete: false, breaks: (_call: string): boolean => false }
  const upload = () => ({ UploadID: `upl_${state.begun}`, Path: path, Size: size, PartSize: PART, PartCount: Math.ceil(size / PART) })
  const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  const fetcher = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(address))
    const call = `${init.method ?? 'GET'} ${pathname}`
    calls.push(call)
    if (state.breaks(call)) throw new TypeError('fetch failed')
    if (call === 'POST /uploads') {
      state.begun++
      return answer(upload(), 201)
    }
    if (call === `GET /uploads/upl_${state.begun}`) return answer(upload())
    if (pathname.endsWith('/parts')) {
      const behind = Number(searchParams.get('startKey') ?? 0)
      const numbers = Array.from({ length: upload().PartCount }, (_, index) => index + 1).slice(behind, behind + 2) // pages of two
      const Parts = numbers.map((PartNumber) => ({
        PartNumber,
        Offset: (PartNumber - 1) * PART,
        Size: Math.min(PART, size - (PartNumber - 1) * PART),
        IsStored: parts.has(PartNumber),
        ...(!parts.has(PartNumber) && { UploadURL: `http://store/${PartNumber}` }),
      }))
      const last = numbers.at(-1) ?? 0
      return answer({ Parts, Count: Parts.length, ...(last < upload().PartCount && { ContinuationKey: String(last) }) })
    }
    if (pathname.endsWith('/complete')) {
      state.isComplete = parts.size === upload().PartCount
      return state.isComplete ? answer({ path, size }) : answer({ error: 'Conflict', message: 'missing' }, 409)
    }
    if (init.method === 'PUT') {
      parts.set(Number(pathname.slice(1)), await (init.body as Blob).text())
      return new Response()
    }
    return answer({ error: 'Not Found', message: 'Upload not found' }, 404)
  }
  const client = createClient({ host: 'http://platform', credential: 'key', fetch: fetcher as typeof fetch })
  const write = (how: object = {}) => client.files.write('a/b', new Blob([FILE]), { mostBytesAtOnce: 1, ...how })
  return {
    parts,
    calls,
    state,
    write,
    text: () =>
      [...parts]
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join(''),
  }
}
const puts = (calls: readonly string[]) => calls.filter((call) => call.startsWith('PUT')).sort()

test('a file goes in parts, and what was sent is told', async () => {
  const { calls, write, text, state } = platform()
  const told: number[] = []
  await write({ onProgress: (bytes: number) => told.push(bytes) })
  expect([text(), state.isComplete, puts(calls)]).toEqual([FILE, true, ['PUT /1', 'PUT /2', 'PUT /3']])
  expect([told[0], told.at(-1)]).toEqual([0, FILE.length])
})
test('a part that broke is sent again, others are not', async () => {
  const { calls, write, text, state } = platform()
  state.breaks = (call) => call === 'PUT /2' && calls.filter((one) => one === call).length < 3
  await write()
  expect([text(), puts(calls)]).toEqual([FILE, ['PUT /1', 'PUT /2', 'PUT /2', 'PUT /2', 'PUT /3']])
})
test('an upload that was stopped goes on with what is missing', async () => {
  const { calls, write, parts, text, state } = platform()
  const stop = new AbortController()
  state.breaks = (call) => {
    if (call === 'PUT /3') stop.abort(new Error('enough'))
    return call === 'PUT /3'
  }
  let uploadId = ''
  const broken = write({ signal: stop.signal, onUpload: ({ UploadID }: { UploadID: string }) => (uploadId = UploadID) })
  await expect(broken).rejects.toBeInstanceOf(UploadBroken)
  await expect(broken).rejects.toMatchObject({ uploadId: 'upl_1', message: 'enough' })
  await expect.poll(() => parts.size).toBe(2)
  state.breaks = () => false
  calls.length = 0
  await write({ uploadId })
  expect([text(), state.begun, puts(calls)]).toEqual([FILE, 1, ['PUT /3']])
})
test.each([
  ['is over', {}, 'upl_9'],
  ['is of another path', { path: 'other' }, 'upl_1'],
])('an upload that %s is begun anew', async (_, over, uploadId) => {
  const { write, state } = platform(over)
  if (uploadId === 'upl_1') state.begun = 1
  await write({ uploadId })
  expect(state.begun).toBe(uploadId === 'upl_1' ? 2 : 1)
})
test('a file of one part goes at once', async () => {
  const calls: string[] = []
  const fetcher = async (address: string | URL | Request, init: RequestInit = {}) => {
    calls.push(`${init.method} ${new URL(String(address)).pathname}`)
    return new Response(JSON.stringify({ message: 'OK', upload_url: 'http://store/once' }), { headers: { 'content-type': 'application/json' } })
  }
  await createClient({ host: 'http://platform', fetch: fetcher as typeof fetch }).files.write(
    'a',
    new Blob([new Uint8Array(LIMITS.uploads.partBytes)]),
  )
  expect(calls).toEqual(['PUT /files/a', 'PUT /once'])
})
