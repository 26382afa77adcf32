// Waits for a build or a task to end by the channel that this tab has open anyway.
import type { WaitOptions } from '@credence/client'
import type { Build, Task } from '@credence/contract'
import { connection } from '../state/connection.ts'
import { client } from './client.ts'
import { onHeard } from './hear.ts'
import { untilEnded } from './until-ended.ts'

const earOf = (id: string) => ({
  listen: (listener: Parameters<typeof onHeard>[1]) => onHeard(id, listener),
  isLive: () => connection.get() === 'live',
})

/** The task once it has ended. `onStatus` may be told a status more than once. @throws ApiError, NetworkError, and the reason of the signal */
export const taskEnded = (id: string, options?: WaitOptions): Promise<Task> => untilEnded(() => client.tasks.get(id), earOf(id), options)
/** As `taskEnded`. */
export const buildEnded = (id: string, options?: WaitOptions): Promise<Build> => untilEnded(() => client.builds.get(id), earOf(id), options)
