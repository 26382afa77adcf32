// Traced values of a task: their list, page by page, samples and plots.
import { errors, LIMITS, type valueOperations } from '@credence/contract'
import type { User } from '../credentials/credentials.ts'
import type { Handlers } from '../http/handler.ts'
import { indexBehind } from '../http/paging.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { getJob } from '../jobs/rows.ts'
import { storePlot } from '../plots/routes.ts'
import { samplesAsJson, samplesOf } from '../samples/routes.ts'
import { distributionOf, fineDistributionOf, outcomesOf, type StoredValue, storedValues } from './stored.ts'

export function valueRoutes({ database, objects }: Pick<JobDeps, 'database' | 'objects'>): Handlers<typeof valueOperations> {
  const valuesOf = async ({ userId }: User, taskId: string): Promise<{ values: StoredValue[]; outputPrefix: string | null }> => {
    const task = await getJob(database, 'task', userId, taskId)
    if (!task) throw errors.taskNotFound()
    return { values: await storedValues(objects, task.outputPrefix), outputPrefix: task.outputPrefix }
  }
  const find = async (user: User, { TaskID, ValueID }: { TaskID: string; ValueID: string }) => {
    const { values, outputPrefix } = await valuesOf(user, TaskID)
    const value = values.find(({ shown }) => shown.ValueID === ValueID)
    if (!value) throw errors.valueNotFound()
    return { value, outputPrefix }
  }
  return {
    async listTaskValues({ user, path: { TaskID }, query: { startKey } }) {
      const { values: all } = await valuesOf(user, TaskID)
      const from = indexBehind(
        startKey,
        all.map(({ shown }) => shown.ValueID),
      )
      const Values = all.slice(from, from + LIMITS.variables.pageSize).map(({ shown }) => shown)
      const last = Values.at(-1)
      return { TaskID, Values, Count: Values.length, ...(last && from + Values.length < all.length && { ContinuationKey: last.ValueID }) }
    },
    async getValueSamples({ user, path, query }) {
      const { value, outputPrefix } = await find(user, path)
      const { count = LIMITS.samples.default } = query
      const outcomes = await outcomesOf(objects, outputPrefix, value, count)
      return outcomes ? samplesAsJson(outcomes) : samplesOf(distributionOf(value.text).mixture, count)
    },
    async createValuePlot(call) {
      const { value, outputPrefix } = await find(call.user, call.path)
      const { of } = value.outcomes ?? {}
      const query = of === undefined ? call.query : { ...call.query, xAxisLabel: `${call.query.xAxisLabel ?? value.shown.Name}, ${of}` }
      return storePlot({ database, objects }, { ...call, query }, await fineDistributionOf(objects, outputPrefix, value))
    },
  }
}
