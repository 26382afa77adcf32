// Many requests, made from the document of the platform, each judged by it; and whether answering them gets slower, or takes more memory, as they go.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type Document, type Operation, operationsOf } from './document.ts'
import { openJudge } from './judge.ts'
import { type Fixed, openPools } from './pools.ts'
import type { Request } from './request.ts'
import { requestsFor } from './requests.ts'
import { openSender, type Target, urlOf } from './send.ts'

export interface StormOptions {
  readonly requests: number
  /** The same requests in the same order, but for the ids that the platform gave. */
  readonly seed: number
  readonly fixed: Fixed
  /** Whose memory is looked at. */
  readonly pids?: readonly number[]
  readonly onProgress?: (sent: number) => void
}
export interface Storm {
  readonly sent: number
  readonly valid: number
  readonly faulty: number
  /** The first of each kind. */
  readonly faults: readonly { readonly fault: string; readonly times: number; readonly first: string }[]
  readonly operations: number
  /** Operations no request to which succeeded. */
  readonly neverSucceeded: readonly string[]
  readonly statuses: Readonly<Record<string, number>>
  /** Milliseconds in each third. */
  readonly medians: readonly number[]
  readonly slowest: readonly { readonly call: string; readonly milliseconds: number }[]
  /** Bytes of the processes at the end of each third. */
  readonly memory: readonly number[]
}

/** Requests that are under way at a time. */
const AT_ONCE = 3
/** Of one operation in one round. */
const AT_A_TIME = 6
/** What makes the platform compile and run is asked for less often. */
const WORK = /^create(SourceCodeBuild|RepositoryBuild|Task|PublicTask)$/
const THIRDS = 3

export async function storm(target: Target, { requests, seed, fixed, pids = [], onProgress = () => {} }: StormOptions): Promise<Storm> {
  const document = (await (await fetch(`${target.origin}/openapi.json`)).json()) as Document
  const operations = operationsOf(document)
  const judge = openJudge(document)
  const pools = openPools(fixed)
  const sender = openSender(target)
  const faults = new Map<string, { fault: string; times: number; first: string }>()
  const succeeded = new Set<string>()
  const statuses: Record<string, number> = {}
  const times: number[][] = Array.from({ length: THIRDS }, () => [])
  const memory: number[] = []
  const slowest: { call: string; milliseconds: number }[] = []
  let [sent, valid] = [0, 0]

  const complain = (request: Request, fault: string, answer: string): void => {
    const kind = `${request.operation.id}: ${fault}`
    const known = faults.get(kind)
    if (known) known.times++
    else faults.set(kind, { fault: kind, times: 1, first: `${shown(request)}\n      answered ${answer.slice(0, 300)}` })
  }
  const one = async (request: Request): Promise<void> => {
    const third = Math.min(THIRDS - 1, Math.floor((THIRDS * sent) / requests))
    sent++
    if (request.fault === undefined) valid++
    try {
      const answer = await sender.send(request)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      times[third]!.push(answer.milliseconds)
      slowest.push({ call: `${request.method} ${request.operation.path}`, milliseconds: answer.milliseconds })
      slowest.sort((a, b) => b.milliseconds - a.milliseconds).splice(5)
      const fault = judge.fault(request, answer)
      if (fault !== undefined) complain(request, fault, `${answer.status} ${answer.text}`)
      if (answer.status < 300) {
        succeeded.add(request.operation.id)
        if (String(answer.headers['content-type']).startsWith('application/json')) pools.learn(JSON.parse(answer.text))
      }
    } catch (cause) {
      // Who is told early that it is too much may not get to read it.
      if (!(request.fault === 'the body is too large' && /EPIPE|ECONNRESET/.test(String(cause)))) complain(request, 'no answer', String(cause))
    }
    if (sent % 1000 === 0) onProgress(sent)
  }

  for (let round = 0; sent < requests; round++) {
    const made = operations.flatMap((operation, index) => {
      if (WORK.test(operation.id) && round % 2 !== 0) return []
      const arbitrary = requestsFor(document, operation, pools, judge.validator(operation))
      return fc.sample(arbitrary, { numRuns: AT_A_TIME, seed: seed + 1000 * round + index })
    })
    const queue = shuffled(made, seed + round).slice(0, requests - sent)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) await one(next)
      }),
    )
    while (memory.length < Math.floor((THIRDS * sent) / requests)) memory.push(residentBytes(pids))
  }
  sender.close()
  return {
    sent,
    valid,
    faulty: sent - valid,
    faults: [...faults.values()],
    operations: operations.length,
    neverSucceeded: operations.filter(({ id }) => !succeeded.has(id)).map(({ id }: Operation) => id),
    statuses,
    medians: times.map(medianOf),
    slowest,
    memory,
  }
}

/** As a person would send it again. */
function shown(request: Request): string {
  const body = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  return `${request.method} ${urlOf(request).slice(0, 300)}${body === undefined ? '' : ` ${String(body).slice(0, 400)}`}${request.fault === undefined ? '' : ` (${request.fault})`}`
}

const medianOf = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Of processes of this machine; those that ended count nothing. */
function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      return sum
    }
  }, 0)
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = (seed * 2654435761 + 1) >>> 0
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)
}
