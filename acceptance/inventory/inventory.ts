// Every operation of the document, with each of its successes and each of its errors: brought about, or said why not. What has no case is a failure.
import { randomUUID } from 'node:crypto'
import type { Report } from '../check.ts'
import type { Operation } from '../properties/document.ts'
import { formOf, openJudge } from '../properties/judge.ts'
import type { Request } from '../properties/request.ts'
import type { Sent } from '../properties/send.ts'
import { eachOf } from './each.ts'
import { faultOf } from './errors.ts'
import { bringLimits } from './limits.ts'
import { plainRequests } from './plain.ts'
import { whySkipped } from './skipped.ts'
import { bringStates, bringSuccesses } from './successes.ts'
import { type Given, type Inventory, type Json, openWorld, requestFor, said, type World, type WorldOptions } from './world.ts'

/** Documented answers of an operation: statuses of successes, names of errors. */
interface Documented {
  readonly what: string
  readonly status: number
  /** Of an error: its name and text. */
  readonly text?: string
}

export async function takeInventory(options: WorldOptions, report: Report): Promise<void> {
  const world = await openWorld(options)
  const judge = openJudge(world.document)
  const plain = plainRequests(world)
  const noted = new Map<string, true | string>()
  const skipped = new Map<string, string>()
  const keyOf = (operation: string, what: string) => `${operation} ${what}`

  const operationOf = (id: string): Operation => {
    const operation = world.operations.get(id)
    if (!operation) throw new RangeError(`no operation is called ${id}`)
    return operation
  }
  const judged = (request: Request, { what, status, text }: Documented, answer: Sent): true | string => {
    const fault = judge.fault({ ...request, method: request.operation.method }, answer)
    if (answer.status !== status) return `${status} ${what} was wanted, answered ${said(answer)}`
    if (fault !== undefined) return `${fault}, answered ${said(answer)}`
    if (text === undefined) return true
    const { error, message = '' } = JSON.parse(answer.text) as { error: string; message?: string }
    return formOf(`${error}: ${message}`) === formOf(text) ? true : `${text} was wanted, answered ${said(answer)}`
  }
  const inventory: Inventory = {
    world,
    async hold(id, what, given = {}, person = world.owner) {
      const request = requestFor(operationOf(id), world.fixed, plain[id] ?? {}, given)
      const answer = await person.sender.send(request)
      inventory.judge(id, what, request, answer)
      return answer.text.startsWith('{') ? (JSON.parse(answer.text) as Json) : {}
    },
    judge(id, what, request, answer) {
      const documented = documentedOf(operationOf(id)).find((one) => one.what === what)
      if (!documented) throw new RangeError(`${id} documents no ${what}`)
      const outcome = judged(request, documented, answer)
      const before = noted.get(keyOf(id, what))
      if (before === undefined || outcome !== true) noted.set(keyOf(id, what), outcome)
    },
    note: (operation, what, outcome) => void noted.set(keyOf(operation, what), outcome),
    skip: (operation, what, why) => void skipped.set(keyOf(operation, what), why),
  }
  const all = [...world.operations.values()].flatMap((operation) => documentedOf(operation).map((documented) => ({ operation, documented })))
  for (const { operation, documented } of all) {
    const why = whySkipped(world, operation.id, documented.what)
    if (why !== undefined) skipped.set(keyOf(operation.id, documented.what), why)
  }
  const faults = all.flatMap(({ operation, documented: { what, text } }) => {
    if (text === undefined || skipped.has(keyOf(operation.id, what))) return []
    const given = faultOf(world, operation, what, text)
    return given ? [{ operation, what, given }] : []
  })
  await eachOf(faults, ({ operation, what, given }) => inventory.hold(operation.id, what, given))
  const repeatable = all.filter(
    ({ operation, documented }) => documented.what === 'idempotencyInFlight' && !skipped.has(keyOf(operation.id, documented.what)),
  )
  await eachOf(repeatable, async ({ operation }) => {
    inventory.note(operation.id, 'idempotencyInFlight', await crowd(world, operation, plain[operation.id] ?? {}))
  })
  await Promise.all([bringStates(inventory), bringLimits(inventory)])
  await bringSuccesses(inventory)
  for (const { sender } of [world.owner, world.limited, world.other].filter((one) => typeof one === 'object')) sender.close()

  tell(
    report,
    all,
    (operation, what) => noted.get(keyOf(operation, what)),
    (operation, what) => skipped.get(keyOf(operation, what)),
    (operation, what) => whySkipped(world, operation, what) !== undefined,
  )
}

/** One line an operation, and one for each reason of what was left out. */
function tell(
  report: Report,
  all: readonly { readonly operation: Operation; readonly documented: Documented }[],
  outcomeOf: (operation: string, what: string) => true | string | undefined,
  reasonOf: (operation: string, what: string) => string | undefined,
  isElsewhere: (operation: string, what: string) => boolean,
): void {
  for (const [operation, cases] of Map.groupBy(all, (one) => one.operation)) {
    const names = cases.map(({ documented }) => documented.what)
    const done = names.filter((what) => outcomeOf(operation.id, what) === true)
    const wrong = names.flatMap((what) => {
      const outcome = outcomeOf(operation.id, what)
      if (outcome === true || (outcome === undefined && reasonOf(operation.id, what) !== undefined)) return []
      return [`${what}: ${outcome ?? 'has no case'}`]
    })
    report.check(
      `${operation.method} ${operation.path} answers ${done.length} of ${names.length} ways`,
      wrong.length === 0 ? done.join(' ') : wrong.join('\n      '),
      wrong.length === 0,
    )
  }
  const left = all.flatMap(({ operation, documented: { what } }) =>
    outcomeOf(operation.id, what) === undefined ? [{ operation: operation.id, what, why: reasonOf(operation.id, what) ?? 'no case' }] : [],
  )
  for (const [why, places] of Map.groupBy(left, (one) => one.why)) {
    const line = `${why}: ${[...new Set(places.map(({ what }) => what))].join(', ')}`
    if (places.every(({ operation, what }) => isElsewhere(operation, what))) report.elsewhere(line, places.length)
    else report.skip(line, places.length)
  }
  report.check(
    `all ${new Set(all.map(({ operation }) => operation.id)).size} operations, ${all.length} documented answers`,
    `${all.length - left.length} brought about, ${left.length} not`,
    left.every(({ why }) => why !== 'no case'),
  )
}

function documentedOf({ responses }: Operation): Documented[] {
  return Object.entries(responses).flatMap(([code, { content }]): Documented[] => {
    const status = Number(code)
    if (status < 400) return [{ what: code, status }]
    const examples = Object.entries(content?.['application/json']?.examples ?? {})
    return examples.map(([what, { value }]) => ({ what, status, text: `${value.error}: ${value.message ?? ''}` }))
  })
}

const ROUNDS = 20
const CROWD = 6
/** Many send the same under one key at the same moment: all but one are told that it is still being answered, or are answered alike. */
async function crowd({ owner, fixed }: World, operation: Operation, plain: Given): Promise<true | string> {
  const place = /\{(\w+)\}/.exec(operation.path)?.[1]
  let last = ''
  for (let round = 0; round < ROUNDS; round++) {
    const given = { headers: { 'idempotency-key': randomUUID() }, ...(place !== undefined && { path: { [place]: 'nowhere' } }) }
    const request = requestFor(operation, fixed, plain, given)
    const answers = await Promise.all(Array.from({ length: CROWD }, () => owner.sender.send(request)))
    const refused = answers.find(({ status }) => status === 409)
    if (refused) return refused.text.includes('A request with this Idempotency-Key is still being answered') ? true : `answered ${said(refused)}`
    last = answers.map(said).join('; ')
  }
  return `of ${CROWD} at once none was told to wait: ${last.slice(0, 500)}`
}
