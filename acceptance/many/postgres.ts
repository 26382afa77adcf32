// Debian's PostgreSQL as a cluster in a folder of its own, on a port of its own: as an operator's server, which dies and comes back.
import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../tools/free-port.ts'
import { HERE, type Machine } from './network.ts'
import { descendants, type Running, run, until } from './processes.ts'

const VERSIONS = '/usr/lib/postgresql'
const START_MS = 60_000
const ASK_MS = 60_000

export interface Postgres {
  readonly url: string
  readonly version: string
  /** Rows of a statement as `psql -At` prints them, columns with tabs between. Nothing else happens in this process meanwhile. @throws Error  no answer in time */
  ask(statement: string, patienceMs?: number): string[][]
  /** As a power cut does to the server process; what it had forked ends by itself. */
  kill(): void
  /** All its processes stop where they are, and go on: no connection breaks, and nothing is answered. */
  freeze(): void
  wake(): void
  readonly isUp: () => boolean
  /** Of all its processes, those that have ended too. */
  readonly processorSeconds: () => number
  /** Starts it again. */
  up(): Promise<void>
  stop(): Promise<void>
}

/** @throws Error  Debian's package is not installed */
export async function startPostgres(
  folder: string,
  { machine = HERE, subnet, connections = 100 }: { machine?: Machine; subnet?: string; connections?: number } = {},
): Promise<Postgres> {
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
  if (subnet !== undefined) appendFileSync(join(data, 'pg_hba.conf'), `host all all ${subnet} trust\n`)
  const port = await freePort()
  const url = `postgres://credence@${machine.address}:${port}/postgres`
  let server: Running
  /** Takes statements, not only connections. */
  const answers = () =>
    promisify(execFile)(join(bin, 'pg_isready'), ['-q', '-h', folder, '-p', String(port)]).then(
      () => true,
      () => false,
    )
  const up = async (): Promise<void> => {
    const settings = [
      `port=${port}`,
      `listen_addresses=${machine.address}`,
      `unix_socket_directories=${folder}`,
      `max_connections=${connections}`,
      'max_wal_size=128MB',
    ]
    for (let tries = 0; ; tries++) {
      const [file, words] = machine.on(...as('postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]))
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
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const signalAll = (signal: NodeJS.Signals) => {
    for (const each of [pid(), ...descendants(pid())]) {
      try {
        process.kill(each, signal)
      } catch {
        // It ended meanwhile.
      }
    }
  }
  return {
    url,
    version,
    ask(statement, patienceMs = ASK_MS) {
      const place = ['-h', folder, '-p', String(port), '-U', 'credence', '-d', 'postgres'] // by its socket: not over a network that may be cut
      const text = execFileSync(join(bin, 'psql'), ['-XAt', '-F', '\t', ...place, '-c', statement], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        timeout: patienceMs,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]))
    },
    kill() {
      process.kill(pid(), 'SIGKILL')
    },
    freeze: () => signalAll('SIGSTOP'),
    wake: () => signalAll('SIGCONT'),
    processorSeconds() {
      const ticks = (of: number, fields: readonly number[]): number => {
        try {
          const all = readFileSync(`/proc/${of}/stat`, 'latin1')
            .replace(/^.*\) /s, '')
            .split(' ') // from the state, field 3, on
          return fields.reduce((sum, field) => sum + Number(all[field - 3]), 0)
        } catch {
          return 0 // it ended: the server counts it from now on
        }
      }
      const server = pid()
      return descendants(server).reduce((sum, each) => sum + ticks(each, [14, 15]), ticks(server, [14, 15, 16, 17])) / 100
    },
    isUp: () => server.child.exitCode === null && server.child.signalCode === null,
    up,
    async stop() {
      await server.end('SIGINT')
    },
  }
}
