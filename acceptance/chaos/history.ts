// What became of everything that was acknowledged: its last status, its history against the state machine, and its output.
import { mayFollow, type Status } from '@credence/contract'
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'
import { printedBy } from '../program.ts'
import type { Acknowledged } from './load.ts'

interface Transition {
  readonly Status: Status
}

export async function judgeHistory(
  platform: Platform,
  { tasks, builds }: Acknowledged,
  report: Report,
  patienceMs: number,
): Promise<{ completed: number; builds: number; repeated: number }> {
  const faults: string[] = []
  let repeated = 0
  const end = Date.now() + patienceMs
  const judge = async (path: string): Promise<void> => {
    const thing = await platform
      .end(path, Math.max(1000, end - Date.now()))
      .catch((error: Error) => ({ StatusTransitions: [], Status: error.message }))
    const statuses = (thing['StatusTransitions'] as Transition[]).map(({ Status }) => Status)
    if (thing['Status'] !== 'Completed' || statuses.filter((status) => status === 'Completed').length !== 1)
      faults.push(`${path}: ${thing['Status']} after ${statuses.join(', ')}`)
    const illegal = statuses.findIndex((status, at) => at > 0 && !mayFollow(statuses[at - 1]!, status))
    if (illegal > 0) faults.push(`${path}: ${statuses[illegal]} after ${statuses[illegal - 1]}`)
    if (statuses.includes('Rescheduled')) repeated++
  }
  for (const { id, name } of tasks) {
    await judge(`/tasks/${id}`)
    const { text } = await platform.call('GET', `/tasks/${id}/output/Stdout`)
    if (text !== printedBy(name)) faults.push(`/tasks/${id}: printed ${JSON.stringify(text.slice(0, 80))}`)
  }
  for (const id of builds) await judge(`/builds/${id}`)
  report.check(
    `${tasks.length} tasks and ${builds.length} builds that were acknowledged are Completed once, with their output`,
    faults.slice(0, 5),
    faults.length === 0,
  )
  return { completed: tasks.length, builds: builds.length, repeated }
}
