// The chapters on events: the realtime channel frame by frame, and what a webhook receives and must check.
import { CHANNELS, WEBHOOK_EVENTS } from '@credence/contract'
import CodeBlock from '@site/src/components/CodeBlock'
import styles from './reference.module.css'

const USER = '0123456789abcdef0123456789abcdef'
const FRAMES = `→ {"type":"connection_init"}
← {"type":"connection_ack","connectionTimeoutMs":300000}
← {"type":"ka"}
→ {"type":"subscribe","id":"0d4c1d0e-6f0a-4f0e-9a86-0f1d8f6a3c55","channel":"task-status/${USER}",
   "authorization":{"host":"api.example.com","authorization":"<API key>"}}
← {"type":"subscribe_success","id":"0d4c1d0e-6f0a-4f0e-9a86-0f1d8f6a3c55"}
← {"type":"data","id":"0d4c1d0e-6f0a-4f0e-9a86-0f1d8f6a3c55","event":"{\\"version\\":\\"1.0\\",\\"event\\":\\"task-status\\",\\"data\\":{\\"taskId\\":\\"tsk_00112233445566778899aabbccddeeff\\",\\"status\\":\\"Completed\\",\\"message\\":\\"Task completed.\\",\\"updatedAt\\":1767323046601}}"}`
const DELIVERY = JSON.stringify(
  {
    version: '1.0',
    eventType: 'task-status',
    userId: `usr_${USER}`,
    timestamp: '2026-01-02T03:04:05.678Z',
    data: { taskId: 'tsk_00112233445566778899aabbccddeeff', status: 'Completed', message: 'Task completed.', updatedAt: 1767323045678 },
  },
  null,
  2,
)

export default function Events() {
  return (
    <>
      <section aria-labelledby="realtime-channel" className={styles.operation}>
        <h2 id="realtime-channel">Realtime channel</h2>
        <p>
          Open a websocket to <code>/event/realtime</code> with the subprotocols <code>aws-appsync-event-ws</code> and{' '}
          <code>header-&lt;credential&gt;</code>, where the credential is base64url of a JSON object with <code>host</code> and{' '}
          <code>authorization</code>. Then send <code>connection_init</code>, wait for <code>connection_ack</code>, and subscribe. The{' '}
          <code>event</code> of a data frame is a text that holds JSON.
        </p>
        <CodeBlock language="text">{FRAMES}</CodeBlock>
        <p>The channels of a user, each followed by a slash and the 32 digits of the user id:</p>
        <ul>
          {CHANNELS.map((channel) => (
            <li key={channel}>
              <code>{channel}</code>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="webhook-deliveries" className={styles.operation}>
        <h2 id="webhook-deliveries">Webhook deliveries</h2>
        <p>A webhook receives a POST for each event it is registered for:</p>
        <ul>
          {WEBHOOK_EVENTS.map((event) => (
            <li key={event}>
              <code>{event}</code>
            </li>
          ))}
        </ul>
        <CodeBlock language="json">{DELIVERY}</CodeBlock>
        <p>
          The header <code>webhook-signature</code> is <code>v1,</code> and the base64 of HMAC-SHA256 over{' '}
          <code>webhook-id.webhook-timestamp.body</code>, keyed with the decoded secret. Recompute it over the raw body, compare in constant time, and
          refuse a timestamp more than five minutes away.
        </p>
      </section>
    </>
  )
}
