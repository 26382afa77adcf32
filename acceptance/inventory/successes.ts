// Errors of states that are brought about on the way, and each success: what is made for it ends with it.
import { randomBytes, randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { sendParts } from '../properties/prepare.ts'
import { plainRequests } from './plain.ts'
import { ENDED, type Given, type Inventory, type Json, ok, PASSWORD, type Person, reached } from './world.ts'

/** States that an error needs, and that no right request of another operation leaves. */
export async function bringStates({ world, hold, skip }: Inventory): Promise<void> {
  const { origin, key } = world.owner.target
  const { WebhookID = '', TaskID = '' } = world.fixed
  await Promise.all([
    (async () => {
      const { webhookId } = await ok(origin, key, 'POST', '/webhooks', plainRequests(world).createWebhook!.body)
      await ok(origin, key, 'PUT', `/webhooks/${webhookId}`, { status: 'disabled' })
      const path = { WebhookID: String(webhookId) }
      await hold('testWebhook', 'webhookDisabled', { path })
      await ok(origin, key, 'PUT', `/webhooks/${WebhookID}`, { status: 'disabled' })
      await hold('redeliverWebhookDelivery', 'webhookDisabled')
      await ok(origin, key, 'PUT', `/webhooks/${WebhookID}`, { status: 'active' })
    })(),
    (async () => {
      const { ThingID } = await ok(origin, key, 'POST', '/things', { Name: 'keyless' })
      await ok(origin, key, 'DELETE', `/things/${ThingID}/key`)
      await hold('revokeThingKey', 'keyNotFound', { path: { ThingID: String(ThingID) } })
    })(),
    (async () => {
      if (typeof world.other === 'string') {
        for (const id of ['createUser', 'updateUser']) skip(id, 'usernameTaken', world.other)
        return
      }
      const taken = { Username: world.other.username }
      await hold('createUser', 'usernameTaken', { body: { ...taken, Password: PASSWORD } })
      await hold('updateUser', 'usernameTaken', { body: taken })
    })(),
    (async () => {
      const BuildID = await activeBuild(origin, key)
      await hold('deleteBuild', 'buildActive', { path: { BuildID } })
      const wanted = { path: { BuildID }, headers: { 'idempotency-key': 'cancelBuild' } }
      await hold('cancelBuild', '202', wanted)
      await hold('cancelBuild', 'idempotencyMismatch', { ...wanted, path: { BuildID: 'another' } })
      await reached(origin, key, `/builds/${BuildID}`, ENDED)
      await hold('getBuildOutputs', 'buildOutputNotFound', { path: { BuildID } })
      await hold('deleteBuild', '204', { path: { BuildID } })
    })(),
    hold('createTask', '202', { path: { BuildID: world.fixed.ModesID! } }),
    hold('getTask', '200', { path: { TaskID } }),
  ])
}

/** One that is being compiled: long enough to be seen, and cancelled before it costs much. */
async function activeBuild(origin: string, key: string): Promise<string> {
  const functions = Array.from(
    { length: 3000 },
    (_, n) => `double f${n}(double x) { return x < ${n} ? x * ${n}.5 + f${Math.max(0, n - 1)}(x - 1) : x / ${n + 1}; }`,
  )
  const Code = `${functions.map((line) => `${line.slice(0, line.indexOf(' {'))};`).join('\n')}\n${functions.join('\n')}\nint main(void) { return f2999(1) > 0; }\n`
  const { BuildID } = await ok(origin, key, 'POST', '/sourcecode/builds', { Code, Language: 'C' })
  await reached(origin, key, `/builds/${BuildID}`, ['In Progress', ...ENDED])
  return String(BuildID)
}

export async function bringSuccesses(inventory: Inventory): Promise<void> {
  const { world, hold, skip } = inventory
  const { origin, key, token } = world.owner.target
  const plain = plainRequests(world)
  /** With a key for repeats, where the operation takes one; the key is then used for something else. */
  const succeed = async (id: string, status: string, given: Given = {}, person?: Person): Promise<Json> => {
    const operation = world.operations.get(id)!
    if (!JSON.stringify(operation.responses).includes('idempotencyMismatch')) return hold(id, status, given, person)
    const repeated = { ...given, headers: { ...given.headers, 'idempotency-key': randomUUID() } }
    const made = await hold(id, status, repeated, person)
    const place = /\{(\w+)\}/.exec(operation.path)?.[1]
    const other: Given =
      place === undefined
        ? { body: another({ ...(plain[id]?.body as Json), ...(given.body as Json) }) }
        : { path: { ...given.path, [place]: 'another' } }
    await hold(id, 'idempotencyMismatch', { ...repeated, ...other }, person)
    return made
  }
  /** Makes one, shows it, changes it and deletes it. */
  const life = async (noun: string, made: string, more: readonly [id: string, status: string][], name = `${noun}ID`): Promise<string> => {
    const path = { [name]: String((await succeed(`create${noun}`, made))[name === 'WebhookID' ? 'webhookId' : name]) }
    for (const [id, status] of more) await succeed(id, status, { path })
    return path[name]!
  }
  const simple = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids) await succeed(id, '200')
  }
  const taskAndBuild = async (): Promise<void> => {
    const { RunningID = '', BigTaskID = '', TaskID = '' } = world.fixed
    await succeed('cancelTask', '202', { path: { TaskID: RunningID } })
    await reached(origin, key, `/tasks/${RunningID}`, ENDED)
    await hold('deleteTask', '204', { path: { TaskID: RunningID } })
    await hold('getTaskOutput', '302', { path: { TaskID: BigTaskID } })
    for (const id of ['createSourceCodeBuild', 'createRepositoryBuild', 'createPublicTask', 'createTask']) await succeed(id, '202')
    await simple(
      'listRepositoryBuilds',
      'listBuilds',
      'getBuild',
      'updateBuild',
      'getBuildOutputs',
      'getBuildBinary',
      'listBuildVariables',
      'listBuildTasks',
    )
    await simple(
      'listTasks',
      'updateTask',
      'getPublicTask',
      'getPublicTaskOutputs',
      'getTaskOutputs',
      'getTaskOutput',
      'listTaskValues',
      'getValueSamples',
    )
    await simple('getSamples', 'createSamples')
    for (const id of ['createPlot', 'createValuePlot']) await succeed(id, '201', id === 'createPlot' ? {} : { path: { TaskID } })
  }
  const resources = async (): Promise<void> => {
    await life('Core', '201', [
      ['getCore', '200'],
      ['updateCore', '200'],
      ['deleteCore', '200'],
    ])
    await life('Repository', '201', [
      ['getRepository', '200'],
      ['updateRepository', '200'],
      ['deleteRepository', '204'],
    ])
    await life('Bucket', '201', [
      ['getBucket', '200'],
      ['updateBucket', '200'],
      ['deleteBucket', '200'],
    ])
    await life('Drive', '201', [
      ['getDrive', '200'],
      ['updateDrive', '200'],
      ['deleteDrive', '200'],
    ])
    await life('Key', '201', [['deleteKey', '200']])
    await life('Thing', '201', [
      ['getThing', '200'],
      ['updateThing', '200'],
      ['rotateThingKey', '201'],
      ['revokeThingKey', '200'],
      ['deleteThing', '200'],
    ])
    await life('Webhook', '201', [
      ['getWebhook', '200'],
      ['updateWebhook', '200'],
      ['rotateWebhookSecret', '200'],
      ['deleteWebhook', '204'],
    ])
    await simple(
      'listCores',
      'listRepositories',
      'lookupRepository',
      'listBuckets',
      'listDrives',
      'listKeys',
      'listThings',
      'listThingFiles',
      'listWebhooks',
    )
    await hold('listRepositories', '302', { headers: { accept: 'text/html' }, query: { connect: ['https://example.com/a/b'] } })
    await succeed('postThingSamples', '201')
    await simple('listThingSamples', 'deleteThingTopic', 'listWebhookDeliveries')
    await succeed('testWebhook', '202')
    await succeed('redeliverWebhookDelivery', '202')
    await hold('listFiles', '200')
    await hold('getFile', '200')
    await hold('putFile', '200', { path: { path: 'more.csv' } })
    await uploadSpare(origin, key)
    await simple('listUploads', 'getUpload', 'listUploadParts')
    const whole = { path: { UploadID: String((await succeed('createUpload', '201')).UploadID) } }
    await sendParts((method, url) => ok(origin, key, method, url), whole.path.UploadID)
    await succeed('completeUpload', '200', whole)
    const { UploadID } = await ok(origin, key, 'POST', '/uploads', plain.createUpload!.body)
    await hold('deleteUpload', '200', { path: { UploadID: String(UploadID) } })
    await hold('deleteFile', '200', { path: { path: 'spare.csv' } })
  }
  const people = async (): Promise<void> => {
    await simple('getUser', 'updateUser', 'listUserLogs', 'getSubscription', 'updateSubscription', 'getHealth', 'getServiceHealth')
    if (typeof world.other === 'string')
      for (const [id, status] of [
        ['createUser', '201'],
        ['deleteUser', '200'],
        ['logoutAllSessions', '200'],
      ] as const)
        skip(id, status, world.other)
    else await hold('createUser', '201', { body: { Username: `inventory-${randomBytes(6).toString('hex')}@example.com`, Password: PASSWORD } })
    const first = await hold('createSession', '201', { body: { Key: key, WithRefreshToken: true } })
    const second = await hold('refreshSession', '200', { body: { RefreshToken: first.RefreshToken } })
    await hold('deleteSession', '200', { credential: `Bearer ${second.Token ?? token}` })
    await realtime(inventory)
  }
  const github = async (): Promise<void> => {
    if (!world.hasStandIn) return
    await simple('connectGitHub', 'getGitHub', 'disconnectGitHub')
    for (const method of ['Get', 'Post', 'Put', 'Patch', 'Delete'])
      for (const status of ['200', '201', '202', '204']) await succeed(`proxyGitHub${method}`, status, { path: { path: `status/${status}` } })
  }
  await Promise.all([taskAndBuild(), resources(), people(), github()])
  if (typeof world.other !== 'string') await succeed('logoutAllSessions', '200', { path: { UserID: world.other.userId } }, world.other)
  for (const one of [world.limited, world.other])
    if (typeof one !== 'string') await hold('deleteUser', '200', { path: { UserID: one.userId }, credential: 'key' }, await rested(one))
}

/** A file to be deleted. */
async function uploadSpare(origin: string, key: string): Promise<void> {
  const { upload_url } = await ok(origin, key, 'PUT', '/files/spare.csv?size=1')
  await fetch(String(upload_url), { method: 'PUT', body: '1' })
}

/** Once it may ask again. */
async function rested(person: Person): Promise<Person> {
  const { origin, key } = person.target
  for (let tries = 0; tries < 50; tries++) {
    const { status, headers } = await fetch(`${origin}/users/me`, { headers: { authorization: key } })
    if (status !== 429) break
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(headers.get('retry-after') ?? 1)))
  }
  return person
}

/** The same in another form: the first text that says what it is. */
function another(body: Json): Json {
  for (const name of ['Code', 'Name', 'payload', 'Branch'])
    if (typeof body[name] === 'string') return { ...body, [name]: name === 'payload' ? '2.5' : `${body[name]}x` }
  return { ...body, description: 'another' }
}

/** Its success is no answer but another protocol. */
async function realtime({ world: { origin, owner }, note }: Inventory): Promise<void> {
  const headers = {
    authorization: owner.target.key,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  }
  const status = await new Promise<number>((resolve, reject) => {
    const asked = get(`${origin}/event/realtime`, { headers })
    asked.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    asked.on('response', ({ statusCode = 0 }) => resolve(statusCode))
    asked.on('error', reject)
  })
  note('connectRealtime', '101', status === 101 ? true : `answered ${status}`)
}
