import type { Feature } from '../http/feature.ts'
import type { Log } from '../log/log.ts'
import { type FileDeps, fileRoutes } from './routes.ts'
import { storagePrefix } from './storage.ts'
import { keepUploads, uploadRoutes } from './uploads.ts'

export function fileFeature(deps: FileDeps & { readonly log: Log }) {
  const uploads = keepUploads(deps)
  return {
    operations: { ...fileRoutes(deps), ...uploadRoutes(deps) },
    keeps: async (owner) => [storagePrefix(owner)],
    close: () => uploads.close(),
  } satisfies Feature
}
