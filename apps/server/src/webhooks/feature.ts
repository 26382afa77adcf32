import { readFileSync } from 'node:fs'
import type { Feature } from '../http/feature.ts'
import type { Log } from '../log/log.ts'
import type { Registry } from '../metrics/registry.ts'
import { startDeliverer } from './deliverer.ts'
import { openWebhookFigures } from './figures.ts'
import { keepDeliveries, retentionAt } from './retention.ts'
import { type WebhookDeps, webhookRoutes } from './routes.ts'
import { openTargets } from './target.ts'

/** Webhooks of users, and their delivery while the API is up. */
export function webhookFeature(deps: Omit<WebhookDeps, 'guard'> & { readonly log: Log; readonly metrics: Registry }) {
  const { config, database, log, metrics } = deps
  const { perMinute } = config.webhooks
  const { allowedHosts, certificates: file } = config.outside
  const guard = openTargets(allowedHosts)
  const certificates = file === undefined ? undefined : readFileSync(file, 'utf8')
  const deliverer = startDeliverer({ ...deps, guard, certificates, perMinute, onAttempt: openWebhookFigures(metrics, database) })
  const keeper = keepDeliveries(database, log, retentionAt(perMinute))
  return {
    operations: webhookRoutes({ ...deps, guard }),
    async close() {
      await Promise.all([deliverer.stop(), keeper.close()])
    },
  } satisfies Feature
}
