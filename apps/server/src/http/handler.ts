// What a handler gets and gives: a call that was authenticated and validated by the contract, and the body of its success, or an Answer where the
// body is not JSON or the status is not the operation's first.
import type { IncomingHttpHeaders } from 'node:http'
import type { BodyOf, Operation, PathOf, QueryOf, ReplyOf } from '@credence/contract'
import type { User } from '../users/queries.ts'

export interface Call<Op extends Operation> {
  readonly path: PathOf<Op>
  readonly query: QueryOf<Op>
  /** `{}` where the body may be absent and is. */
  readonly body: BodyOf<Op>
  readonly user: Op['credential'] extends 'none' ? undefined : User
  readonly headers: IncomingHttpHeaders
  /** Of the platform as the client reaches it, for links. */
  readonly origin: string
}
export type Handler<Op extends Operation> = (call: Call<Op>) => Promise<ReplyOf<Op> | Answer>
export type Handlers<Operations extends Readonly<Record<string, Operation>>> = { readonly [Name in keyof Operations]: Handler<Operations[Name]> }

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

/** JSON with an entity tag: 304 without a body when the client holds the same. */
export function tagged<Body>(headers: IncomingHttpHeaders, tag: string, body: Body): Answer {
  const etag = `W/"${tag}"`
  const held = headers['if-none-match']?.split(',').map((one) => one.trim())
  const fresh = { etag, 'cache-control': 'private, no-cache' }
  if (held?.includes(etag) || held?.includes('*')) return new Answer(304, fresh)
  return new Answer(200, { ...fresh, 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(body))
}
