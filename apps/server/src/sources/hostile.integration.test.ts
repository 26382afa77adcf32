// Git servers and repositories that mean harm: limits hold, the message is for the owner of the build, and nothing of this machine is in it.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { RECOMMENDED_SPEC, type Repository } from '@credence/contract'
import { probeIsolation } from '@credence/engine'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CERTIFICATES, type GitServer, openGitServer, type RawEntry } from '../testing/git-server.ts'
import { type RepositorySettings, readRepository, type Sources } from './repository.ts'

let server: GitServer
let folder: string
let settings: RepositorySettings
beforeAll(async () => {
  server = await openGitServer()
  folder = mkdtempSync(join(tmpdir(), 'credence-hostile-'))
  const isBoxed = (await probeIsolation()) !== 'process'
  settings = { folder, allowedHosts: [server.host], certificates: CERTIFICATES, isBoxed, gitSeconds: 30, repositoryBytes: 5_000_000 }
})
afterEach(() => {
  server.intercept = () => false
  expect(readdirSync(folder)).toEqual([]) // nothing that was fetched stays
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

const read = (name: string, changes: Partial<RepositorySettings> = {}): Promise<Sources> => {
  const repository: Repository = {
    Object: 'Repository',
    RepositoryID: 'rep_x',
    Owner: 'usr_x',
    RemoteURL: `${server.origin}/${name}`,
    Commit: 'HEAD',
    Branch: 'main',
    BuildDirectory: 'src',
    CreatedAt: 0,
    UpdatedAt: 0,
  }
  return readRepository({ ...settings, ...changes }, repository, RECOMMENDED_SPEC, () => undefined, new AbortController().signal)
}
/** What its owner is told; it is the owner's to mend, and says nothing of the machine. */
async function told(name: string, changes: Partial<RepositorySettings> = {}): Promise<string> {
  const cause: unknown = await read(name, changes).catch((error: unknown) => error)
  expect(cause).toMatchObject({ name: 'SourceFault' })
  const { message } = cause as Error
  for (const secret of [folder, tmpdir(), hostname(), process.cwd(), 'http://git:', String(process.env['HOME'])])
    expect(message).not.toContain(secret)
  expect(message).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
  return message
}
const answers = (work: (response: ServerResponse, url: string) => void) => {
  server.intercept = (request, response) => {
    work(response, request.url ?? '')
    return true
  }
}
const ADVERTISEMENT = 'application/x-git-upload-pack-advertisement'
const main: RawEntry = { name: 'src', entries: [{ name: 'main.c', text: 'int main(void) {}' }] }

describe('a server', () => {
  test('that sends a byte now and then is left when the time is over', async () => {
    answers((response) => {
      response.writeHead(200, { 'content-type': ADVERTISEMENT })
      const timer = setInterval(() => response.write('0'), 100)
      response.on('close', () => clearInterval(timer))
    })
    expect(await told('slow', { gitSeconds: 2 })).toBe('fetching it took longer than 2 s')
  })
  test.each([
    ['ends before its length', 200, { 'content-length': '5000' }, '001e# service=git-upload-pack\n'],
    ['speaks something else', 200, { 'content-type': 'text/html' }, '<html>hello</html>'],
    ['has lines with wrong lengths', 200, {}, 'ffff# service=git-upload-pack\n0000'],
    ['has lines with no lengths', 200, {}, 'zzzz# service=git-upload-pack\n0000'],
    ['says nothing', 200, {}, ''],
    ['fails', 500, {}, 'out of order'],
    ['sends control characters', 403, { 'content-type': 'text/plain' }, '\u001b[31mred\u0007\n'],
  ])('that %s', async (_what, status, headers, body) => {
    answers((response) => {
      response.writeHead(status, { 'content-type': ADVERTISEMENT, ...headers })
      response.write(body, () => response.destroy())
    })
    expect(await told('wrong')).toMatch(/^(fatal|error|remote):? /)
  })
  test.each(['https://127.0.0.1:1/x', 'https://localhost/x', 'http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', 'https://[::1]/'])(
    'that redirects to %s',
    async (location) => {
      let others = 0
      answers((response, url) => {
        if (!url.startsWith('/moved')) others++
        response.writeHead(302, { location }).end()
      })
      expect(await told('moved')).toMatch(/^fatal: /)
      expect(others).toBe(0)
    },
  )
  test('whose answer unpacks to more than memory', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '0'), { level: 9 })
    answers((response) => {
      response.writeHead(200, { 'content-type': ADVERTISEMENT, 'content-encoding': 'gzip' })
      const more = () => {
        while (!response.destroyed && response.write(bomb)) {}
      }
      response.on('drain', more)
      more()
    })
    expect(await told('packed', { repositoryBytes: 100_000 })).toMatch(/^(fatal|error|more than 400000 bytes were sent)/)
  })
})

describe('a repository', () => {
  test('of 100,000 files', async () => {
    server.commitRaw('many', [
      { name: 'src', entries: Array.from({ length: 100_000 }, (_, n) => ({ name: `f${String(n).padStart(6, '0')}.c`, text: '' })) },
    ])
    expect(await told('many')).toBe('it has more than 20000 files')
  })
  test('whose few folders show ten thousand million files', async () => {
    const level = (inner: RawEntry): RawEntry[] => Array.from({ length: 10 }, (_, n) => ({ ...inner, name: `d${n}` }))
    const treeOf = (commit: string) => server.git('bomb', 'rev-parse', `${commit}^{tree}`)
    let tree = treeOf(server.commitRaw('bomb', [{ name: 'f.c', text: 'x' }]))
    for (let depth = 0; depth < 10; depth++) tree = treeOf(server.commitRaw('bomb', level({ name: '', tree })))
    expect(await told('bomb')).toMatch(/^(it has more than 20000 files|more than \d+ bytes were read)$/)
  })
  test('with names of control characters, and of no characters: they are left out, and said as text', async () => {
    server.commitRaw('names', [
      {
        name: 'src',
        entries: [
          { name: '\u001b[31m.c', text: 'int x;' },
          { name: 'line\nbreak.c', text: 'int x;' },
          { name: new Uint8Array([0xff, 0xfe, 0x2e, 0x63]), text: 'int x;' },
          { name: 'main.c', text: 'int main(void) {}' },
        ],
      },
    ])
    const { files, notes } = await read('names')
    expect([...files.keys()]).toEqual(['main.c'])
    expect(notes.filter((note) => note.includes('left out'))).toHaveLength(3)
    for (const note of notes) expect(note).not.toMatch(/[\u0000-\u001f\u007f]/)
  })
  test.each(['..', '.', '.git', ''])('with a folder called %j', async (name) => {
    server.commitRaw(`folder-${Buffer.from(name).toString('hex')}`, [
      {
        name: 'inputs',
        entries: [
          { name, entries: [{ name: 'escaped.txt', text: 'x' }] },
          { name: 'fine.txt', text: 'x' },
        ],
      },
      main,
      { name, entries: [{ name: 'passwd', text: 'x' }] },
    ])
    const found = await read(`folder-${Buffer.from(name).toString('hex')}`).catch((cause: Error) => cause)
    if (found instanceof Error) {
      expect(found.name).toBe('SourceFault')
      return
    }
    const paths = [...[...found.files.keys()].map((path) => path.replace(/^\.\.\//, '')), ...found.inputs.keys()]
    expect(paths.filter((path) => path.split('/').some((part) => ['..', '.', ''].includes(part)))).toEqual([])
    expect(found.files.has('main.c')).toBe(true)
  })
})
