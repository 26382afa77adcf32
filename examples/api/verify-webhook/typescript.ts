import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a delivery comes from the platform: `body` is the text as received, before any parsing. */
export function isGenuine(secret: string, headers: Record<string, string | undefined>, body: string, now = Date.now() / 1000): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(now - Number(timestamp)) <= 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64')
    return each.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const body =
  '{"version":"1.0","eventType":"task-status","userId":"usr_0123456789abcdef0123456789abcdef","timestamp":"2026-01-02T03:04:05.678Z","data":{"taskId":"tsk_00112233445566778899aabbccddeeff","status":"Completed","message":"Task completed.","updatedAt":1767323045678}}'
const headers = {
  'webhook-id': 'msg_5f0d2b7c9e1a4c3d8b6f7a0e1d2c3b4a',
  'webhook-timestamp': '1767323045',
  'webhook-signature': 'v1,RZ2tXUfi1PUFRviKRV6PWqWJYa6AkvP/76PXl1t1wsI=',
}
console.log(isGenuine('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX', headers, body, 1767323045))
