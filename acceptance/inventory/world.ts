// What the inventory asks about: an account with one of everything, some of it in states that do not last, and a second account of a small plan.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Document, type Operation, operationsOf } from '../properties/document.ts'
import { prepare } from '../properties/prepare.ts'
import type { Request } from '../properties/request.ts'
import { openSender, type Sender, type Sent, type Target } from '../properties/send.ts'

export type Json = Record<string, unknown>
/** Of a request, what differs from the operation's plain one. */
export type Given = Partial<Pick<Request, 'method' | 'path' | 'query' | 'headers' | 'credential' | 'body' | 'raw'>>

export interface Person {
  readonly target: Target
  readonly sender: Sender
  readonly userId: string
  readonly username: string
  readonly password: string | undefined
}
export interface World {
  readonly origin: string
  readonly document: Document
  readonly operations: ReadonlyMap<string, Operation>
  readonly owner: Person
  /** Ids of what the owner has, by the names of parameters. */
  readonly fixed: Readonly<Record<string, string>>
  /** An account that may have little. A text: why there is none. */
  readonly limited: Person | string
  /** An account of which nobody else needs anything. A text: why there is none. */
  readonly other: Person | string
  /** Whether GitHub is the stand-in of these suites. */
  readonly hasStandIn: boolean
  /** The platform sees every client at the address of a balancer. */
  readonly isBalanced: boolean
}
export interface Inventory {
  readonly world: World
  /** Sends it, and notes whether the answer is this success (`201`) or this error (`taskNotFound`). */
  hold(operation: string, what: string, given?: Given, person?: Person): Promise<Json>
  /** Notes whether an answer is that error. */
  judge(operation: string, what: string, request: Request, answer: Sent): void
  /** Notes what was seen in another way: true, or what is wrong. */
  note(operation: string, what: string, outcome: true | string): void
  /** Notes why there is no case. */
  skip(operation: string, what: string, why: string): void
}

export interface WorldOptions {
  readonly origin: string
  readonly key: string
  /** Gives an account the smallest plan, where whoever signs up has a larger one. */
  readonly limit?: (username: string) => Promise<void>
  readonly isBalanced?: boolean
}

/** Loops, prints 5.1 MB, or ends. */
const MODES = `#include <stdio.h>
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'l')
    for (volatile double x = 0;;)
      x += 1;
  for (int i = 0; argc > 1 && i < 51000; i++)
    puts("${'-'.repeat(99)}");
  return 0;
}
`
export const PASSWORD = 'correct horse battery staple'
/** Numbers that are small enough to be used up within a suite. */
const MOST_REQUESTS = 3000
const MOST_UNFINISHED = 200

export async function openWorld({ origin, key, limit, isBalanced = false }: WorldOptions): Promise<World> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  const operations = new Map(operationsOf(document).map((operation) => [operation.id, operation]))
  const token = String((await ok(origin, undefined, 'POST', '/session', { Key: key })).Token)
  const me = await ok(origin, key, 'GET', '/users/me')
  const [{ fixed, target }, more, [limited, other]] = await Promise.all([
    prepare({ origin, key, token }),
    inStates(origin, key),
    signUpIsOpen(origin, limit),
  ])
  const owner = { target, sender: openSender(target), userId: String(me.UserID), username: String(me.Username), password: undefined }
  const standIn = await fetch(`${origin}/proxy/github/status/202`, { headers: { authorization: key } })
  return { origin, document, operations, owner, fixed: { ...fixed, ...more }, limited, other, hasStandIn: standIn.status === 202, isBalanced }
}

/** A task that runs, one that printed much, a build that cannot be compiled; all of them the owner's. */
async function inStates(origin: string, key: string): Promise<Record<string, string>> {
  const modes = await ok(origin, key, 'POST', '/sourcecode/builds', { Code: MODES, Language: 'C', IsPublic: true })
  const broken = await ok(origin, key, 'POST', '/sourcecode/builds', { Code: 'no program', Language: 'C', IsPublic: true })
  await Promise.all([reached(origin, key, `/builds/${modes.BuildID}`, ENDED), reached(origin, key, `/builds/${broken.BuildID}`, ENDED)])
  const big = await ok(origin, key, 'POST', `/builds/${modes.BuildID}/tasks`, { Arguments: 'print' })
  const running = await ok(origin, key, 'POST', `/builds/${modes.BuildID}/tasks`, { Arguments: 'loop' })
  await Promise.all([reached(origin, key, `/tasks/${big.TaskID}`, ENDED), reached(origin, key, `/tasks/${running.TaskID}`, ['In Progress'])])
  const { Cores } = (await ok(origin, key, 'GET', '/cores?default=true')) as { Cores: { CoreID: string; MemorySize: number }[] }
  const largest = Cores.toSorted((a, b) => b.MemorySize - a.MemorySize)[0]
  const found = { ModesID: modes.BuildID, BrokenID: broken.BuildID, BigTaskID: big.TaskID, RunningID: running.TaskID, DefaultCoreID: largest?.CoreID }
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]))
}

async function signUpIsOpen(origin: string, limit: WorldOptions['limit']): Promise<[Person | string, Person | string]> {
  try {
    const [limited, other] = await Promise.all([signUp(origin), signUp(origin)])
    if (limit) await limit(limited.username)
    const me = await ok(origin, limited.target.key, 'GET', '/users/me')
    const { RequestsPerMinute = 0, UnfinishedCount = 0 } = (me.Limits ?? {}) as Record<string, number>
    if (RequestsPerMinute <= MOST_REQUESTS && UnfinishedCount <= MOST_UNFINISHED) return [limited, other]
    return ['who signs up here has a large plan', other]
  } catch (cause) {
    const why = `nobody can sign up here: ${(cause as Error).message.slice(0, 200)}`
    return [why, why]
  }
}

export async function signUp(origin: string): Promise<Person> {
  const username = `inventory-${randomBytes(6).toString('hex')}@example.com`
  const { UserID } = await ok(origin, undefined, 'POST', '/users', { Username: username, Password: PASSWORD })
  const { Token } = await ok(origin, undefined, 'POST', '/session', { Username: username, Password: PASSWORD })
  const bearer = `Bearer ${Token}`
  const { Key } = await ok(origin, bearer, 'POST', '/keys', { Name: 'inventory', ValidUntil: null })
  const { Key: thingKey, ThingID } = await ok(origin, bearer, 'POST', '/things', { Name: 'inventory' })
  const target = { origin, key: String(Key), token: String(Token), thingKey: String(thingKey), thingId: String(ThingID) }
  return { target, sender: openSender(target), userId: String(UserID), username, password: PASSWORD }
}

/** @throws Error  with the answer, where it is no success */
export async function ok(origin: string, credential: string | undefined, method: string, path: string, body?: unknown): Promise<Json> {
  const headers = {
    ...(credential !== undefined && { authorization: credential }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(origin + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

export const ENDED = ['Completed', 'Stopped', 'Cancelled']
/** The compiler may have to be prepared first. */
const PATIENCE_MS = 400_000
export async function reached(origin: string, key: string, path: string, statuses: readonly string[]): Promise<string> {
  for (const began = Date.now(); ; await sleep(20)) {
    const { Status } = await ok(origin, key, 'GET', path)
    if (statuses.includes(String(Status))) return String(Status)
    if (Date.now() - began > PATIENCE_MS) throw new Error(`${path} is still ${Status} after ${PATIENCE_MS / 1000} s`)
  }
}

/** The plain request of an operation, with what is given of it. */
export function requestFor(operation: Operation, fixed: World['fixed'], plain: Given, given: Given = {}): Request {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return {
    operation,
    fault: undefined,
    method: operation.method,
    query: {},
    credential: operation.credential === 'none' ? undefined : 'own',
    body: undefined,
    raw: undefined,
    ...plain,
    ...given,
    headers: { ...plain.headers, ...given.headers },
    path: { ...Object.fromEntries(names.map((name) => [name, fixed[name] ?? ''])), ...plain.path, ...given.path },
  }
}
export const said = ({ status, text }: Sent): string => `${status} ${text.slice(0, 200)}`
