// The name of a build or task, given where it is shown: it stands at once wherever it is listed, and is taken back with a note where it is refused.
import type { Build, Task } from '@credence/contract'
import { toast } from '../state/toasts.ts'
import { client } from './client.ts'
import { inLists, JOB_KINDS, type JobKind } from './hear.ts'
import { queryClient } from './queries.ts'

/** @param name  empty: none of its own */
export async function renameJob(kind: JobKind, id: string, name: string): Promise<void> {
  const key = JOB_KINDS[kind].object(id).queryKey as readonly unknown[]
  let before: string | undefined
  const put = (change: (job: Build | Task) => Build | Task) => {
    queryClient.setQueryData<Build | Task>(key, (job) => job && change(job))
    inLists(kind, id, change)
  }
  const called = (given: string | undefined) => (job: Build | Task) => {
    const { Name, ...rest } = job
    before = Name
    return given ? { ...rest, Name: given } : rest
  }
  put(called(name))
  const was = before
  try {
    const job = await (kind === 'task' ? client.tasks.update(id, { Name: name }) : client.builds.update(id, { Name: name }))
    put(() => job)
  } catch (error) {
    put(called(was))
    toast(error instanceof Error ? error.message : String(error), 'failed')
  }
}
