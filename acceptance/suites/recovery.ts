// kill -9 of the worker in a task, and of the whole platform: the task ends Completed with Rescheduled in its history.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../check.ts'
import { command, type Platform } from '../platform.ts'

// About six seconds of processor time, so that a kill falls into it.
const LONG =
  '#include <stdio.h>\n#include <time.h>\nint main(void){time_t end=time(0)+6;volatile double s=0;while(time(0)<end)for(int i=0;i<1000000;i++)s+=i;printf("done\\n");return 0;}\n'

interface Transition {
  readonly Status: string
}

export async function recovery(platform: Platform, report: Report): Promise<void> {
  const build = await platform.call('POST', '/sourcecode/builds', { body: { Code: LONG, Language: 'C' } })
  await platform.end(`/builds/${build.json.BuildID}`)

  const first = await startTask(platform, String(build.json.BuildID))
  const workers = platform.processes().filter((pid) => command(pid).includes('worker'))
  report.check('the worker is a process of its own', workers, workers.length > 0)
  for (const pid of workers) process.kill(pid, 'SIGKILL')
  await judge('after kill -9 of the worker', first)

  const second = await startTask(platform, String(build.json.BuildID))
  platform.signalAll('SIGKILL')
  await sleep(500)
  await platform.up()
  report.atMost('seconds from start to answer after kill -9 of everything', platform.secondsToAnswer, 10)
  await judge('after kill -9 of the platform', second)
  const listed = (await platform.call('GET', '/tasks')).json.Tasks as { TaskID: string }[]
  report.check(
    'no task is lost',
    listed.length,
    [first, second].every((id) => listed.some(({ TaskID }) => TaskID === id)),
  )

  const milliseconds = await platform.down()
  report.atMost('milliseconds that Ctrl-C takes', milliseconds, 10_000)
  report.equal('processes left behind by Ctrl-C', platform.processes().map(command), [])
  await platform.up()
  report.equal('a second start finds the account', (await platform.call('GET', '/users/me')).status, 200)

  async function judge(when: string, task: string): Promise<void> {
    const ended = await platform.end(`/tasks/${task}`)
    const statuses = (ended.StatusTransitions as Transition[]).map(({ Status }) => Status)
    report.check(
      `${when} the task ends Completed with Rescheduled in its history`,
      statuses,
      ended.Status === 'Completed' && statuses.includes('Rescheduled'),
    )
    report.equal(`${when} its output is whole`, (await platform.call('GET', `/tasks/${task}/output/Stdout`)).text, 'done\n')
  }
}

async function startTask(platform: Platform, build: string): Promise<string> {
  const { json } = await platform.call('POST', `/builds/${build}/tasks`)
  const id = String(json.TaskID)
  while ((await platform.call('GET', `/tasks/${id}`)).json.Status !== 'In Progress') await sleep(20)
  await sleep(500)
  return id
}
