// A cancel ends a task wherever it is: before it was taken, between any two steps of its worker, and where its worker was lost.
import { ID, type Status } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { loseWorker } from './attempts.ts'

let server: TestDatabase
let platform: TestPlatform
let endless: string
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server)
  endless = await platform.build('print so far', 'hold')
})
afterAll(async () => {
  await platform?.close()
  await server?.close()
})

const cancel = (taskId: string) => platform.call('POST', `/tasks/${taskId}/cancel`)
const entry = (set: string, taskId: string) =>
  platform.database.query({
    text: `update ${platform.database.schema}_queue.job set ${set} where name = 'task' and replace(id::text, '-', '') = $1`,
    values: [taskId.slice(ID.task.length)],
  })
const LATER = "start_after = now() + interval '1 hour'"
const underWay = async (): Promise<number> => (await platform.call('GET', '/users/me')).json.ResourceUsage.ConcurrentTaskCount

test('at whatever step of their worker they are, tasks that are cancelled end as Cancelled, and none is counted any more', async () => {
  const seen = new Map<Status, number>()
  for (let round = 0; round < 20 || (seen.size < 2 && round < 400); round++) {
    const tasks = await Promise.all([platform.task(endless), platform.task(endless), platform.task(endless)])
    const ends = tasks.map(async (taskId, index) => {
      // Looked at so often that the cancel comes a little later each time.
      for (let looks = 0; looks < (round * (index + 1)) % 12; looks++) await platform.call('GET', `/tasks/${taskId}`)
      expect((await cancel(taskId)).json.message).toBe('Cancel Task Signal sent')
      const { StatusTransitions } = await platform.until(`/tasks/${taskId}`, 'Cancelled')
      const before = StatusTransitions.at(-2).Status as Status
      seen.set(before, (seen.get(before) ?? 0) + 1)
    })
    await Promise.all(ends)
  }
  expect([...seen.keys()]).toContain('Accepted')
  expect([...seen.keys()].some((status) => status !== 'Accepted')).toBe(true)
  expect(await underWay()).toBe(0)
})

test('one whose worker was lost is Cancelled at once, though nobody takes it', async () => {
  const taskId = await platform.task(endless)
  await platform.until(`/tasks/${taskId}`, 'In Progress')
  await entry(`state = 'retry', ${LATER}`, taskId)
  await cancel(taskId)
  expect((await platform.call('GET', `/tasks/${taskId}`)).json.Status).toBe('Cancelled')
  expect(await underWay()).toBe(0)
})

test('one that was asked to end by a worker that is lost is Cancelled by another, without a slot', async () => {
  const taskId = await platform.task(endless)
  await platform.until(`/tasks/${taskId}`, 'In Progress')
  // Of a worker that hears nothing: its name is another, so that this one is not told.
  await platform.database.query({
    text: "update task set worker_id = 'gone', attempt = attempt + 1, cancel_requested = true where task_id = $1",
    values: [taskId],
  })
  await entry(`state = 'retry', ${LATER}`, taskId)
  await platform.until(`/tasks/${taskId}`, 'Cancelled')
  expect(await underWay()).toBe(0)
})

test('one that goes back to the queue after it was asked to end does not wait there', async () => {
  const gone = await platform.worker('leaves')
  const taskId = await platform.task(endless)
  await platform.until(`/tasks/${taskId}`, 'In Progress')
  await platform.database.query({ text: "update task set worker_id = 'leaves', cancel_requested = true where task_id = $1", values: [taskId] })
  await loseWorker(platform.database, platform.queue, 'leaves')
  expect((await platform.call('GET', `/tasks/${taskId}`)).json.Status).toBe('Cancelled')
  await gone.stop()
})
