// Waits for a build or a task to end by the channel that this tab has open anyway.
import type { WaitOptions } from '@credence/client'
import type { Build, Task } from '@credence/contract'
import { connection } from '../state/connection.ts'
import { client } from './client.ts'
import { onHeard } from './hear.ts'
import { operationQuery, queryClient } from './queries.ts'
import { untilEnded } from './until-ended.ts'

const earOf = (id: string) => ({
  listen: (listener: Parameters<typeof onHeard>[1]) => onHeard(id, listener),
  isLive: () => connection.get() === 'live',
})

/** The task once it has ended, which whatever shows it then knows. `onStatus` may be told a status more than once. @throws ApiError, NetworkError, and the reason of the signal */
export async function taskEnded(TaskID: string, options?: WaitOptions): Promise<Task> {
  const task = await untilEnded(() => client.tasks.get(TaskID), earOf(TaskID), options)
  queryClient.setQueryData(operationQuery('getTask', { path: { TaskID } }).queryKey as readonly unknown[], task)
  return task
}
/** As `taskEnded`. */
export async function buildEnded(BuildID: string, options?: WaitOptions): Promise<Build> {
  const build = await untilEnded(() => client.builds.get(BuildID), earOf(BuildID), options)
  queryClient.setQueryData(operationQuery('getBuild', { path: { BuildID } }).queryKey as readonly unknown[], build)
  return build
}
