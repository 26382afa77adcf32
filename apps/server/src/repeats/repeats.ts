// Requests with an Idempotency-Key: a POST that is repeated with the same key does its work once, and is answered alike. Answers are kept for a day, sealed,
// since the one that makes an API key holds its text. Work that makes something in a transaction keeps its answer in the same one: both are there, or
// neither. A request that was refused leaves nothing: it may be sent again under its key.
import { createHash } from 'node:crypto'
import { errors, LIMITS } from '@credence/contract'
import type { Database, Statement, Tx } from '../database/pool.ts'
import type { Sealing } from '../sealing/sealing.ts'

export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
/** Keeps the answer with what the transaction makes; the commit fails when the request was taken for lost and done anew meanwhile. */
export type Keep = (tx: Pick<Tx, 'send'>, answer: KeptAnswer) => void

export interface Repeats {
  /**
   * The answer of `work`, or the one that it gave under this key before. What `work` did not keep itself is kept after it.
   * @param request  all that a repeated request must have in common with the first, fields in any order
   * @throws ApiError  400: the key was used for another request; 409: the first one is still being answered; what `work` throws
   */
  once(owner: string, key: string, request: readonly unknown[], work: (keep: Keep) => Promise<KeptAnswer>): Promise<KeptAnswer>
}

/** A process that died while it worked leaves its row: after this time the work is done anew. Longer than any request takes. */
const LOST_MS = 120_000
const KEPT_MS = LIMITS.request.idempotencySeconds * 1000

export function openRepeats(database: Database, sealing: Sealing): Repeats {
  return {
    async once(owner, key, request, work) {
      const keyHash = hash(key)
      const requestHash = hash(canonicalJson(request))
      const place = `repeat:${owner}:${keyHash.toString('hex')}`
      const begun = await begin(database, owner, keyHash, requestHash)
      if (begun === undefined) {
        const found = await findAnswer(database, owner, keyHash)
        if (found && !found.requestHash.equals(requestHash)) throw errors.idempotencyMismatch()
        if (!found?.sealed) throw errors.idempotencyInFlight()
        return JSON.parse(sealing.unseal(found.sealed, place)) as KeptAnswer
      }
      const storing = (answer: KeptAnswer) => storeAnswer(owner, keyHash, begun, sealing.seal(JSON.stringify(answer), place))
      let isKept = false
      try {
        const answer = await work((tx, kept) => {
          tx.send(storing(kept))
          isKept = true
        })
        if (!isKept) await database.query(storing(answer))
        return answer
      } catch (cause) {
        await forgetUnanswered(database, owner, keyHash)
        throw cause
      }
    },
  }
}

/** When this request began, if it is the first. Rows of the account that are over go with it. */
async function begin(database: Database, owner: string, keyHash: Buffer, requestHash: Buffer): Promise<number | undefined> {
  const now = Date.now()
  return database.transaction(async (tx) => {
    await tx.query({
      name: 'forget_repeats',
      text: 'delete from repeat where owner = $1 and (at < $2 or (key_hash = $4 and sealed_answer is null and at < $3))',
      values: [owner, now - KEPT_MS, now - LOST_MS, keyHash],
    })
    const { rowCount } = await tx.query({
      name: 'begin_repeat',
      text: 'insert into repeat (owner, key_hash, request_hash, at) values ($1, $2, $3, $4) on conflict do nothing',
      values: [owner, keyHash, requestHash, now],
    })
    return rowCount === 1 ? now : undefined
  })
}

async function findAnswer(database: Database, owner: string, keyHash: Buffer): Promise<{ requestHash: Buffer; sealed: string | null } | undefined> {
  const { rows } = await database.query<{ requestHash: Buffer; sealed: string | null }>({
    name: 'find_repeat',
    text: 'select request_hash as "requestHash", sealed_answer as sealed from repeat where owner = $1 and key_hash = $2',
    values: [owner, keyHash],
  })
  return rows[0]
}
/** Fails, by the root of a negative number, where the row is no longer of the request that began then: what was made is rolled back with it. */
function storeAnswer(owner: string, keyHash: Buffer, begun: number, sealed: string): Statement {
  return {
    name: 'store_repeat',
    text: `with stored as (update repeat set sealed_answer = $4 where owner = $1 and key_hash = $2 and at = $3 returning 1)
           select sqrt(count(*) - 1) from stored`,
    values: [owner, keyHash, begun, sealed],
  }
}
/** An answer that was committed stays, although its request failed: the connection broke before that was heard of. */
async function forgetUnanswered(database: Database, owner: string, keyHash: Buffer): Promise<void> {
  await database.query({
    name: 'forget_repeat',
    text: 'delete from repeat where owner = $1 and key_hash = $2 and sealed_answer is null',
    values: [owner, keyHash],
  })
}
/** Fields in one order: clients that build an object anew write them as they come. */
const canonicalJson = (value: unknown): string => JSON.stringify(value, (_, part: unknown) => (isObject(part) ? sorted(part) : part))
const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null && !Array.isArray(part)
const sorted = (object: object): object => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
