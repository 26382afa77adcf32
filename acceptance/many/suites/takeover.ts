// Workers die and freeze; how long until another has their tasks, and whether one that wakes again changes anything.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../check.ts'
import { buildProgram, printedBy, submit } from '../../program.ts'
import type { Cluster, Member } from '../cluster.ts'
import { workerOf } from '../workers.ts'

const ROUNDS = 5
const TASK_SECONDS = 3
const MOST_SECONDS = 15

interface Entry {
  readonly Status: string
  readonly Timestamp: number
}

export async function takeover(cluster: Cluster, report: Report): Promise<void> {
  const { platform, members } = cluster
  const workers = members.filter(({ role }) => role === 'worker')
  const buildId = await buildProgram(platform)
  for (const [what, strike] of Object.entries({
    'the worker and its supervisor are killed': async (member: Member) => {
      const pid = workerOf(member)
      member.running.child.kill('SIGKILL')
      process.kill(pid, 'SIGKILL')
      return () => cluster.start(member)
    },
    'the worker freezes and wakes after others have its tasks': async (member: Member) => {
      const pid = workerOf(member)
      process.kill(pid, 'SIGSTOP')
      return async () => void process.kill(pid, 'SIGCONT')
    },
  })) {
    const seconds: number[] = []
    const faults: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const names = Array.from({ length: 6 }, (_, n) => `k${round}-${n}`)
      const tasks = await Promise.all(names.map((name) => submit(platform, buildId, name, TASK_SECONDS)))
      const paths = tasks.map(({ json }) => `/tasks/${json.TaskID}`)
      await Promise.any(paths.map((path) => inProgress(cluster, path)))
      await new Promise((resolve) => setTimeout(resolve, 700))
      const struck = Date.now()
      const restore = await strike(workers[round % workers.length]!)
      const ended = await Promise.all(paths.map((path) => platform.end(path, 120_000)))
      await restore()
      await new Promise((resolve) => setTimeout(resolve, 1500)) // what woke has time to try
      for (const [at, path] of paths.entries()) {
        const { json } = await platform.call('GET', path)
        const history = json.StatusTransitions as Entry[]
        const again = history.findIndex(({ Status }) => Status === 'Rescheduled')
        if (again >= 0) seconds.push((history[again + 1]!.Timestamp - struck) / 1000)
        const { text } = await platform.call('GET', `${path}/output/Stdout`)
        const same = JSON.stringify(json) === JSON.stringify(ended[at])
        const once = history.filter(({ Status }) => Status === 'Completed').length === 1
        if (!same || !once || text !== printedBy(names[at]!)) faults.push(`${path}: ${history.map(({ Status }) => Status)} ${text.slice(0, 40)}`)
      }
    }
    seconds.sort((a, b) => a - b)
    report.check(`${what}: tasks end once, with their output, and nothing changes them afterwards`, faults, faults.length === 0)
    report.check(`${what}: tasks went to another worker`, seconds.length, seconds.length >= ROUNDS / 2)
    report.atMost(
      `${what}: seconds until another worker has them, the slowest of ${seconds.length} (median ${seconds[seconds.length >> 1]?.toFixed(1)})`,
      seconds.at(-1) ?? 0,
      MOST_SECONDS,
    )
  }
  const fenced = workers
    .flatMap(({ home }) => readFileSync(join(home, 'log/worker.log'), 'utf8').split('\n'))
    .filter((line) => line.includes('attempt.fenced'))
  report.check('workers that woke found their leases gone, and discarded what they had', fenced.length, fenced.length > 0)
}

async function inProgress({ platform }: Cluster, path: string): Promise<void> {
  while ((await platform.call('GET', path)).json.Status !== 'In Progress') await new Promise((resolve) => setTimeout(resolve, 50))
}
