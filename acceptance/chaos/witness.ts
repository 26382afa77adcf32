// Who hears of everything while parts are struck: a reader of the realtime channel at each API process, which connects again when it is cut off, and a
// receiver of webhooks. What they hear is recorded in the order in which it came.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Feed, openFeed } from '../feed.ts'
import type { Cluster, Member } from '../many/cluster.ts'
import { openReceiver } from '../receiver.ts'
import type { Line } from './recorded.ts'

const KINDS = ['task-status', 'build-status'] as const
const AGAIN_MS = 250

export interface Witness {
  /** Ends the readers, who have heard everything by then. */
  end(): Promise<void>
}

/** @param address  at which processes of the platform reach this one */
export async function openWitness({ platform, members }: Cluster, address: string, record: (line: Line) => void): Promise<Witness> {
  const receiver = await openReceiver(({ id, at, payload }) => {
    const { taskId, buildId, status } = payload['data'] as { taskId?: string; buildId?: string; status: string }
    record({ what: 'hooked', delivery: id, id: String(taskId ?? buildId), status, at })
  }, address)
  const hook = await platform.call('POST', '/webhooks', { body: { url: receiver.url, events: [...KINDS] } })
  if (hook.status !== 201) throw new Error(`no webhook: ${hook.status} ${hook.text}`)
  const user = String((await platform.call('GET', '/users/me')).json.UserID).replace('usr_', '')
  let over = false
  let sessions = 0

  /** One connection, until it breaks or the end. */
  const listen = async (member: Member): Promise<void> => {
    const session = ++sessions
    const origin = `http://${member.machine.address}:${member.port}`
    const feed: Feed = await openFeed({ origin }, platform.key, ({ type, event }) => {
      if (type !== 'data') return
      const { data } = JSON.parse(String(event)) as { data: { taskId?: string; buildId?: string; status: string } }
      record({ what: 'heard', session, id: String(data.taskId ?? data.buildId), status: data.status, at: Date.now() })
    })
    try {
      if (feed.socket.readyState !== WebSocket.OPEN) return
      for (const kind of KINDS) feed.say({ type: 'subscribe', id: kind, channel: `${kind}/${user}`, authorization: { authorization: platform.key } })
      const isOpen = () => feed.socket.readyState === WebSocket.OPEN
      while (isOpen() && feed.count('subscribe_success') < KINDS.length && feed.count('subscribe_error') === 0) await sleep(20)
      if (!isOpen() || feed.count('subscribe_error') > 0) return
      record({ what: 'listening', session, member: member.name, at: Date.now() })
      while (isOpen() && !over) await sleep(50)
      record({ what: 'listened', session, broken: !over, at: Date.now() })
    } finally {
      feed.socket.close()
    }
  }
  const readers = members
    .filter(({ role }) => role === 'api')
    .map(async (member) => {
      for (; !over; await sleep(AGAIN_MS)) await listen(member).catch(() => {})
    })
  return {
    async end() {
      over = true
      await Promise.all(readers)
      await receiver.close()
    },
  }
}
