import type { Feature } from '../http/feature.ts'
import { type FileDeps, fileRoutes } from './routes.ts'
import { storagePrefix } from './storage.ts'

export const fileFeature = (deps: FileDeps) => ({ operations: fileRoutes(deps), keeps: async (owner) => [storagePrefix(owner)] }) satisfies Feature
