// Figures of a platform, read as Prometheus does; its own tool checks them, the rules and the dashboard where it is installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, quiet, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { openReceiver } from '../testing/receiver.ts'
import { latenessMs } from '../webhooks/leases.ts'
import { openFigures } from './open.ts'
import { openPlatformFigures } from './platform.ts'
import { openRegistry } from './registry.ts'
import { type MetricsServer, serveMetrics } from './server.ts'

const FOLDER = join(import.meta.dirname, '../../../../deploy/monitoring')
let server: TestDatabase
let platform: TestPlatform
let metrics: MetricsServer
beforeAll(async () => {
  const figures = openFigures(quiet)
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_ALLOWED_HOSTS: '127.0.0.1:*' }, log: figures.log, metrics: figures.registry })
  figures.registry.source(openPlatformFigures(platform.database))
  metrics = await serveMetrics(figures.registry, { host: '127.0.0.1', port: 0 })
  metrics.tell('worker', await openFigures(quiet).registry.collect())
})
afterAll(async () => {
  await metrics?.close()
  await platform?.close()
  await server?.close()
})
const ask = (path = '/metrics', method = 'GET') => fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })
/** The value of a sample, by its name and labels as they are written. */
const sampleOf = (text: string, sample: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')[1],
  )

test('a scrape tells requests, jobs, workers and each process, and names no user', async () => {
  const { owner } = platform
  const taskId = await platform.task(await platform.build('exit 0'))
  await platform.until(`/tasks/${taskId}`, 'Completed')
  expect((await platform.call('GET', '/tasks/tsk_nothing')).status).toBe(404)
  const reply = await ask()
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const text = await reply.text()
  expect(sampleOf(text, 'credence_http_requests_total{process="platform",method="POST",route="/sourcecode/builds",status="202"}')).toBe(1)
  expect(sampleOf(text, 'credence_http_requests_total{process="platform",method="GET",route="/tasks/:TaskID",status="404"}')).toBe(1)
  expect(sampleOf(text, 'credence_jobs{process="platform",kind="task",status="Accepted"}')).toBe(0)
  expect(sampleOf(text, 'credence_queue_oldest_seconds{process="platform",kind="task"}')).toBe(0)
  expect(sampleOf(text, 'credence_workers{process="platform"}')).toBe(1)
  expect(sampleOf(text, 'credence_log_lines_total{process="platform",level="info",event="attempt.begun"}')).toBe(2)
  expect(sampleOf(text, 'process_resident_memory_bytes{process="worker"}')).toBeGreaterThan(1e7)
  for (const secret of [owner.userId, owner.key, taskId]) expect(text).not.toContain(secret)
})
test('what waits is counted, with the time that it has waited', async () => {
  const { database, owner } = platform
  const sql = 'insert into outbox (owner, object_id, kind, payload, created_at) select $1, $1, $1, $2, 0 from generate_series(1, 10)'
  const before = await openPlatformFigures(database)()
  await database.query({ text: sql, values: [owner.userId, '{}'] })
  const after = await openPlatformFigures(database)()
  const events = (families: typeof before) => families.find(({ name }) => name === 'credence_outbox_events')!.samples[0]!.value
  expect(events(after) - events(before)).toBe(10)
  await database.query({ text: "update task set finished_at = null, status = 'Accepted', updated_at = $1", values: [Date.now() - 60_000] })
  const waiting = await openPlatformFigures(database)()
  const of = (name: string, kind: string) =>
    waiting.find((family) => family.name === name)!.samples.find(({ labels }) => labels?.['kind'] === kind)!.value
  expect(of('credence_jobs', 'task')).toBe(1)
  const oldest = of('credence_queue_oldest_seconds', 'task')
  expect([oldest >= 60, oldest < 120]).toEqual([true, true]) // and what this test takes
  await database.query({ text: "update task set finished_at = 1, status = 'Completed'" })
})
test('attempts at webhooks are counted, and deliveries that are late show', async () => {
  const { owner, database } = platform
  const receiver = await openReceiver()
  const { json } = await platform.call('POST', '/webhooks', { body: { url: receiver.url, events: ['task-status'] } })
  expect((await platform.call('POST', `/webhooks/${json.webhookId}/test`)).status).toBe(202)
  const attempts = async () => sampleOf(await (await ask()).text(), 'credence_webhook_attempts_total{process="platform",result="2xx"}')
  await expect.poll(attempts).toBe(1)
  expect(sampleOf(await (await ask()).text(), 'credence_webhook_attempt_seconds_count{process="platform"}')).toBe(1)
  await receiver.close()
  expect(await latenessMs(database, 2000)).toBe(0)
  await platform.app.close() // and with it the delivery
  await expect.poll(async () => (await database.query({ text: `select from webhook where last_status = 'success'` })).rowCount).toBe(1)
  await database.query({
    text: `insert into outbox (owner, object_id, kind, payload, created_at) values ($1, 'tsk_1', 'task-status', '{}', 0)`,
    values: [owner.userId],
  })
  await database.query({ text: 'update webhook_delivery set due_at = due_at - 90000' })
  const late = await latenessMs(database, 2000)
  expect([late >= 88_000, late < 150_000]).toEqual([true, true]) // and what this test takes
})
test('nothing but a scrape is answered', async () => {
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(404)
})
test('an address that is taken is said with the name of its setting', async () => {
  const taken = { host: '127.0.0.1', port: metrics.port }
  await expect(serveMetrics(openRegistry(), taken)).rejects.toThrow(
    `CREDENCE_METRICS is 127.0.0.1:${metrics.port}, and nothing can listen there (EADDRINUSE)`,
  )
})
test('a process that ended is told no more', async () => {
  metrics.tell('worker', undefined)
  expect(await (await ask()).text()).not.toContain('process="worker"')
})
test('the page for operators names every figure, and no other', async () => {
  const text = await (await ask()).text()
  const page = readFileSync(join(import.meta.dirname, '../../../docs/docs/platform/operate/metrics.mdx'), 'utf8')
  const named = [...page.matchAll(/`((?:credence|process|nodejs)_[a-z0-9_]+)`/g)].map(([, name]) => name!)
  expect([...new Set(named)].toSorted()).toEqual([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!).toSorted())
})
test('the rules and the dashboard ask for figures that there are', async () => {
  const text = await (await ask()).text()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const asked = [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/\b(?:credence|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')) && !known.has(name))).toEqual([])
  }
})
// `npm run peers`; apt-get install prometheus brings it.
if (process.env.CREDENCE_PEERS === '1')
  test('promtool finds no fault with figures and rules', async () => {
    const text = await (await ask()).text()
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect(checked).toMatchObject({ status: 0, stderr: '' })
    expect(spawnSync('promtool', ['check', 'rules', join(FOLDER, 'alerts.yaml')], { encoding: 'utf8' })).toMatchObject({ status: 0 })
  })
