// Runs of this tab's draft, on the platform or in this browser: one at a time; another one cancels it. They go on while other screens are shown.
import { ApiError, type Build, type Core, isTerminal, type Task, transitionReason } from '@credence/contract'
import { messagesOf } from '@credence/ui/program/problems.ts'
import { client } from '../api/client.ts'
import { buildEnded, taskEnded } from '../api/ended.ts'
import { queryClient, submit } from '../api/queries.ts'
import { type Draft, fileOf, traceVariablesOf } from '../programs/draft.ts'
import { nothingPrinted, outputsOf } from '../programs/outputs.ts'
import { startTask } from '../programs/start-task.ts'
import { forgetOnSignOut } from '../state/session.ts'
import { createStore } from '../state/store.ts'
import { toast } from '../state/toasts.ts'
import { messageOf } from '../ui/ErrorNote.tsx'
import { loadHere } from './load-here.ts'
import { forgetRun, isWanted, type KeptRun, keepRun, keptRun } from './run-kept.ts'
import { type Built, planRun } from './run-plan.ts'
import { ended, entered, lineIn, noPhases, type Origin, type Outcome, type PhaseName, type Place, phaseOf, type RunState } from './run-state.ts'

export interface Job {
  readonly draft: Draft
  readonly core: Core
  readonly place: Place
  readonly wantsVariables: boolean
}

export const run = createStore<RunState>({ stage: 'idle', place: 'platform', phases: noPhases() })
const change = (part: Partial<RunState>): void => run.set({ ...run.get(), ...part })
const enter = (name: PhaseName): void => change({ phases: entered(run.get().phases, name, Date.now()) })

/** The last build of this tab, and what its compiler printed. */
let last: (Built & { readonly build: Build; readonly output: string }) | undefined
interface Running {
  readonly controller: AbortController
  isCancelled: boolean
  /** Until it has ended. */
  buildId?: string
  taskId?: string
}
let running: Running | undefined

/** @returns what came of it; undefined where another run took its place, or none could be made */
export async function start(job: Job): Promise<Outcome | undefined> {
  if (running) void cancel()
  const mine: Running = { controller: new AbortController(), isCancelled: false }
  running = mine
  const { outcome: before } = run.get()
  run.set({ stage: 'active', place: job.place, phases: noPhases(), ...(before && { outcome: before }) })
  if (job.place === 'browser') forgetRun()
  try {
    const { signal } = mine.controller
    const outcome = await (job.place === 'platform'
      ? onPlatform(job, mine)
      : (await loadHere()).runHere(job, { build: signal, run: signal }, { onPhase: enter, onLoad: (loaded) => change({ loaded }) }))
    if (running !== mine) return discard(outcome)
    if (before) discard(before)
    const { phases, jobs = [] } = run.get()
    run.set({ stage: 'idle', place: job.place, phases: ended(phases, Date.now()), jobs, outcome })
    return outcome
  } catch (error) {
    if (running !== mine) return undefined
    change({ stage: 'idle', phases: ended(run.get().phases, Date.now()), error: mine.controller.signal.aborted ? new Error('Cancelled.') : error })
    return undefined
  } finally {
    if (running === mine) running = undefined
  }
}

/** Asks the platform to end what runs; the page says Cancelling until it says Cancelled. What is only being made is asked to end once it is there. */
export async function cancel(): Promise<void> {
  const now = running
  if (!now) return
  change({ stage: 'cancelling' })
  now.isCancelled = true
  if (run.get().place === 'browser') now.controller.abort()
  await end(now)
}
/** What the platform has of it. */
async function end(mine: Running): Promise<void> {
  const { buildId, taskId } = mine
  try {
    if (taskId) await client.tasks.cancel(taskId)
    else if (buildId) await client.builds.cancel(buildId)
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return // it ended by itself meanwhile: its end is on the way
    toast(messageOf(error), 'failed')
    if (running === mine) change({ stage: 'active' })
  }
}

export const clearOutcome = (): void => {
  forgetRun()
  const { outcome, ...rest } = run.get()
  if (outcome) discard(outcome)
  run.set(rest)
}

async function onPlatform({ draft, core, wantsVariables }: Job, mine: Running): Promise<Outcome> {
  const { source, language, coreId, dataSources, runName } = draft
  const traces = traceVariablesOf(draft)
  const wanted = { source, language, coreId, coreChangedAt: core.UpdatedAt, traces }
  const plan = planRun(wanted, last, wantsVariables)
  const asked = {
    coreId,
    coreChangedAt: core.UpdatedAt,
    traces,
    arguments: draft.arguments,
    dataSources,
    runName,
    file: fileOf(draft),
    askedAt: Date.now(),
  }
  if (plan.kind === 'task') return follow({ ...asked, buildId: plan.buildId, discovered: last?.discovered === true }, mine, { source, language })
  enter('Build')
  const body = {
    Code: source,
    Language: language,
    CoreID: coreId,
    TraceVariables: traces,
    Arguments: draft.arguments,
    DataSources: [...dataSources],
  }
  const { BuildID } = await submit('createSourceCodeBuild', { body, query: { DiscoverVariables: wantsVariables } })
  const kept = { ...asked, buildId: BuildID, discovered: wantsVariables, because: plan.because }
  if (running === mine) keepRun(kept)
  return follow(kept, mine, { source, language })
}

type Program = Pick<Origin, 'source' | 'language'>
/**
 * From its build to its outputs, with those of them that are there already.
 * @param given  as it was written; absent: as the build has it
 */
async function follow(kept: KeptRun, mine: Running, given?: Program): Promise<Outcome> {
  const { signal } = mine.controller
  const enterPhase = (name: PhaseName) => running === mine && enter(name)
  if (last?.buildId !== kept.buildId) {
    await made(kept.buildId, mine, 'buildId')
    const build = await buildEnded(kept.buildId, { signal })
    delete mine.buildId
    void queryClient.invalidateQueries({ queryKey: ['listBuilds'] })
    const output = build.Status === 'Cancelled' ? '' : await client.builds.output(kept.buildId).catch(() => '')
    const isBuilt = build.Status === 'Completed'
    if (isBuilt) last = { ...kept, ...(given ?? programOf(build)), build, output }
    if (!isBuilt || mine.isCancelled)
      return {
        ...sharedOf(kept, given ?? programOf(build)),
        ...nothingPrinted(),
        kind: isBuilt || build.Status === 'Cancelled' ? 'Cancelled' : 'build stopped',
        reason: isBuilt ? '' : reasonOf(build),
        buildOutput: output,
        messages: messagesOf(output, kept.file),
        build,
      }
  }
  const { build, output } = last!
  enterPhase('Queue')
  const TaskID =
    kept.taskId ?? (await startTask({ BuildID: kept.buildId, Arguments: kept.arguments, DataSources: [...kept.dataSources] }, kept.runName))
  if (running === mine) keepRun({ ...kept, taskId: TaskID })
  await made(TaskID, mine, 'taskId')
  const task = await taskEnded(TaskID, {
    signal,
    onStatus(status) {
      const phase = phaseOf(status)
      if (phase) enterPhase(phase)
    },
  })
  enterPhase('Fetch')
  const outputs = await outputsOf(TaskID)
  const reason = task.Status === 'Completed' ? '' : reasonOf(task)
  const line = lineIn(reason, kept.file)
  return {
    ...sharedOf(kept, given ?? programOf(build)),
    ...outputs,
    kind: task.Status as 'Completed' | 'Cancelled' | 'Stopped',
    reason,
    ...(line !== undefined && { line }),
    buildOutput: output,
    messages: messagesOf(output, kept.file),
    build,
    task,
  }
}
const programOf = ({ Application: { SourceCode } }: Build): Program => ({ source: SourceCode?.Code ?? '', language: SourceCode?.Language ?? 'C' })
const sharedOf = (kept: KeptRun, program: Program) => ({
  place: 'platform' as const,
  origin: { ...program, coreId: kept.coreId, arguments: kept.arguments, dataSources: kept.dataSources },
  ...(kept.because !== undefined && { because: kept.because }),
})
/** The platform has a build or a task of the run, which is asked to end if that was asked for meanwhile. */
async function made(id: string, mine: Running, kind: 'buildId' | 'taskId'): Promise<void> {
  mine[kind] = id
  if (running === mine) change({ jobs: [...(run.get().jobs ?? []), id] })
  if (mine.isCancelled) await end(mine)
}

/** Goes on with the run that the tab had before it was loaded anew: waits for what is under way, and shows what has ended. */
export async function resume(): Promise<void> {
  const kept = keptRun()
  if (!kept || running || run.get().outcome) return
  const mine: Running = { controller: new AbortController(), isCancelled: false }
  running = mine
  try {
    const taskId = kept.taskId ?? (await taskOf(kept.buildId))
    if (taskId === undefined && !isWanted(kept, Date.now())) return
    const { Status } = taskId === undefined ? { Status: 'Accepted' as const } : await client.tasks.get(taskId)
    if (running !== mine) return
    if (!isTerminal(Status)) change({ stage: 'active', place: 'platform', phases: entered(noPhases(), 'Build', Date.now()) })
    const outcome = await follow({ ...kept, ...(taskId !== undefined && { taskId }) }, mine)
    if (running !== mine) return void discard(outcome)
    const { jobs = [] } = run.get()
    run.set({ stage: 'idle', place: 'platform', phases: ended(run.get().phases, Date.now()), jobs, outcome })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) forgetRun() // deleted meanwhile
    if (running === mine) change({ stage: 'idle', phases: noPhases() })
  } finally {
    if (running === mine) running = undefined
  }
}
/** A page that went may have made the task and not have heard of it. */
async function taskOf(BuildID: string): Promise<string | undefined> {
  return (await client.request('listBuildTasks', { path: { BuildID }, query: { limit: 1 } })).Tasks[0]?.TaskID
}

/** Takes a result of this browser that nobody asked for by a button; not while something runs. */
export function offer(outcome: Outcome): void {
  const { stage, outcome: before } = run.get()
  if (stage !== 'idle') {
    discard(outcome)
    return
  }
  if (before) discard(before)
  run.set({ stage, place: 'browser', phases: noPhases(), outcome })
}
function discard({ stdout, stderr }: Outcome): undefined {
  stdout.close()
  stderr.close()
}
const reasonOf = ({ StatusTransitions }: Build | Task): string => transitionReason(StatusTransitions?.at(-1)?.Message ?? '')

forgetOnSignOut(() => {
  running?.controller.abort()
  running = undefined
  last = undefined
  clearOutcome()
})
