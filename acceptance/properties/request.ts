// A request that is sent, and what is wrong with it.
import type { Operation } from './document.ts'

export interface Request {
  readonly operation: Operation
  /** What is wrong with it; undefined: nothing. */
  readonly fault: string | undefined
  readonly method: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, readonly string[]>>
  readonly headers: Readonly<Record<string, string>>
  /** Of the Authorization header. 'own' is the caller's of the kind that the operation takes; 'key' the key: what ends a session does not end the caller's; 'thing' the key of a device. */
  readonly credential: 'own' | 'key' | 'thing' | string | undefined
  readonly body: unknown
  /** Sent instead of `body`. */
  readonly raw: string | Uint8Array | undefined
}
