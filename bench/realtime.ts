// How long an event takes from its commit to a thousand readers of the realtime channel, which account by account hear each other's changes of profile.
//   node bin/node.cjs bench/realtime.ts [readers] [seconds]
// The time is from when the event was written, just before its commit, to when a reader has it; every reader must get every event, once and in order.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelName, LIMITS, REALTIME_PATH, REALTIME_PROTOCOL, type RealtimeEvent } from '@credence/contract'
import { command, Platform } from '../acceptance/platform.ts'
import { conditions } from '../tools/conditions.ts'

const READERS = Number(process.argv[2] ?? 1000)
const SECONDS = Number(process.argv[3] ?? 30)
const CHANGES_PER_SECOND = 2
const OF_ACCOUNT = LIMITS.realtime.connections
const MANY = String(2 * READERS + 200)

interface Account {
  readonly userId: string
  readonly token: string
  readonly events: { readonly version: string; readonly tookMs: number }[][]
  changes: number
}
const platform = await Platform.start({
  CREDENCE_ROLE: 'api',
  CREDENCE_CONNECTIONS: MANY,
  CREDENCE_CONNECTIONS_PER_ADDRESS: MANY,
  CREDENCE_DOCS: '/nonexistent',
})
const sockets: WebSocket[] = []
try {
  const accounts: Account[] = []
  for (let at = 0; at < Math.ceil(READERS / OF_ACCOUNT); at++) accounts.push(await signUp(at))
  for (let at = 0; at < READERS; at++) sockets.push(await connect(accounts[Math.floor(at / OF_ACCOUNT)]!))
  console.log(`${READERS} readers of ${accounts.length} accounts are connected; the platform holds ${resident()} MB`)
  const before = processorSeconds()
  await sleep(5000)
  console.log(`while nothing happens: ${(((processorSeconds() - before) / 5) * 100).toFixed(1)} % of a core`)
  const busy = processorSeconds()
  const began = performance.now()
  await Promise.all(accounts.map(changeProfile))
  await sleep(1000)
  const seconds = (performance.now() - began) / 1000
  console.log(`while changing: ${(((processorSeconds() - busy) / seconds) * 100).toFixed(0)} % of a core, database included`)
  const times: number[] = []
  for (const { events, changes } of accounts)
    for (const heard of events) {
      const versions = heard.map(({ version }) => Number(version))
      if (versions.join() !== Array.from({ length: changes }, (_, at) => at + 1).join())
        throw new Error(`a reader heard ${versions.length} of ${changes} changes, or not in order`)
      times.push(...heard.map(({ tookMs }) => tookMs))
    }
  times.sort((a, b) => a - b)
  const at = (part: number) => `${times[Math.min(times.length - 1, Math.floor(part * times.length))]} ms`
  console.log(
    `${times.length} deliveries, all there and in order: median ${at(0.5)}, 99 % within ${at(0.99)}, slowest ${at(1)}; goal: 99 % within 100 ms`,
  )
} finally {
  for (const socket of sockets) socket.close()
  await platform.remove()
}
console.log(conditions())

async function signUp(at: number): Promise<Account> {
  const person = { Username: `reader${at}@example.com`, Password: 'correct horse battery staple' }
  const { status, json, text } = await platform.call('POST', '/users', { key: null, body: person })
  if (status !== 201) throw new Error(`no account: ${text}`)
  const session = await platform.call('POST', '/session', { key: null, body: person })
  return { userId: String(json.UserID), token: `Bearer ${session.json.Token}`, events: [], changes: 0 }
}

async function connect({ userId, token, events }: Account): Promise<WebSocket> {
  const authorization = { host: 'localhost', authorization: token }
  const header = `header-${Buffer.from(JSON.stringify(authorization)).toString('base64url')}`
  const socket = new WebSocket(platform.origin.replace('http', 'ws') + REALTIME_PATH, [REALTIME_PROTOCOL, header])
  const heard: { version: string; tookMs: number }[] = []
  events.push(heard)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => socket.send('{"type":"connection_init"}'))
    socket.addEventListener('error', () => reject(new Error('a reader could not connect')))
    socket.addEventListener('message', ({ data }) => {
      const now = Date.now()
      const frame = JSON.parse(String(data)) as { type: string; event: string }
      if (frame.type === 'connection_ack') socket.send(JSON.stringify({ type: 'subscribe', id: 's', channel: channelName('user-metadata', userId) }))
      else if (frame.type === 'subscribe_success') resolve()
      else if (frame.type === 'data') {
        const { created, data: profile } = JSON.parse(frame.event) as RealtimeEvent
        if ('Preferences' in profile)
          heard.push({ version: String((profile.Preferences as { Version?: string }).Version), tookMs: now - Date.parse(created) })
      } else if (frame.type !== 'ka') reject(new Error(String(data)))
    })
  })
  return socket
}

async function changeProfile(account: Account): Promise<void> {
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; ) {
    const next = sleep((1000 / CHANGES_PER_SECOND) * (0.5 + Math.random()))
    account.changes++
    const { status, text } = await platform.call('PATCH', '/users/me', {
      key: account.token,
      body: { Preferences: { Version: String(account.changes) } },
    })
    if (status !== 200) throw new Error(`a change was refused: ${text}`)
    await next
  }
}

/** Of all processes of the platform. */
function processorSeconds(): number {
  return platform.family().reduce((sum, { pid }) => sum + statOf(pid), 0)
}
function statOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100 // utime and stime, in clock ticks of 10 ms (proc(5))
  } catch {
    return 0 // it ended meanwhile
  }
}
/** Megabytes of the process that answers. */
function resident(): number {
  const pid = platform.family().find(({ pid: each }) => command(each).includes('main.ts'))?.pid ?? platform.pid
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024)
}
