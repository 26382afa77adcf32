// What the pictures of the console are taken of: a platform with somebody who measures things, and somebody who signed up a minute ago.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CORE_FIELD_NAMES, type Core, findCore } from '@credence/contract'
import { CERTIFICATES, openGitServer } from '../../apps/server/src/testing/git-server.ts'
import { Platform } from '../platform.ts'

export const PASSWORD = 'a kettle, a moss, a lantern'
export const PEOPLE = { full: 'ada@lab.example', empty: 'emmy@lab.example' } as const
export type Person = keyof typeof PEOPLE

export interface Scene extends AsyncDisposable {
  readonly platform: Platform
  readonly ids: Record<'task' | 'stopped' | 'build' | 'reference' | 'small' | 'sweep' | 'repository' | 'thing', string>
  /** Three runs of one program on three cores. */
  readonly three: readonly string[]
}

const example = (path: string): Promise<string> => readFile(new URL(`../../examples/${path}`, import.meta.url), 'utf8')
const MISTAKE = `// A shaft in a bearing\n#include <stdio.h>\n#include <uxhw.h>\n\nint main(void) {\n  double shaft = UxHwDoubleGaussDist(24.98, 0.01);\n  printf("clearance: %f mm\\n", bearing - shaft);\n  return 0;\n}\n`
const STOPS = `// Reads a calibration that is not there\n#include <stdio.h>\n#include <stdlib.h>\n\nint main(void) {\n  FILE *file = fopen("calibration.csv", "r");\n  if (!file) {\n    fprintf(stderr, "cannot open calibration.csv\\n");\n    return EXIT_FAILURE;\n  }\n  return 0;\n}\n`
export const SOURCES = { mistake: MISTAKE, viscosity: await example('first.c') }
export const CONFIGURATION = `MinimumCore:
  Precision: 64
BenchmarkingVariables:
  - VariableName: readings
    VariableDescription: The file with the readings
    CommandLineArguments: readings.csv
`

/** @param settings  of the platform: where its built sites are */
export async function openScene(settings: Readonly<Record<string, string>>): Promise<Scene> {
  await using made = new AsyncDisposableStack()
  const git = await openGitServer()
  made.defer(() => git.close())
  const files = {
    'src/main.c': await example('cases/temperature/src/main.c'),
    'inputs/readings.csv': await example('cases/temperature/inputs/readings.csv'),
  }
  git.commit('temperature', { ...files, 'uxhw.yaml': CONFIGURATION })
  git.commit('thermistor', { 'src/main.c': await example('cases/thermistor.c') })
  const github = await openGitHub()
  made.defer(() => github.close())
  const platform = await Platform.start({
    ...settings,
    CREDENCE_SIGN_UP_PLAN: 'ProTier',
    CREDENCE_ALLOWED_HOSTS: `${git.host},localhost:*`,
    CREDENCE_CERTIFICATES: CERTIFICATES,
    CREDENCE_GITHUB_URL: github.origin,
  })
  made.defer(() => platform.remove())

  const call = async (method: string, path: string, body?: object, key: string | null = platform.key): Promise<Record<string, string>> => {
    const { status, json, text } = await platform.call(method, path, { key, ...(body && { body }) })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json as Record<string, string>
  }
  for (const Username of Object.values(PEOPLE)) await call('POST', '/users', { Username, Password: PASSWORD }, null)
  const { Token } = await call('POST', '/session', { Username: PEOPLE.full, Password: PASSWORD }, null)
  platform.key = `Bearer ${Token}` // everything from here on is Ada's
  await call('POST', '/keys', { Name: 'bench computer', ValidUntil: null })
  await call('POST', '/keys', { Name: 'nightly run', ValidUntil: Math.floor(Date.now() / 1000) + 3 * 86_400 })

  const build = async (Code: string, core: string, more: object = {}): Promise<string> => {
    const { BuildID = '' } = await call('POST', '/sourcecode/builds', { Code, Language: 'C', CoreID: coreOf(core).CoreID, ...more })
    await platform.end(`/builds/${BuildID}`)
    return BuildID
  }
  const run = async (BuildID: string, body: object = {}): Promise<string> => {
    const { TaskID = '' } = await call('POST', `/builds/${BuildID}/tasks`, body)
    await platform.end(`/tasks/${TaskID}`)
    return TaskID
  }
  const put = async (path: string, text: string | Uint8Array<ArrayBuffer>): Promise<void> => {
    const { upload_url = '' } = await call('PUT', `/files/${path}?size=${Buffer.byteLength(text)}`)
    await fetch(upload_url, { method: 'PUT', body: text })
  }

  const viscosity = await example('first.c')
  const line = viscosity.split('\n').findIndex((each) => each.includes('printf("viscosity')) + 1
  const traced = { TraceVariables: [{ File: 'main.c', LineNumber: line, Expression: 'viscosity' }] }
  await run(await build(STOPS, 'C0-S+'))
  const stopped = await lastTask(call)
  await build(MISTAKE, 'C0-S+')
  for (const name of ['gum-additive', 'gum-mass', 'fusion', 'projectile']) await run(await build(await example(`cases/${name}.c`), 'C0-S+'))
  const three: string[] = []
  for (const core of ['C0-XS+', 'C0-S+', 'C0-L+']) three.push(await run(await build(viscosity, core)))
  const small = await run(await build(viscosity, 'C0-Reference', traced))
  const reference = await run(await build(viscosity, 'C0-Reference-32K', traced))
  const sweep = await build(viscosity, 'C0-S+')

  const { RepositoryID: repository = '' } = await call('POST', '/repositories', {
    RemoteURL: `${git.origin}/temperature`,
    Commit: 'HEAD',
    Branch: 'main',
    BuildDirectory: 'src',
    Arguments: 'readings.csv',
  })
  await call('POST', '/repositories', { RemoteURL: `${git.origin}/thermistor`, Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' })
  const { BuildID: fetched = '' } = await call('POST', `/repositories/${repository}/builds`, {})
  await platform.end(`/builds/${fetched}`)
  const repositoryTask = await run(fetched, { Arguments: 'readings.csv' })

  await put('readings.csv', files['inputs/readings.csv'])
  await put('calibration/2026-10-12.csv', 'current,voltage\n0.1,1.0002\n0.2,1.9995\n0.3,3.0011\n')
  await put('calibration/certificate.txt', 'Traceable to the national standard.\nk = 2\n')
  await put('runs/long.bin', new Uint8Array(400_000))
  await call('POST', '/buckets', BUCKET)
  const { ThingID: thing = '' } = await call('POST', '/things', { Name: 'cellar thermometer' })
  await call('POST', '/cores', { ...fieldsOf(coreOf('C0-S+')), Name: 'fine-tails', Precision: 512 })
  await call('POST', '/webhooks', { url: 'https://localhost:8443/credence', events: ['task-status', 'build-status'] })
  const task = three[1] ?? ''
  const { BuildID: built = '' } = await call('GET', `/tasks/${task}`)
  const parts = made.move()
  return {
    platform,
    three,
    ids: { task, stopped, build: built, reference, small, sweep, repository, thing, repositoryTask } as Scene['ids'],
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** What GitHub says of the one repository that pictures ask about. */
async function openGitHub(): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const answers: Readonly<Record<string, unknown>> = {
    '': { description: 'Daily maximum temperature, from 22 readings', default_branch: 'main', private: false },
    '/contents': ['inputs', 'src'].map((name) => ({ name, type: 'dir' })),
    '/branches': ['main', 'hourly'].map((name) => ({ name })),
  }
  const server = createServer((request, reply) => {
    const answer = answers[new URL(request.url ?? '/', 'http://here').pathname.replace('/repos/example/temperature', '')]
    reply.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? { message: 'Not Found' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const BUCKET = {
  Name: 'rig-3-archive',
  Region: 'eu-central-1',
  Account: '123456789012',
  MountPath: 'archive',
  Read: true,
  Write: false,
}
function coreOf(name: string): Core {
  const core = findCore(name)
  if (!core) throw new Error(`there is no core ${name}`)
  return core
}
const fieldsOf = (core: Core) => Object.fromEntries(CORE_FIELD_NAMES.map((name) => [name, core[name]]))

async function lastTask(call: (method: string, path: string) => Promise<Record<string, unknown>>): Promise<string> {
  const { Tasks } = (await call('GET', '/tasks')) as { Tasks: { TaskID: string }[] }
  return Tasks[0]?.TaskID ?? ''
}
