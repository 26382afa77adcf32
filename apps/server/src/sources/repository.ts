// From a connected repository to what the engine builds: fetched, links followed, laid out, with what is to be said about it.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildCoreSpecs, CONFIGURATION_FILES, type Repository, shortfalls, type TraceVariable } from '@credence/contract'
import { openGate } from '../outside/gate.ts'
import { type AllowedHosts, openGuard } from '../outside/guard.ts'
import { isAlive } from '../processes/alive.ts'
import { readConfiguration } from './configuration.ts'
import { SourceFault } from './fault.ts'
import { type CredentialFor, fetchTree, readObjects } from './fetch.ts'
import { GitFailure, GitMissing, type GitPlace } from './git.ts'
import { layOut } from './layout.ts'
import { followLinks } from './links.ts'

export interface RepositorySettings {
  /** Where repositories lie while they are fetched. */
  readonly folder: string
  readonly allowedHosts: AllowedHosts
  readonly certificates: string | undefined
  readonly isBoxed: boolean
  /** On the clock, for fetching. */
  readonly gitSeconds: number
  /** Of all files. */
  readonly repositoryBytes: number
}
export interface Sources {
  readonly files: Map<string, Uint8Array>
  readonly inputs: Map<string, Uint8Array>
  /** For the build output. */
  readonly notes: readonly string[]
  /** Of the configuration file. */
  readonly traceVariables: readonly TraceVariable[]
  /** Its name, where there is one. */
  readonly configuration?: string
}

const MOST_FILES = 20_000
/** Beside the files themselves: names of branches, and history where a server gives no single commit. */
const SENT_PER_BYTE = 4

/** @throws SourceFault in words for its owner; the reason of the signal */
export async function readRepository(
  settings: RepositorySettings,
  repository: Repository,
  core: BuildCoreSpecs,
  credentialFor: CredentialFor,
  signal: AbortSignal,
): Promise<Sources> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(settings.folder, `${process.pid}-`))
  const gate = await openGate(openGuard(settings.allowedHosts), SENT_PER_BYTE * settings.repositoryBytes)
  const late = AbortSignal.timeout(settings.gitSeconds * 1000)
  const place: GitPlace = { ...settings, folder, proxy: gate.proxy, signal: AbortSignal.any([signal, late]) }
  try {
    return await read(place, settings, repository, core, credentialFor)
  } catch (cause) {
    signal.throwIfAborted()
    if (late.aborted) throw new SourceFault(`fetching it took longer than ${settings.gitSeconds} s`)
    if (cause instanceof GitMissing) throw new SourceFault(cause.message)
    if (cause instanceof GitFailure) throw new SourceFault([gate.refusal(), cause.message].filter(Boolean).join('\n'), { cause })
    throw cause
  } finally {
    await gate.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function read(
  place: GitPlace,
  { repositoryBytes: bytes }: RepositorySettings,
  { RemoteURL, Branch, Commit, BuildDirectory }: Repository,
  core: BuildCoreSpecs,
  credentialFor: CredentialFor,
): Promise<Sources> {
  const wanted = { remoteUrl: RemoteURL, branch: Branch, commit: Commit }
  const { commit, entries } = await fetchTree(place, wanted, credentialFor, { files: MOST_FILES, bytes })
  const links = await readObjects(
    place,
    [...entries.values()].flatMap((entry) => (entry.kind === 'link' ? [entry.object] : [])),
    10_000_000,
  )
  const text = (object: string) => new TextDecoder().decode(links.get(object))
  const followed = followLinks(
    new Map([...entries].map(([path, entry]) => [path, entry.kind === 'link' ? { target: text(entry.object) } : entry])),
    MOST_FILES,
  )
  const { sources, inputs, unusable } = layOut(followed.files, BuildDirectory)
  const configuration = CONFIGURATION_FILES.find((name) => followed.files.has(name))
  const objects = await readObjects(place, followed.files.values(), bytes)
  const contents = (files: Map<string, string>) => new Map([...files].map(([path, object]) => [path, objects.get(object)!]))
  const notes = [`commit ${commit} of ${Commit === 'HEAD' ? `branch ${Branch} of ` : ''}${RemoteURL}`]
  for (const path of followed.dangling) notes.push(`the link '${path}' leads nowhere and was left out`)
  for (const path of unusable) notes.push(`the file ${JSON.stringify(path)} was left out: its name cannot be used`)
  const found = configuration === undefined ? undefined : configured(configuration, objects.get(followed.files.get(configuration)!)!, core)
  return {
    files: contents(sources),
    inputs: contents(inputs),
    notes: [...notes, ...(found?.notes ?? [])],
    traceVariables: found?.traceVariables ?? [],
    ...(configuration !== undefined && { configuration }),
  }
}

/** A broken file is told, and the build goes on without it. */
function configured(name: string, bytes: Uint8Array, core: BuildCoreSpecs): { notes: string[]; traceVariables: readonly TraceVariable[] } {
  try {
    const { minimumCore, traceVariables } = readConfiguration(bytes)
    return { notes: shortfalls(minimumCore, core).map((text) => `${name}: ${text}`), traceVariables }
  } catch (error) {
    return { notes: [`${name} was left out: ${(error as Error).message.split('\n')[0]}`], traceVariables: [] }
  }
}

/** What killed workers of this machine left. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number.parseInt(name, 10)
    if (!(pid > 0) || !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
