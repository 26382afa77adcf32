// An account of its own, and one of everything in it, so that requests find something.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixed } from './pools.ts'
import type { Target } from './send.ts'

type Json = Record<string, unknown>
type Call = (method: string, path: string, body?: unknown) => Promise<Json>

const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double side = UxHwDoubleUniformDist(1, 3);
  double area = side * side;
  printf("%f\\n", area);
}
`

/** Signs up on a platform that lets people of its machine. */
export async function signUp(origin: string, name: string): Promise<Target> {
  const person = { Username: `${name}@example.com`, Password: 'correct horse battery staple' }
  const call = caller(origin, undefined)
  await call('POST', '/users', person)
  const { Token } = await call('POST', '/session', person)
  const { Key } = await caller(origin, `Bearer ${Token}`)('POST', '/keys', { Name: name, ValidUntil: null })
  return { origin, key: String(Key), token: String(Token) }
}

/** What requests are sent to, and what they find there. */
export interface Prepared {
  readonly target: Target
  readonly fixed: Fixed
}
/** Nobody listens at the first, where the platform may send to; names below `example` are nobody's (RFC 2606). */
const RECEIVERS = ['http://localhost:9/hook', 'https://receiver.example/hook']

export async function prepare(given: Target): Promise<Prepared> {
  const { origin, key } = given
  const call = caller(origin, key)
  const { UserID } = await call('GET', '/users/me')
  const DataSources = [{ Location: 'sd0', ResourceID: `credence-cloud-storage:/${UserID}`, ResourceType: 'CredenceCloudStorage' }]
  const { BuildID } = await call('POST', '/sourcecode/builds?DiscoverVariables=true', {
    Code: PROGRAM,
    Language: 'C',
    TraceVariables: [{ File: 'main.c', LineNumber: 6, Expression: 'area' }],
    IsPublic: true,
  })
  await ended(call, `/builds/${BuildID}`)
  const { TaskID } = await call('POST', `/builds/${BuildID}/tasks/public`, {})
  await ended(call, `/tasks/${TaskID}`)
  const { Values } = await call('GET', `/tasks/${TaskID}/values`)
  const core = { Name: 'fixed', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Disable', Precision: 32, MemorySize: 256_000 }
  const { CoreID } = await call('POST', '/cores', core)
  const remote = { RemoteURL: 'https://127.0.0.1/owner/name', Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }
  const { RepositoryID } = await call('POST', '/repositories', remote)
  const { DriveID } = await call('POST', '/drives', { Name: 'fixed', DataSources })
  const { KeyID } = await call('POST', '/keys', { Name: 'fixed', ValidUntil: null })
  const { BucketID } = await call('POST', '/buckets', { Name: 'fixed', Account: 'fixed' })
  const Topic = 'temperature'
  const { ThingID, Key: thingKey } = await call('POST', '/things', { Name: 'fixed' })
  await caller(origin, String(thingKey))('POST', `/things/${ThingID}/topics/${Topic}/samples`, { Samples: [{ Value: 21.5 }] })
  const { hook, webhookId: WebhookID } = await firstReceiver(call)
  const { DeliveryID } = await call('POST', `/webhooks/${WebhookID}/test`, {})
  const { Cores } = await call('GET', '/cores?default=true')
  const hardware = (Cores as Json[]).find(({ Class }) => Class === 'C0-microSD')
  const { BuildID: HardwareBuildID } = await call('POST', '/sourcecode/builds', {
    Code: PROGRAM,
    Language: 'C',
    CoreID: hardware?.CoreID,
    IsPublic: true,
  })
  await ended(call, `/builds/${HardwareBuildID}`)
  const path = 'fixed/file.txt'
  const spare = 'fixed/spare.txt'
  for (const name of [path, spare]) {
    const { upload_url } = await call('PUT', `/files/${encodeURIComponent(name)}?size=5`)
    await fetch(String(upload_url), { method: 'PUT', body: '1,2,3' })
  }
  const { UploadID } = await call('POST', '/uploads', { Path: 'fixed/parts.bin', Size: 5 })
  const { UploadID: DisplacedID } = await call('POST', '/uploads', { Path: 'displaced', Size: 5 })
  await sendParts(call, String(DisplacedID))
  await call('PUT', '/files/displaced?directory=true')
  const found = {
    BuildID,
    TaskID,
    ValueID: (Values as Json[])[0]?.ValueID,
    CoreID,
    RepositoryID,
    DriveID,
    BucketID,
    ThingID,
    Topic,
    WebhookID,
    DeliveryID,
    UploadID,
    DisplacedID,
    HardwareBuildID,
    hook,
    KeyID,
    UserID,
    path,
    spare,
    Stream: 'Stdout',
    service: 'database',
  }
  const fixed = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]))
  return { target: { ...given, thingKey: String(thingKey) }, fixed }
}

/** All parts of an upload, of zeros. */
export async function sendParts(call: Call, UploadID: string): Promise<void> {
  const { Parts } = await call('GET', `/uploads/${UploadID}/parts`)
  for (const { UploadURL, Size } of Parts as { UploadURL: string; Size: number }[])
    await fetch(UploadURL, { method: 'PUT', body: new Uint8Array(Size) })
}

async function firstReceiver(call: Call): Promise<Json> {
  const refusals: unknown[] = []
  for (const hook of RECEIVERS) {
    try {
      return { hook, ...(await call('POST', '/webhooks', { url: hook, events: ['task-status', 'build-count'], description: 'fixed' })) }
    } catch (cause) {
      refusals.push(cause)
    }
  }
  throw new AggregateError(refusals, 'the platform takes no webhook')
}

/** @throws Error  with the answer, where it is no success */
const caller =
  (origin: string, credential: string | undefined): Call =>
  async (method, path, body) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { ...(credential !== undefined && { authorization: credential }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }

async function ended(call: Call, path: string): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    const { Status } = await call('GET', path)
    if (Status === 'Completed') return
    if (Status === 'Stopped' || Status === 'Cancelled') throw new Error(`${path} is ${Status}`)
    await sleep(100)
  }
  throw new Error(`${path} does not end`)
}
