// Debian's PostgreSQL as a cluster in a folder of its own, on a port of its own: as an operator's server, which dies and comes back.
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../tools/free-port.ts'
import { type Running, run, until } from './processes.ts'

const VERSIONS = '/usr/lib/postgresql'
const START_MS = 60_000

export interface Postgres {
  readonly url: string
  readonly version: string
  /** Rows of a statement as `psql -At` prints them, columns with tabs between. */
  ask(statement: string): string[][]
  /** As a power cut does to the server process; what it had forked ends by itself. */
  kill(): void
  /** Starts it again. */
  up(): Promise<void>
  stop(): Promise<void>
}

/** @throws Error  Debian's package is not installed */
export async function startPostgres(folder: string): Promise<Postgres> {
  const version = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (version === undefined) throw new Error(`no PostgreSQL below ${VERSIONS}: apt-get install postgresql`)
  const bin = join(VERSIONS, version, 'bin')
  const isRoot = process.getuid?.() === 0
  const as = (file: string, words: readonly string[]): [string, string[]] =>
    isRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, file), ...words]] : [join(bin, file), [...words]]
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))) as [number, number]
    chownSync(folder, uid, gid)
  }
  execFileSync(...as('initdb', ['-D', data, '-U', 'credence', '--auth=trust', '-E', 'UTF8', '--locale=C']), { cwd: '/', stdio: 'pipe' })
  const port = await freePort()
  const url = `postgres://credence@127.0.0.1:${port}/postgres`
  let server: Running
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      }).on('error', () => resolve(false))
    })
  const up = async (): Promise<void> => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=100']
    for (let tries = 0; ; tries++) {
      const [file, words] = as('postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])])
      server = run(file, words, { env: { PATH: process.env.PATH, LC_ALL: 'C' }, log: '/dev/null' })
      try {
        await until('PostgreSQL answers', async () => server.child.exitCode !== null || (await answers()), START_MS, server.printed)
        if (server.child.exitCode === null) return
        throw new Error(`PostgreSQL ended\n${server.printed()}`)
      } catch (cause) {
        if (tries >= 100) throw cause // old processes of a killed server leave within a second or two
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  await up()
  return {
    url,
    version,
    ask(statement) {
      const text = execFileSync(join(bin, 'psql'), ['-XAt', '-F', '\t', '-d', url, '-c', statement], { encoding: 'utf8', maxBuffer: 2 ** 28 })
      return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]))
    },
    kill() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    up,
    async stop() {
      await server.end('SIGINT')
    },
  }
}
