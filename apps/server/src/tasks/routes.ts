// Tasks of the caller.
import {
  type BuildCoreSpecs,
  COMPLETE_HEADER,
  choiceWords,
  errors,
  isHardwareClass,
  isTerminal,
  LIMITS,
  planRefusal,
  STREAMS,
  type Stream,
  type Task,
  type TaskOutputs,
  type TaskRequest,
  type taskOperations,
} from '@credence/contract'
import { buildOfTask } from '../builds/queries.ts'
import { Answer, asJson, type Handlers } from '../http/handler.ts'
import { checkedArguments, checkedDataSources } from '../jobs/checks.ts'
import type { Row } from '../jobs/kinds.ts'
import { needsOfTask } from '../jobs/needs.ts'
import { asCommonReply, type JobDeps, jobRequests } from '../jobs/requests.ts'
import { getPublicJob, renameJob } from '../jobs/rows.ts'
import { NOTHING_KEY } from '../objects/open.ts'
import { attemptPrefix, chunkKeys, outputSoFar, streamKey } from './outputs.ts'

const WHOLE = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
  [COMPLETE_HEADER]: 'true',
} as const

export function taskRoutes(deps: JobDeps): Handlers<typeof taskOperations> {
  const { database, objects } = deps
  const tasks = jobRequests(
    'task',
    deps,
    asTask,
    ({ buildDeleted, stats }) => `${buildDeleted ? '-b' : ''}${stats?.Executions ? `-${stats.Executions.Done}` : ''}`,
  )
  const publicTask = async (id: string): Promise<Row<'task'>> => {
    const task = await getPublicJob(database, 'task', id)
    if (!task) throw errors.taskNotFound()
    return task
  }
  const outputsOf = async ({ id, attempt, outputPrefix, outputsDeleted }: Row<'task'>, origin: string): Promise<TaskOutputs> => {
    if (outputsDeleted) throw errors.taskOutputDeleted()
    const link = (key: string) => objects.linkToGet({ key, origin, lifetimeSeconds: LIMITS.links.outputSeconds })
    const chunks = await chunkKeys(objects, outputPrefix ?? attemptPrefix(id, attempt), 'Stdout')
    const whole = (stream: Stream) => link(outputPrefix === null ? NOTHING_KEY : streamKey(outputPrefix, stream))
    return { Stdout: whole('Stdout'), Stderr: whole('Stderr'), StdoutChunks: chunks.map(link) }
  }
  return {
    async createTask(call) {
      const { user, path, body } = call
      const build = await buildOfTask(database, user.userId, path.BuildID)
      if (!build) throw errors.buildNotFound()
      const words = body.Arguments === undefined ? null : checkedArguments(body.Arguments)
      const dataSources = body.DataSources === undefined ? build.dataSources : checkedDataSources(body.DataSources, user.userId)
      if (isHardwareClass(build.core.Class)) throw errors.hardwareOnly(build.core.Class)
      if (build.moduleKey === null) throw errors.buildNotCompleted(build.status)
      const given = { buildId: path.BuildID, arguments: words, standardError: standardErrorOf(body, build.core), isPublic: false }
      return tasks.submit(call, { name: body.Name, dataSources, given, needs: needsOfTask(build.core, deps.config.worker.isolation) })
    },
    async listBuildTasks({ user, path: { BuildID }, query }) {
      if (!(await buildOfTask(database, user.userId, BuildID))) throw errors.buildNotFound()
      const { items, rest } = await tasks.list(user, query, { column: 'build_id', id: BuildID })
      return asJson({ BuildID, Tasks: items, ...rest })
    },
    async listTasks({ user, query }) {
      const { items, rest } = await tasks.list(user, query)
      return asJson({ UserID: user.userId, Tasks: items, ...rest })
    },
    getTask: ({ user, path, headers }) => tasks.show(user, path.TaskID, headers),
    deleteTask: ({ user, path }) => tasks.delete(user, path.TaskID),
    cancelTask: ({ user, path }) => tasks.cancel(user, path.TaskID),
    async updateTask({ user, path, body }) {
      await tasks.find(user, path.TaskID)
      if (body.Name === undefined) throw errors.nothingToUpdate()
      if (!(await renameJob(database, 'task', user.userId, path.TaskID, body.Name))) throw errors.taskNotFound()
      return asTask(await tasks.find(user, path.TaskID))
    },
    async createPublicTask(call) {
      const { user, path, body } = call
      const build = await getPublicJob(database, 'build', path.BuildID)
      if (!build) throw errors.buildNotFound()
      const words = body.Arguments === undefined ? null : checkedArguments(body.Arguments)
      const dataSources = checkedDataSources(body.DataSources ?? [], user.userId)
      if (isHardwareClass(build.core.Class)) throw errors.hardwareOnly(build.core.Class)
      if (build.core.MemorySize > deps.config.plans[user.plan].memorySize) throw planRefusal('memorySize')
      if (build.moduleKey === null) throw errors.buildNotCompleted(build.status)
      const given = { buildId: path.BuildID, arguments: words, standardError: standardErrorOf(body, build.core), isPublic: true }
      return tasks.submit(call, { name: body.Name, dataSources, given, needs: needsOfTask(build.core, deps.config.worker.isolation) })
    },
    getPublicTask: async ({ path }) => asTask(await publicTask(path.TaskID)),
    getPublicTaskOutputs: async ({ path, origin }) => outputsOf(await publicTask(path.TaskID), origin),
    getTaskOutputs: async ({ user, path, origin }) => outputsOf(await tasks.find(user, path.TaskID), origin),
    async getTaskOutput({ user, path, origin }) {
      const stream = STREAMS.find((name) => name === path.Stream)
      if (!stream) throw errors.malformedField('Stream', choiceWords(STREAMS))
      const { id, status, attempt, outputPrefix, outputsDeleted } = await tasks.find(user, path.TaskID)
      if (outputsDeleted) throw errors.taskOutputDeleted()
      if (outputPrefix === null) {
        if (isTerminal(status)) return new Answer(200, WHOLE, '')
        return new Answer(200, { ...WHOLE, [COMPLETE_HEADER]: 'false' }, outputSoFar(objects, attemptPrefix(id, attempt), stream))
      }
      const key = streamKey(outputPrefix, stream)
      const output = await objects.get(key)
      if (!output) throw errors.taskOutputNotFound()
      if (output.size > LIMITS.output.redirectBytes) {
        const location = objects.linkToGet({ key, origin, lifetimeSeconds: LIMITS.links.outputSeconds })
        return new Answer(302, { [COMPLETE_HEADER]: 'true', location })
      }
      return new Answer(200, { ...WHOLE, 'content-length': String(output.size) }, output.body)
    },
  }
}

/** @throws ApiError 400: other cores have no executions that could be enough */
function standardErrorOf({ StandardError }: TaskRequest, { Microarchitecture }: BuildCoreSpecs): number | null {
  if (StandardError !== undefined && Microarchitecture !== 'Reference')
    throw errors.malformedField('StandardError', 'for builds of a Reference core only')
  return StandardError ?? null
}

const asTask = (task: Row<'task'>): Task => ({
  TaskID: task.id,
  BuildID: task.buildId,
  ...(task.buildDeleted ? { BuildDeleted: true } : {}),
  ...asCommonReply(task),
  ...(task.arguments === null ? {} : { Arguments: task.arguments }),
  ...(task.standardError === null ? {} : { StandardError: task.standardError }),
  DataSources: task.dataSources,
  ...(task.stats === null ? {} : { Stats: task.stats }),
  IsPublic: task.isPublic,
  SmallOutput: null,
})
