// Against a platform without websockets, so that what changes has to be asked for; the channel itself is tested with the client and the server.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Status } from '@credence/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../command.ts'
import { memoryTerminal } from '../testing/memory-terminal.ts'
import { watch } from './watch.ts'

const TASK = `tsk_${'0'.repeat(32)}`
const AT = Date.parse('2026-01-02T03:04:05Z')
let server: Server
let host: string
let looks: number
let statuses: readonly Status[]
beforeEach(async () => {
  looks = 0
  statuses = ['In Progress', 'In Progress', 'Completed']
  server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json')
    if (url === '/users/me') return response.end(JSON.stringify({ UserID: `usr_${'1'.repeat(32)}` }))
    if (url.startsWith('/builds')) return response.end(JSON.stringify({ Builds: [] }))
    if (!url.startsWith('/tasks')) return response.writeHead(404).end('{}')
    const Status = statuses[Math.min(looks++, statuses.length - 1)]
    const UpdatedAt = AT + looks * 1000
    response.end(
      JSON.stringify({ Tasks: [{ TaskID: TASK, Status, UpdatedAt, StatusTransitions: [{ Status, Timestamp: UpdatedAt, Message: 'm' }] }] }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Until something is printed, then Ctrl-C. */
async function watched(...words: string[]) {
  const { terminal, written } = memoryTerminal()
  const controller = new AbortController()
  const ended = watch.execute(['--host', host, '--key', 'k', ...words], { terminal, env: {}, signal: controller.signal })
  for (const end = Date.now() + 60_000; written.out === '' && Date.now() < end; ) await sleep(10)
  controller.abort(new Error('Ctrl-C'))
  return { code: await ended, ...written }
}

test('a change is a line, and Ctrl-C ends it', async () => {
  const { code, out, error } = await watched()
  expect(out).toBe(`03:04:08  task   ${TASK}  Completed     Task completed: m.\n`)
  expect(error).toBe('credence: the realtime channel cannot be reached; asking every few seconds until it can\n')
  expect(code).toBe(130)
})
test('with --json it is the event', async () => {
  const { out } = await watched('--json', '--events', 'task-status')
  expect(JSON.parse(out)).toMatchObject({ version: '1.0', event: 'task-status', data: { taskId: TASK, status: 'Completed', updatedAt: AT + 3000 } })
})
test('an event that there is not is a mistake of the command line', async () => {
  const { terminal } = memoryTerminal()
  await expect(watch.execute(['--events', 'task-status,tasks'], { terminal, env: {} })).rejects.toThrow(UsageError)
})
