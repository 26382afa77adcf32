import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { deleteOldOutputs } from './retention.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server)
})
afterAll(async () => {
  await platform?.close()
  await server?.close()
})

test('outputs of tasks that ended long ago are deleted and say so; younger ones, and the tasks, stay', async () => {
  const buildId = await platform.build('print kept')
  const [old, young] = [await platform.task(buildId), await platform.task(buildId)]
  for (const id of [old, young]) await platform.until(`/tasks/${id}`, 'Completed')
  await platform.database.query({ text: 'update task set finished_at = 1000 where task_id = $1', values: [old] })
  expect(await deleteOldOutputs(platform, Date.now() - 86_400_000)).toBe(1)
  expect(await deleteOldOutputs(platform, Date.now() - 86_400_000)).toBe(0)
  expect(await platform.objects.list(`tasks/${old}/`)).toEqual([])
  for (const path of [`/tasks/${old}/output/Stdout`, `/tasks/${old}/outputs`]) {
    const { status, json } = await platform.call('GET', path)
    expect([status, json.message]).toEqual([404, 'The outputs of this task were deleted: the platform keeps them for a limited time'])
  }
  expect((await platform.call('GET', `/tasks/${old}`)).json.Status).toBe('Completed')
  expect((await platform.call('GET', `/tasks/${young}/output/Stdout`)).text).toBe('kept\n')
})
