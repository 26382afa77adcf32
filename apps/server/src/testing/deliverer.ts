// For tests only: a process that delivers, to be killed. `deliverer.ts URL SCHEMA`; the sealing key is that of the test.
import { openDatabase } from '../database/pool.ts'
import { sealingWith } from '../sealing/sealing.ts'
import { MANNERS, startDeliverer } from '../webhooks/deliverer.ts'
import { openTargets } from '../webhooks/target.ts'
import { quiet } from './database.ts'

const [url = '', schema = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(1))
startDeliverer(
  {
    database: openDatabase({ url, schema, connections: 3, log: quiet }),
    sealing: sealingWith([{ id: 'a', bytes: new Uint8Array(32).fill(1) }]),
    log: quiet,
    guard: openTargets(['127.0.0.1:*']),
    perMinute: 100_000,
  },
  { ...MANNERS, pollMs: 20, timeoutMs: 400, leaseMs: 1500 },
)
