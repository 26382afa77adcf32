// Readers at each API process, while the other one commits: every step of every task is told to both, in order.
import type { Report } from '../../check.ts'
import { channelOwner, type Feed, openFeed } from '../../feed.ts'
import { Platform } from '../../platform.ts'
import { buildProgram, submit } from '../../program.ts'
import type { Cluster } from '../cluster.ts'

const TASKS = 10
const STEPS = 'Accepted, Initializing, In Progress, Completed'

export async function twoReaders({ platform, members }: Cluster, report: Report): Promise<void> {
  const apis = members
    .filter(({ role }) => role === 'api')
    .map((member) => ({ member, own: Platform.at({ home: member.home, port: member.port, key: platform.key }) }))
  const user = await channelOwner(platform)
  const feeds: Feed[] = []
  for (const { own } of apis) {
    const feed = await openFeed(own, platform.key)
    feed.say({ type: 'subscribe', id: 'steps', channel: `task-status/${user}`, authorization: { authorization: platform.key } })
    await feed.until(() => feed.count('subscribe_success') === 1)
    feeds.push(feed)
  }
  const buildId = await buildProgram(platform)
  for (const [at, { member, own }] of apis.entries()) {
    const tasks = await Promise.all(Array.from({ length: TASKS }, (_, n) => submit(own, buildId, `b${at}-${n}`, 0.05)))
    const ids = tasks.map(({ json }) => String(json.TaskID))
    await Promise.all(ids.map((id) => own.end(`/tasks/${id}`)))
    for (const [reader, feed] of feeds.entries()) {
      const stepsOf = (id: string) =>
        feed
          .events('steps')
          .flatMap(({ taskId, status }) => (taskId === id ? [status] : []))
          .join(', ')
      await feed.until(() => ids.every((id) => stepsOf(id) === STEPS))
      report.equal(
        `the reader at ${apis[reader]!.member.name} hears every step of tasks that ${member.name} accepted`,
        ids.map(stepsOf).filter((steps) => steps !== STEPS),
        [],
      )
    }
  }
  for (const feed of feeds) feed.socket.close()
}
