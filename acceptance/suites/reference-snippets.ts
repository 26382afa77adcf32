// The request of every operation as the API reference shows it, executed as a reader would: with an address, a key and ids of what the account has. Each language has
// an account of its own, so that what it deletes is missed by nobody.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleId, ID, type IdKind } from '@credence/contract'
import { initialInputs, LANGUAGES, type OperationModel, referenceModel, type SnippetLanguage, snippet } from '@credence/contract/reference'
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'
import { prepare, sendParts, signUp } from '../properties/prepare.ts'

/** Operations whose success a request cannot bring about here. */
const NOT_RUN: Readonly<Record<string, string>> = {
  cancelBuild: 'needs a build that is being compiled',
  cancelTask: 'needs a task that runs',
  getUserCustomization: 'an operator sets it',
  connectRealtime: 'its success is a websocket',
}
/** What takes the ground from under others comes behind them, in this order; the account itself last. */
const LATE = [
  /^(rotateThingKey|revokeThingKey|deleteThingTopic|deleteTask|disconnect)/,
  /^delete(?!Session|User$)/,
  /^deleteSession$/,
  /^logoutAllSessions$/,
  /^deleteUser$/,
]
const PASSWORD = 'correct horse battery staple'

interface Step {
  readonly operation: OperationModel
  readonly text: string
  readonly credential: string
}
type Json = Record<string, unknown>

export async function referenceSnippets(platform: Platform, report: Report): Promise<void> {
  const { groups } = referenceModel()
  const operations = groups.flatMap((group) => group.operations.filter(({ id, available }) => available && !(id in NOT_RUN)))
  const folder = await mkdtemp(join(tmpdir(), 'credence-reference-'))
  try {
    await Promise.all(
      LANGUAGES.map(async (language) => {
        const steps = await stepsFor(platform.origin, language, inOrder(operations))
        const failed = await RUNNERS[language](steps, join(folder, language))
        report.equal(
          `requests of ${steps.length} operations in the reference that do not run as ${language}`,
          failed.map(({ id }) => id),
          [],
        )
        for (const { id, said } of failed) report.check(`${id} as ${language}`, said, false)
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function inOrder(operations: readonly OperationModel[]): OperationModel[] {
  const rank = ({ id }: OperationModel) => (id === 'connectGitHub' ? -2 : LATE.findIndex((ids) => ids.test(id)))
  return operations.toSorted((a, b) => rank(a) - rank(b))
}

async function stepsFor(origin: string, language: SnippetLanguage, operations: readonly OperationModel[]): Promise<Step[]> {
  const name = `reference-${language.toLowerCase()}`
  const { target, fixed } = await prepare(await signUp(origin, name))
  const call = async (method: string, path: string, body?: unknown, credential = target.key): Promise<Json> => {
    const headers = { authorization: credential, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const answer = await fetch(origin + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Json
  }
  const { UploadID: CompleteID } = await call('POST', '/uploads', { Path: 'complete.bin', Size: 5 })
  await sendParts(call, String(CompleteID))
  const Username = `${name}@example.com`
  const session = await call('POST', '/session', { Username, Password: PASSWORD, WithRefreshToken: true })
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    getBuildBinary: { BuildID: fixed.HardwareBuildID! },
    completeUpload: { UploadID: String(CompleteID) },
    putFile: { path: 'more.csv', size: '5' },
    deleteFile: { path: fixed.spare! },
    lookupRepository: { remoteURL: 'https://127.0.0.1/owner/name' },
  }
  const bodies: Readonly<Record<string, Json>> = {
    connectGitHub: { GithubToken: 'ghp_octocat' },
    createUser: { Username: `more-${Username}`, Password: PASSWORD },
    updateUser: { Username },
    createSession: { Username, Password: PASSWORD },
    refreshSession: { RefreshToken: session.RefreshToken },
    createWebhook: { url: fixed.hook },
    updateWebhook: { url: fixed.hook },
  }
  const credentials: Readonly<Record<string, string>> = { postThingSamples: target.thingKey ?? '' }
  const needsToken = /Subscription$|^deleteSession$/
  return operations.map((operation) => {
    const shown = initialInputs(operation, origin)
    const own = Object.fromEntries(Object.entries(shown.values).map(([parameter, example]) => [parameter, fixed[parameter] ?? example]))
    const body =
      shown.body === '' ? '' : JSON.stringify({ ...JSON.parse(withIds(shown.body, fixed)), ...overriding(shown.body, bodies[operation.id]) }, null, 2)
    return {
      operation,
      text: snippet(language, operation, { ...shown, values: { ...own, ...values[operation.id] }, body }),
      credential: credentials[operation.id] ?? (needsToken.test(operation.id) ? `Bearer ${session.Token}` : target.key),
    }
  })
}

/** Only of fields that the example has. */
const overriding = (body: string, fields: Json = {}): Json =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => body.includes(`"${name}"`)))

/** The ids of examples are nobody's: a reader puts in those of the account. */
function withIds(text: string, fixed: Readonly<Record<string, string>>): string {
  return (Object.keys(ID) as IdKind[]).reduce((filled, kind) => {
    const own = fixed[`${kind[0]!.toUpperCase()}${kind.slice(1)}ID`]
    return own === undefined ? filled : filled.replaceAll(exampleId(kind), own)
  }, text)
}

interface Failure {
  readonly id: string
  readonly said: string
}
type Runner = (steps: readonly Step[], folder: string) => Promise<Failure[]>
/** Each runner writes `<index>.out` of what failed. */
const RUNNERS: Readonly<Record<SnippetLanguage, Runner>> = {
  cURL: (steps, folder) =>
    runAll(steps, folder, 'sh', ['bash'], 'sh', [
      // As people type it, but a refusal is a failure.
      'curl() { command curl -sS --fail-with-body "$@"; }',
      'mapfile -t KEYS < credentials.txt',
      ...steps.map((_, at) => `export CREDENCE_API_KEY="\${KEYS[${at}]}"; ( . ./${at}.sh ) > ${at}.log 2>&1 || mv ${at}.log ${at}.out`),
    ]),
  // The shell makes words of what is typed, and one process runs the commands: starting each would take a minute.
  credence: (steps, folder) =>
    runAll(steps, folder, 'sh', ['bash'], 'sh', [
      'credence() { printf "%s\\0" "$@" > "$AT.words"; }',
      ...steps.map((_, at) => `AT=${at}; . ./${at}.sh`),
      `exec ${process.execPath} commands.mjs`,
    ]),
  // One process for all: what is measured is the snippet, not the start of an interpreter.
  TypeScript: (steps, folder) =>
    runAll(steps, folder, 'ts', [process.execPath], 'mjs', [
      "import { readFileSync, writeFileSync } from 'node:fs'",
      'console.log = () => {}',
      "for (const [index, credential] of JSON.parse(readFileSync('steps.json', 'utf8')).entries()) {",
      '  process.env.CREDENCE_API_KEY = credential',
      "  await import('./' + index + '.ts').catch((cause) => writeFileSync(index + '.out', String(cause?.stack ?? cause)))",
      '}',
    ]),
  Python: (steps, folder) =>
    runAll(steps, folder, 'py', ['python3'], 'py', [
      'import contextlib, io, json, os, traceback',
      'for index, credential in enumerate(json.load(open("steps.json"))):',
      '    os.environ["CREDENCE_API_KEY"] = credential',
      '    try:',
      '        with contextlib.redirect_stdout(io.StringIO()):',
      '            exec(compile(open(f"{index}.py").read(), f"{index}.py", "exec"), {})',
      '    except BaseException as fault:',
      '        more = fault.read().decode() if hasattr(fault, "read") else ""',
      '        open(f"{index}.out", "w").write(traceback.format_exc() + more)',
    ]),
}

/** Runs the commands whose words stand in files. */
const COMMANDS = [
  "import { readFileSync, writeFileSync } from 'node:fs'",
  `import { runCli } from '${new URL('../../apps/cli/src/cli.ts', import.meta.url)}'`,
  "for (const [at, credential] of JSON.parse(readFileSync('steps.json', 'utf8')).entries()) {",
  "  const words = readFileSync(at + '.words', 'utf8').split('\\0').slice(0, -1)",
  "  let said = ''",
  '  const terminal = { out() {}, error: (text) => (said += text), progress() {}, isScreen: false, isErrorScreen: false, isColourful: false }',
  '  const code = await runCli(words, { terminal, env: { ...process.env, CREDENCE_API_KEY: credential } }).catch(String)',
  "  if (code !== 0) writeFileSync(at + '.out', code + ' ' + said)",
  '}',
]

async function runAll(
  steps: readonly Step[],
  folder: string,
  extension: string,
  command: readonly string[],
  own: string,
  lines: readonly string[],
): Promise<Failure[]> {
  await mkdir(folder)
  await Promise.all(steps.map(({ text }, index) => writeFile(join(folder, `${index}.${extension}`), `${text}\n`)))
  const credentials = steps.map(({ credential }) => credential)
  await writeFile(join(folder, 'steps.json'), JSON.stringify(credentials))
  await writeFile(join(folder, 'credentials.txt'), credentials.map((one) => `${one}\n`).join(''))
  await writeFile(join(folder, 'commands.mjs'), `${COMMANDS.join('\n')}\n`)
  await writeFile(join(folder, `all.${own}`), `${lines.join('\n')}\n`)
  const env = { ...process.env, XDG_CONFIG_HOME: folder }
  const code = await new Promise<number | null>((done) => {
    const child = spawn(command[0]!, [...command.slice(1), `all.${own}`], { cwd: folder, env, stdio: 'ignore' })
    child.on('error', () => done(null)).on('close', done)
  })
  const outs = await Promise.all(
    steps.map(async ({ operation }, index) => {
      const said = await readFile(join(folder, `${index}.out`), 'utf8').catch(() => undefined)
      return said === undefined ? [] : [{ id: operation.id, said: said.trim().slice(-380) }]
    }),
  )
  return [...(code === 0 ? [] : [{ id: 'all of them', said: `the interpreter ended with ${code}` }]), ...outs.flat()]
}
