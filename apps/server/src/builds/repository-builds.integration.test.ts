import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeConnection } from '../github/queries.ts'
import { openSealing } from '../sealing/open.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { CERTIFICATES, type GitServer, openGitServer } from '../testing/git-server.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let git: GitServer
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  git = await openGitServer()
  platform = await openTestPlatform(server, {
    env: { CREDENCE_ALLOWED_HOSTS: git.host, CREDENCE_CERTIFICATES: CERTIFICATES, CREDENCE_GITHUB_LOGIN_URL: git.origin },
  })
})
afterAll(async () => {
  await platform.close()
  await git.close()
  await server.close()
})

const connect = async (name: string, fields: object = {}): Promise<string> => {
  const body = { RemoteURL: `${git.origin}/${name}`, Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src', ...fields }
  return (await platform.call('POST', '/repositories', { body })).json.RepositoryID
}
const build = async (repositoryId: string, body?: object) => {
  const { status, json } = await platform.call('POST', `/repositories/${repositoryId}/builds`, { body })
  expect(status).toBe(202)
  return platform.until(`/builds/${json.BuildID}`, 'Completed', 'Stopped')
}
const outputOf = async (buildId: string) => (await platform.follow((await platform.call('GET', `/builds/${buildId}/outputs`)).json.Build)).body
const run = async (buildId: string, body?: object) => {
  const task = await platform.until(`/tasks/${await platform.task(buildId, body)}`, 'Completed', 'Stopped')
  return (await platform.call('GET', `/tasks/${task.TaskID}/output/Stdout`)).text
}

test('a repository is fetched, built and run, with its defaults, and its inputs in the working directory', async () => {
  const commit = git.commit('sensor', {
    'src/main.c': 'print from main\narguments\nread data.csv\nread set1/a.txt\n',
    'inputs/data.csv': 'a,b\n',
    'inputs/set1/a.txt': 'A\n',
    'uxhw.yaml': 'TraceVariables: [{File: main.c, LineNumber: 1, Expression: x}]\n',
  })
  const repositoryId = await connect('sensor', { Arguments: '-S 0' })
  const made = await build(repositoryId)
  expect(made).toMatchObject({
    Status: 'Completed',
    DefaultArguments: '-S 0',
    TraceVariables: [{ File: 'main.c', LineNumber: 1, Expression: 'x' }],
    Application: { Type: 'Repository', Repository: { RepositoryID: repositoryId, Branch: 'main', BuildDirectory: 'src' } },
  })
  expect(await outputOf(made.BuildID)).toBe(`note: commit ${commit} of branch main of ${git.origin}/sensor\n`)
  expect(await run(made.BuildID)).toBe('from main\n["-S","0"]\na,b\nA\n')
  expect(await run(made.BuildID, { Arguments: '' })).toBe('from main\n[]\na,b\nA\n')
})

test('a request overrides the repository, its branch too', async () => {
  git.commit('branches', { 'src/main.c': 'print main\n' })
  git.commit('branches', { 'src/main.c': 'print other\narguments\n' }, 'other')
  const repositoryId = await connect('branches', { Arguments: '-a', Commit: git.git('branches', 'rev-parse', 'main') })
  const made = await build(repositoryId, { Branch: 'other', Arguments: '', Object: 'x', TraceVariables: [] })
  expect(made).toMatchObject({ DefaultArguments: '', Application: { Repository: { Branch: 'other', Commit: 'HEAD' } } })
  expect(await run(made.BuildID)).toBe('other\n[]\n')
  expect(await run((await build(repositoryId, { Branch: '' })).BuildID)).toBe('main\n')
})

test('a request names a commit and a build directory for itself', async () => {
  const first = git.commit('this-once', { 'src/main.c': 'print first\n', 'firmware/main.c': 'print firmware\n' })
  git.commit('this-once', { 'src/main.c': 'print second\n' })
  git.commit('this-once', { 'src/main.c': 'print other\n' }, 'other')
  const repositoryId = await connect('this-once')
  const printed = async (body: object) => run((await build(repositoryId, body)).BuildID)
  expect(await printed({ Commit: first })).toBe('first\n')
  expect(await printed({ Branch: 'other', Commit: first })).toBe('first\n')
  expect(await printed({ BuildDirectory: 'firmware' })).toBe('firmware\n')
  expect(await printed({ Commit: '', BuildDirectory: '' })).toBe('second\n')
  const refused = await platform.call('POST', `/repositories/${repositoryId}/builds`, { body: { BuildDirectory: '../x' } })
  expect([refused.status, refused.json.message]).toEqual([400, "Missing or malformed 'BuildDirectory' field"])
})

test('what git refuses ends the build in its own words', async () => {
  const gone = await build(await connect('gone'))
  expect([gone.Status, gone.StatusTransitions.at(-1).Message]).toEqual([
    'Stopped',
    expect.stringContaining(`fatal: repository '${git.origin}/gone/' not found`),
  ])
  expect(await outputOf(gone.BuildID)).toBe(`error: fatal: repository '${git.origin}/gone/' not found\n`)
  const inside = await build(await connect('x', { RemoteURL: 'https://127.0.0.1/x' }))
  expect(inside.StatusTransitions.at(-1).Message).toContain('this platform may not reach 127.0.0.1')
})

test('a private repository is fetched with the token of its owner, and with no other', async () => {
  git.commit('private', { 'src/main.c': 'print private\n' })
  const authorization = `Basic ${Buffer.from('x-access-token:ghp_token').toString('base64')}`
  git.intercept = (request, response) => {
    if (!request.url?.startsWith('/private') || request.headers.authorization === authorization) return false
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    return true
  }
  const repositoryId = await connect('private')
  const refused = await build(repositoryId)
  expect([refused.Status, await outputOf(refused.BuildID)]).toEqual(['Stopped', expect.stringContaining('could not read Username')])
  const sealing = await openSealing(platform.config)
  await storeConnection(platform.database, sealing, platform.owner.userId, { username: 'a', token: 'ghp_token' })
  expect(await run((await build(repositoryId)).BuildID)).toBe('private\n')
})

test('builds of one repository are listed, and stay when it is disconnected', async () => {
  git.commit('listed', { 'src/main.c': 'print x\n' })
  const [one, other] = [await connect('listed'), await connect('listed')]
  const first = (await build(one)).BuildID
  const second = (await build(one)).BuildID
  await build(other)
  const list = (await platform.call('GET', `/repositories/${one}/builds`)).json
  expect(list).toMatchObject({ RepositoryID: one, Count: 2, Builds: [{ BuildID: second }, { BuildID: first }] })
  expect((await platform.call('GET', `/repositories/${one}/builds?startKey=${second}`)).json.Builds).toMatchObject([{ BuildID: first }])
  expect((await platform.call('DELETE', `/repositories/${one}`)).status).toBe(204)
  expect((await platform.call('GET', `/repositories/${one}/builds`)).status).toBe(404)
  expect((await platform.call('POST', `/repositories/${one}/builds`)).json.message).toBe('Repository not found')
  expect(await run(first)).toBe('x\n')
})

test('health says whether there is a git', async () => {
  expect((await platform.call('GET', '/health/git', { as: null })).json).toMatchObject({ service: 'git', status: 'healthy' })
})
