// Which platform, and as whom: options first, then the environment, then what `credence login` stored.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@credence/client'
import { LOCAL_ORIGIN } from '@credence/contract'
import { UsageError } from './command.ts'

export interface Login {
  readonly host: string
  readonly key: string
}

/** Which platform, and as whom. */
export const CONNECTION = {
  host: { type: 'string', value: 'URL', about: 'the platform; instead of CREDENCE_HOST and of what `credence login` stored' },
  key: { type: 'string', value: 'KEY', about: 'the API key; instead of CREDENCE_API_KEY and of what `credence login` stored' },
} as const
/** Options that every command of the platform takes that answers with a record. */
export const PLATFORM_OPTIONS = { ...CONNECTION, json: { type: 'boolean', about: 'print the answer of the platform as JSON' } } as const
export interface PlatformValues {
  readonly host?: string
  readonly key?: string
  readonly json?: boolean
}

/** @throws UsageError if the host is no address, or if there is no key and one is needed */
export async function openClient(values: PlatformValues, env: NodeJS.ProcessEnv, { needsKey = true } = {}): Promise<Client> {
  const stored = await readLogin(env)
  const host = values.host ?? env['CREDENCE_HOST'] ?? stored?.host ?? LOCAL_ORIGIN
  // A key that was stored for one platform is not shown to another.
  const key = values.key ?? env['CREDENCE_API_KEY'] ?? (stored && stored.host === checkedHost(host) ? stored.key : undefined)
  if (!key && needsKey) {
    throw new UsageError(`no API key for ${host}. Run \`credence login\`, set CREDENCE_API_KEY, or pass --key KEY.`)
  }
  return createClient({ host: checkedHost(host), ...(key && { credential: key }) })
}

/** The address without a final slash. @throws UsageError if it is not one of http or https */
export function checkedHost(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new UsageError(`'${text}' is not an address of a platform, as ${LOCAL_ORIGIN}`)
  return text.replace(/\/+$/, '')
}

export async function readLogin(env: NodeJS.ProcessEnv): Promise<Login | undefined> {
  const file = loginFile(env)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const { host, key } = parsed(text, file)
  if (typeof host !== 'string' || typeof key !== 'string') throw new UsageError(`${file} has no host and key. Run \`credence login\` again.`)
  return { host, key }
}
function parsed(text: string, file: string): { host?: unknown; key?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { host?: unknown; key?: unknown }
  } catch {
    throw new UsageError(`${file} is not readable. Run \`credence login\` again.`)
  }
}

/** Stores it for this user alone. @returns the file */
export async function storeLogin(login: Login, env: NodeJS.ProcessEnv): Promise<string> {
  const file = loginFile(env)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
  return file
}

export function loginFile(env: NodeJS.ProcessEnv): string {
  return path.join(env['XDG_CONFIG_HOME'] || path.join(env['HOME'] || homedir(), '.config'), 'credence', 'login.json')
}
