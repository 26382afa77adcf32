import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECOMMENDED_SPEC, type Repository } from '@credence/contract'
import { probeIsolation } from '@credence/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CERTIFICATES, type GitServer, openGitServer } from '../testing/git-server.ts'
import type { CredentialFor } from './fetch.ts'
import { type RepositorySettings, readRepository } from './repository.ts'

let server: GitServer
let folder: string
let settings: RepositorySettings
beforeAll(async () => {
  server = await openGitServer()
  folder = mkdtempSync(join(tmpdir(), 'credence-sources-'))
  settings = {
    folder,
    allowedHosts: [server.host],
    certificates: CERTIFICATES,
    isBoxed: (await probeIsolation()) !== 'process',
    gitSeconds: 60,
    repositoryBytes: 5_000_000,
  }
})
beforeEach(() => {
  server.intercept = () => false
})
afterAll(async () => {
  expect(readdirSync(folder)).toEqual([]) // nothing that was fetched stays
  rmSync(folder, { recursive: true })
  await server.close()
})

const at = (name: string, fields: Partial<Repository> = {}): Repository => ({
  Object: 'Repository',
  RepositoryID: 'rep_x',
  Owner: 'usr_x',
  RemoteURL: `${server.origin}/${name}`,
  Commit: 'HEAD',
  Branch: 'main',
  BuildDirectory: 'src',
  CreatedAt: 0,
  UpdatedAt: 0,
  ...fields,
})
const read = async (repository: Repository, changes: Partial<RepositorySettings> = {}, credentialFor: CredentialFor = () => undefined) => {
  const found = await readRepository({ ...settings, ...changes }, repository, RECOMMENDED_SPEC, credentialFor, new AbortController().signal)
  const texts = (files: ReadonlyMap<string, Uint8Array>) =>
    Object.fromEntries([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))
  return { ...found, files: texts(found.files), inputs: texts(found.inputs) }
}
const fault = (repository: Repository, changes: Partial<RepositorySettings> = {}) =>
  read(repository, changes).then(
    () => 'none',
    (error: Error) => `${error.name}: ${error.message}`,
  )

test('sources by their build directory, inputs apart, with submodules in submodules and links inside', async () => {
  const deep = server.commit('deep', { 'deep.c': 'deep' })
  const common = server.commit('common', { 'common.c': 'common', deep: { module: deep, url: '../deep' } })
  const commit = server.commit('whole', {
    'src/main.c': 'main',
    'src/config.mk': 'SOURCES = main.c',
    'src/linked.c': { to: '../submodules/common/common.c' },
    'src/drivers': { to: '../drivers' },
    'src/gone.c': { to: 'nowhere.c' },
    'drivers/sensor.c': 'sensor',
    'drivers/round': { to: '..' },
    'inputs/data.csv': 'a,b',
    'inputs/set1/a.txt': 'A',
    'uxhw.yaml': 'MinimumCore:\n  Precision: 4096\nTraceVariables:\n  - { File: main.c, LineNumber: 3, Expression: x }\n',
    'submodules/common': { module: common, url: `${server.origin}/common` },
  })
  const { files, inputs, notes, traceVariables } = await read(at('whole'))
  expect(files).toMatchObject({
    'main.c': 'main',
    'linked.c': 'common',
    'drivers/sensor.c': 'sensor',
    '../submodules/common/common.c': 'common',
    '../submodules/common/deep/deep.c': 'deep',
    '../drivers/sensor.c': 'sensor',
  })
  expect(Object.keys(files).filter((path) => path.includes('inputs') && !path.includes('round'))).toEqual([])
  expect(inputs).toEqual({ 'data.csv': 'a,b', 'set1/a.txt': 'A' })
  expect(traceVariables).toEqual([{ File: 'main.c', LineNumber: 3, Expression: 'x' }])
  expect(notes).toEqual([
    `commit ${commit} of branch main of ${server.origin}/whole`,
    "the link 'src/gone.c' leads nowhere and was left out",
    'uxhw.yaml: Precision 4096 is asked for; this core has 64',
  ])
})

test('a branch, a tag, a commit, a part of its id; other folders as build directory', async () => {
  const first = server.commit('history', { 'src/main.c': 'first', 'other/src/x.c': 'x' })
  server.git('history', 'tag', 'v1')
  server.commit('history', { 'src/main.c': 'second' })
  server.commit('history', { 'src/main.c': 'third' }, 'dev/é')
  const main = async (fields: Partial<Repository>) => (await read(at('history', fields))).files['main.c']
  expect(await main({})).toBe('second')
  expect(await main({ Branch: 'dev/é' })).toBe('third')
  expect(await main({ Commit: 'v1' })).toBe('first')
  expect(await main({ Commit: first })).toBe('first')
  expect(await main({ Commit: first.slice(0, 10) })).toBe('first')
  expect((await read(at('history', { BuildDirectory: './other/src/', Commit: first }))).files).toEqual({ 'x.c': 'x', '../../src/main.c': 'first' })
  expect(await fault(at('history', { Branch: 'none' }))).toBe("SourceFault: fatal: couldn't find remote ref refs/heads/none")
  expect(await fault(at('history', { Commit: 'f'.repeat(40) }))).toContain('SourceFault: fatal: ')
  expect(await fault(at('history', { BuildDirectory: 'source' }))).toBe("SourceFault: the repository has no directory 'source'")
  expect(await fault(at('nothing'))).toContain(`SourceFault: fatal: repository '${server.origin}/nothing/' not found`)
})

test('a broken configuration file is told and changes nothing', async () => {
  server.commit('broken', { 'src/main.c': 'x', 'uxhw.yaml': 'MinimumCore: [\n' })
  expect((await read(at('broken'))).notes[1]).toMatch(/^uxhw\.yaml was left out: \S/)
})

describe('of the host nothing is reached', () => {
  test.each([
    ['/etc/passwd', 'leaves the repository'],
    ['../../../../etc/passwd', 'leaves the repository'],
  ])('by a link to %s', async (to, message) => {
    const name = `link-${to.length}`
    server.commit(name, { 'src/main.c': 'x', 'src/secret.c': { to } })
    expect(await fault(at(name))).toBe(`SourceFault: the link 'src/secret.c' ${message}: it leads to '${to}'`)
  })
  test.each([['file:///etc'], ['ext::sh -c id'], ['/etc'], ['http://localhost/x']])('by a submodule at %s', async (url) => {
    const inner = server.commit('inner', { 'a.c': 'a' })
    const name = `module-${url.length}`
    server.commit(name, { 'src/main.c': 'x', sub: { module: inner, url } })
    expect(await fault(at(name))).toContain(`SourceFault: the submodule 'sub' is at '${url}': only https addresses can be fetched`)
  })
  test('at addresses that are not public, by whatever name', async () => {
    const { port } = new URL(server.origin)
    for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '169.254.169.254', '10.0.0.1']) {
      expect(await fault(at('x', { RemoteURL: `https://${host}/x` }), { allowedHosts: [] }), host).toContain('this platform may not reach')
      if (host !== 'localhost')
        expect(await fault(at('x', { RemoteURL: `https://${host}:${port}/x` }), { allowedHosts: [] }), host).toContain('this platform may not reach')
    }
  })
  test('by a redirect', async () => {
    server.intercept = (_request, response) => {
      response.writeHead(302, { location: 'https://169.254.169.254/latest' }).end()
      return true
    }
    expect(await fault(at('anything'))).toMatch(/^SourceFault: fatal: unable to (access|update url base)/)
  })
})

describe('limits hold', () => {
  test('of time, on a server that never answers', async () => {
    server.intercept = () => true
    expect(await fault(at('slow'), { gitSeconds: 1 })).toBe('SourceFault: fetching it took longer than 1 s')
  })
  test('of bytes that are sent without end', async () => {
    server.intercept = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65536, '0'))) {}
      }
      response.on('drain', more)
      more()
      return true
    }
    expect(await fault(at('endless'), { repositoryBytes: 100_000 })).toMatch(/^SourceFault: (more than 400000 bytes were sent|fatal)/)
  })
  test('of the bytes that files have, however small they were sent', async () => {
    server.commit('bomb', { 'src/main.c': 'x', 'src/zeros.bin': new Uint8Array(6_000_000) })
    expect(await fault(at('bomb'))).toBe('SourceFault: its files have 6000001 bytes together; at most 5000000 can be built')
  })
  test('of an end that is asked for', async () => {
    server.intercept = () => true
    const controller = new AbortController()
    const reading = readRepository(settings, at('slow'), RECOMMENDED_SPEC, () => undefined, controller.signal)
    setTimeout(() => controller.abort(new Error('cancelled')), 300)
    await expect(reading).rejects.toThrow('cancelled')
  })
})

test('a private remote gets its credential, no other does, and no message holds it', async () => {
  const inner = server.commit('open', { 'a.c': 'a' })
  server.commit('private', { 'src/main.c': 'secret code', sub: { module: inner, url: '../open' } })
  const authorization = `Basic ${Buffer.from('user:s3cr3t-token').toString('base64')}`
  server.intercept = (request, response) => {
    if (!request.url?.startsWith('/private') || request.headers.authorization === authorization) return false
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    return true
  }
  const credential = { address: `${server.origin}/private`, username: 'user', password: 's3cr3t-token' }
  const given: CredentialFor = (url) => (url.startsWith(credential.address) ? credential : undefined)
  server.credentials.clear()
  expect((await read(at('private'), {}, given)).files['main.c']).toBe('secret code')
  const sent = (path: string) => [...server.credentials].filter(([at]) => at.startsWith(path)).map(([, value]) => value)
  expect(new Set(sent('/private'))).toEqual(new Set([authorization]))
  expect(new Set(sent('/open'))).toEqual(new Set([undefined]))
  const wrong: CredentialFor = () => ({ ...credential, password: 'wr0ng-token' })
  const message = await read(at('private'), {}, wrong).catch((error: Error) => error.message)
  expect(message).toMatch(/^fatal: /)
  expect(message).not.toMatch(/wr0ng|credence-sources|@127/)
})
