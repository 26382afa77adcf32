import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CORES } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { tar } from './binary.ts'

let server: TestDatabase
let platform: TestPlatform
let folder: string
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server)
  folder = mkdtempSync(join(tmpdir(), 'credence-binary-'))
})
afterAll(async () => {
  await platform.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const build = async (core: string, code: string) => {
  const CoreID = DEFAULT_CORES.find(({ Name }) => Name === core)!.CoreID
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: code, Language: 'C', CoreID } })
  return platform.until(`/builds/${json.BuildID}`, 'Completed', 'Stopped')
}
/** Files of an archive, as tar reads them. */
function extracted(archive: Uint8Array): (name: string) => string {
  const file = join(folder, 'archive.tar.gz')
  writeFileSync(file, archive)
  execFileSync('tar', ['xf', file, '-C', folder])
  return (name) => readFileSync(join(folder, name), 'utf8')
}

test('a build for hardware gives an archive with the module and how to run it, and runs no task', async () => {
  const { BuildID, Status } = await build('C0-microSD-N', 'print hello')
  expect(Status).toBe('Completed')
  const { status, json } = await platform.call('GET', `/builds/${BuildID}/binary`)
  expect(status).toBe(200)
  const answer = await platform.follow(json.url)
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([200, 'attachment; filename="buildArtifacts.tar.gz"'])
  const read = extracted(answer.rawPayload)
  expect(read('program.wasm')).toBe('alone: print hello')
  expect(read('README.md')).toContain('C0-microSD, Athens, Precision 16, MemorySize 256000, CorrelationTracking Disable')
  expect(read('LICENSES.txt')).toContain('QuickJS-NG')
  expect((await platform.call('POST', `/builds/${BuildID}/tasks`)).json.message).toBe(
    'Builds of class C0-microSD are for hardware and cannot run as tasks',
  )
  const stranger = await platform.account()
  expect((await platform.call('GET', `/builds/${BuildID}/binary`, { as: stranger })).json.message).toBe('Build not found')
})
test('other builds have none, nor has one that failed', async () => {
  for (const [core, code] of [
    ['C0-S+', 'print hello'],
    ['C0-microSD-N', 'error'],
  ] as const) {
    const { BuildID } = await build(core, code)
    const { status, json } = await platform.call('GET', `/builds/${BuildID}/binary`)
    expect([status, json.message]).toEqual([404, 'Binary not found'])
  }
})
test('a program that does not fit into the memory of its core is an error of the build', async () => {
  const { BuildID, Status } = await build('C0-microSD-N', 'print too large')
  expect(Status).toBe('Stopped')
  const output = await platform.follow((await platform.call('GET', `/builds/${BuildID}/outputs`)).json.Build)
  expect(output.body).toContain('error: stack and static data need more than 256000 bytes\n')
})
test('tar reads names of any length and any letters', () => {
  const names = ['inputs/größe.csv', `inputs/${'deep/'.repeat(30)}file`, 'plain']
  const read = extracted(tar(names.map((name, index) => [name, Buffer.from('x'.repeat(index * 512))])))
  for (const [index, name] of names.entries()) expect(read(name)).toBe('x'.repeat(index * 512))
})
