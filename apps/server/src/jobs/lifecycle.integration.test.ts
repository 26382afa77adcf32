// The life of builds, tasks and files against a model of it: any sequence of what a caller may do leaves lists, statuses, histories, outputs and counters as
// the model says, whatever the workers are doing meanwhile.
import { isTerminal, NEXT, type Status } from '@credence/contract'
import fc, { type AsyncCommand } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type Reply, type TestAccount, type TestPlatform } from '../testing/platform.ts'
import { upload } from '../testing/upload.ts'

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

const RUNS = 20
const COMMANDS = 30
const SEED = 20_260_101

/** Programs of the test engine: what they print, and how a build and a task of them end. */
const PROGRAMS = {
  prints: { code: 'print hello', build: 'Completed', task: 'Completed', output: 'hello\n' },
  fails: { code: 'print so far\nexit 3', build: 'Completed', task: 'Stopped', output: 'so far\n' },
  broken: { code: 'error', build: 'Stopped', task: undefined, output: '' },
  slow: { code: 'sleep-build 150\nprint late', build: 'Completed', task: 'Completed', output: 'late\n' },
} as const
type Program = keyof typeof PROGRAMS

interface Job {
  readonly kind: 'build' | 'task'
  readonly id: string
  readonly program: Program
  /** A cancel was answered 202: it ends as Cancelled, or as it would have, if that came first. */
  cancelAsked: boolean
  /** Of a task: its build was deleted before it was seen to end, so there may have been nothing to run. */
  isOrphan: boolean
  /** Of a task. */
  readonly buildId?: string
  /** Once it was seen; nothing changes it any more. */
  ended: Status | undefined
}
interface Model {
  readonly jobs: Job[]
  readonly files: Map<string, string>
}
interface Real {
  readonly as: TestAccount
}
type Step = AsyncCommand<Model, Real>

const call = ({ as }: Real, method: string, url: string, body?: unknown): Promise<Reply> =>
  platform.call(method, url, { as, ...(body === undefined ? {} : { body }) })
const pathOf = ({ kind, id }: Pick<Job, 'kind' | 'id'>) => `/${kind}s/${id}`
const step = (name: string, run: (model: Model, real: Real) => Promise<void>, check: (model: Model) => boolean = () => true): Step => ({
  check,
  run,
  toString: () => name,
})
/** The n-th of some, counted round. */
const pick = <T>(some: readonly T[], n: number): T => some[n % some.length]!

/** Its status now; a history that begins with Accepted and takes only steps that the contract knows. */
async function look(real: Real, job: Job): Promise<Status> {
  const { status, json } = await call(real, 'GET', pathOf(job))
  expect([job.id, status]).toEqual([job.id, 200])
  const history = json.StatusTransitions.map(({ Status }: { Status: Status }) => Status) as Status[]
  expect([history[0], history.at(-1)]).toEqual(['Accepted', json.Status])
  for (const [index, next] of history.slice(1).entries()) expect(NEXT[history[index]!] as readonly string[]).toContain(next)
  if (job.ended !== undefined) expect(json.Status).toBe(job.ended)
  if (isTerminal(json.Status)) {
    const { [job.kind]: usual } = PROGRAMS[job.program]
    expect([usual, ...(job.cancelAsked ? ['Cancelled'] : []), ...(job.isOrphan ? ['Stopped'] : [])]).toContain(json.Status)
    job.ended = json.Status
  }
  return json.Status
}
async function end(real: Real, job: Job): Promise<void> {
  await expect.poll(async () => isTerminal(await look(real, job)), { timeout: 60_000, interval: 20 }).toBe(true)
}

const submitBuild = (program: Program) =>
  step(`build ${program}`, async (model, real) => {
    const { status, json } = await call(real, 'POST', '/sourcecode/builds', { Code: PROGRAMS[program].code, Language: 'C' })
    expect(status).toBe(202)
    model.jobs.push({ kind: 'build', id: json.BuildID, program, cancelAsked: false, isOrphan: false, ended: undefined })
  })
const builds = ({ jobs }: Model) => jobs.filter(({ kind }) => kind === 'build')
const submitTask = (n: number) =>
  step(
    `run build ${n}`,
    async (model, real) => {
      const build = pick(builds(model), n)
      const { status, json } = await call(real, 'POST', `${pathOf(build)}/tasks`)
      if (build.ended !== undefined) expect(status).toBe(build.ended === 'Completed' ? 202 : 409)
      else expect([202, 409]).toContain(status)
      const task = {
        kind: 'task',
        id: json.TaskID,
        program: build.program,
        cancelAsked: false,
        isOrphan: false,
        buildId: build.id,
        ended: undefined,
      } as const
      if (status === 202) model.jobs.push({ ...task })
    },
    (model) => builds(model).length > 0,
  )
const anyJobs = ({ jobs }: Model) => jobs.length > 0
const await_ = (n: number) => step(`await ${n}`, async ({ jobs }, real) => end(real, pick(jobs, n)), anyJobs)
const cancel = (n: number) =>
  step(
    `cancel ${n}`,
    async ({ jobs }, real) => {
      const job = pick(jobs, n)
      const { status } = await call(real, 'POST', `${pathOf(job)}/cancel`)
      expect(job.ended === undefined ? [202, 409] : [409]).toContain(status)
      if (status === 202) job.cancelAsked = true
    },
    anyJobs,
  )
const remove = (n: number) =>
  step(
    `delete ${n}`,
    async ({ jobs }, real) => {
      const job = pick(jobs, n)
      const { status } = await call(real, 'DELETE', pathOf(job))
      expect(job.ended === undefined ? [204, 409] : [204]).toContain(status)
      if (status !== 204) return
      jobs.splice(jobs.indexOf(job), 1)
      for (const task of jobs) if (task.buildId === job.id && task.ended === undefined) task.isOrphan = true
      for (const [method, url] of [
        ['GET', pathOf(job)],
        ['DELETE', pathOf(job)],
        ['POST', `${pathOf(job)}/cancel`],
      ] as const)
        expect((await call(real, method, url)).status).toBe(404)
    },
    anyJobs,
  )
const readOutput = (n: number) =>
  step(
    `read ${n}`,
    async ({ jobs }, real) => {
      const job = pick(jobs, n)
      if (job.kind === 'build') return
      const { text, headers } = await call(real, 'GET', `${pathOf(job)}/output/Stdout`)
      const { output } = PROGRAMS[job.program]
      expect(output.startsWith(text)).toBe(true)
      if (job.ended !== undefined && job.ended !== 'Cancelled' && !job.isOrphan)
        expect([text, headers['credence-complete']]).toEqual([output, 'true'])
    },
    anyJobs,
  )
const list = (kind: 'build' | 'task') =>
  step(`list ${kind}s`, async ({ jobs }, real) => {
    const { json } = await call(real, 'GET', `/${kind}s`)
    const found = (kind === 'build' ? json.Builds : json.Tasks) as Record<string, unknown>[]
    const expected = jobs.filter((job) => job.kind === kind).map(({ id }) => id)
    expect(found.map((one) => one[kind === 'build' ? 'BuildID' : 'TaskID']).toSorted()).toEqual(expected.toSorted())
    expect(found.map(({ CreatedAt }) => CreatedAt)).toEqual(found.map(({ CreatedAt }) => CreatedAt as number).toSorted((a, b) => b - a))
  })

const PATHS = ['a.txt', 'b.txt', 'set/a.txt', 'set/deep/b.txt', 'ü/测.csv']
const fileUrl = (path: string, query = '') => `/files/${path.split('/').map(encodeURIComponent).join('/')}${query}`
const putFile = (path: string, text: string) =>
  step(`put ${path}`, async ({ files }, real) => {
    const { json } = await call(real, 'PUT', fileUrl(path, `?size=${Buffer.byteLength(text)}`), null)
    expect(await upload(platform, json.upload_url, text)).toBe(200)
    files.set(path, text)
  })
const readFile = (path: string) =>
  step(`get ${path}`, async ({ files }, real) => {
    const { status, json } = await call(real, 'GET', fileUrl(path, '?download=true'))
    expect([path, status]).toEqual([path, files.has(path) ? 200 : 404])
    if (status === 200) expect((await platform.follow(json.download_url)).body).toBe(files.get(path))
  })
const removeFile = (path: string) =>
  step(`remove ${path}`, async ({ files }, real) => {
    expect((await call(real, 'DELETE', fileUrl(path))).status).toBe(files.delete(path) ? 200 : 404)
  })
const removeFolder = (folder: string) =>
  step(`remove all of ${folder}`, async ({ files }, real) => {
    const { status } = await call(real, 'DELETE', fileUrl(folder, '?directory=true&recursive=true'))
    const inside = [...files.keys()].filter((path) => path.startsWith(`${folder}/`))
    expect(inside.length > 0 ? [200] : [200, 404]).toContain(status) // folders stay when what is in them goes
    for (const path of inside) files.delete(path)
  })

const commands = fc.commands(
  [
    fc.constantFrom(...(Object.keys(PROGRAMS) as Program[])).map(submitBuild),
    ...[submitTask, await_, cancel, remove, readOutput].map((make) => fc.nat(20).map(make)),
    fc.nat(20).map(submitTask),
    fc.constantFrom('build' as const, 'task' as const).map(list),
    fc.tuple(fc.constantFrom(...PATHS), fc.string({ maxLength: 30 })).map(([path, text]) => putFile(path, text)),
    fc.constantFrom(...PATHS).map(readFile),
    fc.constantFrom(...PATHS).map(removeFile),
    fc.constantFrom('set', 'set/deep').map(removeFolder),
  ],
  { maxCommands: COMMANDS, size: 'max' },
)

test('whatever is asked for in whatever order, builds, tasks and files are what the model says', async () => {
  let [steps, jobs] = [0, 0]
  const property = fc.asyncProperty(commands, async (given) => {
    const model: Model = { jobs: [], files: new Map() }
    const real: Real = { as: await platform.account() }
    await fc.asyncModelRun(() => ({ model, real }), given)
    steps += [...given].length
    jobs += model.jobs.length
    for (const job of model.jobs) await end(real, job)
    for (const kind of ['build', 'task'] as const) await list(kind).run(model, real)
    for (const path of PATHS) await readFile(path).run(model, real)
    const { ResourceUsage } = (await call(real, 'GET', '/users/me')).json
    const bytes = [...model.files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    expect(ResourceUsage).toMatchObject({ ConcurrentBuildCount: 0, ConcurrentTaskCount: 0, CloudStorageBytes: bytes })
  })
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })
  expect([steps > 10 * RUNS, jobs > RUNS]).toEqual([true, true])
})
