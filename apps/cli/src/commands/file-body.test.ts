import { appendFileSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileBody } from './file-body.ts'

const folder = mkdtempSync(join(tmpdir(), 'credence-body-'))
const file = join(folder, 'f')
const server = createServer(async (request, response) => {
  response.end(`${request.headers['content-length']} ${Buffer.concat(await request.toArray())}`)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const send = async (body: Blob) => (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'PUT', body })).text()
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test('parts of a file are sent with their lengths, also behind 4 GiB', async () => {
  const size = 5 * 2 ** 30
  writeFileSync(file, 'begin')
  truncateSync(file, size)
  writeSync(openSync(file, 'r+'), 'end', size - 3)
  const body = fileBody(file)
  expect(body.size).toBe(size)
  expect(await send(body.slice(0, 5))).toBe('5 begin')
  expect(await send(body.slice(size - 3, size))).toBe('3 end')
})
test('an empty file is one, and a file that changed is not sent', async () => {
  writeFileSync(file, '')
  expect(await send(fileBody(file).slice())).toBe('0 ')
  let changes = 0
  const body = fileBody(file, () => changes++)
  appendFileSync(file, 'more')
  await expect(send(body.slice())).rejects.toThrow()
  expect(changes).toBe(1)
})
test('a folder, and what has no size of its own, are refused before anything is sent', () => {
  expect(() => fileBody(folder)).toThrow(/ is a folder; name a file$/)
  expect(() => fileBody('/dev/null')).toThrow(/ is a pipe or a device, /)
})
