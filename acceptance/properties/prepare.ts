// An account of its own, and one of everything in it, so that requests find something.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixed } from './pools.ts'
import type { Target } from './send.ts'

type Json = Record<string, unknown>
type Call = (method: string, path: string, body?: unknown) => Promise<Json>

const PERSON = { Username: 'properties@example.com', Password: 'correct horse battery staple' }
const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double side = UxHwDoubleUniformDist(1, 3);
  double area = side * side;
  printf("%f\\n", area);
}
`

/** Signs up on a platform that lets people of its machine. */
export async function signUp(origin: string): Promise<Target> {
  const call = caller(origin, undefined)
  await call('POST', '/users', PERSON)
  const { Token } = await call('POST', '/session', PERSON)
  const { Key } = await caller(origin, `Bearer ${Token}`)('POST', '/keys', { Name: 'properties', ValidUntil: null })
  return { origin, key: String(Key), token: String(Token) }
}

export async function prepare({ origin, key }: Target): Promise<Fixed> {
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
  const path = 'fixed/file.txt'
  const { upload_url } = await call('PUT', `/files/${encodeURIComponent(path)}?size=5`)
  await fetch(String(upload_url), { method: 'PUT', body: '1,2,3' })
  const found = {
    BuildID,
    TaskID,
    ValueID: (Values as Json[])[0]?.ValueID,
    CoreID,
    RepositoryID,
    DriveID,
    KeyID,
    UserID,
    path,
    Stream: 'Stdout',
    service: 'database',
  }
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]))
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
