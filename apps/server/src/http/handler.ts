// What a handler gets and gives: a call that was authenticated and validated by the contract, and the body of its success, or an Answer where the
// body is not JSON or the status is not the operation's first.
import type { IncomingHttpHeaders } from 'node:http'
import type { AVAILABILITY, BodyOf, Operation, OperationId, Operations, PathOf, QueryOf, ReplyOf } from '@credence/contract'
import type { User } from '../credentials/credentials.ts'
import type { Tx } from '../database/pool.ts'

export interface Call<Op extends Operation> {
  readonly path: PathOf<Op>
  readonly query: QueryOf<Op>
  /** `{}` where the body may be absent and is. */
  readonly body: BodyOf<Op>
  readonly user: UserOf<Op>
  readonly headers: IncomingHttpHeaders
  /** From which the request came. */
  readonly address: string
  /** Of the platform as the client reaches it, for links. */
  readonly origin: string
  /** Of every line about it in logs. */
  readonly requestId: string
  /**
   * To be called in the transaction that makes what the request asks for, with what will be replied: a request that may be repeated is answered alike
   * exactly when its work is there. Does nothing for others.
   */
  readonly keep: (tx: Pick<Tx, 'send'>, reply: ReplyOf<Op>) => void
}
export type UserOf<Op extends Operation> = Op['credential'] extends 'none' ? undefined : User
export type Handler<Op extends Operation> = (call: Call<Op>) => Promise<ReplyOf<Op> | Answer>

/** Listed as coming later: nothing serves them. */
type LaterOperation = (typeof AVAILABILITY)['later']['operations'][number]
export type ServedOperation = Exclude<OperationId, LaterOperation>
/** A handler for each operation of these that is served. */
export type Handlers<Group extends Readonly<Record<string, Operation>>> = {
  readonly [Name in Exclude<keyof Group, LaterOperation>]: Handler<Group[Name]>
}
export type AllHandlers = Handlers<Operations>

export class Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined

  constructor(status: number, headers: Readonly<Record<string, string>>, body?: string | Uint8Array | AsyncIterable<Uint8Array>) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** JSON that no schema has to write; undefined is an empty body. */
export const asJson = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  new Answer(status, { 'content-type': 'application/json; charset=utf-8', ...headers }, JSON.stringify(body) ?? '')

/** JSON with an entity tag: 304 without a body when the client holds the same. */
export function tagged<Body>(headers: IncomingHttpHeaders, tag: string, body: Body): Answer {
  const fresh = { etag: `W/"${tag}"`, 'cache-control': 'private, no-cache' }
  const held = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) // compared weakly: RFC 9110, 13.1.2
  if (held?.includes(`"${tag}"`) || held?.includes('*')) return new Answer(304, fresh)
  return asJson(body, 200, fresh)
}
