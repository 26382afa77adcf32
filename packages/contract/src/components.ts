// Every named schema, in the order in which a server registers them and a document lists them.
import type { TSchema } from 'typebox'
import * as buckets from './buckets.ts'
import * as builds from './builds.ts'
import * as cores from './cores.ts'
import * as dataSources from './data-sources.ts'
import * as drives from './drives.ts'
import * as files from './files.ts'
import * as github from './github.ts'
import * as health from './health.ts'
import * as keys from './keys.ts'
import * as plots from './plots.ts'
import * as realtime from './realtime.ts'
import * as repositories from './repositories.ts'
import * as samples from './samples.ts'
import * as schema from './schema.ts'
import * as subscriptions from './subscriptions.ts'
import * as tasks from './tasks.ts'
import * as things from './things.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

const MODULES = [schema, dataSources, cores, builds, repositories, tasks, samples, plots, files, buckets, drives, keys, things, users]
const MORE_MODULES = [github, webhooks, realtime, subscriptions, health]

/** Named schemas by their `$id`. */
export const COMPONENTS: ReadonlyMap<string, TSchema> = new Map(
  [...MODULES, ...MORE_MODULES].flatMap((module) => Object.values(module).flatMap((value: unknown) => named(value))),
)

function named(value: unknown): [string, TSchema][] {
  if (typeof value !== 'object' || value === null) return []
  const id = (value as { $id?: unknown }).$id
  return typeof id === 'string' ? [[id, value as TSchema]] : []
}
