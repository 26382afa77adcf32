// Runs of this tab's draft, on the platform or in this browser: one at a time; another one cancels it. They go on while other screens are shown.
import { ApiError, type Build, type Core, type Task, transitionReason } from '@credence/contract'
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
import { type Built, planRun } from './run-plan.ts'
import { ended, entered, lineIn, noPhases, type Outcome, type Place, phaseOf, type RunState } from './run-state.ts'

export interface Job {
  readonly draft: Draft
  readonly core: Core
  readonly place: Place
  readonly wantsVariables: boolean
}

export const run = createStore<RunState>({ stage: 'idle', place: 'platform', phases: noPhases() })
const change = (part: Partial<RunState>): void => run.set({ ...run.get(), ...part })
const enter = (name: Parameters<typeof entered>[1]): void => change({ phases: entered(run.get().phases, name, Date.now()) })

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
  try {
    const { signal } = mine.controller
    const outcome = await (job.place === 'platform'
      ? onPlatform(job, mine)
      : (await loadHere()).runHere(job, { build: signal, run: signal }, { onPhase: enter, onLoad: (loaded) => change({ loaded }) }))
    if (running !== mine) return discard(outcome)
    if (before) discard(before)
    run.set({ stage: 'idle', place: job.place, phases: ended(run.get().phases, Date.now()), outcome })
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
  const { outcome, ...rest } = run.get()
  if (outcome) discard(outcome)
  run.set(rest)
}

async function onPlatform({ draft, core, wantsVariables }: Job, mine: Running): Promise<Outcome> {
  const { source, language, coreId } = draft
  const { signal } = mine.controller
  const traces = traceVariablesOf(draft)
  const wanted = { source, language, coreId, coreChangedAt: core.UpdatedAt, traces }
  const plan = planRun(wanted, last, wantsVariables)
  const origin = { source, language, coreId, arguments: draft.arguments, dataSources: draft.dataSources }
  const shared = { place: 'platform' as const, origin, ...(plan.kind === 'build' && { because: plan.because }) }
  if (plan.kind === 'build') {
    enter('Build')
    const body = {
      Code: source,
      Language: language,
      CoreID: coreId,
      TraceVariables: traces,
      Arguments: draft.arguments,
      DataSources: [...draft.dataSources],
    }
    const { BuildID } = await submit('createSourceCodeBuild', { body, query: { DiscoverVariables: wantsVariables } })
    mine.buildId = BuildID
    if (mine.isCancelled) await end(mine)
    const build = await buildEnded(BuildID, { signal })
    delete mine.buildId
    void queryClient.invalidateQueries({ queryKey: ['listBuilds'] })
    const output = build.Status === 'Cancelled' ? '' : await client.builds.output(BuildID).catch(() => '')
    const isBuilt = build.Status === 'Completed'
    if (isBuilt) last = { ...wanted, buildId: BuildID, discovered: wantsVariables, build, output }
    if (!isBuilt || mine.isCancelled)
      return {
        ...shared,
        ...nothingPrinted(),
        kind: isBuilt || build.Status === 'Cancelled' ? 'Cancelled' : 'build stopped',
        reason: isBuilt ? '' : reasonOf(build),
        buildOutput: output,
        messages: messagesOf(output, fileOf(draft)),
        build,
      }
  }
  const built = last!
  enter('Queue')
  const TaskID = await startTask({ BuildID: built.buildId, Arguments: draft.arguments, DataSources: draft.dataSources }, draft.runName)
  mine.taskId = TaskID
  if (mine.isCancelled) await end(mine)
  const task = await taskEnded(TaskID, {
    signal,
    onStatus(status) {
      const phase = phaseOf(status)
      if (phase) enter(phase)
    },
  })
  enter('Fetch')
  const outputs = await outputsOf(TaskID)
  const reason = task.Status === 'Completed' ? '' : reasonOf(task)
  const line = lineIn(reason, fileOf(draft))
  return {
    ...shared,
    ...outputs,
    kind: task.Status as 'Completed' | 'Cancelled' | 'Stopped',
    reason,
    ...(line !== undefined && { line }),
    buildOutput: built.output,
    messages: messagesOf(built.output, fileOf(draft)),
    build: built.build,
    task,
  }
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
