// A task of a build that is there.
import type { Task } from '@credence/contract'
import { queryClient, submit } from '../api/queries.ts'

interface Wanted extends Pick<Task, 'BuildID' | 'Arguments'> {
  readonly DataSources: readonly Task['DataSources'][number][]
}
/** @param name  of its own, with or without blanks around it; empty: none @returns its id */
export async function startTask({ BuildID, Arguments, DataSources }: Wanted, name = ''): Promise<string> {
  const Name = name.trim()
  const { TaskID } = await submit('createTask', {
    path: { BuildID },
    body: { Arguments: Arguments ?? '', DataSources: [...DataSources], ...(Name && { Name }) },
  })
  void queryClient.invalidateQueries({ queryKey: ['listTasks'] })
  return TaskID
}
