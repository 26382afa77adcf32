import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { payloadOf } from './payload.ts'
import { newSecret, signature } from './secrets.ts'

const DATA = { status: 'Completed', taskId: 'tsk_00112233445566778899aabbccddeeff', message: 'Task completed.', updatedAt: 1767323045678 } as const
const body = JSON.stringify(
  payloadOf({ event: 'task-status', owner: 'usr_0123456789abcdef0123456789abcdef', createdAt: Date.parse('2026-01-02T03:04:05.678Z'), data: DATA }),
)
const verify = (secret: string, text: string, timestamp: number, value: string) =>
  new Webhook(secret).verify(text, { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': value })

test('the published check value', () => {
  expect(Buffer.byteLength(body)).toBe(262)
  expect(body).toBe(
    '{"version":"1.0","eventType":"task-status","userId":"usr_0123456789abcdef0123456789abcdef","timestamp":"2026-01-02T03:04:05.678Z","data":{"taskId":"tsk_00112233445566778899aabbccddeeff","status":"Completed","message":"Task completed.","updatedAt":1767323045678}}',
  )
  const signed = { id: 'msg_5f0d2b7c9e1a4c3d8b6f7a0e1d2c3b4a', timestamp: 1767323045, body }
  expect(signature(['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'], signed)).toBe('v1,RZ2tXUfi1PUFRviKRV6PWqWJYa6AkvP/76PXl1t1wsI=')
})
test('secrets are random, of 32 bytes', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret))
  expect(secrets.size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  }
})
test('the verifier of Standard Webhooks takes what both secrets signed, and nothing else', () => {
  const [old, current, other] = [newSecret(), newSecret(), newSecret()] as const
  const timestamp = Math.floor(Date.now() / 1000)
  const value = signature([current, old], { id: 'msg_1', timestamp, body })
  for (const secret of [current, old]) expect(verify(secret, body, timestamp, value)).toEqual(JSON.parse(body))
  expect(() => verify(other, body, timestamp, value)).toThrow(WebhookVerificationError)
  expect(() => verify(current, `${body} `, timestamp, value)).toThrow(WebhookVerificationError)
  const stale = timestamp - 301
  expect(() => verify(current, body, stale, signature([current], { id: 'msg_1', timestamp: stale, body }))).toThrow(/too old/)
})
