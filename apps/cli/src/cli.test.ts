import { appendFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey, parseArguments } from '@credence/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findCommand, runCli } from './cli.ts'
import { parse } from './command.ts'
import { COMMANDS } from './commands.ts'
import { memoryTerminal } from './testing/memory-terminal.ts'

const BUILD = `bld_${'0'.repeat(32)}`
const TASK = `tsk_${'0'.repeat(32)}`
const key = newKey().text

/** Answers by `METHOD path`; a list is given out one by one, its last answer again and again. */
let answers: Record<string, { status?: number; body: unknown }[]>
let received: { line: string; body: string; authorization?: string }[]
let server: Server
let host: string
let home: string
/** Beside what every answer has. */
let headers: Record<string, string>

beforeEach(async () => {
  answers = {}
  headers = {}
  received = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const line = `${request.method} ${request.url}`
    received.push({ line, body, authorization: request.headers.authorization })
    const list = answers[line] ?? [{ status: 404, body: { error: 'Not Found', message: `nothing at ${line}` } }]
    const { status = 200, body: answer } = list.length > 1 ? list.shift()! : list[0]!
    const isText = typeof answer === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', 'x-request-id': 'req-7', ...headers })
    response.end(status === 204 ? undefined : isText ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  home = await mkdtemp(path.join(tmpdir(), 'credence-cli-'))
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(home, { recursive: true })
})

interface Setting {
  readonly env?: NodeJS.ProcessEnv
  readonly isScreen?: boolean
  readonly signal?: AbortSignal
}
async function credence(words: string[], { env = {}, isScreen = false, signal }: Setting = {}) {
  const { terminal, written } = memoryTerminal({ isScreen })
  const code = await runCli(words, { terminal, env: { HOME: home, CREDENCE_HOST: host, CREDENCE_API_KEY: key, ...env }, ...(signal && { signal }) })
  return { code, ...written }
}

describe('help', () => {
  test.each(COMMANDS.map((each) => [each.name, each] as const))('of %s teaches it with examples that parse', async (name, row) => {
    const { code, out } = await credence([...name.split(' '), '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`Usage\n  credence ${name}`)
    for (const option of Object.keys(row.options)) expect(out).toContain(`--${option}`)
    expect(row.examples.length).toBeGreaterThan(0)
    for (const { line } of row.examples) {
      const own = line.split(' | ').find((part) => part.startsWith(`credence ${name}`))
      expect(() => parse(row, parseArguments(own!).slice(1 + name.split(' ').length))).not.toThrow()
    }
    expect(Math.max(...out.split('\n').map((each) => each.length))).toBeLessThanOrEqual(100)
  })
  test('is shown for nothing, for --help, for help, and for a group', async () => {
    const overview = (await credence([])).out
    expect(overview).toContain('First steps')
    for (const words of [['--help'], ['help']]) expect(await credence(words)).toMatchObject({ code: 0, out: overview })
    expect((await credence(['help', 'builds', 'get'])).out).toContain('credence builds get BUILD')
    expect((await credence(['tasks'])).out).toContain('tasks run')
    for (const { name } of COMMANDS) expect(overview).toContain(name)
  })
  test('of the version says whether there is Fortran, and otherwise how to get it', async () => {
    expect(await credence(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^credence \d+\.\d+\.\d+\nNode \d[\d.]+\nFortran: (flang 2\d\.|this machine has no|Fortran needs)/),
    })
  })
  test('is not what a program is asked for behind --', () => {
    expect(findCommand(['run', 'a.c', '--', '--help'])).toMatchObject({ words: ['a.c', '--', '--help'] })
  })
})

describe('mistakes', () => {
  test('of the command line end with 2 and name the nearest word', async () => {
    expect(await credence(['bild'])).toMatchObject({ code: 2, error: expect.stringContaining('there is no command') })
    expect((await credence(['zzzzzzzz'])).error).toMatch(/there are run, service, completion, login, whoami, builds, .*, api\n/)
    expect((await credence(['builds', 'zzzzzzzz'])).error).toContain('there are builds create, builds list,')
    expect(await credence(['builds', 'crate', 'a.c'])).toMatchObject({ code: 2, error: expect.stringContaining("did you mean 'builds create'?") })
    expect(await credence(['tasks', 'list', '--limit', 'x'])).toMatchObject({ code: 2, error: expect.stringContaining('--limit is a whole number') })
    expect(await credence(['tasks', 'list', '--status', 'Done'])).toMatchObject({ code: 2, error: expect.stringContaining("'Done' is no status") })
    expect(received).toEqual([])
  })
  test('that the platform finds tell status, request and what to do', async () => {
    answers[`GET /builds/${BUILD}`] = [{ status: 404, body: { error: 'Not Found', message: 'Build not found' } }]
    const { code, error } = await credence(['builds', 'get', BUILD])
    expect(code).toBe(1)
    expect(error).toContain('credence builds get: Build not found (404, request req-7)\n')
    expect(error).toContain('credence builds list')
  })
  test('in a field name the option that fixes it', async () => {
    answers[`POST /builds/${BUILD}/tasks`] = [{ status: 400, body: { error: 'Bad Request', message: "Missing or malformed 'Arguments' field" } }]
    expect((await credence(['tasks', 'run', BUILD, '--arguments', "'"])).error).toContain('a quote in --arguments that is never closed')
  })
  test('of files name the file and what is wrong with it', async () => {
    expect(await credence(['builds', 'create', '/nowhere/a.c'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('/nowhere/a.c does not exist'),
    })
    expect((await credence(['builds', 'create', home, '--language', 'C'])).error).toMatch(/is a folder; name a file\n$/)
  })
  test('of ids name the list that shows them', async () => {
    answers[`GET /builds/${BUILD}`] = [{ status: 404, body: { error: 'Not Found', message: 'Build not found' } }]
    expect((await credence(['builds', 'get', BUILD])).error).toMatch(
      /Build not found \(404, request req-7\)\n`credence builds list` shows yours\.\n$/,
    )
  })
  test('of a binary or a file that is not there say where there are some', async () => {
    const missing = (message: string) => [{ status: 404, body: { error: 'Not Found', message } }]
    answers[`GET /builds/${BUILD}/binary`] = missing('Binary not found')
    expect((await credence(['builds', 'binary', BUILD])).error).toMatch(/\nBuilds for cores of class C0-microSD or C0-microSD-plus have one/)
    answers['DELETE /files/data'] = missing('File not found')
    expect((await credence(['files', 'delete', 'data'])).error).toMatch(/\n`credence files list` shows what is there/)
  })
  test('of words behind -- name the option that is meant', async () => {
    expect((await credence(['tasks', 'run', BUILD, '--', 'a'])).error).toContain(
      "nothing may follow --, but 'a' does; what the program is given goes into --arguments",
    )
    expect((await credence(['builds', 'get', BUILD, '--', 'a'])).error).toContain("nothing may follow --, but 'a' does\n")
  })
  test('of a directory that is not empty name the option that deletes it', async () => {
    const body = { error: 'Conflict', message: 'The directory is not empty. Delete it with recursive=true.' }
    answers['DELETE /files/data'] = [{ status: 409, body }]
    expect(await credence(['files', 'delete', 'data'])).toMatchObject({ code: 1, error: expect.stringContaining('With --recursive it is deleted') })
  })
  test('of a source without a language name all there are', async () => {
    expect(await credence(['builds', 'create', '/dev/null'])).toMatchObject({
      code: 2,
      error: expect.stringContaining('--language C, C++ or Fortran'),
    })
  })
  test('a platform that is not there is said so', async () => {
    const { code, error } = await credence(['whoami', '--host', 'http://127.0.0.1:9'])
    expect(code).toBe(1)
    expect(error).toContain('http://127.0.0.1:9 cannot be reached')
    expect(error).toContain('npm start')
  })
})

test('the help of waiting names the exit codes that it ends with', async () => {
  answers[`GET /builds/${BUILD}`] = [{ body: { BuildID: BUILD, Status: 'Stopped', StatusTransitions: [] } }]
  const { code } = await credence(['builds', 'wait', BUILD])
  expect(code).toBe(122)
  expect((await credence(['builds', 'wait', '--help'])).out).toContain(`with ${code} if the`)
  expect((await credence(['tasks', 'wait', '--help'])).out).toContain('with 1 if not')
})

test('what is not given has a default only where there is nothing yet', async () => {
  for (const name of ['repositories connect', 'buckets add']) expect((await credence([...name.split(' '), '--help'])).out).toContain('unless given')
  for (const name of ['repositories update', 'repositories build', 'buckets update']) {
    const { out } = await credence([...name.split(' '), '--help'])
    expect(out).toContain('What is not given')
    expect(out).not.toContain('unless given')
  }
})

test('a KeyID that is none is refused with where the ids are', async () => {
  answers['DELETE /keys/abc'] = [{ status: 400, body: { error: 'Bad Request', message: "Missing or malformed 'KeyID' field" } }]
  expect((await credence(['keys', 'delete', 'abc'])).error).toContain('`credence keys list` shows the ids of yours.\n')
})

test('whatever the platform answers with a message, --json prints', async () => {
  const message = { message: 'OK' }
  for (const [call, words] of [
    ['PATCH /buckets/bkt_1', ['buckets', 'update', 'bkt_1', '--access', 'both']],
    ['DELETE /buckets/bkt_1', ['buckets', 'delete', 'bkt_1']],
    ['PATCH /drives/drv_1', ['drives', 'update', 'drv_1', '--name', 'field']],
    ['DELETE /drives/drv_1', ['drives', 'delete', 'drv_1']],
    ['DELETE /files/a.csv', ['files', 'delete', 'a.csv']],
  ] as const) {
    answers[call] = [{ body: message }]
    expect(await credence([...words])).toMatchObject({ code: 0, out: '' })
    expect(JSON.parse((await credence([...words, '--json'])).out)).toEqual(message)
  }
})

describe('files put', () => {
  test('refuses a folder before it asks the platform', async () => {
    expect(await credence(['files', 'put', home])).toMatchObject({ code: 2, error: expect.stringContaining(`${home} is a folder; name a file\n`) })
    expect(received).toEqual([])
  })
  test('says that a file changed while it was sent, instead of that the platform cannot be reached', async () => {
    const file = path.join(home, 'log.txt')
    await writeFile(file, 'one line')
    answers[`PUT /files/log.txt?size=8`] = [{ body: { message: 'OK', upload_url: `${host}/link` } }]
    server.prependListener('request', () => appendFileSync(file, 'another'))
    expect(await credence(['files', 'put', file])).toMatchObject({
      code: 1,
      error: `credence files put: ${file} changed while it was sent; the platform keeps what was there before\n`,
    })
    expect(received.map(({ line }) => line)).toEqual(['PUT /files/log.txt?size=8'])
  })
})

describe('login', () => {
  test('stores host and key for this user alone, and later commands use them', async () => {
    const user = { Username: 'ada@example.com', UserID: 'usr_1', ResourceUsage: { TaskCount: 2, KeyCount: 1 } }
    answers['GET /users/me'] = [{ body: user }]
    const env = { CREDENCE_HOST: '', CREDENCE_API_KEY: '' }
    const unset = { HOME: home, CREDENCE_HOST: undefined, CREDENCE_API_KEY: undefined }
    expect(await credence(['login', '--host', `${host}/`, '--key', key], { env })).toMatchObject({ code: 0, out: `ada@example.com on ${host}\n` })
    const file = path.join(home, '.config/credence/login.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await credence(['whoami'], { env: unset })).out).toContain('user      ada@example.com')
    expect(received.at(-1)?.authorization).toBe(key)
    const elsewhere = await credence(['whoami', '--host', 'http://127.0.0.1:9'], { env: unset })
    expect(elsewhere).toMatchObject({ code: 2, error: expect.stringContaining('no API key for http://127.0.0.1:9') })
  })
  test('refuses a mistyped key before it is sent', async () => {
    const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
    expect(await credence(['login', '--host', host, '--key', wrong])).toMatchObject({ code: 2, error: expect.stringContaining('check sum') })
    expect(received).toEqual([])
  })
})

describe('builds and tasks', () => {
  const build = { BuildID: BUILD, Status: 'Completed', Application: { Type: 'SourceCode', SourceCode: { Language: 'C' } }, StatusTransitions: [] }

  test('a file is built, with its language and core', async () => {
    const file = path.join(home, 'a.cpp')
    await writeFile(file, 'int main(){}')
    answers['POST /sourcecode/builds'] = [{ status: 202, body: { BuildID: BUILD } }]
    answers[`GET /builds/${BUILD}`] = [{ body: { ...build, Status: 'In Progress' } }, { body: build }]
    answers[`GET /builds/${BUILD}/outputs`] = [{ body: { Build: `${host}/link` } }]
    answers['GET /link'] = [{ body: 'a.cpp:1: warning\n' }]
    expect(await credence(['builds', 'create', file, '--core', 'c0pro-s+'])).toMatchObject({
      code: 0,
      out: `${BUILD}\n`,
      error: 'a.cpp:1: warning\n',
      progress: ['build In Progress', ''],
    })
    expect(JSON.parse(received[0]!.body)).toEqual({ Code: 'int main(){}', Language: 'C++', CoreID: 'cor_c8ea3c9b7d995479a6028fa025cbe286' })
  })
  test('a failed build ends with 122 and its reason', async () => {
    const failed = { ...build, Status: 'Stopped', StatusTransitions: [{ Status: 'Stopped', Timestamp: 1, Message: 'compiler errors' }] }
    answers[`GET /builds/${BUILD}`] = [{ body: failed }]
    expect(await credence(['builds', 'wait', BUILD])).toMatchObject({
      code: 122,
      out: 'Stopped\n',
      error: expect.stringContaining('compiler errors'),
    })
  })
  test('a build that reached its limit of time ends with 124', async () => {
    const Message = `Build '${BUILD}' set status as 'Stopped': processor time limit of 60 s for one build reached: split it`
    answers[`GET /builds/${BUILD}`] = [{ body: { ...build, Status: 'Stopped', StatusTransitions: [{ Status: 'Stopped', Timestamp: 1, Message }] } }]
    expect(await credence(['builds', 'wait', BUILD])).toMatchObject({ code: 124, error: expect.stringContaining('processor time limit of 60 s') })
  })
  test.each([
    ['tasks run', `credence: the task goes on. \`credence tasks cancel ${TASK}\` ends it.\n`],
    ['builds wait', `credence: the build goes on. \`credence builds cancel ${BUILD}\` ends it.\n`],
  ])('who interrupts %s is told that the work goes on', async (name, said) => {
    answers[`POST /builds/${BUILD}/tasks`] = [{ status: 202, body: { TaskID: TASK } }]
    answers[`GET /tasks/${TASK}`] = [{ body: { TaskID: TASK, BuildID: BUILD, Status: 'In Progress', StatusTransitions: [] } }]
    answers[`GET /builds/${BUILD}`] = [{ body: { ...build, Status: 'In Progress' } }]
    const interrupt = new AbortController()
    server.on('request', ({ method }) => method === 'GET' && interrupt.abort(new Error('SIGINT')))
    expect(await credence([...name.split(' '), BUILD], { signal: interrupt.signal })).toMatchObject({ code: 130, out: '', error: said })
  })
  test('a run prints the outputs of its task', async () => {
    const task = { TaskID: TASK, BuildID: BUILD, Status: 'Completed', StatusTransitions: [] }
    answers[`POST /builds/${BUILD}/tasks`] = [{ status: 202, body: { TaskID: TASK } }]
    answers[`GET /tasks/${TASK}`] = [{ body: task }]
    answers[`GET /tasks/${TASK}/output/Stdout`] = [{ body: '42\n' }]
    answers[`GET /tasks/${TASK}/output/Stderr`] = [{ body: 'note\n' }]
    expect(await credence(['tasks', 'run', BUILD, '-a', '-S 0'])).toMatchObject({ code: 0, out: '42\n', error: 'note\n' })
    expect(JSON.parse(received[0]!.body)).toEqual({ Arguments: '-S 0' })
    expect(JSON.parse((await credence(['tasks', 'run', BUILD, '--json'])).out)).toMatchObject({ ...task, Outputs: { Stdout: '42\n' } })
    expect(await credence(['tasks', 'run', BUILD, '--detach'])).toMatchObject({ code: 0, out: `${TASK}\n` })
  })
  test('lists are tables for people and whole objects as JSON', async () => {
    answers['GET /builds'] = [{ body: { Builds: [{ ...build, CreatedAt: 1767323045678, Name: 'cold' }], Count: 1 } }]
    const { out } = await credence(['builds', 'list'])
    expect(out).toBe(
      `BUILD                                 STATUS     CREATED               SOURCE  CORE  NAME\n${BUILD}  Completed  2026-01-02 03:04:05Z  C             cold\n`,
    )
    expect(JSON.parse((await credence(['builds', 'list', '--json'])).out)).toHaveLength(1)
  })
  test('a name is given with a task, and later', async () => {
    answers[`POST /builds/${BUILD}/tasks`] = [{ status: 202, body: { TaskID: TASK } }]
    answers[`PATCH /tasks/${TASK}`] = [{ body: { TaskID: TASK, Name: 'cold' } }]
    await credence(['tasks', 'run', BUILD, '--name', 'warm', '--detach'])
    expect(await credence(['tasks', 'rename', TASK, 'cold'])).toMatchObject({ code: 0, out: '' })
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([{ Name: 'warm' }, { Name: 'cold' }])
  })
  test('a cancel says what the platform answers, a delete says nothing', async () => {
    answers[`POST /tasks/${TASK}/cancel`] = [{ status: 202, body: { message: 'Cancel Task Signal sent' } }]
    answers[`DELETE /tasks/${TASK}`] = [{ status: 204, body: null }]
    expect(await credence(['tasks', 'cancel', TASK])).toMatchObject({ code: 0, out: 'Cancel Task Signal sent\n' })
    expect(await credence(['tasks', 'delete', TASK])).toMatchObject({ code: 0, out: '' })
  })
})

describe('the rest of the platform', () => {
  test('the output of a task that has not ended comes with a word about it', async () => {
    answers[`GET /tasks/${TASK}/output/Stdout`] = [{ body: 'early\n' }, { body: '' }, { body: 'all\n' }]
    headers['credence-complete'] = 'false'
    expect(await credence(['tasks', 'output', TASK])).toMatchObject({
      code: 0,
      out: 'early\n',
      error: 'credence: the task has not ended; this is what it printed so far\n',
    })
    expect((await credence(['tasks', 'output', TASK])).error).toBe('credence: the task has not ended; nothing is printed yet\n')
    headers['credence-complete'] = 'true'
    expect(await credence(['tasks', 'output', TASK])).toMatchObject({ code: 0, out: 'all\n', error: '' })
  })
  test('samples come one per line', async () => {
    answers['POST /samples?count=2'] = [{ body: { Samples: [0.25, 1e-7], Count: 2 } }]
    expect((await credence(['samples', '0.5Ux04', '--count', '2'])).out).toBe('0.25\n1e-7\n')
    answers['POST /samples'] = [1, 2].map(() => ({ body: { Samples: [1, 'NaN', '-Infinity'], Count: 3 } }))
    expect((await credence(['samples', 'inf'])).out).toBe('1\nNaN\n-Infinity\n')
    expect(JSON.parse((await credence(['samples', 'inf', '--json'])).out)).toEqual([1, 'NaN', '-Infinity'])
  })
  test('a plot is a link, or a file', async () => {
    answers['POST /plot?xLimMin=-1&xAxisLabel=Rate'] = [{ status: 201, body: { plotID: 'p', presignedURL: `${host}/p.png` } }]
    answers['GET /p.png'] = [{ body: 'PNG' }]
    const words = ['plot', '0.5Ux04', '--label', 'Rate', '--x-min', '-1']
    expect((await credence(words)).out).toBe(`${host}/p.png\n`)
    expect(await credence([...words, '--output', path.join(home, 'p.png')])).toMatchObject({ code: 0, out: '' })
    expect((await stat(path.join(home, 'p.png'))).size).toBe(3)
    answers['POST /plot?style=figure'] = [{ status: 201, body: { plotID: 'p', presignedURL: `${host}/p.png` } }]
    expect((await credence(['plot', '0.5Ux04', '--style', 'figure'])).code).toBe(0)
    expect(await credence(['plot', '0.5Ux04', '--style', 'oil'])).toMatchObject({ code: 2, out: '' })
  })
  test('a new key is the only thing on standard output', async () => {
    answers['POST /keys'] = [{ status: 201, body: { Key: key, KeyID: '0' } }]
    expect(await credence(['keys', 'create', 'laptop'])).toMatchObject({ code: 0, out: `${key}\n`, error: 'This text is shown only now.\n' })
    expect(JSON.parse(received[0]!.body)).toEqual({ Name: 'laptop', ValidUntil: null })
  })
  test('a webhook is made, listed, changed, tried and deleted', async () => {
    const id = `whk_${'0'.repeat(32)}`
    const url = 'https://example.com/hook'
    const stored = { WebhookID: id, URL: url, Events: ['task-status'], Description: '', Status: 'active', FailureCount: 2 }
    const webhook = { ...stored, LastDeliveryStatus: null, LastDeliveryTime: '2026-01-02T03:04:05.678Z' }
    const delivery = { DeliveryID: `msg_${'1'.repeat(32)}`, CreatedAt: '2026-01-02T03:04:05.678Z', Payload: { eventType: 'task-status' } }
    const answered = (HTTPStatus: number | null, Fault: string | null = null) => ({ Time: '', HTTPStatus, Fault, Milliseconds: 84 })
    answers['POST /webhooks'] = [{ status: 201, body: { webhookId: id, secret: 'whsec_A' } }]
    answers['GET /webhooks'] = [{ body: { webhooks: [webhook], count: 1 } }]
    answers[`PUT /webhooks/${id}`] = [{ body: webhook }]
    answers[`DELETE /webhooks/${id}`] = [{ status: 204, body: '' }]
    answers[`POST /webhooks/${id}/rotate-secret`] = [{ body: { webhookId: id, secret: 'whsec_B' } }]
    answers[`POST /webhooks/${id}/test`] = [{ status: 202, body: { ...delivery, Status: 'pending', Attempts: [] } }]
    answers[`GET /webhooks/${id}/deliveries`] = [
      { body: { Deliveries: [{ ...delivery, Status: 'pending', Attempts: [] }] } },
      { body: { Deliveries: [{ ...delivery, Status: 'success', Attempts: [answered(200)] }] } },
      { body: { Deliveries: [{ ...delivery, Status: 'pending', Attempts: [answered(null, 'timeout')] }] } },
    ]
    expect(await credence(['webhooks', 'create', url, '--events', 'task-status, BUILD-status'])).toMatchObject({
      code: 0,
      out: `${id}\nwhsec_A\n`,
      error: 'This secret is shown only now.\n',
    })
    expect(JSON.parse(received[0]!.body)).toEqual({ url, events: ['task-status', 'build-status'] })
    expect((await credence(['webhooks', 'create', url, '--events', 'tea-time'])).error).toContain("'tea-time' is no event")
    expect((await credence(['webhooks', 'list'])).out).toContain(`${id}  active  task-status  2         failed at 2026-01-02 03:04:05Z  ${url}`)
    expect((await credence(['webhooks', 'update', id, '--status', 'Active'])).code).toBe(0)
    expect(JSON.parse(received.at(-1)!.body)).toEqual({ status: 'active' })
    expect((await credence(['webhooks', 'rotate-secret', id, '--old-seconds', '0'])).out).toBe('whsec_B\n')
    expect(JSON.parse(received.at(-1)!.body)).toEqual({ oldSecretSeconds: 0 })
    expect(await credence(['webhooks', 'test', id])).toMatchObject({ code: 0, out: 'answered 200 (84 ms)\n' })
    expect(await credence(['webhooks', 'test', id])).toMatchObject({ code: 1, out: 'no answer in time (84 ms)\n' })
    expect((await credence(['webhooks', 'deliveries', id])).out).toContain(
      'task-status  2026-01-02 03:04:05Z  pending  1         no answer in time (84 ms)',
    )
    expect((await credence(['webhooks', 'delete', id])).code).toBe(0)
  })
  test('an unhealthy service ends with 1', async () => {
    const record = (service: string, status: string) => ({ service, status, timestamp: '', details: { responseTime: 3 } })
    answers['GET /health'] = [{ body: { timestamp: '', services: [record('database', 'healthy'), record('runner', 'unhealthy')] } }]
    answers['GET /health/database'] = [{ body: record('database', 'healthy') }]
    expect(await credence(['health'], { env: { CREDENCE_API_KEY: undefined } })).toMatchObject({ code: 1, out: expect.stringContaining('runner') })
    expect(await credence(['health', 'database'])).toMatchObject({ code: 0 })
  })
  test('an empty list is a head on standard output, and a sentence beside it', async () => {
    answers['GET /cores'] = [{ body: { UserID: 'usr_0', Cores: [], Count: 0 } }]
    expect(await credence(['cores', 'list'])).toMatchObject({
      code: 0,
      out: 'NAME  CORE  CLASS  MICROARCHITECTURE  PRECISION  MEMORY  CORRELATION\n',
      error: expect.stringContaining('--default'),
    })
    expect(await credence(['cores', 'list', '--json'])).toMatchObject({ code: 0, out: '[]\n', error: '' })
  })
  test('a custom core is made like another one, changed and deleted', async () => {
    const id = 'cor_00112233445566778899aabbccddeeff'
    answers['POST /cores'] = [{ status: 201, body: { CoreID: id } }]
    answers[`PATCH /cores/${id}`] = [{ body: { message: 'OK' } }]
    answers[`DELETE /cores/${id}`] = [{ body: { message: 'OK' } }]
    expect(await credence(['cores', 'create', 'wide', '--like', 'c0-m', '--precision', '256', '--correlation', 'autocorrelation'])).toMatchObject({
      code: 0,
      out: `${id}\n`,
    })
    expect((await credence(['cores', 'update', id, '--name', 'wider', '--memory', '256000'])).code).toBe(0)
    expect((await credence(['cores', 'delete', id])).code).toBe(0)
    await credence(['cores', 'delete', 'C0-S+'])
    expect(received.at(-1)!.line).toBe('DELETE /cores/cor_b21e4de9927158c1a5b603c2affb8a09')
    const [made, changed] = received.map(({ body }) => (body === '' ? {} : JSON.parse(body)))
    expect(made).toMatchObject({ Name: 'wide', Class: 'C0', MemorySize: 128e6, Precision: 256, CorrelationTracking: 'Autocorrelation' })
    expect(changed).toEqual({ Name: 'wider', MemorySize: 256_000 })
    for (const wrong of [
      ['--precision', '3'],
      ['--class', 'C9'],
      ['--memory', 'much'],
    ])
      expect(await credence(['cores', 'create', 'x', ...wrong])).toMatchObject({ code: 2, error: expect.stringContaining(wrong[0]!) })
  })
  test('default cores can be named', async () => {
    const core = { Name: 'C0-S+', CoreID: 'cor_b21e4de9927158c1a5b603c2affb8a09', Class: 'C0', MemorySize: 64e6, Precision: 64 }
    answers['GET /cores/cor_b21e4de9927158c1a5b603c2affb8a09'] = [{ body: core }]
    expect((await credence(['cores', 'get', 'c0-s+'])).out).toContain('memory     64 MB')
  })
  test('any call goes out as it is, and its answer comes back as it is', async () => {
    answers['GET /builds?status=Stopped'] = [{ body: '{"Count":0}' }]
    answers['POST /keys'] = [{ status: 201, body: '{"KeyID":"0"}' }]
    expect(await credence(['api', 'get', '/builds?status=Stopped'])).toMatchObject({ code: 0, out: '{"Count":0}\n' })
    expect((await credence(['api', 'POST', '/keys', '--body', '{"Name":"a"}'])).out).toBe('{"KeyID":"0"}\n')
    expect(received.map(({ line, body, authorization }) => [line, body, authorization])).toEqual([
      ['GET /builds?status=Stopped', '', key],
      ['POST /keys', '{"Name":"a"}', key],
    ])
  })
  test('a call with a wrong method or path is refused before it goes out', async () => {
    expect(await credence(['api', 'FETCH', '/builds'])).toMatchObject({ code: 2, error: expect.stringContaining("'FETCH' is no method") })
    expect(await credence(['api', 'GET', 'builds'])).toMatchObject({ code: 2, error: expect.stringContaining('begins with /') })
    expect(received).toEqual([])
  })
})
