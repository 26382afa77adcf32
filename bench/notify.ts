// What a notification costs PostgreSQL: commits a second, and its processor time for each, with and without a NOTIFY, by the number of connections that listen.
//   node bin/node.cjs bench/notify.ts [listeners …]
// Every worker listens on three connections. A commit with a notification takes a lock of the whole server, and wakes every connection of the database that listens to
// anything. Needs Debian's postgresql.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../acceptance/many/postgres.ts'
import { conditions } from '../tools/conditions.ts'

const WRITERS = 8
const SECONDS = 4
const given = process.argv.slice(2).map(Number)
const counts = given.length > 0 ? given : [0, 30, 100, 300]

const folder = mkdtempSync(join(tmpdir(), 'credence-notify-'))
execFileSync('chmod', ['755', folder])
const postgres = await startPostgres(join(folder, 'postgres'), { connections: Math.max(...counts) + 30 })
const clients: pg.Client[] = []
const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  clients.push(client)
  return client
}
try {
  const writers = await Promise.all(Array.from({ length: WRITERS }, connect))
  await writers[0]!.query('create table line (id bigserial primary key, text text)')
  let heard = 0
  let listening = 0
  for (const count of counts) {
    for (; listening < count; listening++) {
      const client = await connect()
      client.on('notification', () => heard++)
      await client.query('listen jobs')
    }
    const cells: string[] = []
    for (const statement of [`insert into line (text) values ('x')`, `insert into line (text) values ('x'); select pg_notify('jobs', 'x')`]) {
      await sleep(500)
      const [from, began] = [postgres.processorSeconds(), performance.now()]
      let commits = 0
      const write = async (writer: pg.Client): Promise<void> => {
        for (; performance.now() < began + SECONDS * 1000; commits++) await writer.query(`begin; ${statement}; commit`)
      }
      await Promise.all(writers.map(write))
      const seconds = (performance.now() - began) / 1000
      await sleep(1000) // those that were woken last
      const cost = ((postgres.processorSeconds() - from) * 1000) / commits
      cells.push(`${(commits / seconds).toFixed(0).padStart(6)} a second, ${cost.toFixed(2).padStart(6)} ms each`)
    }
    console.log(`${String(count).padStart(4)} listen: plain ${cells[0]}; with NOTIFY ${cells[1]}`)
  }
  if (counts.some((count) => count > 0) && heard === 0) throw new Error('nobody heard anything')
  console.log(conditions())
} finally {
  for (const client of clients) await client.end().catch(() => {})
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
