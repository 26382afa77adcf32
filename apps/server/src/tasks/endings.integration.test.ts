// Tasks and builds that end before their programs do: cancelled, or with their worker; and what is tried again.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loseWorker } from '../jobs/attempts.ts'
import { openPlatformAlone, openTestPlatform, type PlatformAlone } from '../testing/platform.ts'
import { attemptPrefix } from './outputs.ts'

let platform: PlatformAlone
beforeAll(async () => {
  platform = await openPlatformAlone()
})
afterAll(() => platform?.close())

const statuses = (object: { StatusTransitions: { Status: string }[] }) => object.StatusTransitions.map(({ Status }) => Status)

test('what a lost attempt printed is not shown once another one has the task', async () => {
  const taken = await openTestPlatform(platform.server)
  try {
    const taskId = await taken.task(await taken.build('print shown', 'hold'))
    const text = async () => (await taken.call('GET', `/tasks/${taskId}/output/Stdout`)).text
    await expect.poll(text, { timeout: 60_000 }).toBe('shown\n')
    await taken.objects.put(`${attemptPrefix(taskId, 7)}/Stdout.chunks/000000.gz`, gzipSync('a stranger'), { contentType: 'application/gzip' })
    expect(await text()).toBe('shown\n')
    await taken.database.query({ text: 'update task set attempt = 7 where task_id = $1', values: [taskId] })
    expect(await text()).toBe('a stranger')
  } finally {
    await taken.close()
  }
})
test('a running task is cancelled while it runs, and a second cancel is a conflict', async () => {
  const taskId = await platform.task(await platform.build('hold'))
  await platform.until(`/tasks/${taskId}`, 'In Progress')
  expect(await platform.call('DELETE', `/tasks/${taskId}`)).toMatchObject({ status: 409 })
  expect(await platform.call('POST', `/tasks/${taskId}/cancel`)).toMatchObject({ status: 202, json: { message: 'Cancel Task Signal sent' } })
  const { Stats } = await platform.until(`/tasks/${taskId}`, 'Cancelled')
  expect(Stats).toEqual({ DynamicInstructions: 7, ProcessorTime: 0.001, ExecutionTimeInMilliseconds: 2 })
  expect(await platform.call('POST', `/tasks/${taskId}/cancel`)).toMatchObject({ status: 409 })
  expect((await platform.call('GET', `/tasks/${taskId}/output/Stdout`)).text).toBe('')
})
test('a running build is cancelled', async () => {
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'sleep-build 900000', Language: 'C' } })
  await platform.until(`/builds/${json.BuildID}`, 'In Progress')
  expect(await platform.call('DELETE', `/builds/${json.BuildID}`)).toMatchObject({ status: 409, json: { error: 'Conflict' } })
  expect(await platform.call('POST', `/builds/${json.BuildID}/cancel`)).toMatchObject({ status: 202, json: { message: 'Cancel Build Signal sent' } })
  await platform.until(`/builds/${json.BuildID}`, 'Cancelled')
  expect((await platform.call('DELETE', `/builds/${json.BuildID}`)).status).toBe(204)
  expect((await platform.call('GET', `/builds/${json.BuildID}`)).status).toBe(404)
})
test('a waiting task is Cancelled at once and never runs', async () => {
  const idle = await openTestPlatform(platform.server, { workers: 0 })
  try {
    await idle.database.query({
      text: `insert into build (build_id, owner, status, transitions, application, default_arguments, data_sources, trace_variables, core, module_key, created_at, updated_at)
      values ('bld_${'0'.repeat(32)}', '${idle.owner.userId}', 'Completed', '[]', '{}', '', '[]', '[]', '{"Class":"C0"}', 'm', 1, 1)`,
    })
    const taskId = await idle.task(`bld_${'0'.repeat(32)}`)
    expect(await idle.call('POST', `/tasks/${taskId}/cancel`)).toMatchObject({ status: 202 })
    expect((await idle.call('GET', `/tasks/${taskId}`)).json.Status).toBe('Cancelled')
    const another = await idle.task(`bld_${'0'.repeat(32)}`)
    expect(await idle.call('DELETE', `/tasks/${another}`)).toMatchObject({ status: 204, text: '' })
    expect((await idle.call('GET', '/users/me')).json.ResourceUsage).toMatchObject({ ConcurrentTaskCount: 0, TaskCount: 2 })
    await idle.worker('late')
    const later = await idle.task(await idle.build('exit 0'))
    await idle.until(`/tasks/${later}`, 'Completed')
    expect(idle.engine.executed).toEqual(['exit 0'])
  } finally {
    await idle.close()
  }
})
test('an attempt whose worker is lost is Rescheduled and completed by the next', async () => {
  const before = platform.engine.executed.filter((line) => line === 'hold').length
  const taskId = await platform.task(await platform.build('hold', 'print done'))
  await platform.until(`/tasks/${taskId}`, 'In Progress')
  expect(await loseWorker(platform.database, platform.queue, 'worker-0')).toBe(1)
  await expect.poll(() => platform.engine.executed.filter((line) => line === 'hold').length, { timeout: 60_000 }).toBe(before + 2)
  await platform.until(`/tasks/${taskId}`, 'In Progress')
  platform.engine.release()
  const task = await platform.until(`/tasks/${taskId}`, 'Completed')
  expect(statuses(task)).toEqual(['Accepted', 'Initialising', 'In Progress', 'Rescheduled', 'Initialising', 'In Progress', 'Completed'])
  await new Promise((resolve) => setTimeout(resolve, 1000)) // the first attempt ends too, and changes nothing
  expect((await platform.call('GET', `/tasks/${taskId}`)).json).toEqual(task)
  expect((await platform.call('GET', `/tasks/${taskId}/output/Stdout`)).text).toBe('done\n')
})
test('a fault of the runner is tried again, and after the allowed attempts the task is Stopped', async () => {
  const fragile = await openTestPlatform(platform.server, { env: { CREDENCE_ATTEMPTS: '2' } })
  try {
    const taskId = await fragile.task(await fragile.build('crash'))
    const task = await fragile.until(`/tasks/${taskId}`, 'Stopped')
    expect(statuses(task)).toEqual([
      'Accepted',
      'Initialising',
      'In Progress',
      'Rescheduled',
      'Initialising',
      'In Progress',
      'Rescheduled',
      'Stopped',
    ])
    expect(task.StatusTransitions.at(-1).Message).toMatch(/interrupted 2 times$/)
    expect(fragile.engine.executed).toEqual(['crash', 'crash'])
  } finally {
    await fragile.close()
  }
})
test('a task that waits for another attempt holds no slot', async () => {
  const narrow = await openTestPlatform(platform.server, { env: { CREDENCE_WORKER_SLOTS: '1' } })
  try {
    const [faulty, fine] = [await narrow.build('crash'), await narrow.build('exit 0')]
    const taskId = await narrow.task(faulty)
    await expect.poll(() => narrow.engine.executed.length, { timeout: 60_000 }).toBe(3) // the next pause is one of 8 s
    await narrow.until(`/tasks/${await narrow.task(fine)}`, 'Completed')
    expect(narrow.engine.executed).toEqual(['crash', 'crash', 'crash', 'exit 0'])
    expect((await narrow.call('GET', `/tasks/${taskId}`)).json.Status).toBe('Rescheduled')
  } finally {
    await narrow.close()
  }
})
test('a worker that stops gives unfinished work back', async () => {
  const two = await openTestPlatform(platform.server, { workers: 0 })
  try {
    const first = await two.worker('first')
    const taskId = await two.task(await two.build('hold', 'print once'))
    await two.until(`/tasks/${taskId}`, 'In Progress')
    await first.stop()
    expect((await two.call('GET', `/tasks/${taskId}`)).json.Status).toBe('Rescheduled')
    two.engine.release()
    await two.worker('second')
    await two.until(`/tasks/${taskId}`, 'Completed')
    expect((await two.call('GET', `/tasks/${taskId}/output/Stdout`)).text).toBe('once\n')
  } finally {
    await two.close()
  }
})
