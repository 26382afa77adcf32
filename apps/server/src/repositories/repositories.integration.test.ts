import { RECOMMENDED_CORE } from '@credence/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { workers: 0 })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

const REQUIRED = { RemoteURL: 'https://git.example/owner/name', Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }
const connect = async (fields: object = {}) => (await platform.call('POST', '/repositories', { body: { ...REQUIRED, ...fields } })).json
const refusal = async (method: string, url: string, body?: unknown, headers = {}) => {
  const { status, json } = await platform.call(method, url, { body, headers })
  return `${status} ${json?.message}`
}

describe('connecting', () => {
  test('answers the repository, which can be read at once', async () => {
    const made = await connect({
      Arguments: '-S 0',
      Owner: 'usr_x',
      Whatever: 1,
      TraceVariables: [{ File: 'main.c', LineNumber: 3, Expression: 'x' }],
    })
    expect(made).toEqual({
      Object: 'Repository',
      RepositoryID: expect.stringMatching(/^rep_[0-9a-f]{32}$/),
      Owner: platform.owner.userId,
      ...REQUIRED,
      Arguments: '-S 0',
      Core: '',
      DataSources: [],
      TraceVariables: [{ File: 'main.c', LineNumber: 3, Expression: 'x' }],
      CreatedAt: expect.any(Number),
      UpdatedAt: expect.any(Number),
    })
    expect((await platform.call('GET', `/repositories/${made.RepositoryID}`)).json).toEqual(made)
  })
  test.each([
    ['RemoteURL', undefined],
    ['RemoteURL', ''],
    ['RemoteURL', 'git.example/owner/name'],
    ['RemoteURL', 'http://git.example/owner/name'],
    ['RemoteURL', 'ssh://git.example/owner/name'],
    ['RemoteURL', 'file:///etc/passwd'],
    ['RemoteURL', 'ext::sh -c touch% /tmp/x'],
    ['RemoteURL', '--upload-pack=touch /tmp/x'],
    ['RemoteURL', 'https://git.example'],
    ['RemoteURL', 'https://user:secret@git.example/owner/name'],
    ['RemoteURL', 'https://git.example/owner/name?token=secret'],
    ['RemoteURL', 'https://[nonsense/owner/name'],
    ['Commit', undefined],
    ['Commit', '--all'],
    ['Commit', 'HEAD~1'],
    ['Commit', ''],
    ['Branch', undefined],
    ['Branch', '-b'],
    ['Branch', 'a..b'],
    ['Branch', 'a b'],
    ['Branch', 'main.lock'],
    ['BuildDirectory', undefined],
    ['BuildDirectory', ''],
    ['BuildDirectory', '/src'],
    ['BuildDirectory', '../src'],
    ['BuildDirectory', 'src/../../x'],
    ['Arguments', "'open"],
    ['Arguments', 5],
    ['LineNumber', 1.5],
  ])('refuses %s: %j', async (field, value) => {
    const wrong = field === 'LineNumber' ? { TraceVariables: [{ File: 'a.c', LineNumber: value, Expression: 'x' }] } : { [field]: value }
    expect(await refusal('POST', '/repositories', { ...REQUIRED, ...wrong })).toBe(`400 Missing or malformed '${field}' field`)
  })
  test.each([['src'], ['.'], ['deep/er/src'], ['a folder'], ['..src']])('takes the build directory %j', async (BuildDirectory) => {
    expect(await connect({ BuildDirectory })).toMatchObject({ BuildDirectory })
  })
  test.each([['feature/é'], ['v1.2.3'], ['0123456789abcdef0123456789abcdef01234567']])('takes the name %j', async (name) => {
    expect(await connect({ Branch: name, Commit: name })).toMatchObject({ Branch: name, Commit: name })
  })
  test('needs a body and a core that there is', async () => {
    expect(await refusal('POST', '/repositories')).toBe('400 Empty request body')
    expect(await refusal('POST', '/repositories', { ...REQUIRED, Core: 'cor_0' })).toBe('404 Core not found')
    expect(await connect({ Core: '' })).toMatchObject({ Arguments: '', Core: '', DataSources: [], TraceVariables: [] })
  })
  test('ends at the limit of the plan, whoever is first', async () => {
    const free = await platform.account('FreeTier')
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => platform.call('POST', '/repositories', { as: free, body: REQUIRED })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403])
    expect(answers.find(({ status }) => status === 403)?.json).toEqual({
      error: 'Forbidden',
      message: 'Repositories limit reached. Please upgrade your account to create more repositories.',
    })
    expect((await platform.call('GET', '/users/me', { as: free })).json.ResourceUsage.RepositoryCount).toBe(3)
  })
})

describe('changing', () => {
  test('writes what is named and nothing else', async () => {
    const made = await connect({ Arguments: 'a' })
    const { status, json } = await platform.call('PATCH', `/repositories/${made.RepositoryID}`, {
      body: { Branch: 'develop', RepositoryID: 'x', CreatedAt: 1 },
    })
    expect([status, json]).toEqual([200, { ...made, Branch: 'develop', UpdatedAt: json.UpdatedAt }])
  })
  test('removes a field, alone or with others', async () => {
    const made = await connect({ Core: RECOMMENDED_CORE.CoreID, TraceVariables: [{ File: 'main.c', LineNumber: 3, Expression: 'x' }] })
    const at = `/repositories/${made.RepositoryID}`
    expect((await platform.call('PATCH', `${at}?remove=TraceVariables`)).json).toMatchObject({ TraceVariables: [] })
    expect(await refusal('PATCH', `${at}?remove=TraceVariables`)).toBe('400 Nothing to update')
    expect((await platform.call('PATCH', `${at}?remove=Core`, { body: { Branch: 'other' } })).json).toEqual({
      ...made,
      Core: '',
      TraceVariables: [],
      Branch: 'other',
      UpdatedAt: expect.any(Number),
    })
    expect(await refusal('PATCH', `${at}?remove=RemoteURL`)).toBe("400 Missing or malformed 'remove' field: one of DataSources, Core, TraceVariables")
  })
  test('refuses nothing, what is the same, and what is malformed', async () => {
    const { RepositoryID } = await connect()
    const at = `/repositories/${RepositoryID}`
    expect(await refusal('PATCH', at)).toBe('400 Empty request body')
    expect(await refusal('PATCH', at, {})).toBe('400 Nothing to update')
    expect(await refusal('PATCH', at, { Branch: 'main' })).toBe('400 Nothing to update')
    expect(await refusal('PATCH', at, { Branch: '' })).toBe("400 Missing or malformed 'Branch' field")
    expect(await refusal('PATCH', '/repositories/rep_0', { Branch: 'x' })).toBe('404 Repository not found')
  })
})

test('a repository is found by its address and branch', async () => {
  const { RepositoryID } = await connect({ RemoteURL: 'https://git.example/owner/findable.git', Branch: 'dev' })
  const find = (query: string) => platform.call('GET', `/repositories/lookup?${query}`)
  expect((await find('remoteURL=https://git.example/owner/findable')).json).toEqual({ RepositoryID })
  expect((await find('remoteURL=https://git.example/owner/findable.git/&branch=dev')).json).toEqual({ RepositoryID })
  expect((await find('remoteURL=https://git.example/owner/findable&branch=main')).json.message).toBe('Repository not found')
  expect((await find('branch=main')).json.message).toBe("Missing or malformed 'remoteURL' field")
})

test('lists page newest first; others see nothing; disconnecting forgets', async () => {
  const other = await platform.account()
  const made: string[] = []
  for (let count = 0; count < 27; count++) made.push((await platform.call('POST', '/repositories', { as: other, body: REQUIRED })).json.RepositoryID)
  const first = (await platform.call('GET', '/repositories', { as: other })).json
  const second = (await platform.call('GET', `/repositories?startKey=${first.ContinuationKey}`, { as: other })).json
  expect([first.Count, second.Count, 'ContinuationKey' in second]).toEqual([25, 2, false])
  const seen = [...first.Repositories, ...second.Repositories].map((one: { RepositoryID: string }) => one.RepositoryID)
  expect(seen).toEqual(made.toReversed())
  const [one] = made
  for (const [method, body] of [['GET'], ['PATCH', { Branch: 'x' }], ['DELETE']] as const)
    expect(await refusal(method, `/repositories/${one}`, body)).toBe('404 Repository not found')
  expect((await platform.call('DELETE', `/repositories/${one}`, { as: other })).status).toBe(204)
  expect((await platform.call('DELETE', `/repositories/${one}`, { as: other })).status).toBe(404)
})

test('a browser that follows an add-to button is sent to the console', async () => {
  const address = '/repositories?connect=https%3A%2F%2Fgit.example%2Fa%2Fb'
  const page = await platform.call('GET', address, { as: null, headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([page.status, page.headers['location']]).toEqual([302, '/console/repositories?connect=https%3A%2F%2Fgit.example%2Fa%2Fb'])
  expect((await platform.call('GET', address)).status).toBe(200)
})
