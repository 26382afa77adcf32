// The git binary, told exactly what it may do: https through the gate and nothing else, no configuration but ours, no hooks, no filters, no
// credential helpers, nobody to ask. It never checks anything out: objects are fetched into a bare folder and read from there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface GitPlace {
  /** The bare repository; the only folder that it may write. */
  readonly folder: string
  /** Of the gate. */
  readonly proxy: string
  /** Certificates of hosts beside those that the system knows. */
  readonly certificates: string | undefined
  readonly isBoxed: boolean
  readonly signal: AbortSignal
}
/** Sent as HTTP basic authentication to addresses below `address`, and to no others. */
export interface Credential {
  readonly address: string
  readonly username: string
  readonly password: string
}

/** git ended with a message of its own. */
export class GitFailure extends Error {
  override name = 'GitFailure'
}
/** There is no git on this machine. */
export class GitMissing extends Error {
  override name = 'GitMissing'
  constructor() {
    super('git is not installed on this platform')
  }
}

const CONFIG = [
  ...[
    'protocol.allow=never',
    'protocol.https.allow=always',
    'http.followRedirects=false',
    'http.proxyAuthMethod=basic',
    'credential.helper=',
    'core.hooksPath=/dev/null',
  ],
  ...[
    'core.fsmonitor=false',
    'core.attributesFile=/dev/null',
    'gc.auto=0',
    'maintenance.auto=false',
    'fetch.unpackLimit=1',
    'fetch.writeCommitGraph=false',
  ],
  ...[
    'core.bigFileThreshold=1m',
    'core.deltaBaseCacheLimit=32m',
    'pack.threads=1',
    'submodule.recurse=false',
    'safe.bareRepository=all',
    'safe.directory=*',
  ],
  ...['http.lowSpeedLimit=1', 'http.lowSpeedTime=30', 'advice.detachedHead=false', 'init.defaultBranch=main'],
].flatMap((setting) => ['-c', setting])
/** Of address space and of one file. */
const LIMITS = ['prlimit', '--as=4294967296', '--fsize=4294967296', '--core=0', '--']
const MESSAGE_BYTES = 100_000

/** What it wrote to standard output. @throws GitFailure, GitMissing, or the reason of the signal */
export async function git(place: GitPlace, words: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const { input = '', mostBytes = 64_000_000, credential } = options
  const command = [
    ...(place.isBoxed ? box(place) : []),
    ...(process.platform === 'linux' ? LIMITS : []),
    'git',
    '-C',
    place.folder,
    ...CONFIG,
    ...words,
  ]
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...environment(place, credential) },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // git-remote-https and index-pack end with it
  })
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {} // it is gone
  }
  const ended = once(child, 'close').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new GitMissing() : cause
  })
  place.signal.addEventListener('abort', kill)
  try {
    child.stdin.on('error', () => {}) // it ended before it read all
    child.stdin.end(input)
    const out: Buffer[] = []
    let [bytes, message] = [0, '']
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) kill()
      else out.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (message.length < MESSAGE_BYTES) message += chunk
    })
    const [code] = (await ended) as [number | null]
    place.signal.throwIfAborted()
    if (bytes > mostBytes) throw new GitFailure(`more than ${mostBytes} bytes were read`)
    if (/prlimit: failed to execute git|bwrap: execvp git/.test(message)) throw new GitMissing()
    if (code !== 0) throw new GitFailure(withoutSecrets(message, place, credential) || `git ended with ${code ?? 'a signal'}`)
    return Buffer.concat(out)
  } finally {
    place.signal.removeEventListener('abort', kill)
  }
}
interface GitOptions {
  readonly input?: string | Uint8Array
  readonly mostBytes?: number
  readonly credential?: Credential | undefined
}

/** The version, as `2.39.5`. @throws GitMissing */
export async function gitVersion(): Promise<string> {
  const nowhere: GitPlace = { folder: '/', proxy: '', certificates: undefined, isBoxed: false, signal: AbortSignal.timeout(10_000) }
  return /\d[\d.]*\d/.exec((await git(nowhere, ['--version'])).toString())?.[0] ?? 'unknown'
}

function environment({ proxy, certificates }: GitPlace, credential: Credential | undefined): Record<string, string> {
  const token = credential && Buffer.from(`${credential.username}:${credential.password}`).toString('base64')
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    HOME: '/nonexistent',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ALLOW_PROTOCOL: 'https',
    https_proxy: proxy,
    no_proxy: '',
    ...(certificates && { GIT_SSL_CAINFO: certificates }),
    // In the environment, which only this user may read, and not in the words, which everybody may.
    ...(credential && {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `http.${credential.address}.extraHeader`,
      GIT_CONFIG_VALUE_0: `Authorization: Basic ${token}`,
    }),
  }
}

/** Of the file system the programs and libraries of the system, and the one folder. The network is there, for the gate. */
function box({ folder, certificates }: GitPlace): string[] {
  const system = ['/usr', '/bin', '/lib', '/lib64', '/etc/ssl', '/etc/ca-certificates', '/etc/pki', ...(certificates ? [certificates] : [])]
  const binds = system.flatMap((path) => ['--ro-bind-try', path, path])
  const apart = ['--unshare-all', '--share-net', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'box']
  return ['bwrap', ...apart, ...binds, '--proc', '/proc', '--dev', '/dev', '--bind', folder, folder, '--chdir', '/', '--']
}

/** git's words without passwords, tokens and names of folders of this machine. */
export function withoutSecrets(message: string, { folder, proxy }: Pick<GitPlace, 'folder' | 'proxy'>, credential?: Credential): string {
  const secrets = [
    proxy,
    folder,
    ...(credential ? [credential.password, Buffer.from(`${credential.username}:${credential.password}`).toString('base64')] : []),
  ]
  const plain = secrets.filter((secret) => secret.length > 3).reduce((text, secret) => text.replaceAll(secret, '…'), message)
  return plain
    .replace(/(https?:\/\/)[^\s/@]+@/g, '$1')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim()
}
