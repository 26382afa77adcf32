// Frames of the AWS AppSync Events protocol as text: what clients send is read here, what they are sent is written here.
import { LIMITS, REALTIME_FAULTS, type RealtimeFault, SUBSCRIPTION_ID_CHARACTERS } from '@credence/contract'

export type ClientFrame =
  | { readonly type: 'connection_init' }
  | { readonly type: 'subscribe'; readonly id: string; readonly channel: string; readonly credential: string | undefined }
  | { readonly type: 'unsubscribe' | 'publish'; readonly id: string }

/** A fault is one of the whole frame: nobody knows to which subscription it belongs. */
export function readFrame(text: string): ClientFrame | RealtimeFault {
  const frame = parsed(text)
  if (frame === undefined) return REALTIME_FAULTS.noJson
  const { type, id, channel, authorization } = frame
  if (type === 'connection_init') return { type }
  if (type !== 'subscribe' && type !== 'unsubscribe' && type !== 'publish') return REALTIME_FAULTS.unknownFrame
  if (typeof id !== 'string' || id === '' || id.length > SUBSCRIPTION_ID_CHARACTERS) return REALTIME_FAULTS.missingId
  if (type !== 'subscribe') return { type, id }
  return { type, id, channel: typeof channel === 'string' ? channel : '', credential: credentialIn(authorization) }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const HEADERS = ['authorization', 'x-api-key']
/** Of an object with the headers of a request, in whatever case, as clients put it into the subprotocol and into `authorization`. */
export function credentialIn(headers: unknown): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const found = Object.entries(headers).find(([name, value]) => HEADERS.includes(name.toLowerCase()) && typeof value === 'string')
  return found && withoutScheme(found[1])
}
const withoutScheme = (text: string): string => text.trim().replace(/^Bearer\s+/i, '')

/** Of the subprotocol `header-` and the base64url, padded or not, of such an object. @param offered  `Sec-WebSocket-Protocol` */
export function credentialOffered(offered: string | undefined): string | undefined {
  const [header] = (offered ?? '').split(',').flatMap((one) => /^\s*header-([\w+/=-]+)\s*$/.exec(one)?.[1] ?? [])
  return header === undefined ? undefined : credentialIn(parsed(Buffer.from(header, 'base64url').toString()))
}

const KEEP_ALIVE = JSON.stringify({ type: 'ka' })
export const FRAMES = {
  acknowledged: (): string => JSON.stringify({ type: 'connection_ack', connectionTimeoutMs: LIMITS.realtime.connectionTimeoutMilliseconds }),
  keepAlive: (): string => KEEP_ALIVE,
  subscribed: (id: string): string => JSON.stringify({ type: 'subscribe_success', id }),
  unsubscribed: (id: string): string => JSON.stringify({ type: 'unsubscribe_success', id }),
  /** @param quoted  the text of the event as JSON writes a text: the same for all of its readers */
  data: (id: string, quoted: string): string => `{"type":"data","id":${JSON.stringify(id)},"event":${quoted}}`,
  refused: (type: 'subscribe_error' | 'unsubscribe_error' | 'publish_error', id: string, fault: RealtimeFault): string =>
    JSON.stringify({ type, id, errors: [fault], message: fault.message }),
  /** Of the connection as a whole. */
  failed: (type: 'error' | 'connection_error', fault: RealtimeFault): string => JSON.stringify({ type, errors: [fault], message: fault.message }),
} as const
