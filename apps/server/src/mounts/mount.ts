// Data sources of a task in its working directory, and what it wrote there back to them.
import { ApiError, type DataSource, DEFAULT_LOCATION, isOwnStorage, type Plan, type PlanLimits } from '@credence/contract'
import type { StoredFile } from '@credence/engine'
import { BucketFault } from '../buckets/store.ts'
import type { Database } from '../database/pool.ts'
import { getDrive } from '../drives/queries.ts'
import type { ObjectStore } from '../objects/store.ts'
import { getAccount } from '../users/queries.ts'
import { type BucketSettings, bucketSource } from './bucket.ts'
import { gateway } from './gateway.ts'
import { ownStorage } from './own-storage.ts'
import { MountFault, type Source } from './source.ts'

export interface MountDeps {
  readonly database: Database
  readonly objects: ObjectStore
  readonly plans: Readonly<Record<Plan, PlanLimits>>
  readonly buckets: BucketSettings
  /** Of all files of all sources of a task. */
  readonly mostBytes: number
  /** For all that comes from a bucket, and again for all that goes to it. */
  readonly transferMs: number
}
export interface Mounts {
  /** By path in the working directory. What is read of them throws MountFault. */
  readonly files: ReadonlyMap<string, StoredFile>
  /** Directories that are there whatever they hold. */
  readonly folders: readonly string[]
  /** What the owner should know, in words. */
  readonly notes: readonly string[]
  /** Stores what a run wrote below a Location of a source that can be written. @throws MountFault naming a file */
  keep(written: ReadonlyMap<string, StoredFile>): Promise<void>
}

const AT_ONCE = 4

/** @param signal  gives up. @throws MountFault naming the source that cannot be reached */
export async function mount(deps: MountDeps, owner: string, dataSources: readonly DataSource[], signal: AbortSignal): Promise<Mounts> {
  const coming = patience(deps.transferMs, signal)
  const going = patience(deps.transferMs, signal)
  const open = opener(deps, owner, coming.signal, going)
  const sources: [prefix: string, source: Source][] = []
  const files = new Map<string, StoredFile>()
  const folders: string[] = []
  const notes: string[] = []
  let bytes = 0
  coming.begin()
  for (const { ResourceID, ResourceType, Location = DEFAULT_LOCATION } of await withoutDrives(deps.database, owner, dataSources)) {
    const naming = (cause: unknown): never => {
      const reason = coming.isOver() ? tooSlow(deps.transferMs) : wordsOf(cause)
      if (reason === undefined) throw cause
      throw new MountFault(`the data source '${Location}' cannot be reached: ${reason}`, { cause })
    }
    const source = await open(ResourceType, ResourceID).catch(naming)
    sources.push([`${Location}/`, source])
    folders.push(Location, ...(source.folders ?? []).map((folder) => `${Location}/${folder}`))
    if (source.note !== undefined) notes.push(`the data source '${Location}': ${source.note}`)
    for (const file of source.files) {
      bytes += file.size
      if (bytes > deps.mostBytes) naming(new MountFault(`with it the files of the task have more than ${deps.mostBytes} bytes`))
      files.set(`${Location}/${file.path}`, { size: file.size, read: () => named(file.read(), naming) })
    }
  }
  return {
    files,
    folders,
    notes,
    async keep(written) {
      coming.end()
      going.begin()
      const faults = new Map<Source, MountFault>()
      const waiting = written.entries()
      const store = async () => {
        for (const [path, file] of waiting) {
          const [prefix, source] = innermost(sources, path) ?? []
          if (prefix === undefined || !source?.write || faults.has(source)) continue
          await source.write(path.slice(prefix.length), file).catch((cause: unknown) => {
            const reason = going.isOver() ? tooSlow(deps.transferMs) : wordsOf(cause)
            if (reason === undefined) throw cause
            faults.set(source, new MountFault(`the file '${path}' could not be stored: ${reason}`, { cause }))
          })
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, store)).finally(going.end)
      for (const fault of faults.values()) throw fault
    },
  }
}

/** What the owner can mend; undefined: it is ours. */
function wordsOf(cause: unknown): string | undefined {
  return cause instanceof MountFault || cause instanceof ApiError || cause instanceof BucketFault ? cause.message : undefined
}
const tooSlow = (milliseconds: number): string => `it took more than ${milliseconds / 1000} s`

async function* named(bytes: AsyncIterable<Uint8Array>, naming: (cause: unknown) => never): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    naming(cause)
  }
}

/** A signal that also aborts some time after `begin`. */
interface Patience {
  readonly signal: AbortSignal
  begin(): void
  readonly end: () => void
  isOver(): boolean
}
function patience(milliseconds: number, signal: AbortSignal): Patience {
  const over = new AbortController()
  let clock: NodeJS.Timeout | undefined
  return {
    signal: AbortSignal.any([signal, over.signal]),
    begin() {
      clock = setTimeout(() => over.abort(), milliseconds)
      clock.unref()
    },
    end: () => clearTimeout(clock),
    isOver: () => over.signal.aborted && !signal.aborted,
  }
}

/** The sources of a drive stand for it, below its Location. @throws MountFault */
async function withoutDrives(database: Database, owner: string, sources: readonly DataSource[]): Promise<DataSource[]> {
  const found = await Promise.all(
    sources.map(async (source): Promise<DataSource[]> => {
      if (source.ResourceType !== 'Drive') return [source]
      const drive = await getDrive(database, owner, source.ResourceID)
      if (!drive) throw new MountFault(`the data source '${source.Location}' cannot be reached: Drive not found`)
      return drive.dataSources.map((inner) => ({ ...inner, Location: `${source.Location}/${inner.Location}` }))
    }),
  )
  return found.flat()
}

/** A Location may lie inside another. */
const innermost = (sources: readonly [string, Source][], path: string): [string, Source] | undefined =>
  sources.filter(([prefix]) => path.startsWith(prefix)).toSorted(([a], [b]) => b.length - a.length)[0]

/** Opens the sources of one account, which is looked at once. */
function opener({ database, objects, plans, buckets }: MountDeps, owner: string, coming: AbortSignal, going: Patience) {
  let account: ReturnType<typeof getAccount> | undefined
  return async (resourceType: string, resourceId: string): Promise<Source> => {
    if (resourceType === 'Bucket') return bucketSource(database, buckets, owner, resourceId, { coming, going: going.signal })
    if (resourceType === 'Gateway') return gateway(database, owner, resourceId)
    if (!isOwnStorage(resourceType)) throw new MountFault(`data sources of type ${resourceType} are not available yet`)
    account ??= getAccount(database, owner)
    const found = await account
    if (!found) throw new MountFault('its account is gone')
    return ownStorage({ database, objects, mostBytes: plans[found.plan].storageBytes }, owner, resourceId)
  }
}
