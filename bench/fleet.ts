// A fleet of workers on one PostgreSQL: N processes' worth of the real queue, each with its slots, and what submission to start costs the database; programs are pauses.
//   node bin/node.cjs bench/fleet.ts [workers] [slots] [milliseconds of a program] [submissions a second] [seconds]
// Every worker is the queue as workers open it (leases refreshed each second, sweeps, polls, one connection for notifications) with the statements of an
// attempt: begin, In Progress, the end. Eight workers share a process. The engine and the object store have no part.
import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@credence/contract'
import { startPostgres } from '../acceptance/many/postgres.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { openDatabase } from '../apps/server/src/database/pool.ts'
import { openAcceptance } from '../apps/server/src/jobs/acceptance.ts'
import { beginAttempt } from '../apps/server/src/jobs/attempts.ts'
import { move } from '../apps/server/src/jobs/moves.ts'
import { openQueue } from '../apps/server/src/queue/boss-queue.ts'
import { createAccount } from '../apps/server/src/users/queries.ts'
import { conditions } from '../tools/conditions.ts'

const OF_PROCESS = 8
const SCHEMA = 'credence'
const quiet = { info() {}, warn() {}, error() {} }
const RUNNING = { EnterpriseTier: 100_000 }
const ACCOUNTS = 50

if (process.send) await beFleet(process.argv.slice(2))
else await measure(process.argv.slice(2).map(Number))

/** Workers of this process, until it is told to end. */
async function beFleet([url = '', workers = '', slots = '', milliseconds = '']: string[]): Promise<void> {
  const ends: (() => Promise<unknown>)[] = []
  for (let number = 0; number < Number(workers); number++) {
    const database = openDatabase({ url, schema: SCHEMA, connections: 3, log: quiet })
    const queue = await openQueue({ database, log: quiet, attemptSeconds: 60, running: RUNNING })
    const workerId = `fleet-${process.pid}-${number}`
    await queue.take('build', 2, async () => {})
    await queue.take('task', Number(slots), async (lease) => {
      const attempt = { kind: 'task', id: lease.id, attempt: lease.attempt } as const
      if ((await beginAttempt(database, queue, { ...lease, queue: 'task' }, workerId, 10)) === 'ended') return
      await move(database, attempt, 'In Progress')
      await sleep(Number(milliseconds))
      lease.release()
      await database.transaction(async (tx) => {
        await move(tx, attempt, 'Completed')
        await queue.finish(tx, lease)
      })
    })
    ends.push(() => queue.close(1000).then(() => database.close()))
  }
  process.send?.('ready')
  process.once('message', async () => {
    await Promise.all(ends.map((end) => end()))
    process.exit(0)
  })
}

async function measure([workers = 100, slots = 4, milliseconds = 2000, rate = 20, seconds = 60]: number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'credence-fleet-'))
  execFileSync('chmod', ['755', folder])
  const postgres = await startPostgres(join(folder, 'postgres'), { connections: workers * 7 + 50 })
  const children: ReturnType<typeof fork>[] = []
  try {
    const database = openDatabase({ url: postgres.url, schema: SCHEMA, connections: 10, log: quiet })
    await migrate(database)
    const queue = await openQueue({ database, log: quiet, attemptSeconds: 60, running: RUNNING })
    const owners: string[] = []
    for (let number = 0; number < ACCOUNTS; number++)
      owners.push((await database.transaction((tx) => createAccount(tx, `f${number}@localhost`, 'EnterpriseTier'))).userId)
    for (let left = workers; left > 0; left -= OF_PROCESS) {
      const child = fork(import.meta.filename, [postgres.url, String(Math.min(left, OF_PROCESS)), String(slots), String(milliseconds)], {
        execArgv: [],
      })
      children.push(child)
      await new Promise((resolve) => child.once('message', resolve))
    }
    const cost = postgres.processorSeconds
    const connections = () => Number(postgres.ask(`select count(*) from pg_stat_activity where backend_type = 'client backend'`)[0]![0])
    await sleep(5000)
    const [idleFrom, idleAt] = [cost(), performance.now()]
    await sleep(15_000)
    const idle = (cost() - idleFrom) / ((performance.now() - idleAt) / 1000)
    console.log(
      `${workers} workers of ${slots} slots: ${connections()} connections; PostgreSQL takes ${(idle * 100).toFixed(0)} % of a core while nothing happens`,
    )
    const acceptance = openAcceptance(database, queue, 8)
    const [from, began] = [cost(), performance.now()]
    let made = 0
    const open: Promise<unknown>[] = []
    for (; performance.now() < began + seconds * 1000; made++) {
      await sleep(Math.max(0, began + (made * 1000) / rate - performance.now()))
      open.push(
        acceptance.accept({
          kind: 'task',
          id: newId('task'),
          at: Date.now(),
          owner: owners[made % ACCOUNTS]!,
          plan: 'EnterpriseTier',
          allowed: 1_000_000,
          dataSources: [],
          given: { buildId: 'bld_none', arguments: null, standardError: null, isPublic: false },
          needs: { isolation: 'process', tools: [] },
        }),
      )
    }
    await Promise.all(open)
    const took = (performance.now() - began) / 1000
    const busy = (cost() - from) / took
    while (Number(postgres.ask(`select count(*) from credence.task where finished_at is null`)[0]![0]) > 0) await sleep(500)
    const waits = postgres
      .ask(`select (transitions -> 1 ->> 'Timestamp')::float8 - created_at from credence.task`)
      .map(([wait]) => Number(wait))
      .sort((a, b) => a - b)
    const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]!.toFixed(0)
    console.log(
      `${(made / took).toFixed(0)} submissions a second of programs of ${milliseconds} ms: submitted to begun p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${waits.length}; PostgreSQL ${(busy * 100).toFixed(0)} % of a core`,
    )
    for (const child of children) child.send('end')
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
    await queue.close(0)
    await database.close()
    console.log(conditions())
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
