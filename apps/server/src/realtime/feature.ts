import { errors, REALTIME_CLOSES } from '@credence/contract'
import type { Credentials } from '../credentials/credentials.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Feature } from '../http/feature.ts'
import type { Log } from '../log/log.ts'
import { one } from '../metrics/process.ts'
import type { Registry } from '../metrics/registry.ts'
import type { OutboxRow } from './event-text.ts'
import { openFollower } from './follower.ts'
import { openHub } from './hub.ts'
import { isRealtime, type RealtimeServer, serveRealtime } from './server.ts'

interface RealtimeOptions {
  readonly database: Database
  readonly credentials: Credentials
  readonly log: Log
  readonly metrics: Registry
}
/** Seconds. */
const LAGS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/** Tells the changes of an account to those that listen, over websockets. */
export function realtimeFeature({ database, credentials, log, metrics }: RealtimeOptions) {
  const own = openDatabase({ url: database.url, schema: database.schema, connections: 1, log })
  let server: RealtimeServer | undefined
  const hub = openHub(() => follower.rest())
  const lag = metrics.histogram('credence_realtime_lag_seconds', 'Time from when an event was written to when this process tells it.', LAGS)
  const closes = metrics.counter('credence_realtime_closed_total', 'Realtime connections that this platform ended, by the code of the close.')
  metrics.source(() => [
    one('credence_realtime_connections', 'gauge', 'Open realtime connections.', server?.connections ?? 0),
    one('credence_realtime_subscriptions', 'gauge', 'Their subscriptions.', hub.listeners),
  ])
  const onEvents = (rows: readonly OutboxRow[]): void => {
    const now = Date.now()
    for (const { createdAt } of rows) lag.observe(Math.max(0, now - createdAt) / 1000)
    hub.tell(rows)
  }
  const follower = openFollower({ database: own, log, onEvents, onLost: () => server?.close(REALTIME_CLOSES.resync) })
  return {
    operations: {
      async connectRealtime() {
        throw errors.upgradeRequired()
      },
    },
    upgrades: isRealtime,
    async routes(app) {
      server = serveRealtime(app.server, { credentials, log, follower, hub, onClose: ({ code }) => closes.add({ code: String(code) }) })
      app.addHook('preClose', async () => server?.close(REALTIME_CLOSES.stopping))
      app.addHook('onClose', async () => {
        await follower.close()
        await own.close()
      })
    },
  } satisfies Feature
}
