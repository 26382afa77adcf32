// A task of a build that is there.
import type { Task } from '@credence/contract'
import { queryClient, submit } from '../api/queries.ts'

/** Another task of the same build. @param name  of its own; empty: none @returns its id */
export async function runAgain({ BuildID, Arguments, DataSources }: Pick<Task, 'BuildID' | 'Arguments' | 'DataSources'>, name = ''): Promise<string> {
  const { TaskID } = await submit('createTask', {
    path: { BuildID },
    body: { Arguments: Arguments ?? '', DataSources, ...(name && { Name: name }) },
  })
  void queryClient.invalidateQueries({ queryKey: ['listTasks'] })
  return TaskID
}
