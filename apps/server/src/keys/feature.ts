import type { Feature } from '../http/feature.ts'
import type { KeyUses } from './key-uses.ts'
import { type KeyDeps, keyRoutes } from './routes.ts'

export const keyFeature = ({ uses, ...deps }: KeyDeps & { readonly uses: KeyUses }) =>
  ({ operations: keyRoutes(deps), close: () => uses.close() }) satisfies Feature
