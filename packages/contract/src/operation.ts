// The form of one operation of the API. Resources list theirs; the server's routes, the client's methods, the OpenAPI document and
// the reference are all made from these rows.
import { type Static, type TSchema, Type } from 'typebox'
import type { ErrorName } from './errors.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export const TAGS = {
  Builds: 'Turn source code or a repository into a program for a core.',
  Tasks: 'Run a build and read what it printed.',
  'Samples and plots': 'Draw from a distribution, or draw it.',
  Cores: 'The machine descriptions that programs are built for.',
  Repositories: 'Source code in git, connected once and built at will.',
  Files: 'Your own storage on the platform.',
  Buckets: 'Object stores of your own, read and written by tasks.',
  Drives: 'Data sources under one name.',
  Keys: 'API keys of your account.',
  Things: 'Devices that belong to your account.',
  Users: 'Your profile, preferences and usage.',
  GitHub: 'The connection of your account to GitHub.',
  Webhooks: 'Events sent to an address of yours.',
  Realtime: 'Events over a websocket.',
  Subscriptions: 'The plan of your account.',
  Health: 'Whether the platform works.',
} as const
export type Tag = keyof typeof TAGS

export interface Reply {
  readonly description: string
  /** Absent: no body. */
  readonly schema?: TSchema
  /** `application/json` unless it says otherwise. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

type MissingError = 'webhookUrlAndEvents'
export interface Operation {
  readonly method: Method
  /** With parameters as `{TaskID}`. */
  readonly path: string
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly query?: TSchema
  readonly body?: TSchema
  /** Whether a request without a body is refused. Means nothing without `body`. */
  readonly bodyRequired?: boolean
  /** Of fields of the body that have an error of their own when they are missing or empty. */
  readonly missing?: Readonly<Record<string, MissingError>>
  readonly replies: Readonly<Record<number, Reply>>
  /** What it can answer besides the common errors. */
  readonly errors: readonly ErrorName[]
  /** `any`: key or token. `token`: a signed-in user only. `thing`: the key of a device only. `none`: open to all. */
  readonly credential: 'any' | 'token' | 'thing' | 'none'
}

export const operation = <const Op extends Operation>(row: Op): Op => row

/** Whether a request may carry an Idempotency-Key: what makes something, for somebody. */
export const isRepeatable = ({ method, credential }: Pick<Operation, 'method' | 'credential'>): boolean => method === 'POST' && credential !== 'none'

export const json = <Schema extends TSchema>(description: string, schema: Schema) => ({ description, schema })
export const empty = (description: string) => ({ description })
export const plainText = (description: string) => ({ description, schema: Type.String(), contentType: 'text/plain; charset=utf-8' })
export const redirect = (description: string) => ({ description, headers: { Location: 'The address of the content.' } })

/** Names of the parameters in a path. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameter<Rest> : never
export type PathOf<Op extends Operation> = Readonly<Record<PathParameter<Op['path']>, string>>
export type QueryOf<Op extends Operation> = Op extends { readonly query: infer Schema extends TSchema }
  ? Static<Schema>
  : Readonly<Record<string, never>>
export type BodyOf<Op extends Operation> = Op extends { readonly body: infer Schema extends TSchema } ? Static<Schema> : undefined
/** What a success answers, whichever of its statuses. */
export type ReplyOf<Op extends Operation> = {
  [Code in keyof Op['replies']]: Op['replies'][Code] extends { readonly schema: infer Schema extends TSchema } ? Static<Schema> : undefined
}[keyof Op['replies']]

export const pathParameters = (path: string): string[] => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
