import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@credence/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBegunDownload } from './begun-download.ts'

const WHOLE = 'the bytes of a file that is large enough'
const TAG = '"1"'
let folder: string
let server: Server
let host: string
let asked: (string | undefined)[]
let content: { text: string; etag: string }
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'credence-download-'))
  asked = []
  content = { text: WHOLE, etag: TAG }
  server = createServer((request, response) => {
    if (request.url?.startsWith('/files/')) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ download_url: `${host}/link` }))
      return
    }
    asked.push(request.headers.range)
    const first = request.headers['if-range'] === content.etag ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
    const last = content.text.length - 1
    response.setHeader('etag', content.etag)
    if (first > 0) response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${content.text.length}` })
    response.end(content.text.slice(first))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const begun = (text: string, etag = TAG) => {
  const target = join(folder, 'file')
  writeFileSync(`${target}.part`, text)
  writeFileSync(`${target}.download`, JSON.stringify({ host, path: 'a/file', etag }))
  return openBegunDownload(target, { host, path: 'a/file' })
}
const rest = async ({ from }: ReturnType<typeof openBegunDownload>) => {
  const found = await createClient({ host, credential: 'key' }).files.readFrom('a/file', from)
  return { from: found.from, etag: found.etag, text: await new Response(found.stream).text() }
}

test('what has come is not fetched again while the file is the same', async () => {
  expect(await rest(begun(WHOLE.slice(0, 10)))).toEqual({ from: 10, etag: TAG, text: WHOLE.slice(10) })
  expect(asked).toEqual(['bytes=10-'])
})
test('a file that was replaced comes from its beginning', async () => {
  content = { text: 'another', etag: '"2"' }
  expect(await rest(begun(WHOLE.slice(0, 5)))).toEqual({ from: 0, etag: '"2"', text: 'another' })
})
test('a note of another path, or none, or no bytes begin anew', () => {
  expect(begun('').from).toBeUndefined()
  expect(begun('abc').from).toEqual({ byte: 3, etag: TAG })
  expect(openBegunDownload(join(folder, 'file'), { host, path: 'b/file' }).from).toBeUndefined()
  const other = openBegunDownload(join(folder, 'other'), { host, path: 'b' })
  expect(other.from).toBeUndefined()
  other.note('"3"')
  expect(readFileSync(join(folder, 'other.download'), 'utf8')).toContain('"etag"')
  other.forget()
  expect(existsSync(join(folder, 'other.download'))).toBe(false)
})
