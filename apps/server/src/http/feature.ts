// A feature of the platform, as its folder registers it, and the proof by the compiler that the features together serve everything once.
import type { IncomingMessage } from 'node:http'
import type { OperationId, Service } from '@credence/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '../credentials/credentials.ts'
import type { AllHandlers, ServedOperation } from './handler.ts'

export interface Feature {
  /** Of the contract's operations, those that it serves. */
  readonly operations?: Partial<AllHandlers>
  /** Where a browser is sent that follows a link to an operation: it has no credential. Undefined: it is no such link. */
  readonly links?: (operation: OperationId, request: FastifyRequest) => string | undefined
  /** What it serves beside them, with parsers and limits of its own. */
  readonly routes?: (app: FastifyInstance) => Promise<void>
  /** Below this path a PUT is an upload, which may take as long as bytes keep coming. */
  readonly uploads?: string
  /** Which requests become another protocol; it hears of them by the server's `upgrade`. What others ask by `Upgrade` is passed over. */
  readonly upgrades?: (request: IncomingMessage) => boolean
  /** What is at paths that have no route. */
  readonly pages?: Pages
  /** Told of every request that acts for somebody. */
  readonly onUser?: (user: User) => void
  /** Of the services that it is; what a check finds is the business of whoever reports it. */
  readonly checks?: Partial<Record<Service, () => Promise<unknown>>>
  /** Of an account: keys of the objects that it keeps for it, and prefixes that end in `/`. Rows in the database go with the account. */
  readonly keeps?: (owner: string) => Promise<readonly string[]>
  /** When the server has closed. */
  readonly close?: () => Promise<void>
}

export interface Page {
  send(reply: FastifyReply): FastifyReply | Promise<FastifyReply>
}
export interface Pages {
  /** The page or file at a path, or where it went; undefined: there is none. */
  page(path: string, accept?: string): Promise<Page | undefined>
  notFound(reply: FastifyReply): Promise<FastifyReply>
}

type OperationsOf<Each> = Each extends { readonly operations: infer Handlers } ? keyof Handlers : never
type ChecksOf<Each> = Each extends { readonly checks: infer Checks } ? keyof Checks : never
/** What a feature serves that one behind it in the list serves as well. */
type Twice<List> = List extends readonly [infer First, ...infer Rest]
  ? Extract<OperationsOf<First> | ChecksOf<First>, OperationsOf<Rest[number]> | ChecksOf<Rest[number]>> | Twice<Rest>
  : never
type Missing<List extends readonly Feature[]> = Exclude<ServedOperation, OperationsOf<List[number]>> | Exclude<Service, ChecksOf<List[number]>>
/** Names in the compiler's message what no feature serves, and what two do. */
type EachOnce<List extends readonly Feature[]> = [Missing<List>, Twice<List>] extends [never, never]
  ? unknown
  : { readonly 'served by no feature': Missing<List>; readonly 'served by two features': Twice<List> }

export interface Features {
  readonly list: readonly Feature[]
  readonly handlers: AllHandlers
}

/** The features as one; a list that leaves out an operation or a check, or has one twice, does not compile. */
export function composed<const List extends readonly Feature[]>(list: List & EachOnce<List>): Features {
  return { list, handlers: Object.assign({}, ...list.map(({ operations }) => operations)) }
}
