// Signing secrets of webhooks, and signatures as Standard Webhooks 1.0.0 has them: HMAC-SHA256 over id, time and body, keyed with the decoded secret.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Where a secret is sealed for. */
export const secretPlace = (webhookId: string): string => `webhook-secret:${webhookId}`

export interface Signed {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  readonly body: string
}
/** The value of `webhook-signature`: one signature for each secret. */
export function signature(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}
