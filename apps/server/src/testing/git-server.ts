// For tests only: git's own HTTP server (`git http-backend`) over https with a certificate of its own, and repositories to serve.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const certificate = (name: string) => join(import.meta.dirname, 'certificates', name)
export const CERTIFICATES = certificate('localhost.pem')

export interface GitServer {
  /** `https://localhost:port` */
  readonly origin: string
  readonly host: string
  /** Authorization headers that came, by path. */
  readonly credentials: Map<string, string | undefined>
  /** Answers in place of git's server where it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Commits files to a repository: texts, links `{to}`, submodules `{module, url}`. @returns the id of the commit */
  commit(repository: string, files: Readonly<Record<string, Content>>, branch?: string): string
  git(repository: string, ...words: string[]): string
  /** Commits a tree of raw entries, as no git would write it: names may be anything. @returns the id of the commit */
  commitRaw(repository: string, entries: readonly RawEntry[]): string
  close(): Promise<void>
}
/** A file by its text, a folder by its entries, or by the id of one that is there. */
export type RawEntry = { readonly name: string | Uint8Array } & (
  | { readonly text: string }
  | { readonly entries: readonly RawEntry[] }
  | { readonly tree: string }
)
export type Content = string | Uint8Array | { readonly to: string } | { readonly module: string; readonly url: string }

const IDENTITY = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@a' }
const ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...IDENTITY }

export async function openGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'credence-git-'))
  const git = (repository: string, ...words: string[]): string =>
    execFileSync('git', ['-C', join(root, repository), ...words], { env: ENV, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim()
  const server = createServer({ key: readFileSync(certificate('localhost.key')), cert: readFileSync(CERTIFICATES) }, (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://here')
    opened.credentials.set(pathname, request.headers.authorization)
    if (opened.intercept(request, response)) return
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...ENV,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    })
    backend.stdin.on('error', () => {})
    request.pipe(backend.stdin)
    let head = Buffer.alloc(0)
    backend.stdout.on('data', (chunk: Buffer) => {
      if (response.headersSent) return void response.write(chunk)
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const lines = head.subarray(0, end).toString().split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
      const { Status = '200', ...rest } = headers as Record<string, string>
      response.writeHead(Number.parseInt(Status, 10), rest).write(head.subarray(end + 4))
    })
    backend.stdout.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const opened: GitServer = {
    origin: `https://${host}`,
    host,
    credentials: new Map(),
    intercept: () => false,
    git,
    commitRaw(repository, entries) {
      const folder = join(root, repository)
      mkdirSync(folder, { recursive: true })
      git(repository, 'init', '--quiet', '-b', 'main')
      const hash = (type: 'blob' | 'tree', input: Uint8Array) =>
        execFileSync('git', ['-C', folder, 'hash-object', '-t', type, '-w', '--stdin', '--literally'], { env: ENV, input, encoding: 'utf8' }).trim()
      const blobs = new Map<string, string>()
      const blobOf = (text: string) => {
        const id = blobs.get(text) ?? hash('blob', Buffer.from(text))
        blobs.set(text, id)
        return id
      }
      const treeOf = (some: readonly RawEntry[]): string => {
        const lines = some.map((entry) => {
          const id = 'text' in entry ? blobOf(entry.text) : 'tree' in entry ? entry.tree : treeOf(entry.entries)
          const name = typeof entry.name === 'string' ? Buffer.from(entry.name) : entry.name
          return Buffer.concat([Buffer.from('text' in entry ? '100644 ' : '40000 '), name, Buffer.of(0), Buffer.from(id, 'hex')])
        })
        return hash('tree', Buffer.concat(lines))
      }
      const commit = git(repository, 'commit-tree', '-m', 'raw', treeOf(entries))
      git(repository, 'update-ref', 'refs/heads/main', commit)
      return commit
    },
    commit(repository, files, branch = 'main') {
      const folder = join(root, repository)
      mkdirSync(folder, { recursive: true })
      git(repository, 'init', '--quiet', '-b', branch)
      try {
        git(repository, 'checkout', '--quiet', branch)
      } catch {
        git(repository, 'checkout', '--quiet', '--orphan', branch) // a new branch, or the first commit
      }
      const modules: string[] = []
      for (const [path, content] of Object.entries(files)) {
        const target = join(folder, path)
        mkdirSync(dirname(target), { recursive: true })
        rmSync(target, { force: true })
        if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(target, content)
        else if ('to' in content) symlinkSync(content.to, target)
        else {
          rmSync(target, { recursive: true, force: true })
          modules.push(`[submodule "${path}"]\n\tpath = ${path}\n\turl = ${content.url}\n`)
          git(repository, 'update-index', '--add', '--cacheinfo', `160000,${content.module},${path}`)
        }
      }
      if (modules.length > 0) writeFileSync(join(folder, '.gitmodules'), modules.join(''))
      const plain = [...Object.entries(files).flatMap(([path, content]) => (typeof content === 'object' && 'module' in content ? [] : [path]))]
      git(repository, 'add', '-f', '--', ...plain, ...(modules.length > 0 ? ['.gitmodules'] : []))
      git(repository, 'commit', '--quiet', '--allow-empty', '-m', 'change')
      return git(repository, 'rev-parse', 'HEAD')
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          rmSync(root, { recursive: true, force: true })
          resolve()
        })
        server.closeAllConnections()
      }),
  }
  return opened
}
