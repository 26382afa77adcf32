// What callers do alike with builds and tasks: submit, list, show, cancel and delete them.
import type { IncomingHttpHeaders } from 'node:http'
import { CANCEL_MESSAGE, isActive, type Noun, newId, planRefusal } from '@credence/contract'
import type { Config } from '../config.ts'
import type { User } from '../credentials/credentials.ts'
import type { Database, Tx } from '../database/pool.ts'
import { type Answer, tagged } from '../http/handler.ts'
import { cutPage, type PageQuery, readPage } from '../http/paging.ts'
import type { ObjectStore } from '../objects/store.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import { type NewJob, openAcceptance } from './acceptance.ts'
import { cancel } from './attempts.ts'
import { type CommonRow, JOBS, type Kind, type Row } from './kinds.ts'
import { announceDeleted, countEnded } from './moves.ts'
import { type Brief, createdAtOf, deleteJob, getJob, listJobs, statusForUpdate, type Within } from './rows.ts'

export interface JobDeps {
  readonly database: Database
  readonly queue: TaskQueue
  readonly objects: ObjectStore
  readonly config: Config
}
/** What makes a caller's job, beside what the platform knows. */
export type Submission<K extends Kind> = Pick<NewJob<K>, 'name' | 'given' | 'dataSources' | 'needs'>
/** What its submission is answered with. */
export type Submitted<K extends Kind> = { readonly build: { BuildID: string }; readonly task: { TaskID: string } }[K]
interface SubmittingCall<K extends Kind> {
  readonly user: User
  readonly requestId: string
  readonly keep: (tx: Pick<Tx, 'send'>, reply: Submitted<K>) => void
}
/** What names a job on a list with `noexpand`. */
type BriefReply = Readonly<Record<string, string | number>>
const asBrief = (noun: Noun, { id, owner, createdAt }: Brief): BriefReply => ({ [`${noun}ID`]: id, Owner: owner, CreatedAt: createdAt })
export interface JobPage<Reply> {
  readonly items: readonly (Reply | BriefReply)[]
  readonly rest: { readonly Count: number; readonly ContinuationKey?: string }
}

export interface JobRequests<K extends Kind, Reply> {
  /** @throws ApiError 403: the plan does not allow one more */
  submit(call: SubmittingCall<K>, submission: Submission<K>): Promise<Submitted<K>>
  /** @throws ApiError 404 */
  find(user: User, id: string): Promise<Row<K>>
  list(user: User, query: PageQuery, within?: Within): Promise<JobPage<Reply>>
  show(user: User, id: string, headers: IncomingHttpHeaders): Promise<Answer>
  cancel(user: User, id: string): Promise<{ message: string }>
  delete(user: User, id: string): Promise<undefined>
}

/** @param versionOf  of what a reply shows beside the row's own changes */
export function jobRequests<K extends Kind, Reply>(
  kind: K,
  { database, queue, objects, config }: JobDeps,
  asReply: (row: Row<K>) => Reply,
  versionOf: (row: Row<K>) => string = () => '',
): JobRequests<K, Reply> {
  const { noun, errors: refusals } = JOBS[kind]
  const acceptance = openAcceptance(database, queue, transactionsOf(config))
  const find = async ({ userId }: User, id: string): Promise<Row<K>> => {
    const row = await getJob(database, kind, userId, id)
    if (!row) throw refusals.unknown()
    return row
  }
  return {
    async submit({ user: { userId, plan }, requestId, keep }, submission) {
      const at = Date.now()
      const id = newId(kind, at)
      const reply = { [`${noun}ID`]: id } as unknown as Submitted<K>
      const place = { owner: userId, plan, allowed: config.plans[plan].unfinished }
      if (!(await acceptance.accept({ kind, id, at, requestId, keep: (tx) => keep(tx, reply), ...place, ...submission })))
        throw planRefusal('unfinished')
      return reply
    },
    find,
    async list({ userId }, query, within) {
      const createdAt = (id: string) => createdAtOf(database, kind, userId, id, within)
      const page = await readPage(query, { kind, createdAt, ...(within !== undefined && { within: within.id }) })
      const { rows, key } = cutPage(await listJobs(database, kind, userId, page, within), (row) => row, within?.id, page.size)
      const items = page.isBrief ? rows.map((row) => asBrief(noun, row)) : rows.map(asReply)
      return { items, rest: { Count: rows.length, ...key } }
    },
    async show(user, id, headers) {
      const row = await find(user, id)
      return tagged(headers, `${row.updatedAt}-${row.transitions.length}${versionOf(row)}`, asReply(row))
    },
    async cancel({ userId }, id) {
      const verdict = await cancel(database, queue, kind, userId, id)
      if (verdict === 'unknown') throw refusals.unknown()
      if (verdict === 'terminated') throw refusals.terminated()
      return { message: CANCEL_MESSAGE[noun] }
    },
    async delete({ userId: owner }, id) {
      await database.transaction(async (tx) => {
        const status = await statusForUpdate(tx, kind, owner, id)
        if (status === undefined) throw refusals.unknown()
        if (isActive(status)) throw refusals.active()
        await deleteJob(tx, kind, owner, id)
        await announceDeleted(tx, { kind, id, owner })
        if (status !== 'Accepted') return
        await queue.cancel(tx, kind, id)
        countEnded(tx, kind, owner)
      })
      await objects.deleteAll(`${kind}s/${id}/`)
      return undefined
    },
  }
}

/** Builds and tasks have their own; together they leave a connection in five. */
const transactionsOf = ({ databaseConnections }: Config): number => Math.max(1, Math.floor(databaseConnections * 0.4))

/** The fields that a reply shows of every job. */
export const asCommonReply = ({ owner, name, status, transitions, createdAt, updatedAt, startedAt, finishedAt }: CommonRow) => ({
  Owner: owner,
  ...(name === null ? {} : { Name: name }),
  Status: status,
  StatusTransitions: transitions,
  CreatedAt: createdAt,
  UpdatedAt: updatedAt,
  ...(startedAt === null ? {} : { StartedAt: startedAt }),
  ...(finishedAt === null ? {} : { FinishedAt: finishedAt }),
})
