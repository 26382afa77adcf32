// Data sources of a task in its working directory, and what it wrote there back to them.
import { ApiError, type DataSource, DEFAULT_LOCATION, isOwnStorage } from '@credence/contract'
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import { getDrive } from '../drives/queries.ts'
import type { ObjectStore } from '../objects/store.ts'
import { getAccount } from '../users/queries.ts'
import { gateway } from './gateway.ts'
import { ownStorage } from './own-storage.ts'
import { MountFault, type Source } from './source.ts'

export interface MountDeps {
  readonly database: Database
  readonly objects: ObjectStore
  readonly plans: Config['plans']
  /** Of all files of all sources of a task. */
  readonly mostBytes: number
}
export interface Mounts {
  /** By path in the working directory. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Stores what a run wrote below a Location of a source that can be written. @throws MountFault naming the file */
  keep(written: ReadonlyMap<string, Uint8Array>): Promise<void>
}

/** @throws MountFault naming the source that cannot be reached */
export async function mount(deps: MountDeps, owner: string, dataSources: readonly DataSource[]): Promise<Mounts> {
  const sources: [prefix: string, source: Source][] = []
  const files = new Map<string, Uint8Array>()
  let bytes = 0
  for (const { ResourceID, ResourceType, Location = DEFAULT_LOCATION } of await withoutDrives(deps.database, owner, dataSources)) {
    const naming = (cause: unknown): never => {
      const reason = cause instanceof MountFault || cause instanceof ApiError ? cause.message : undefined
      if (reason === undefined) throw cause
      throw new MountFault(`the data source '${Location}' cannot be reached: ${reason}`, { cause })
    }
    const source = await open(deps, owner, ResourceType, ResourceID).catch(naming)
    sources.push([`${Location}/`, source])
    for (const file of source.files) {
      bytes += file.size
      if (bytes > deps.mostBytes) naming(new MountFault(`with it the files of the task have more than ${deps.mostBytes} bytes`))
      files.set(`${Location}/${file.path}`, await file.read().catch(naming))
    }
  }
  return {
    files,
    async keep(written) {
      for (const [path, content] of written) {
        const [prefix, source] = innermost(sources, path) ?? []
        if (prefix === undefined || !source?.write) continue
        await source.write(path.slice(prefix.length), content).catch((cause: unknown) => {
          if (!(cause instanceof ApiError) && !(cause instanceof MountFault)) throw cause
          throw new MountFault(`the file '${path}' could not be stored: ${cause.message}`, { cause })
        })
      }
    },
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

async function open({ database, objects, plans }: MountDeps, owner: string, resourceType: string, resourceId: string): Promise<Source> {
  if (resourceType === 'Gateway') return gateway(database, owner, resourceId)
  if (!isOwnStorage(resourceType)) throw new MountFault(`data sources of type ${resourceType} are not available yet`)
  const account = await getAccount(database, owner)
  if (!account) throw new MountFault('its account is gone')
  return ownStorage({ database, objects, plan: plans[account.plan] }, owner, resourceId)
}
