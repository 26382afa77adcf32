import { EXAMPLE_UX, findCore } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlatformAlone, type PlatformAlone } from '../testing/platform.ts'

let platform: PlatformAlone
beforeAll(async () => {
  platform = await openPlatformAlone()
})
afterAll(() => platform?.close())

const TRACES = [
  { File: 'main.c', LineNumber: 5, Expression: 'rate' },
  { File: 'main.c', LineNumber: 6, Expression: 'a[2:3]' },
]
async function taskOf(lines: readonly string[], TraceVariables: readonly object[] = TRACES): Promise<string> {
  const TaskID = await startedTask({ Code: `${lines.join('\n')}\n`, TraceVariables })
  await platform.until(`/tasks/${TaskID}`, 'Completed')
  return TaskID
}
async function startedTask(wanted: object, asked?: object): Promise<string> {
  const { BuildID } = (await platform.call('POST', '/sourcecode/builds', { body: { Language: 'C', ...wanted } })).json
  await platform.until(`/builds/${BuildID}`, 'Completed')
  return platform.task(BuildID, asked)
}

test('what a task traced is listed, each value with an id, and can be drawn from and plotted', async () => {
  const TaskID = await taskOf([`trace 0 0 ${EXAMPLE_UX}`, 'trace 1 1 7.25'])
  const { json } = await platform.call('GET', `/tasks/${TaskID}/values`)
  const [first, second] = json.Values
  const id = expect.stringMatching(/^val_[0-9a-f]{32}$/)
  expect(json).toEqual({
    TaskID,
    Values: [
      { Object: 'Value', ValueID: id, Name: 'rate', ...TRACES[0], Pass: 0, Path: 0, Mean: 0.5, StandardDeviation: 0.5 },
      { Object: 'Value', ValueID: id, Name: 'a[3]', ...TRACES[1], Pass: 0, Path: 0, Mean: 7.25, StandardDeviation: 0 },
    ],
    Count: 2,
  })
  const path = `/tasks/${TaskID}/values/${first.ValueID}`
  const samples = (await platform.call('GET', `${path}/samples`)).json
  expect([samples.Count, new Set(samples.Samples).size]).toEqual([1000, 1000])
  expect((await platform.call('GET', `/tasks/${TaskID}/values/${second.ValueID}/samples?count=2`)).json).toEqual({ Samples: [7.25, 7.25], Count: 2 })
  expect((await platform.call('GET', `${path}/samples?count=100001`)).status).toBe(400)
  const plot = await platform.call('POST', `${path}/plot?xAxisLabel=rate`)
  expect([plot.status, plot.json]).toEqual([
    201,
    { plotID: expect.stringMatching(/^[0-9a-f-]{36}$/), presignedURL: expect.stringContaining('/objects/') },
  ])
})
test('a task on a Reference core tells how far it is, and its output ends with a line for each traced value', async () => {
  const Code = `print text\nenough\ntrace 0 0 ${EXAMPLE_UX} 7 3 5 Infinity\nwait 2100\nexecutions 5 32\nhold\nexecutions 32 32\n`
  const { CoreID } = findCore('C0-Reference')!
  const TaskID = await startedTask({ Code, TraceVariables: TRACES, CoreID }, { StandardError: 0.125 })
  const stats = async () => (await platform.call('GET', `/tasks/${TaskID}`)).json.Stats
  await expect.poll(stats).toMatchObject({
    Executions: { Done: 5, Wanted: 32, Numbers: [{ Count: 5, Mean: 0.5, StandardDeviation: 2, StandardError: 0.125 }] },
  })
  platform.engine.release()
  await platform.until(`/tasks/${TaskID}`, 'Completed')
  expect(await stats()).toMatchObject({ Executions: { Done: 32, Wanted: 32 }, DynamicInstructions: 7 })
  const { Stdout } = (await platform.call('GET', `/tasks/${TaskID}/outputs`)).json
  expect((await platform.follow(Stdout)).body.split('\n')).toEqual([
    'text',
    '0.125',
    expect.stringMatching(/^val_[0-9a-f]{32} main\.c:5 rate 0\.250000Ux[0-9A-F]+$/),
    '',
  ])
  expect((await platform.call('GET', `/tasks/${TaskID}`)).json.StandardError).toBe(0.125)
  const [value] = (await platform.call('GET', `/tasks/${TaskID}/values`)).json.Values
  expect(value).toMatchObject({ Mean: 0.25, StandardDeviation: 0.125 })
  const samples = async (count: string) => (await platform.call('GET', `/tasks/${TaskID}/values/${value.ValueID}/samples${count}`)).json
  expect(await samples('')).toEqual({ Samples: [7, 3, 5, 'Infinity'], Count: 4 })
  expect(await samples('?count=2')).toEqual({ Samples: [7, 3], Count: 2 })
  expect(await samples('?count=0')).toEqual({ Samples: [], Count: 0 })
  expect((await platform.call('POST', `/tasks/${TaskID}/values/${value.ValueID}/plot`)).status).toBe(201)
})
test('only a task on a Reference core can be enough before its end, at a standard error above 0', async () => {
  const refused = async (CoreID: string | undefined, StandardError: unknown) => {
    const { BuildID } = (await platform.call('POST', '/sourcecode/builds', { body: { Code: 'print x', Language: 'C', CoreID } })).json
    await platform.until(`/builds/${BuildID}`, 'Completed')
    const { status, json } = await platform.call('POST', `/builds/${BuildID}/tasks`, { body: { StandardError } })
    return [status, json.message]
  }
  const reference = findCore('C0-Reference')!.CoreID
  const message = "Missing or malformed 'StandardError' field"
  expect(await refused(undefined, 0.1)).toEqual([400, `${message}: for builds of a Reference core only`])
  expect(await refused(reference, 0)).toEqual([400, `${message}: more than 0`])
  expect(await refused(reference, 'small')).toEqual([400, message])
  expect(await refused(reference, 0.1)).toEqual([202, undefined])
})
test('what does not exist is not found, and a task that traced nothing has an empty list', async () => {
  const TaskID = await taskOf(['print x'], [])
  expect((await platform.call('GET', `/tasks/${TaskID}/values`)).json).toEqual({ TaskID, Values: [], Count: 0 })
  const stranger = 'val_00112233445566778899aabbccddeeff'
  const messages = await Promise.all([
    platform.call('GET', `/tasks/${TaskID}/values/${stranger}/samples`),
    platform.call('POST', `/tasks/${TaskID}/values/${stranger}/plot`),
    platform.call('GET', '/tasks/tsk_00112233445566778899aabbccddeeff/values'),
  ])
  expect(messages.map(({ status, json }) => [status, json.message])).toEqual([
    [404, 'Value not found'],
    [404, 'Value not found'],
    [404, 'Task not found'],
  ])
})
test('a request with a trace variable that cannot be one is refused', async () => {
  const refused = async (variable: object) => {
    const { status, json } = await platform.call('POST', '/sourcecode/builds', {
      body: { Code: 'print x', Language: 'C', TraceVariables: [variable] },
    })
    return [status, json.message]
  }
  expect(await refused({ ...TRACES[0], LineNumber: -1 })).toEqual([400, "Missing or malformed 'LineNumber' field: at least 0"])
  expect(await refused({ ...TRACES[0], LineNumber: 1.5 })).toEqual([400, "Missing or malformed 'LineNumber' field"])
  expect(await refused({ ...TRACES[0], Expression: 'a\nb' })).toEqual([400, "Missing or malformed 'Expression' field"])
  expect(await refused({ ...TRACES[0], Expression: undefined })).toEqual([400, "Missing or malformed 'Expression' field"])
})
