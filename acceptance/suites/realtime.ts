// The realtime channel: what a task tells, what a stranger does not hear, what is refused.
import type { Report } from '../check.ts'
import { channelOwner, openFeed } from '../feed.ts'
import type { Platform } from '../platform.ts'

const STEPS = 'Accepted, Initializing, In Progress, Completed'

export async function realtime(platform: Platform, report: Report): Promise<void> {
  const user = await channelOwner(platform)
  const reader = await openFeed(platform, platform.key)
  report.equal('connection_init is acknowledged, then kept alive', reader.types.slice(0, 2), ['connection_ack', 'ka'])
  const kinds = ['task-status', 'build-status', 'task-stats', 'build-stats', 'task-count', 'build-count', 'user-metadata']
  for (const kind of kinds) reader.say({ type: 'subscribe', id: kind, channel: `${kind}/${user}`, authorization: { authorization: platform.key } })
  await reader.until(() => reader.count('subscribe_success') === kinds.length)
  report.equal('every channel of an account can be subscribed to', reader.count('subscribe_success'), kinds.length)

  const { build, task } = await platform.run('#include <stdio.h>\nint main(void) { puts("realtime"); return 0; }\n')
  await platform.call('PATCH', '/users/me', { body: { Preferences: { PlatformTheme: 'dark' } } })
  await platform.call('DELETE', `/tasks/${task.TaskID}`)
  await reader.until(() => kinds.every((kind) => reader.events(kind).length > 0) && reader.events('task-count').length === 2)
  const steps = (kind: string, field: string, id: unknown) =>
    reader
      .events(kind)
      .map((data) => (data[field] === id ? data.status : 'foreign'))
      .join(', ')
  report.equal('a build tells every step, in order', steps('build-status', 'buildId', build.BuildID), STEPS)
  report.equal('so does a task', steps('task-status', 'taskId', task.TaskID), STEPS)
  report.equal(
    'what was made and deleted is counted',
    reader.events('task-count').map(({ ResourceUsage }) => ResourceUsage),
    [
      { DecrementCount: 0, IncrementCount: 1 },
      { DecrementCount: 1, IncrementCount: 0 },
    ],
  )
  for (const [kind, figure] of [
    ['task-stats', 'TotalExecutionTime'],
    ['build-stats', 'TotalBuildSize'],
  ] as const) {
    const usage = reader.events(kind)[0]?.ResourceUsage as Record<string, unknown> | undefined
    report.check(`${kind} has ${figure}`, usage?.[figure], Number(usage?.[figure]) >= 0)
  }

  reader.say({ type: 'subscribe', id: 'foreign', channel: `task-status/${'0'.repeat(32)}` })
  reader.say({ type: 'unsubscribe', id: 'nothing' })
  reader.say({ type: 'publish', id: 'p', channel: `task-status/${user}`, events: ['{}'] })
  reader.say({ type: 'data' })
  await reader.until(() => reader.types.slice(-4).join() === 'subscribe_error,unsubscribe_error,publish_error,error')
  report.equal('what may not be is refused, each in its own way', reader.types.slice(-4), [
    'subscribe_error',
    'unsubscribe_error',
    'publish_error',
    'error',
  ])
  reader.socket.close()

  const stranger = await openFeed(platform, 'scce_00')
  report.equal('a wrong credential is told so', stranger.types, ['connection_error'])
  report.equal('and closed with 4401', await stranger.closed, 4401)
  const plain = await platform.call('GET', '/event/realtime')
  report.equal('without a websocket the path answers 426', [plain.status, plain.headers.get('upgrade')], [426, 'websocket'])
}
