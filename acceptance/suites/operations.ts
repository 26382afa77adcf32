// Every operation: success, and each error that the contract documents, against the running platform.
import { parseUx } from '@credence/distribution'
import type { Report } from '../check.ts'
import type { Answer, Platform } from '../platform.ts'

interface Case {
  readonly call: string // METHOD path
  readonly options?: Parameters<Platform['call']>[2]
  readonly status: number
  /** Of an error: its message. Of a success: what must hold. */
  readonly expect?: string | ((answer: Answer) => boolean | Promise<boolean>)
}
const ERROR_NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
}
const NOWHERE = '0'.repeat(32)

export async function operations(platform: Platform, report: Report): Promise<void> {
  const code =
    '#include <stdio.h>\n#include <uxhw.h>\nint main(int c,char**v){printf("%s %f\\n",c>1?v[1]:"-",UxHwDoubleGaussDist(1,2));fprintf(stderr,"note\\n");return 0;}\n'
  const { build, task, stdout } = await platform.run(code, { arguments: '"two words"' })
  const buildId = String(build.BuildID)
  const taskId = String(task.TaskID)
  report.check('arguments are split like a shell command line', stdout.slice(0, 10), stdout.startsWith('two words '))
  const ux = stdout.slice(stdout.indexOf('Ux')).trim()
  const endless = await platform.call('POST', '/sourcecode/builds', {
    body: { Code: 'int main(void){volatile double x=0;for(;;)x+=1;}', Language: 'C' },
  })
  await platform.end(`/builds/${endless.json.BuildID}`)
  const running = await platform.call('POST', `/builds/${endless.json.BuildID}/tasks`)
  const runningId = String(running.json.TaskID)
  while ((await platform.call('GET', `/tasks/${runningId}`)).json.Status !== 'In Progress');
  const reference = ((await platform.call('GET', '/cores?default=true')).json.Cores as { Name: string; CoreID: string }[]).find(
    ({ Name }) => Name === 'C0-Reference',
  )

  const cases: Case[] = [
    {
      call: 'POST /sourcecode/builds',
      options: { body: { Code: code, Language: 'C++' } },
      status: 202,
      expect: ({ json }) => /^bld_[a-f0-9]{32}$/.test(String(json.BuildID)),
    },
    { call: 'POST /sourcecode/builds', options: { body: { Code: Buffer.from(code).toString('base64'), Language: 'c' } }, status: 202 },
    { call: 'POST /sourcecode/builds', status: 400, expect: 'Empty request body' },
    { call: 'POST /sourcecode/builds', options: { raw: '{"Code":' }, status: 400 },
    { call: 'POST /sourcecode/builds', options: { body: { Language: 'C' } }, status: 400, expect: "Missing or malformed 'Code' field" },
    { call: 'POST /sourcecode/builds', options: { body: { Code: code } }, status: 400, expect: "Missing or malformed 'Language' field" },
    {
      call: 'POST /sourcecode/builds',
      options: { body: { Code: code, Language: 'Pascal' } },
      status: 400,
      expect: "Missing or malformed 'Language' field: one of C, C++, Fortran",
    },
    {
      call: 'POST /sourcecode/builds',
      options: { body: { Code: code, Language: 'C', CoreID: `cor_${NOWHERE}` } },
      status: 404,
      expect: 'Core not found',
    },
    { call: 'POST /sourcecode/builds', options: { body: { Code: code, Language: 'C', CoreID: reference?.CoreID } }, status: 202 },
    {
      call: 'POST /sourcecode/builds',
      options: { body: { Code: code, Language: 'C', DataSources: Array(6).fill({ Location: 'a', ResourceID: 'x', ResourceType: 'Bucket' }) } },
      status: 400,
      expect: "Missing or malformed 'DataSources' field: at most 5 entries",
    },
    {
      call: 'POST /sourcecode/builds',
      options: { body: { Code: code, Language: 'C', TraceVariables: [{ File: 'main.c', LineNumber: -1, Expression: 'x' }] } },
      status: 400,
      expect: "Missing or malformed 'LineNumber' field: at least 0",
    },
    { call: 'GET /builds', status: 200, expect: ({ json }) => (json.Builds as unknown[]).length === json.Count && /^usr_/.test(String(json.UserID)) },
    {
      call: 'GET /builds?status=Completed&status=Stopped',
      status: 200,
      expect: ({ json }) => (json.Builds as { Status: string }[]).every(({ Status }) => ['Completed', 'Stopped'].includes(Status)),
    },
    { call: 'GET /builds?status=Nonsense', status: 400 },
    { call: 'GET /builds?from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z', status: 200, expect: ({ json }) => json.Count === 0 },
    {
      call: `GET /builds/${buildId}`,
      status: 200,
      expect: ({ json }) => json.Status === 'Completed' && (json.StatusTransitions as unknown[]).length === 4,
    },
    { call: `GET /builds/bld_${NOWHERE}`, status: 404, expect: 'Build not found' },
    { call: 'GET /builds//tasks', status: 400, expect: "Missing path parameter 'BuildID'" },
    { call: `GET /builds/${buildId}/outputs`, status: 200, expect: async ({ json }) => (await fetch(String(json.Build))).status === 200 },
    { call: `POST /builds/${buildId}/cancel`, status: 409 },
    { call: `POST /builds/bld_${NOWHERE}/cancel`, status: 404, expect: 'Build not found' },
    { call: `GET /builds/${buildId}/tasks`, status: 200, expect: ({ json }) => json.BuildID === buildId && json.Count === 1 },
    { call: `POST /builds/${buildId}/tasks`, status: 202, expect: ({ json }) => /^tsk_[a-f0-9]{32}$/.test(String(json.TaskID)) },
    { call: `POST /builds/${buildId}/tasks`, options: { headers: { 'content-type': 'application/json' } }, status: 202 },
    {
      call: `POST /builds/${buildId}/tasks`,
      options: { body: { Arguments: '"open' } },
      status: 400,
      expect: "Missing or malformed 'Arguments' field",
    },
    { call: `POST /builds/bld_${NOWHERE}/tasks`, status: 404, expect: 'Build not found' },
    { call: 'GET /tasks', status: 200, expect: ({ json }) => newestFirst(json.Tasks as { CreatedAt: number }[]) },
    {
      call: `GET /tasks/${taskId}`,
      status: 200,
      expect: ({ json }) => json.Status === 'Completed' && typeof (json.Stats as Record<string, unknown>).DynamicInstructions === 'number',
    },
    { call: `GET /tasks/tsk_${NOWHERE}`, status: 404, expect: 'Task not found' },
    { call: 'GET /tasks//outputs', status: 400, expect: "Missing path parameter 'TaskID'" },
    { call: `GET /tasks/${taskId}/outputs`, status: 200, expect: ({ json }) => links(json, stdout) },
    {
      call: `GET /tasks/${taskId}/output/Stdout`,
      status: 200,
      expect: ({ text, headers }) => text === stdout && headers.get('content-type') === 'text/plain; charset=utf-8',
    },
    { call: `GET /tasks/${taskId}/output/Stderr`, status: 200, expect: ({ text }) => text === 'note\n' },
    { call: `GET /tasks/${taskId}/output/Stdlog`, status: 400 },
    { call: `POST /tasks/${taskId}/cancel`, status: 409 },
    { call: `DELETE /tasks/${runningId}`, status: 409 },
    { call: `POST /tasks/${runningId}/cancel`, status: 202, expect: ({ json }) => json.message === 'Cancel Task Signal sent' },
    {
      call: 'GET /samples?count=7',
      options: { raw: JSON.stringify({ payload: ux }), headers: { 'x-method': 'post' } },
      status: 200,
      expect: ({ json }) => (json.Samples as unknown[]).length === 7,
    },
    { call: 'POST /samples', options: { body: { payload: ux } }, status: 200, expect: ({ json }) => json.Count === 1000 },
    { call: 'POST /samples?count=100001', options: { body: { payload: ux } }, status: 400 },
    { call: 'POST /samples', options: { body: { payload: 'Uxnonsense' } }, status: 400, expect: "Missing or malformed 'payload' field" },
    { call: 'POST /samples', status: 400, expect: 'Empty request body' },
    {
      call: 'POST /plot',
      options: { body: { payload: ux } },
      status: 201,
      expect: async ({ json }) => (await png(String(json.presignedURL))) && /^[0-9a-f-]{36}$/.test(String(json.plotID)),
    },
    { call: 'POST /plot', options: { body: {} }, status: 400, expect: "Missing or malformed 'payload' field" },
    { call: 'GET /cores', status: 200, expect: ({ json }) => json.Count === 0 },
    { call: 'GET /cores?default=true', status: 200, expect: ({ json }) => (json.Cores as unknown[]).length === 33 },
    { call: 'GET /cores/cor_b21e4de9927158c1a5b603c2affb8a09', status: 200, expect: ({ json }) => json.Name === 'C0-S+' && json.Precision === 64 },
    { call: `GET /cores/cor_${NOWHERE}`, status: 404, expect: 'Core not found' },
    { call: 'GET /cores/', status: 400, expect: "Missing path parameter 'CoreID'" },
    { call: 'GET //users/me', status: 200, expect: ({ json }) => json.Object === 'User' },
    { call: `GET /users/usr_${NOWHERE}`, status: 404 },
    { call: 'GET /users/me', options: { key: null }, status: 401, expect: 'Not authorized request.' },
    { call: 'GET /users/me', options: { key: null, headers: { authorization: `Bearer ${platform.key}` } }, status: 200 },
    { call: 'GET /users/me', options: { key: null, headers: { 'x-api-key': platform.key } }, status: 200 },
    {
      call: 'POST /keys',
      options: { body: { Name: 'second', ValidUntil: null } },
      status: 201,
      expect: ({ json }) => /^scce_[a-f0-9]{32}_[a-f0-9]{64}_[a-f0-9]{8}$/.test(String(json.Key)),
    },
    { call: 'POST /keys', options: { body: { ValidUntil: null } }, status: 400, expect: "Missing or malformed 'Name' field" },
    { call: 'GET /keys', status: 200, expect: ({ json }) => (json.Keys as { Key: string }[]).every(({ Key }) => !/[a-f0-9]{64}/.test(Key)) },
    { call: `DELETE /keys/${NOWHERE}`, status: 404 },
    {
      call: 'GET /health',
      options: { key: null },
      status: 200,
      // A compiler that others keep busy answers late, and is degraded as long.
      expect: ({ json }) => (json.services as { status: string }[]).every(({ status }) => ['healthy', 'degraded'].includes(status)),
    },
    { call: 'GET /health/compiler', options: { key: null }, status: 200, expect: ({ json }) => json.service === 'compiler' },
    { call: 'GET /openapi.json', options: { key: null }, status: 200, expect: ({ json }) => json.openapi === '3.1.0' },
    { call: 'GET /no/such/path', status: 404 },
    { call: 'PUT /builds', status: 405 },
    { call: 'GET /docs-ai/chat', status: 405 },
    { call: 'HEAD /users/me', status: 200, expect: ({ text }) => text === '' },
    {
      call: 'POST /plot?xLimMin=1e9',
      options: { body: { payload: ux } },
      status: 201,
      expect: ({ json }) => png(String(json.presignedURL)),
    },
    {
      call: 'POST /sourcecode/builds',
      options: { body: { Code: `${code}${' '.repeat(1_000_000 - code.length)}`, Language: 'C' } },
      status: 202,
    },
    {
      call: 'POST /sourcecode/builds',
      options: { body: { Code: `${code}${' '.repeat(1_000_001 - code.length)}`, Language: 'C' } },
      status: 400,
      expect: "The 'Code' field is larger than 1000000 bytes",
    },
    { call: 'POST /samples?count=0', options: { body: { payload: ux } }, status: 200, expect: ({ json }) => json.Count === 0 },
    {
      call: 'POST /samples?count=100000',
      options: { body: { payload: ux } },
      status: 200,
      expect: ({ json }) => (json.Samples as unknown[]).length === 100_000,
    },
    { call: 'GET /builds?from=2026-02-30', status: 400, expect: "Missing or malformed 'from' field" },
    { call: `GET /builds?startKey=${buildId}`, status: 200 },
    { call: `GET /builds?startKey=${taskId}`, status: 400, expect: "Missing or malformed 'startKey' field" },
    {
      call: 'POST /keys',
      options: { body: { Name: 'over', ValidUntil: 1 } },
      status: 400,
      expect: "Missing or malformed 'ValidUntil' field: later than now",
    },
    { call: `DELETE /keys/scce_${NOWHERE}`, status: 400, expect: "Missing or malformed 'KeyID' field" },
    { call: 'POST /samples', options: { body: { payload: ux.slice(0, -1) } }, status: 400, expect: "Missing or malformed 'payload' field" },
    {
      call: 'POST /samples?count=1',
      options: { body: { payload: 'inf' } },
      status: 200,
      expect: ({ text }) => text === '{"Samples":["Infinity"],"Count":1}',
    },
    {
      call: 'POST /samples',
      options: { raw: `{"payload":"1","more":${'['.repeat(500_000)}` },
      status: 400,
      expect: 'The request body is nested more than 32 levels deep',
    },
    { call: `GET /tasks/${taskId}/output/Stdout`, status: 200, expect: ({ headers }) => headers.get('credence-complete') === 'true' },
    { call: 'GET /builds?startKey=bld_0', status: 400, expect: "Missing or malformed 'startKey' field" },
  ]
  for (const each of cases) await judge(platform, report, each)

  await platform.end(`/tasks/${runningId}`)
  await judge(platform, report, { call: `GET /tasks/${runningId}`, status: 200, expect: countedAndCancelled })
  await judge(platform, report, { call: `DELETE /tasks/${taskId}`, status: 204 })
  await judge(platform, report, { call: `GET /tasks/${taskId}`, status: 404, expect: 'Task not found' })
  await bodyOnGet(platform, report, ux)
  await paging(platform, report)
  await failures(platform, report)
}

/** The endless loop, with what it had executed. */
const countedAndCancelled = ({ json }: Answer): boolean =>
  json.Status === 'Cancelled' && Number((json.Stats as Record<string, unknown>).DynamicInstructions) > 1_000_000

async function judge(platform: Platform, report: Report, { call, options, status, expect }: Case): Promise<void> {
  const [method, path] = call.split(' ') as [string, string]
  const post = options?.headers?.['x-method'] === 'post'
  const answer = await platform.call(post ? 'POST' : method, path, options)
  const isError = status >= 400
  const shape =
    !isError || (answer.json.error === ERROR_NAMES[status] && (answer.json.message === undefined || typeof answer.json.message === 'string'))
  const holds = expect === undefined ? true : typeof expect === 'string' ? answer.json.message === expect : await expect(answer)
  const sent = options?.raw ?? (options?.body ? JSON.stringify(options.body) : '')
  report.check(
    `${call} ${sent.slice(0, 80)} → ${status}${typeof expect === 'string' ? ` ${expect}` : ''}`,
    `${answer.status} ${answer.text.slice(0, 200)}`,
    answer.status === status && shape && holds,
  )
}

function newestFirst(tasks: { CreatedAt: number }[]): boolean {
  return tasks.every((task, index) => index === 0 || (tasks[index - 1]?.CreatedAt ?? 0) >= task.CreatedAt)
}

async function links(json: Record<string, unknown>, stdout: string): Promise<boolean> {
  const whole = await (await fetch(String(json.Stdout))).text()
  const chunks = await Promise.all((json.StdoutChunks as string[]).map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())))
  const { gunzipSync } = process.getBuiltinModule('node:zlib')
  const unpacked = chunks.map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : Buffer.from(bytes)).toString()).join('')
  return whole === stdout && unpacked === stdout
}

async function png(url: string): Promise<boolean> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
  return String.fromCharCode(...bytes.subarray(1, 4)) === 'PNG'
}

/** `fetch` cannot send a body with GET; node:http can, as the clients of this API do. */
async function bodyOnGet(platform: Platform, report: Report, ux: string): Promise<void> {
  const { request } = process.getBuiltinModule('node:http')
  const content = JSON.stringify({ payload: ux })
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(
      `${platform.origin}/samples?count=3`,
      { method: 'GET', headers: { authorization: platform.key, 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) } },
      (reply) => {
        let body = ''
        reply.on('data', (chunk) => {
          body += chunk
        })
        reply.on('end', () => resolve(body))
      },
    )
    sent.on('error', reject)
    sent.end(content)
  })
  const { Samples, Count } = JSON.parse(text)
  const support = parseUx(ux).mixture.positions
  report.check(
    'GET /samples with a JSON body draws from the payload',
    text,
    Count === 3 && Samples.length === 3 && Samples.every((x: number) => x > (support[0] ?? 0) - 10),
  )
}

async function paging(platform: Platform, report: Report): Promise<void> {
  const { BuildID } = ((await platform.call('GET', '/builds?status=Completed')).json.Builds as { BuildID: string }[])[0] ?? { BuildID: '' }
  const made: string[] = []
  for (let n = 0; n < 30; n++) made.push(String((await platform.call('POST', `/builds/${BuildID}/tasks`)).json.TaskID))
  const seen: string[] = []
  for (let startKey = ''; ; ) {
    const { json } = await platform.call('GET', `/builds/${BuildID}/tasks${startKey ? `?startKey=${startKey}` : ''}`)
    seen.push(...(json.Tasks as { TaskID: string }[]).map(({ TaskID }) => TaskID))
    if (!json.ContinuationKey) break
    startKey = encodeURIComponent(String(json.ContinuationKey))
  }
  report.check(
    'pages hold every task once',
    `${seen.length} listed, ${new Set(seen).size} different`,
    made.every((id) => seen.includes(id)) && new Set(seen).size === seen.length,
  )
  for (const id of made) await platform.end(`/tasks/${id}`)
}

async function failures(platform: Platform, report: Report): Promise<void> {
  const broken = await platform.call('POST', '/sourcecode/builds', {
    body: { Code: 'int main(void) {\n  return undefined_name;\n}\n', Language: 'C' },
  })
  const stopped = await platform.end(`/builds/${broken.json.BuildID}`)
  const { json } = await platform.call('GET', `/builds/${broken.json.BuildID}/outputs`)
  const output = await (await fetch(String(json.Build))).text()
  report.check(
    'a compile error ends as Stopped and names file, line and name',
    output,
    stopped.Status === 'Stopped' && /main\.c:2:\d+: error: .*undefined_name/.test(output),
  )
  const exit = await platform.run('int main(void){return 3;}')
  report.check(
    'a non-zero exit code ends as Stopped and is named',
    (exit.task.StatusTransitions as unknown[]).at(-1),
    exit.task.Status === 'Stopped' && JSON.stringify(exit.task.StatusTransitions).includes('exit code 3'),
  )
  const trap = await platform.run('int main(int c,char**v){volatile int*p=(int*)0x7fffffff0;return *(volatile int*)(c*0x7ffffff0u);}')
  report.check(
    'a trap ends as Stopped with a message',
    (trap.task.StatusTransitions as unknown[]).at(-1),
    trap.task.Status === 'Stopped' && /out of bounds/.test(JSON.stringify(trap.task.StatusTransitions)),
  )
}
