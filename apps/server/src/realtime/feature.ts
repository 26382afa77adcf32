import { errors, REALTIME_CLOSES } from '@credence/contract'
import type { Credentials } from '../credentials/credentials.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Feature } from '../http/feature.ts'
import type { Log } from '../log/log.ts'
import { openFollower } from './follower.ts'
import { openHub } from './hub.ts'
import { isRealtime, type RealtimeServer, serveRealtime } from './server.ts'

/** Tells the changes of an account to those that listen, over websockets. */
export function realtimeFeature({ database, credentials, log }: { database: Database; credentials: Credentials; log: Log }) {
  const own = openDatabase({ url: database.url, schema: database.schema, connections: 1, log })
  let server: RealtimeServer | undefined
  const hub = openHub(() => follower.rest())
  const follower = openFollower({ database: own, log, onEvents: hub.tell, onLost: () => server?.close(REALTIME_CLOSES.resync) })
  return {
    operations: {
      async connectRealtime() {
        throw errors.upgradeRequired()
      },
    },
    upgrades: isRealtime,
    async routes(app) {
      server = serveRealtime(app.server, { credentials, log, follower, hub, onClose: () => {} })
      app.addHook('preClose', async () => server?.close(REALTIME_CLOSES.stopping))
      app.addHook('onClose', async () => {
        await follower.close()
        await own.close()
      })
    },
  } satisfies Feature
}
