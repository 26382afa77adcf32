// Runs a program of the documentation for an agent: as a build and a task of the caller's account, so with the sandbox, limits, fairness and
// history of every other, and cancelled when its time is over or the agent is gone.
import { type Connection, wait } from '@credence/client'
import { AGENT_REFUSALS, DEFAULT_CORES, LIMITS, type PublishedExample, type RunExampleOutput } from '@credence/contract'
import { piecesOf } from '@credence/distribution'
import type { Database } from '../database/pool.ts'
import { getJob } from '../jobs/rows.ts'
import { type ObjectStore, readAll } from '../objects/store.ts'
import { streamKey } from '../tasks/outputs.ts'
import { ToolRefusal, type ToolResult } from './result.ts'

export interface RunDeps {
  readonly database: Database
  readonly objects: ObjectStore
  /** To the API of this platform, with the caller's credential. */
  readonly api: Connection
  readonly userId: string
  /** Aborted when the agent no longer waits. */
  readonly gone: AbortSignal
}

/** @throws ToolRefusal when the program does not build, complete or end in time; ApiError as the API refuses */
export async function runExample(deps: RunDeps, example: PublishedExample, source = example.source): Promise<ToolResult> {
  const { api, database, userId } = deps
  const { BuildID } = await api.request('createSourceCodeBuild', {
    body: { Code: source, Language: example.language, CoreID: coreCalled(example.core) },
  })
  const path = { BuildID }
  const over = AbortSignal.any([deps.gone, AbortSignal.timeout(LIMITS.agents.runMilliseconds)])
  await ended(
    'build',
    () => wait(() => api.request('getBuild', { path }), { signal: over }),
    () => api.request('cancelBuild', { path }),
    over,
  )
  const build = await getJob(database, 'build', userId, BuildID)
  if (!build?.moduleKey) throw new ToolRefusal(AGENT_REFUSALS.doesNotBuild(shortened(await written(deps, build?.outputKey))))

  const { TaskID } = await api.request('createTask', { path, body: {} })
  const ask = { path: { TaskID } }
  await ended(
    'run',
    () => wait(() => api.request('getTask', ask), { signal: over }),
    () => api.request('cancelTask', ask),
    over,
  )
  const task = await getJob(database, 'task', userId, TaskID)
  const stream = (name: 'Stdout' | 'Stderr') => written(deps, task?.outputPrefix ? streamKey(task.outputPrefix, name) : null)
  const [stdout, stderr] = await Promise.all([stream('Stdout'), stream('Stderr')])
  const { output, values } = told(stdout)
  if (task?.status !== 'Completed') {
    const reason = task?.transitions.at(-1)?.Message ?? 'it was deleted'
    throw new ToolRefusal(AGENT_REFUSALS.stopped(reason, [output, shortened(stderr)].filter(Boolean).join('\n')))
  }
  const result: RunExampleOutput = { output, values, BuildID, TaskID }
  return { text: asText(result, shortened(stderr)), structured: result }
}

/** Waits for an end within the time; what has none is cancelled. */
async function ended(what: 'build' | 'run', waiting: () => Promise<unknown>, cancel: () => Promise<unknown>, over: AbortSignal): Promise<void> {
  try {
    await waiting()
  } catch (error) {
    if (!over.aborted) throw error
    await cancel().catch(() => {}) // it ended in this moment
    throw new ToolRefusal(AGENT_REFUSALS.tooSlow(what))
  }
}

function coreCalled(name: string): string {
  const core = DEFAULT_CORES.find(({ Name }) => Name === name)
  if (!core) throw new Error(`no default core is called ${name}`)
  return core.CoreID
}

/** The beginning of what was written, as far as it is read. */
async function written({ objects }: RunDeps, key: string | null | undefined): Promise<string> {
  const info = key ? await objects.head(key) : undefined
  if (!info || info.size === 0) return ''
  const last = Math.min(info.size, LIMITS.agents.outputBytes) - 1
  const object = await objects.get(info.key, { first: 0, last })
  const text = object ? (await readAll(object)).toString() : ''
  // Half a value at the cut would be hundreds of digits of nothing.
  return info.size > last + 1 ? `${text.slice(0, text.lastIndexOf('\n') + 1)}…` : text
}

/** Output as an agent reads it: the numbers as they were printed, their distributions apart. */
export function told(stdout: string): Pick<RunExampleOutput, 'output' | 'values'> {
  const pieces = piecesOf(stdout)
  const values = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece]))
  return {
    output: shortened(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.decimal)).join('')),
    values: values.slice(0, LIMITS.agents.values).map(({ decimal, mean, deviation, quantiles: [low, median, high] }) => ({
      printed: decimal,
      mean: finite(mean),
      standardDeviation: finite(deviation),
      quantiles: { '0.025': finite(low), '0.5': finite(median), '0.975': finite(high) },
    })),
  }
}
const finite = (x: number): number | null => (Number.isFinite(x) ? x : null)

function shortened(text: string): string {
  const limit = LIMITS.agents.outputCharacters
  return text.length > limit ? `${text.slice(0, limit)}\n… (${text.length - limit} more characters)` : text
}

const DIGITS = 6
function asText({ output, values, BuildID, TaskID }: RunExampleOutput, stderr: string): string {
  const figure = (x: number | null) => (x === null ? 'not finite' : String(Number(x.toPrecision(DIGITS))))
  const lines = values.map(
    ({ printed, mean, standardDeviation, quantiles }, index) =>
      `${index + 1}. ${printed}: mean ${figure(mean)}, standard deviation ${figure(standardDeviation)}, 2.5 % ${figure(quantiles['0.025'])}, median ${figure(quantiles['0.5'])}, 97.5 % ${figure(quantiles['0.975'])}`,
  )
  return [
    output.trimEnd(),
    ...(lines.length ? [`Distributions, in the order of the output:\n${lines.join('\n')}`] : []),
    ...(stderr ? [`Standard error:\n${stderr.trimEnd()}`] : []),
    `${BuildID}, ${TaskID}`,
  ].join('\n\n')
}
