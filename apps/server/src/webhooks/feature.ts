import { readFileSync } from 'node:fs'
import type { Feature } from '../http/feature.ts'
import type { Log } from '../log/log.ts'
import { startDeliverer } from './deliverer.ts'
import { keepDeliveries, retentionAt } from './retention.ts'
import { type WebhookDeps, webhookRoutes } from './routes.ts'
import { openTargets } from './target.ts'

/** Webhooks of users, and their delivery while the API is up. */
export function webhookFeature(deps: Omit<WebhookDeps, 'guard'> & { readonly log: Log }) {
  const { config, database, log } = deps
  const { perMinute } = config.webhooks
  const { allowedHosts, certificates: file } = config.outside
  const guard = openTargets(allowedHosts)
  const certificates = file === undefined ? undefined : readFileSync(file, 'utf8')
  const deliverer = startDeliverer({ ...deps, guard, certificates, perMinute })
  const keeper = keepDeliveries(database, log, retentionAt(perMinute))
  return {
    operations: webhookRoutes({ ...deps, guard }),
    async close() {
      await Promise.all([deliverer.stop(), keeper.close()])
    },
  } satisfies Feature
}
