// Repositories as people write them, in acceptance/repositories, built and run over the API from a git server of this machine: https with a certificate of
// its own, submodules, one of them in another, and a remote that is private.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { CERTIFICATES, type Content, type GitServer, openGitServer } from '../../apps/server/src/testing/git-server.ts'
import type { Report } from '../check.ts'
import { Platform } from '../platform.ts'

interface Run {
  /** Of the task; absent: those of the repository. */
  readonly arguments?: string
  readonly prints: string | RegExp
  readonly ends?: 'Stopped'
}
interface Project {
  readonly name: string
  /** Where submodules are, and what they are. */
  readonly modules?: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  readonly fields?: Readonly<Record<string, unknown>>
  /** Its sources are in it, so workers need flang. */
  readonly isFortran?: boolean
  readonly runs: readonly Run[]
}

const FOLDER = join(import.meta.dirname, '../repositories')
/** What others have as submodules, inner ones first. */
const PARTS: readonly Project[] = [
  { name: 'bme280-driver', runs: [] },
  { name: 'station-names', runs: [] },
  { name: 'station-registry', modules: { names: 'station-names' }, runs: [] },
]
const PROJECTS: readonly Project[] = [
  { name: 'first-light', fields: { Commit: 'v1' }, runs: [{ prints: 'first light\n' }] },
  {
    name: 'thermometer',
    modules: { 'submodules/bme280-driver': 'bme280-driver' },
    links: { 'src/bme280.c': '../submodules/bme280-driver/bme280.c' },
    fields: { Arguments: '200' },
    runs: [{ prints: /^25\.\d\dUx[0-9A-F]+\n$/ }, { arguments: '', prints: /^25\.\d\d/ }],
  },
  { name: 'imu-fusion', runs: [{ prints: 'angle 3.05686\ncaught time runs forward\n' }] },
  { name: 'altimeter', runs: [{ prints: /^p at 1: (999|1000)\.\d m\n$/ }] },
  { name: 'dice', runs: [{ prints: /^7\.0 1[12]\.\d\n$/ }] },
  {
    name: 'weather-station',
    modules: { 'third_party/registry': 'station-registry' },
    fields: { BuildDirectory: 'firmware/app' },
    runs: [{ prints: 'Zugspitze: 21.5 C, 70.7 F\n' }],
  },
  {
    name: 'option-price',
    fields: { Arguments: '-S 0' },
    runs: [{ prints: /^5\.0Ux/ }, { arguments: '-S 1', prints: /^10\.0Ux/ }],
  },
  {
    name: 'statistics',
    runs: [
      { prints: '2 1\n' },
      { arguments: '--input "set 1/größe.csv" -j', prints: '{\n\t"mean": 15,\n\t"deviation": 7.07107\n}\n' },
      { arguments: '-i none.csv', prints: '', ends: 'Stopped' },
    ],
  },
  { name: 'ancient', runs: [{ prints: '42\n' }] },
  { name: 'pendulum', isFortran: true, runs: [{ prints: /^angle {2}-0\.143Ux[0-9A-F]+\n$/ }] },
  { name: 'calibration-secrets', runs: [{ prints: 'offset 0.125\n' }] },
]
const PRIVATE = 'calibration-secrets'
const TOKEN = 'ghp_of-the-owner'

export async function repositories(_platform: Platform, report: Report): Promise<void> {
  const git = await openGitServer()
  const github = createServer((request, response) => {
    const isOwner = request.headers.authorization === `Bearer ${TOKEN}`
    response.writeHead(isOwner ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify({ login: 'owner' }))
  })
  await new Promise<void>((done) => github.listen(0, '127.0.0.1', done))
  const temporary = await mkdtemp(join(tmpdir(), 'credence-repositories-'))
  const platform = await Platform.start({
    CREDENCE_DOCS: temporary, // that there is no site to be built
    CREDENCE_ALLOWED_HOSTS: git.host,
    CREDENCE_CERTIFICATES: CERTIFICATES,
    CREDENCE_GITHUB_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
    CREDENCE_GITHUB_LOGIN_URL: git.origin,
  })
  try {
    const commits = new Map<string, string>()
    for (const project of [...PARTS, ...PROJECTS]) commits.set(project.name, git.commit(project.name, await contentsOf(project, git, commits)))
    git.git('first-light', 'tag', 'v1')
    git.intercept = (request, response) => {
      const asked = request.headers.authorization
      if (!request.url?.startsWith(`/${PRIVATE}`) || asked === `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`) return false
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return true
    }
    const refused = await build(platform, git, PRIVATE)
    report.check(
      'a private repository is not fetched without its token',
      refused.output,
      refused.status === 'Stopped' && refused.output.includes('fatal:'),
    )
    const connected = await platform.call('PUT', '/users/me/integrations/github', { body: { GithubUsername: 'owner', GithubToken: TOKEN } })
    report.equal('its owner connects the account', connected.status, 200)
    const { json: compiler } = await platform.call('GET', '/health/compiler')
    const { fortran } = compiler.details as { fortran?: string }
    for (const project of PROJECTS) {
      if (project.isFortran && !fortran?.startsWith('flang ')) report.skip(`${project.name}: ${fortran}`)
      else await judge(platform, git, report, project)
    }
    await traced(platform, git, report)
    await wronglyTraced(platform, git, report)
  } finally {
    await platform.remove()
    await git.close()
    github.close()
    await rm(temporary, { recursive: true, force: true })
  }
}

/** The files below its folder, and what a folder cannot hold here: links and submodules. */
async function contentsOf({ name, modules = {}, links = {} }: Project, git: GitServer, commits: ReadonlyMap<string, string>) {
  const files: Record<string, Content> = {}
  const top = join(FOLDER, name)
  for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files[relative(top, path)] = await readFile(path)
  }
  for (const [path, to] of Object.entries(links)) files[path] = { to }
  for (const [path, module] of Object.entries(modules))
    files[path] = { module: commits.get(module)!, url: path === 'names' ? `../${module}` : `${git.origin}/${module}` }
  return files
}

interface Built {
  readonly id: string
  readonly status: string
  readonly message: string
  readonly output: string
}
async function build(platform: Platform, git: GitServer, name: string, fields: Project['fields'] = {}): Promise<Built> {
  const given = { RemoteURL: `${git.origin}/${name}`, Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src', ...fields }
  const connected = await platform.call('POST', '/repositories', { body: given })
  if (connected.status !== 201) throw new Error(`${name} was not connected: ${connected.text}`)
  const { json } = await platform.call('POST', `/repositories/${connected.json.RepositoryID}/builds`)
  const ended = await platform.end(`/builds/${json.BuildID}`)
  const links = await platform.call('GET', `/builds/${json.BuildID}/outputs`)
  const output = await (await fetch(String(links.json.Build))).text()
  const message = String((ended.StatusTransitions as { Message: string }[]).at(-1)?.Message)
  return { id: String(json.BuildID), status: String(ended.Status), message, output }
}

async function judge(platform: Platform, git: GitServer, report: Report, { name, fields, runs }: Project): Promise<void> {
  const built = await build(platform, git, name, fields)
  report.check(`${name} is built`, built.output, built.status === 'Completed')
  if (built.status !== 'Completed') return
  for (const run of runs) {
    const body = run.arguments === undefined ? {} : { Arguments: run.arguments }
    const { json } = await platform.call('POST', `/builds/${built.id}/tasks`, { body })
    const ended = await platform.end(`/tasks/${json.TaskID}`)
    const { text } = await platform.call('GET', `/tasks/${json.TaskID}/output/Stdout`)
    const prints = typeof run.prints === 'string' ? text === run.prints : run.prints.test(text)
    report.check(
      `${name} ${run.arguments ?? ''} prints ${run.prints}`,
      `${ended.Status} ${text}`,
      prints && ended.Status === (run.ends ?? 'Completed'),
    )
  }
}

/** What the configuration file names is recorded, element by element. */
async function traced(platform: Platform, git: GitServer, report: Report): Promise<void> {
  const built = await build(platform, git, 'option-price')
  report.check(
    'a core below what the configuration file asks for is noted',
    built.output,
    built.output.includes('uxhw.yaml: Precision 4096 is asked for'),
  )
  const { json } = await platform.call('POST', `/builds/${built.id}/tasks`)
  await platform.end(`/tasks/${json.TaskID}`)
  const values = await platform.call('GET', `/tasks/${json.TaskID}/values`)
  const found = (values.json.Values as { Name: string; Mean: number }[]).map(({ Name, Mean }) => `${Name} ${Mean.toFixed(1)}`)
  report.equal('the values that the configuration file names are recorded', found, ['gain 5.0', 'prices[0] 5.0', 'prices[1] 10.0'])
}

async function wronglyTraced(platform: Platform, git: GitServer, report: Report): Promise<void> {
  const wrong = 'TraceVariables:\n  - { File: main.c, LineNumber: 7, Expression: offset }\n  - { File: main.c, LineNumber: 7, Expression: ofset }\n'
  git.commit(PRIVATE, { 'uxhw.yaml': wrong }, 'wrong')
  const { status, message } = await build(platform, git, PRIVATE, { Branch: 'wrong' })
  const names = message.includes('uxhw.yaml: TraceVariables[1].Expression: ')
  report.check('a wrong trace variable is told by file and field of the configuration', message, status === 'Stopped' && names)
}
