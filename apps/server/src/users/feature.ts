import type { Feature } from '../http/feature.ts'
import type { Log } from '../log/log.ts'
import type { ObjectStore } from '../objects/store.ts'
import { openAccessCounter } from './accesses.ts'
import { keepErasures } from './erase.ts'
import { type UserDeps, userRoutes } from './routes.ts'

/** The account of the caller, and how often each account asks. */
export function userFeature(deps: Omit<UserDeps, 'erasures'> & { readonly objects: ObjectStore; readonly log: Log }) {
  const accesses = openAccessCounter(deps.database, deps.log)
  const erasures = keepErasures(deps)
  return {
    operations: userRoutes({ ...deps, erasures }),
    onUser: ({ userId }) => accesses.count(userId),
    async close() {
      await Promise.all([accesses.close(), erasures.close()])
    },
  } satisfies Feature
}
