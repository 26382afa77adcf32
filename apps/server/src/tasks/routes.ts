// Tasks of the caller.
import {
  CANCEL_MESSAGE,
  COMPLETE_HEADER,
  errors,
  isActive,
  isHardwareClass,
  isTerminal,
  LIMITS,
  newId,
  STREAMS,
  type Stream,
  type Task,
  type taskOperations,
} from '@credence/contract'
import { buildOfTask, getBuild } from '../builds/queries.ts'
import type { BuildDeps } from '../builds/routes.ts'
import { Answer, type Handlers, tagged } from '../http/handler.ts'
import { cutPage, type ListOf, readPage } from '../http/paging.ts'
import { openAcceptance } from '../lifecycle/acceptance.ts'
import { cancel } from '../lifecycle/attempts.ts'
import { announceDeleted, countEnded } from '../lifecycle/moves.ts'
import { attemptPrefix, chunkKeys, outputSoFar, streamKey } from './outputs.ts'
import { deleteTask, getTask, listTasks, listTasksOfBuild, statusForUpdate, type TaskRow } from './queries.ts'
import { checkedArguments, checkedDataSources } from './request.ts'

/** What a task that never ran has written. */
export const NOTHING_KEY = 'nothing'
const WHOLE = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
  [COMPLETE_HEADER]: 'true',
} as const

export function taskRoutes({ database, queue, objects, config }: BuildDeps): Handlers<typeof taskOperations> {
  const tasksOf = (owner: string, buildId?: string): ListOf => ({
    kind: 'task',
    ...(buildId !== undefined && { within: buildId }),
    async createdAt(id) {
      const task = await getTask(database, owner, id)
      return buildId === undefined || task?.buildId === buildId ? task?.createdAt : undefined
    },
  })
  const acceptance = openAcceptance(database, queue)
  return {
    async createTask({ user, path, body }) {
      const build = await buildOfTask(database, user.userId, path.BuildID)
      if (!build) throw errors.buildNotFound()
      const words = body.Arguments === undefined ? undefined : checkedArguments(body.Arguments)
      const dataSources = body.DataSources === undefined ? build.dataSources : checkedDataSources(body.DataSources, user.userId)
      if (isHardwareClass(build.core.Class)) throw errors.hardwareOnly(build.core.Class)
      if (build.moduleKey === null) throw errors.buildNotCompleted(build.status)
      const columns = { build_id: path.BuildID, arguments: words ?? null, data_sources: dataSources }
      const id = newId('task')
      const { unfinished } = config.plans[user.plan]
      if (!(await acceptance.accept({ kind: 'task', id, owner: user.userId, plan: user.plan, allowed: unfinished, columns })))
        throw errors.tierLimit()
      return { TaskID: id }
    },
    async listBuildTasks({ user, path, query }) {
      if (!(await getBuild(database, user.userId, path.BuildID))) throw errors.buildNotFound()
      const page = await readPage(query, tasksOf(user.userId, path.BuildID))
      const { rows, key } = cutPage(await listTasksOfBuild(database, user.userId, path.BuildID, page), keyOf, path.BuildID)
      return { BuildID: path.BuildID, Tasks: rows.map(asTask), Count: rows.length, ...key }
    },
    async listTasks({ user, query }) {
      const page = await readPage(query, tasksOf(user.userId))
      const { rows, key } = cutPage(await listTasks(database, user.userId, page), keyOf)
      return { UserID: user.userId, Tasks: rows.map(asTask), Count: rows.length, ...key }
    },
    async getTask({ user, path, headers }) {
      const task = await getTask(database, user.userId, path.TaskID)
      if (!task) throw errors.taskNotFound()
      return tagged(headers, `${task.updatedAt}-${task.transitions.length}${task.buildDeleted ? '-b' : ''}`, asTask(task))
    },
    async deleteTask({ user, path }) {
      await database.transaction(async (tx) => {
        const status = await statusForUpdate(tx, user.userId, path.TaskID)
        if (status === undefined) throw errors.taskNotFound()
        if (isActive(status)) throw errors.taskActive()
        await deleteTask(tx, user.userId, path.TaskID)
        await announceDeleted(tx, { kind: 'task', id: path.TaskID, owner: user.userId })
        if (status !== 'Accepted') return
        await queue.cancel(tx, 'task', path.TaskID)
        countEnded(tx, 'task', user.userId)
      })
      await objects.deleteAll(`tasks/${path.TaskID}/`)
      return undefined
    },
    async cancelTask({ user, path }) {
      const verdict = await cancel(database, queue, 'task', user.userId, path.TaskID)
      if (verdict === 'unknown') throw errors.taskNotFound()
      if (verdict === 'terminated') throw errors.taskTerminated()
      return { message: CANCEL_MESSAGE.Task }
    },
    async getTaskOutputs({ user, path, origin }) {
      const task = await getTask(database, user.userId, path.TaskID)
      if (!task) throw errors.taskNotFound()
      const link = (key: string) => objects.linkToGet({ key, origin, lifetimeSeconds: LIMITS.links.outputSeconds })
      const chunks = await chunkKeys(objects, task.outputPrefix ?? attemptPrefix(task.taskId, task.attempt), 'Stdout')
      const whole = (stream: Stream) => link(task.outputPrefix === null ? NOTHING_KEY : streamKey(task.outputPrefix, stream))
      return { Stdout: whole('Stdout'), Stderr: whole('Stderr'), StdoutChunks: chunks.map(link) }
    },
    async getTaskOutput({ user, path, origin }) {
      const stream = STREAMS.find((name) => name === path.Stream)
      if (!stream) throw errors.malformedField('Stream')
      const task = await getTask(database, user.userId, path.TaskID)
      if (!task) throw errors.taskNotFound()
      if (task.outputPrefix === null) {
        if (isTerminal(task.status)) return new Answer(200, WHOLE, '')
        return new Answer(200, { ...WHOLE, [COMPLETE_HEADER]: 'false' }, outputSoFar(objects, attemptPrefix(task.taskId, task.attempt), stream))
      }
      const key = streamKey(task.outputPrefix, stream)
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

const keyOf = ({ createdAt, taskId }: TaskRow) => ({ createdAt, id: taskId })

const asTask = (task: TaskRow): Task => ({
  TaskID: task.taskId,
  BuildID: task.buildId,
  ...(task.buildDeleted ? { BuildDeleted: true } : {}),
  Owner: task.owner,
  Status: task.status,
  StatusTransitions: task.transitions,
  ...(task.arguments === null ? {} : { Arguments: task.arguments }),
  DataSources: task.dataSources,
  CreatedAt: task.createdAt,
  UpdatedAt: task.updatedAt,
  ...(task.startedAt === null ? {} : { StartedAt: task.startedAt }),
  ...(task.finishedAt === null ? {} : { FinishedAt: task.finishedAt }),
  ...(task.stats === null ? {} : { Stats: task.stats }),
  IsPublic: false,
  SmallOutput: null,
})
