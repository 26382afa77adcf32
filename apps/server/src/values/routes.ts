// Traced values of a task: their list, page by page, samples and plots.
import { errors, LIMITS, type valueOperations } from '@credence/contract'
import type { UxValue } from '@credence/distribution'
import type { User } from '../credentials/credentials.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { getJob } from '../jobs/rows.ts'
import { storePlot } from '../plots/routes.ts'
import { samplesOf } from '../samples/routes.ts'
import { distributionOf, type StoredValue, storedValues } from './stored.ts'

export function valueRoutes({ database, objects }: Pick<JobDeps, 'database' | 'objects'>): Handlers<typeof valueOperations> {
  const valuesOf = async ({ userId }: User, taskId: string): Promise<StoredValue[]> => {
    const task = await getJob(database, 'task', userId, taskId)
    if (!task) throw errors.taskNotFound()
    return storedValues(objects, task.outputPrefix)
  }
  const find = async (user: User, { TaskID, ValueID }: { TaskID: string; ValueID: string }): Promise<UxValue> => {
    const found = (await valuesOf(user, TaskID)).find(({ shown }) => shown.ValueID === ValueID)
    if (!found) throw errors.valueNotFound()
    return distributionOf(found.text)
  }
  return {
    async listTaskValues({ user, path: { TaskID }, query: { startKey } }) {
      const all = await valuesOf(user, TaskID)
      const from = startKey === undefined ? 0 : all.findIndex(({ shown }) => shown.ValueID === startKey) + 1
      if (startKey !== undefined && from === 0) throw errors.malformedField('startKey')
      const Values = all.slice(from, from + LIMITS.variables.pageSize).map(({ shown }) => shown)
      const last = Values.at(-1)
      return { TaskID, Values, Count: Values.length, ...(last && from + Values.length < all.length && { ContinuationKey: last.ValueID }) }
    },
    async getValueSamples({ user, path, query }) {
      return samplesOf((await find(user, path)).mixture, query.count)
    },
    async createValuePlot(call) {
      return storePlot({ database, objects }, call, await find(call.user, call.path))
    },
  }
}
