// One attempt at a build or a task, from its row to its published result. The program's faults are in the result; ours are thrown.
import { type BuildCoreSpecs, isHardwareClass, moreTraced, parseArguments, type Status, type TaskStats, type TraceVariable } from '@credence/contract'
import { type BuildResult, noticeLines, type Progress, type RunEvents, type StoredFile } from '@credence/engine'
import { binaryArchive, binaryKeyBelow } from '../builds/binary.ts'
import { listInputs, storeInputs } from '../builds/inputs.ts'
import { type BuildOfAttempt, buildOfAttempt, traceInBuild } from '../builds/queries.ts'
import type { Config } from '../config.ts'
import { ATTEMPT_MS, throughOutage } from '../database/outage.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { Kind, Made } from '../jobs/kinds.ts'
import { type Attempt, countEnded, move, standsAt, type Why } from '../jobs/moves.ts'
import type { BucketSettings } from '../mounts/bucket.ts'
import { mount } from '../mounts/mount.ts'
import { MountFault } from '../mounts/source.ts'
import { workingDirectory } from '../mounts/working-directory.ts'
import type { ObjectStore } from '../objects/store.ts'
import type { Lease, TaskQueue } from '../queue/task-queue.ts'
import { traceFaults } from '../sources/configuration.ts'
import { SourceFault } from '../sources/fault.ts'
import { attemptPrefix, captureOutput } from '../tasks/outputs.ts'
import { taskOfAttempt, tellProgress } from '../tasks/queries.ts'
import { finite, referenceName, storeValues, tracedValues, valueLine } from '../values/stored.ts'
import { storeVariables } from '../variables/stored.ts'
import type { Engine } from './engine.ts'
import type { ReadModule } from './modules.ts'
import { noticesOf } from './notices.ts'
import { pathsOf } from './paths.ts'
import { type SourceSettings, sourcesOf } from './sources.ts'

export interface AttemptDeps {
  readonly database: Database
  readonly queue: TaskQueue
  readonly objects: ObjectStore
  readonly engine: Engine
  readonly limits: Config['limits']
  readonly readModule: ReadModule
  readonly sources: SourceSettings
  readonly plans: Config['plans']
  readonly buckets: BucketSettings
}
/** Why an attempt was asked to end. */
export interface Signals {
  /** Its owner wants no result. */
  readonly cancelled: AbortSignal
  /** Cancelled, lease lost or worker stopping. */
  readonly any: AbortSignal
}

/** The lease or the row went to another attempt: nothing of this one may be published. */
export class Fenced extends Error {}

export async function attemptBuild(deps: AttemptDeps, lease: Lease, signals: Signals): Promise<void> {
  const { database, objects } = deps
  const attempt: Attempt<'build'> = { kind: 'build', id: lease.id, attempt: lease.attempt }
  const build = await throughOutage(() => buildOfAttempt(database, attempt), ATTEMPT_MS, signals.any)
  if (!build) throw new Fenced()
  await step(database, attempt, 'In Progress')
  try {
    const { inputs, result, archive } = await built(deps, attempt, build, signals)
    if (result.interrupted) throw new Error('the compiler was killed from outside')
    const prefix = `builds/${lease.id}/attempts/${lease.attempt}`
    const outputKey = `${prefix}/output`
    const moduleKey = result.module ? `${prefix}/module.wasm` : null
    const [inputsKey] = await Promise.all([
      result.module ? storeInputs(objects, prefix, inputs) : null,
      objects.put(outputKey, new TextEncoder().encode(result.output), { contentType: 'text/plain; charset=utf-8' }),
      result.module && moduleKey && objects.put(moduleKey, result.module, { contentType: 'application/wasm' }),
      archive && objects.put(binaryKeyBelow(prefix), archive, { contentType: 'application/gzip' }),
      result.variables && storeVariables(objects, outputKey, result.variables),
    ])
    const stats = { BuildTimeInMilliseconds: Math.round(result.milliseconds), BuildSizeInBytes: result.module?.length ?? 0, CreatedAt: Date.now() }
    const ending: Ending = result.module
      ? { to: 'Completed' }
      : { to: 'Stopped', why: { reason: reasonOf(result.output), failed: result.limit === undefined } }
    await end(deps, lease, attempt, ending, {
      owner: build.owner,
      published: { outputKey, moduleKey, inputsKey, stats },
      took: [stats.BuildTimeInMilliseconds],
      totals: { TotalBuildSize: stats.BuildSizeInBytes, TotalBuildTime: stats.BuildTimeInMilliseconds },
    })
  } catch (error) {
    if (signals.cancelled.aborted) return end(deps, lease, attempt, { to: 'Cancelled' })
    throw error
  }
}

/** What cannot be fetched is no fault of ours: it ends the build, and its owner finds the reason in the output. */
async function built(
  { database, engine, sources }: AttemptDeps,
  attempt: Attempt<'build'>,
  build: BuildOfAttempt,
  signals: Signals,
): Promise<{ inputs: ReadonlyMap<string, Uint8Array>; result: BuildResult; archive?: Uint8Array }> {
  const began = performance.now()
  try {
    const { files, inputs, notes, traceVariables, configuration } = await sourcesOf(sources, build, signals.any)
    const { core, discoverVariables } = build
    const isOwn = build.traceVariables.length > 0
    if (!isOwn && traceVariables.length > 0) await traceInBuild(database, attempt, traceVariables)
    const traced = (isOwn ? build.traceVariables : traceVariables).map(tracedBy)
    const result = await engine.build({ files, core, discoverVariables, traceVariables: traced }, signals.any)
    const faults = isOwn || configuration === undefined ? [] : traceFaults(configuration, traceVariables, result.output)
    const said = [...notes.map((note) => `note: ${note}\n`), ...faults.map((fault) => `error: ${fault}\n`)]
    const told = { ...result, output: said.join('') + result.output }
    if (!told.module || !core || !isHardwareClass(core.Class)) return { inputs, result: told }
    return { inputs, ...(await withBinary(engine, told, told.module, core, inputs)) }
  } catch (cause) {
    if (!(cause instanceof SourceFault)) throw cause
    const [first, ...rest] = cause.message.split('\n').filter((line) => line.trim() !== '')
    const output = [`error: ${first ?? 'the repository could not be fetched'}`, ...rest, ''].join('\n')
    return { inputs: new Map(), result: { output, milliseconds: performance.now() - began } }
  }
}

/** A build for hardware has its binary made at once; a program that does not fit is no program for that core. */
async function withBinary(
  engine: Engine,
  { module: _, ...told }: BuildResult,
  module: Uint8Array,
  core: BuildCoreSpecs,
  inputs: ReadonlyMap<string, Uint8Array>,
): Promise<{ result: BuildResult; archive?: Uint8Array }> {
  try {
    return { result: { ...told, module }, archive: await binaryArchive(await engine.standAlone(module, core), core, inputs) }
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    return { result: { ...told, output: `${told.output}error: ${cause.message}\n` } }
  }
}

/** The compiler's own end is said by the engine, without a file; everything else the author finds in the output. */
function reasonOf(output: string): string {
  return /^error: (.+)$/m.exec(output)?.[1] ?? 'the compiler reported errors'
}

export async function attemptTask(deps: AttemptDeps, lease: Lease, signals: Signals): Promise<void> {
  const { database, objects, engine, limits, readModule } = deps
  const attempt: Attempt<'task'> = { kind: 'task', id: lease.id, attempt: lease.attempt }
  const task = await throughOutage(() => taskOfAttempt(database, attempt), ATTEMPT_MS, signals.any)
  if (!task) throw new Fenced()
  const module = task.moduleKey === null ? undefined : await readModule(task.moduleKey)
  if (!module || !task.core) return end(deps, lease, attempt, { to: 'Stopped', why: { reason: 'its build was deleted' } })
  const inputs = await inputsOf(objects, task.inputsKey)
  if (!inputs) return end(deps, lease, attempt, { to: 'Stopped', why: { reason: 'its build was deleted' } })
  const refuse = (fault: MountFault) => end(deps, lease, attempt, { to: 'Stopped', why: { reason: fault.message } })
  const mounts = await mount(
    { ...deps, mostBytes: limits.mountedBytes, transferMs: limits.transferSeconds * 1000 },
    task.owner,
    task.dataSources,
    signals.any,
  ).catch((cause: unknown) => (signals.cancelled.aborted ? undefined : asFault(cause)))
  if (!mounts) return end(deps, lease, attempt, { to: 'Cancelled' })
  if (mounts instanceof MountFault) return refuse(mounts)
  const place = workingDirectory(inputs, mounts)
  const prefix = attemptPrefix(lease.id, lease.attempt)
  const capture = captureOutput(objects, prefix)
  const isReference = task.core.Microarchitecture === 'Reference'
  const tell = (lines: string) => capture.write('Stderr', new TextEncoder().encode(lines))
  let begun = false
  let unkept: MountFault | undefined
  try {
    const run = await engine.run(
      {
        module,
        core: task.core,
        arguments: parseArguments(task.arguments),
        owner: task.owner,
        ...(isReference && task.standardError !== null && { standardError: task.standardError }),
        stored: place.files,
        folders: place.folders,
        limits: {
          wallMilliseconds: limits.taskWallSeconds * 1000,
          processorMilliseconds: limits.taskProcessorSeconds * 1000,
          outputBytes: limits.outputBytes,
          fileBytes: limits.fileBytes,
        },
      },
      {
        output: capture.write,
        signal: signals.any,
        ...(isReference && { progress: progressOf(database, attempt) }),
        async begins() {
          await step(database, attempt, 'In Progress')
          begun = true
          for (const note of place.notes) tell(`credence: ${note}\n`)
        },
        async written(files) {
          await mounts.keep(files).catch((cause: unknown) => {
            unkept = asFault(cause)
          })
        },
      },
    )
    if (run.ending.kind === 'cancelled' && !signals.cancelled.aborted) throw new Fenced()
    lease.release()
    if (run.notices) tell(noticeLines(run.notices))
    if (run.traced && run.traced.more > 0) tell(moreTraced(run.traced.more))
    const values = run.traced && tracedValues(run.traced, task.traceVariables ?? [], run.executions && referenceName(task.core, run.executions.done))
    if (values && isReference) capture.write('Stdout', new TextEncoder().encode(values.map(valueLine).join('')))
    const storing = values && storeValues(objects, prefix, values)
    await Promise.all([capture.finish(), storing]).catch(async (cause: unknown) => {
      // Nobody reads an attempt that was not published, and the next one may need the room: the disk may be full of this one.
      await objects.deleteAll(`${prefix}/`).catch(() => {})
      throw cause
    })
    const stats = {
      DynamicInstructions: run.dynamicInstructions,
      ProcessorTime: Math.round(run.processorSeconds * 1e6) / 1e6, // the clock counts microseconds
      ExecutionTimeInMilliseconds: Math.round(run.executionMilliseconds),
      ...executionsOf(run.executions),
      ...pathsOf(run.ways),
      ...noticesOf(run.notices),
    }
    const ending: Ending = unkept ? { to: 'Stopped', why: { reason: unkept.message } } : endingOf(run.ending, run.message)
    await end(deps, lease, attempt, ending, {
      owner: task.owner,
      published: { outputPrefix: prefix, stats },
      took: [stats.ExecutionTimeInMilliseconds, stats.DynamicInstructions],
      totals: { TotalDynamicInstructions: stats.DynamicInstructions, TotalExecutionTime: stats.ExecutionTimeInMilliseconds },
    })
  } catch (cause) {
    if (!begun && signals.cancelled.aborted) return end(deps, lease, attempt, { to: 'Cancelled' })
    if (!begun && cause instanceof MountFault) return refuse(cause)
    throw cause
  } finally {
    capture.abandon()
  }
}

function executionsOf(executions: Progress | undefined): Pick<TaskStats, 'Executions'> {
  if (!executions) return {}
  const { done, wanted, numbers } = executions
  const Numbers = numbers.map(({ count, mean, deviation, standardError }) => ({
    Count: count,
    Mean: finite(mean),
    StandardDeviation: finite(deviation),
    StandardError: finite(standardError),
  }))
  return { Executions: { Done: done, Wanted: wanted, ...(Numbers.length > 0 && { Numbers }) } }
}

const TOLD_MILLISECONDS = 2000
/** Keeps the figures of a task that runs near the truth. One that is not told is no harm: the next is, and the end tells all. */
function progressOf(database: Database, attempt: Attempt<'task'>): NonNullable<RunEvents['progress']> {
  const begin = performance.now()
  let told = begin
  return (executions) => {
    const now = performance.now()
    if (now - told < TOLD_MILLISECONDS) return
    told = now
    const figures = { DynamicInstructions: 0, ProcessorTime: 0, ExecutionTimeInMilliseconds: Math.round(now - begin) }
    tellProgress(database, attempt, { ...figures, ...executionsOf(executions) }).catch(() => {})
  }
}

/** What is its owner's to mend ends the task; the rest is ours. */
function asFault(cause: unknown): MountFault {
  if (cause instanceof MountFault) return cause
  throw cause
}

/** Undefined: they went with the build. */
async function inputsOf(objects: ObjectStore, key: string | null): Promise<Map<string, StoredFile> | undefined> {
  const list = key === null ? [] : await listInputs(objects, key)
  return list && new Map(list.map(({ path, size, key: fileKey }) => [path, { size, read: () => readStored(objects, fileKey) }] as const))
}
async function* readStored(objects: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  const object = await objects.get(key)
  if (!object) throw new MountFault('its build was deleted')
  yield* object.body
}

const tracedBy = ({ File, LineNumber, Expression }: TraceVariable) => ({ file: File, line: LineNumber, expression: Expression })

interface Ending {
  readonly to: Extract<Status, 'Completed' | 'Stopped' | 'Cancelled'>
  readonly why?: Why
}
function endingOf(ending: { readonly kind: 'exit' | 'trap' | 'limit' | 'cancelled'; readonly code?: number }, message: string): Ending {
  if (ending.kind === 'cancelled') return { to: 'Cancelled' }
  if (ending.kind === 'exit' && ending.code === 0) return { to: 'Completed' }
  return { to: 'Stopped', why: { reason: message, failed: ending.kind !== 'limit' } }
}

/** Moves the attempt on in `work`, again when the database was away; a commit whose answer was lost is not made twice. */
async function moveOn(database: Database, attempt: Attempt, to: Status, work: () => Promise<void>): Promise<void> {
  let unsure = false
  await throughOutage(async () => {
    if (unsure && (await standsAt(database, attempt, to))) return
    unsure = true
    await work()
  }, ATTEMPT_MS)
}

const step = (database: Database, attempt: Attempt, to: Status): Promise<void> =>
  moveOn(database, attempt, to, async () => {
    if ((await move(database, attempt, to)) === undefined) throw new Fenced()
  })

/** The final status with what was made, and the end of the job: all or nothing. */
async function end<K extends Kind>(
  { database, queue }: AttemptDeps,
  lease: Lease,
  attempt: Attempt<K>,
  { to, why }: Ending,
  made?: Made<K>,
): Promise<void> {
  const work = async (tx: Tx): Promise<void> => {
    const owner = await move(tx, attempt, to, why, made)
    if (owner === undefined || !(await queue.finish(tx, lease))) throw new Fenced()
    countEnded(tx, attempt.kind, owner, made?.took)
  }
  await moveOn(database, attempt, to, () => database.transaction(work))
}
