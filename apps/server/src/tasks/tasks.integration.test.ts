// What a build and its tasks give: outputs, events, counters, what a plan and others may.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlatformAlone, openTestPlatform, type PlatformAlone } from '../testing/platform.ts'

let platform: PlatformAlone
beforeAll(async () => {
  platform = await openPlatformAlone()
})
afterAll(() => platform?.close())

const statuses = (object: { StatusTransitions: { Status: string }[] }) => object.StatusTransitions.map(({ Status }) => Status)
const usage = async () => (await platform.call('GET', '/users/me')).json.ResourceUsage

test('a program goes from source to output', async () => {
  const buildId = await platform.build('print hello', 'complain oh', 'arguments')
  const build = (await platform.call('GET', `/builds/${buildId}`)).json
  expect(statuses(build)).toEqual(['Accepted', 'Initialising', 'In Progress', 'Completed'])
  expect(build).toMatchObject({
    BuildArtifactAvailable: true,
    BuildCoreSpecs: { Class: 'C0', Microarchitecture: 'Athens', Precision: 64 },
    Stats: { BuildTimeInMilliseconds: 5 },
  })
  const taskId = await platform.task(buildId, { Arguments: `-a "two words"` })
  const task = await platform.until(`/tasks/${taskId}`, 'Completed')
  expect(statuses(task)).toEqual(['Accepted', 'Initialising', 'In Progress', 'Completed'])
  expect(task.StatusTransitions.map(({ Message }: { Message: string }) => Message)[1]).toBe(
    `StatusController: Set Task ${taskId} status as 'Initializing'`,
  )
  expect(task).toMatchObject({
    Arguments: `-a "two words"`,
    DataSources: [],
    IsPublic: false,
    SmallOutput: null,
    Stats: { DynamicInstructions: 7, ProcessorTime: 0.001 },
  })
  const output = await platform.call('GET', `/tasks/${taskId}/output/Stdout`)
  expect(output.text).toBe('hello\n["-a","two words"]\n')
  expect(output.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect((await platform.call('GET', `/tasks/${taskId}/output/Stderr`)).text).toBe('oh\n')
})
test('the output of a running task is what it printed so far, and says that more may come', async () => {
  const slow = await openTestPlatform(platform.server)
  try {
    const taskId = await slow.task(await slow.build('print early', 'hold', 'print late'))
    const read = async (stream: string) => {
      const { status, text, headers } = await slow.call('GET', `/tasks/${taskId}/output/${stream}`)
      return [status, text, headers['credence-complete']]
    }
    expect((await read('Stdout')).toSpliced(1, 1)).toEqual([200, 'false'])
    await expect.poll(() => read('Stdout'), { timeout: 60_000 }).toEqual([200, 'early\n', 'false'])
    expect(await read('Stderr')).toEqual([200, '', 'false'])
    slow.engine.release()
    await slow.until(`/tasks/${taskId}`, 'Completed')
    expect(await read('Stdout')).toEqual([200, 'early\nlate\n', 'true'])
    expect(await read('Stderr')).toEqual([200, '', 'true'])
    const large = await slow.task(await slow.build('bytes 6000000'))
    await slow.until(`/tasks/${large}`, 'Completed')
    const redirect = await slow.call('GET', `/tasks/${large}/output/Stdout`)
    expect([redirect.status, redirect.headers['credence-complete']]).toEqual([302, 'true'])
  } finally {
    await slow.close()
  }
})
test('a task says that its build was deleted, and its tag changes with that', async () => {
  const buildId = await platform.build('print kept')
  const taskId = await platform.task(buildId)
  const before = await platform.until(`/tasks/${taskId}`, 'Completed')
  expect(before).not.toHaveProperty('BuildDeleted')
  const { headers } = await platform.call('GET', `/tasks/${taskId}`)
  expect((await platform.call('DELETE', `/builds/${buildId}`)).status).toBe(204)
  const after = await platform.call('GET', `/tasks/${taskId}`, { headers: { 'if-none-match': headers['etag']! } })
  expect([after.status, after.json]).toEqual([200, { ...before, BuildDeleted: true }])
  expect((await platform.call('GET', '/tasks')).json.Tasks.find((task: { TaskID: string }) => task.TaskID === taskId).BuildDeleted).toBe(true)
  expect((await platform.call('GET', `/tasks/${taskId}/output/Stdout`)).text).toBe('kept\n')
})
test('what a run noticed stands in its figures, with how its paths were followed, and at the end of standard error', async () => {
  const taskId = await platform.task(await platform.build('notice main.c:3: notice: words', 'ways 3 5', 'complain oh', 'exit 4'))
  const { Stats } = await platform.until(`/tasks/${taskId}`, 'Stopped')
  const notice = {
    Kind: 'Comparison',
    File: 'main.c',
    Line: 3,
    Count: 1,
    Evaluations: 2,
    Share: 0.5,
    Estimated: false,
    Text: 'main.c:3: notice: words',
  }
  const paths = { Count: 3, Runs: 5, Followed: 0.75, ByMajority: 0.125, Endless: 0.25 }
  expect(Stats).toEqual({ DynamicInstructions: 7, ProcessorTime: 0.001, ExecutionTimeInMilliseconds: 2, Paths: paths, Notices: [notice] })
  expect((await platform.call('GET', `/tasks/${taskId}/output/Stderr`)).text).toMatch(/^oh\nmain\.c:3: notice: words\nnotice: .*\n$/)
})
test('signed links give the outputs without a credential, chunks in gzip', async () => {
  const taskId = await platform.task(await platform.build('print linked'))
  await platform.until(`/tasks/${taskId}`, 'Completed')
  const { json } = await platform.call('GET', `/tasks/${taskId}/outputs`)
  expect((await platform.follow(json.Stdout)).body).toBe('linked\n')
  expect((await platform.follow(json.Stderr)).body).toBe('')
  expect(json.StdoutChunks).toHaveLength(1)
  expect(gunzipSync((await platform.follow(json.StdoutChunks[0])).rawPayload).toString()).toBe('linked\n')
  expect((await platform.follow(json.Stdout.replace('Expires=900', 'Expires=901'))).statusCode).toBe(404)
})
test('a stream over 5 MB is a redirect to its link', async () => {
  const taskId = await platform.task(await platform.build('bytes 3000000', 'bytes 3000000'))
  await platform.until(`/tasks/${taskId}`, 'Completed')
  const reply = await platform.call('GET', `/tasks/${taskId}/output/Stdout`)
  expect(reply.status).toBe(302)
  const whole = await platform.follow(reply.headers['location']!, { authorization: platform.owner.key })
  expect(whole.rawPayload.length).toBe(6_000_000)
  const part = await platform.follow(reply.headers['location']!, { range: 'bytes=5999998-' })
  expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, 'bytes 5999998-5999999/6000000', 'xx'])
})
test.each([
  ['exit 3', 'Stopped', /exit code 3$/],
  ['exit 0', 'Completed', /'Completed'$/],
])('%s ends as %s', async (line, status, message) => {
  const taskId = await platform.task(await platform.build(line))
  const task = await platform.until(`/tasks/${taskId}`, status)
  expect(task.StatusTransitions.at(-1).Message).toMatch(message)
})
test('a build that does not compile is Stopped, its output says why, and it runs no tasks', async () => {
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'error', Language: 'c++' } })
  await platform.until(`/builds/${json.BuildID}`, 'Stopped')
  const output = await platform.follow((await platform.call('GET', `/builds/${json.BuildID}/outputs`)).json.Build)
  expect(output.body).toBe('main.cpp:1: error: no such thing\n')
  expect(await platform.call('POST', `/builds/${json.BuildID}/tasks`)).toMatchObject({ status: 409, json: { error: 'Conflict' } })
})
test('a build over its limit is Stopped with the limit and what to do in its message, and with its output', async () => {
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'endless', Language: 'C' } })
  const build = await platform.until(`/builds/${json.BuildID}`, 'Stopped')
  expect(build.StatusTransitions.at(-1).Message).toMatch(/processor time limit of 1 s for one build reached: make it less$/)
  const output = await platform.follow((await platform.call('GET', `/builds/${json.BuildID}/outputs`)).json.Build)
  expect(output.body).toContain('processor time limit of 1 s')
})
test('every transition has its event, and counters return to zero', async () => {
  const taskId = await platform.task(await platform.build('exit 4'))
  await platform.until(`/tasks/${taskId}`, 'Stopped')
  const { rows } = await platform.database.query<{ kind: string; payload: { status?: string } }>({
    text: 'select kind, payload from outbox where object_id = $1 order by id',
    values: [taskId],
  })
  expect(rows.map(({ kind, payload }) => payload.status ?? kind)).toEqual([
    'Accepted',
    'task-count',
    'Initializing',
    'In Progress',
    'Failed',
    'task-stats',
  ])
  await expect.poll(usage, { timeout: 60_000 }).toMatchObject({ ConcurrentTaskCount: 0, ConcurrentBuildCount: 0 })
})
test('a plan bounds what is unfinished', async () => {
  const small = await openTestPlatform(platform.server, { workers: 0, env: { CREDENCE_PLANS: '{"FreeTier":{"unfinished":1}}' } })
  try {
    const as = await small.account('FreeTier')
    const submit = () => small.call('POST', '/sourcecode/builds', { as, body: { Code: '{}', Language: 'C' } })
    expect((await submit()).status).toBe(202)
    expect(await submit()).toMatchObject({
      status: 403,
      json: { error: 'Forbidden', message: 'Requested resources exceed your current tier limits' },
    })
  } finally {
    await small.close()
  }
})
test('a public build is run by others, whose tasks everybody may look at; a private one is not there for them', async () => {
  const { call, owner } = platform
  const BuildID = await platform.build('print shared')
  const other = await platform.account()
  const unknown = { status: 404, json: { error: 'Not Found', message: 'Build not found' } }
  const run = (as = other) => call('POST', `/builds/${BuildID}/tasks/public`, { as })
  expect(await run()).toMatchObject(unknown)
  expect(await run(owner)).toMatchObject(unknown)
  expect(await call('PATCH', `/builds/${BuildID}`, { as: other, body: { IsPublic: true } })).toMatchObject(unknown)
  expect(await call('PATCH', `/builds/${BuildID}`, { body: {} })).toMatchObject({ status: 400, json: { message: 'Nothing to update' } })
  expect((await call('PATCH', `/builds/${BuildID}`, { body: { IsPublic: true, Owner: other.userId, Status: 'Stopped' } })).json).toMatchObject({
    IsPublic: true,
    Owner: owner.userId,
    Status: 'Completed',
  })
  const { status, json } = await run()
  expect(status).toBe(202)
  for (const end = Date.now() + 60_000; Date.now() < end; )
    if ((await call('GET', `/tasks/${json.TaskID}/public`, { as: null })).json.Status === 'Completed') break
  expect((await call('GET', `/tasks/${json.TaskID}`, { as: other })).json).toMatchObject({ Owner: other.userId, IsPublic: true, Status: 'Completed' })
  const { json: outputs } = await call('GET', `/tasks/${json.TaskID}/outputs/public`, { as: null })
  expect((await platform.follow(outputs.Stdout)).body).toContain('shared')
  const own = await platform.task(BuildID)
  for (const path of [`/tasks/${own}/public`, `/tasks/${own}/outputs/public`]) expect((await call('GET', path, { as: null })).status).toBe(404)
  expect((await call('GET', `/builds/${BuildID}`, { as: other })).status).toBe(404)
  await call('PATCH', `/builds/${BuildID}`, { body: { IsPublic: false } })
  expect(await run()).toMatchObject(unknown)
})
test('a build shows the config.mk that it was sent with; an empty one is none, and a large one is refused', async () => {
  const built = async (ConfigMk: string) => {
    const { status, json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'print 1', Language: 'C', ConfigMk } })
    return status === 202 ? (await platform.call('GET', `/builds/${json.BuildID}`)).json.Application.SourceCode.ConfigMk : json.message
  }
  expect(await built('CFLAGS += -DX')).toBe('CFLAGS += -DX')
  expect(await built('')).toBeUndefined()
  expect(await built('#'.repeat(65_537))).toBe("The 'ConfigMk' field is larger than 65536 bytes")
})
