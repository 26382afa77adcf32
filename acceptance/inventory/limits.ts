// What an account of a small plan is refused, once it has all that it may have; and what guesses and hurry cost.
import { request as open } from 'node:http'
import { eachOf } from './each.ts'
import { CORE, plainRequests, REPOSITORY } from './plain.ts'
import { ENDED, type Given, type Inventory, type Json, ok, type Person, reached, requestFor, type World } from './world.ts'

const LIMITED = ['tierLimit', 'coreLimit', 'repositoryLimit', 'storageLimit', 'tooManyRequests']

export async function bringLimits(inventory: Inventory): Promise<void> {
  const { world } = inventory
  await Promise.all([guesses(inventory), hurry(inventory)])
  if (typeof world.limited === 'string') {
    for (const { id, responses } of world.operations.values())
      for (const { content } of Object.values(responses))
        for (const what of Object.keys(content?.['application/json']?.examples ?? {}))
          if (LIMITED.includes(what)) inventory.skip(id, what, world.limited)
    return
  }
  await fill(inventory, world.limited)
  await exhaust(inventory, world.limited)
}

async function fill({ world, hold }: Inventory, limited: Person): Promise<void> {
  const { origin, key, thingKey = '' } = limited.target
  const mine = { origin, userId: limited.userId }
  const plain = plainRequests({ fixed: world.fixed, owner: { ...limited, userId: mine.userId } })
  const make = (path: string, body: unknown, credential = key) => ok(origin, credential, 'POST', path, body)
  const times = async (count: number, one: (n: number) => Promise<unknown>) => eachOf([...Array(Math.max(0, count)).keys()], one)
  const { Limits } = (await ok(origin, key, 'GET', '/users/me')) as { Limits: Record<string, number> }
  const most = (name: string) => Limits[name] ?? 0
  const { ThingID } = ((await ok(origin, key, 'GET', '/things')) as { things: { ThingID: string }[] }).things[0]!
  const [core, build, repository] = await Promise.all([
    make('/cores', CORE),
    make('/sourcecode/builds', plain.createSourceCodeBuild!.body),
    make('/repositories', REPOSITORY),
    times(most('GatewayCount') - 1, () => make('/things', plain.createThing!.body)),
    times(most('BucketCount'), () => make('/buckets', plain.createBucket!.body)),
    times(most('DataDriveCount'), () => make('/drives', plain.createDrive!.body)),
    times(most('WebhookCount'), () => make('/webhooks', plain.createWebhook!.body)),
    times(most('KeyCount') - 1, () => make('/keys', plain.createKey!.body)),
    times(10, (n) => make(`/things/${ThingID}/topics/topic${n}/samples`, plain.postThingSamples!.body, thingKey)),
  ])
  await Promise.all([
    times(most('CoreCount') - 1, () => make('/cores', CORE)),
    times(most('RepositoryCount') - 1, () => make('/repositories', REPOSITORY)),
    reached(origin, key, `/builds/${build.BuildID}`, ENDED),
  ])
  const tooLarge = { body: { MemorySize: most('MemorySize') + 1 } }
  const size = [String(most('CloudStorageBytes') + 1)]
  await hold('updateCore', 'tierLimit', { path: { CoreID: String(core.CoreID) }, ...tooLarge }, limited)
  await hold('createCore', 'tierLimit', { body: { ...CORE, ...tooLarge.body } }, limited)
  await hold('createCore', 'coreLimit', {}, limited)
  await hold('createRepository', 'repositoryLimit', {}, limited)
  await hold('putFile', 'storageLimit', { path: { path: 'large' }, query: { size } }, limited)
  await hold('createUpload', 'storageLimit', { body: { Path: 'large', Size: Number(size[0]) } }, limited)
  await hold('createDrive', 'tierLimit', { body: plain.createDrive!.body }, limited)
  for (const id of ['createThing', 'createBucket', 'createWebhook', 'createKey']) await hold(id, 'tierLimit', {}, limited)
  await hold('postThingSamples', 'tierLimit', { path: { ThingID, Topic: 'one.more' } }, limited)
  const endless = { Arguments: 'loop' }
  await times(most('UnfinishedCount'), () => make(`/builds/${world.fixed.ModesID}/tasks/public`, endless))
  await hold('createTask', 'tierLimit', { path: { BuildID: String(build.BuildID) } }, limited)
  await hold('createPublicTask', 'tierLimit', {}, limited)
  await hold('createSourceCodeBuild', 'tierLimit', {}, limited)
  await hold('createRepositoryBuild', 'tierLimit', { path: { RepositoryID: String(repository.RepositoryID) } }, limited)
}

/** A device has 120 requests a minute of its own. */
const MOST_TRIES = 150
/** Asks until there is nothing left to ask with, and keeps it so. */
async function exhaust({ world, judge }: Inventory, limited: Person): Promise<void> {
  const me = requestFor(world.operations.get('getUser')!, {}, {}, { path: { UserID: 'me' } })
  let done = false
  let used = false
  const pump = async () => {
    while (!done) if ((await limited.sender.send(me)).status === 429) used = true
  }
  const pumps = Promise.all(Array.from({ length: 4 }, pump))
  while (!used) await new Promise((resolve) => setTimeout(resolve, 10))
  const counted = [...world.operations.values()].filter(({ credential }) => credential !== 'none')
  // Nothing of anybody's is named: one that gets through does no harm.
  const nowhere = ({ path }: { readonly path: string }): Given => ({
    path: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'nowhere'])),
  })
  const last = (id: string) => Number(id === 'deleteSession')
  for (const operation of counted.toSorted((a, b) => last(a.id) - last(b.id))) {
    const request = requestFor(operation, {}, plainRequests(world)[operation.id] ?? {}, nowhere(operation))
    let answer = await limited.sender.send(request)
    for (let tries = 0; tries < MOST_TRIES && answer.status !== 429; tries++) answer = await limited.sender.send(request)
    judge(operation.id, 'tooManyRequests', request, answer)
  }
  done = true
  await pumps
}

const FREE_GUESSES = 5
async function guesses({ world: { other }, hold, skip }: Inventory): Promise<void> {
  if (typeof other === 'string') {
    for (const what of ['createSession tooManyRequests', 'updateUser wrongPassword', 'deleteKey lastKey'])
      skip(what.split(' ')[0]!, what.split(' ')[1]!, other)
    return
  }
  const KeyID = other.target.key.split('_')[1] ?? ''
  await hold('deleteKey', 'lastKey', { path: { KeyID } }, other)
  const change = { Password: 'another battery staple', CurrentPassword: 'a guess of it' }
  await hold('updateUser', 'wrongPassword', { path: { UserID: 'me' }, body: change, credential: `Bearer ${other.target.token}` }, other)
  const guess = { body: { Username: other.username, Password: 'a guess of it' } }
  for (let n = 0; n < FREE_GUESSES; n++) await hold('createSession', 'signInFailed', guess, other)
  await hold('createSession', 'tooManyRequests', guess, other)
}

const PER_MINUTE = 60
/** From an address of its own, where the platform is on this machine: others of it are not to wait. */
async function hurry({ world, hold, skip }: Inventory): Promise<void> {
  const { hostname } = new URL(world.origin)
  if (hostname !== '127.0.0.1' || world.isBalanced) return skip('createUser', 'tooManyRequests', 'others of this network would have to wait')
  const sender = senderFrom(world, `127.${1 + (process.pid % 250)}.7.7`)
  const wrong = requestFor(world.operations.get('createSession')!, {}, {}, { body: { Key: 'none' } })
  for (let n = 0; n < PER_MINUTE && (await sender.send(wrong)).status !== 429; n++);
  await hold('createUser', 'tooManyRequests', {}, { ...world.owner, sender })
}

function senderFrom({ origin }: World, localAddress: string): Person['sender'] {
  const { hostname, port } = new URL(origin)
  return {
    send: ({ operation, method, body }) =>
      new Promise((resolve, reject) => {
        const outgoing = open(
          { hostname, port, localAddress, method, path: operation.path, headers: { 'content-type': 'application/json' } },
          (answer) => {
            let text = ''
            answer.setEncoding('utf8').on('data', (part: string) => {
              text += part
            })
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, milliseconds: 0 }))
          },
        )
        outgoing.on('error', reject)
        outgoing.end(JSON.stringify(body as Json))
      }),
    close: () => {},
  }
}
