// Running a program from a component: one run at a time, its output as it comes, what it is doing, and how it ended.

import type { CoreValues } from '@credence/contract'
import { type Piece, piecesOf, wholeLines } from '@credence/distribution'
import type { Notices, Progress, RunResult, Stream } from '@credence/engine/browser'
import { withSparks } from '@credence/plot'
import { useEffect, useRef, useState } from 'react'
import { buildInPage, type EngineFiles, NoCompiler, runInPage } from './page-engine.ts'
import { type BuildMessage, messagesOf } from './problems.ts'

export interface Job {
  readonly core: CoreValues
  /** The module that was built with the site, when the source is not edited. */
  readonly prebuilt?: string
  /** `main.c` or `main.cpp`. */
  readonly file: string
  readonly source: string
  readonly inputs: Readonly<Record<string, string>>
}
export interface Shown {
  readonly stdout: readonly Piece[]
  readonly stderr: string
  /** What the run said about its decisions, once it ended. */
  readonly notices?: Notices
}
/** What an output came from. */
export interface Origin {
  readonly source: string
  /** Name of the core. */
  readonly core: string
}
export interface RunState extends Shown {
  readonly stage: 'idle' | 'loading' | 'building' | 'running'
  /** Of the output that is shown. */
  readonly origin: Origin
  /** Of the compiler, in bytes, while it is loading. */
  readonly loaded?: { readonly done: number; readonly total: number }
  readonly messages: readonly BuildMessage[]
  /** For the status line. */
  readonly status: string
}

const PAINT_MS = 100 // between two paintings of output that streams in

export function useRun(files: EngineFiles | undefined, { stdout, stderr, notices }: Shown, origin: Origin) {
  const still: RunState = { stdout, stderr, notices, origin, stage: 'idle', messages: [], status: '' }
  const [state, setState] = useState(still)
  const running = useRef<AbortController | undefined>(undefined)
  const built = useRef<{ readonly source: string; readonly core: string; readonly module: Uint8Array } | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(job: Job): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    // What a run says after another took its place is not shown.
    const show = (change: Partial<RunState>): void => {
      if (running.current === controller) setState((old) => ({ ...old, ...change }))
    }
    try {
      if (!files) throw new Error('This copy of the site was built without the engine, so it cannot run programs.')
      const module = job.prebuilt ?? (await moduleOf(files, job, controller.signal, show))
      const made = { source: job.source, core: job.core.Name }
      show({ stage: 'running', status: 'Running …', loaded: undefined, stdout: [], stderr: '', notices: undefined, origin: made })
      const output = collect((shown) => show(shown))
      const progress = (now: Progress) => show({ status: progressText(now) })
      const events = { output: output.add, progress, signal: controller.signal }
      const result = await runInPage(files, { module, core: job.core, inputs: job.inputs }, events)
      output.end()
      show({ stage: 'idle', status: endingOf(result), notices: result.notices })
    } catch (error) {
      show({ stage: 'idle', loaded: undefined, status: controller.signal.aborted ? 'Cancelled.' : explain(error) })
    }
  }

  async function moduleOf(
    from: EngineFiles,
    { core, file, source }: Job,
    signal: AbortSignal,
    show: (change: Partial<RunState>) => void,
  ): Promise<Uint8Array> {
    if (built.current?.source === source && built.current.core === core.Name) return built.current.module
    show({ stage: 'loading', status: 'Loading the compiler …', messages: [] })
    const result = await buildInPage(
      from,
      { file, source, core },
      {
        onLoad: (done, total) => show({ loaded: { done, total } }),
        onBuild: () => show({ stage: 'building', status: 'Building …', loaded: undefined }),
        signal,
      },
    )
    const messages = messagesOf(result.output, file)
    show({ messages })
    if (!result.module) {
      show({ stdout: [], stderr: '', notices: undefined }) // what an earlier source printed does not belong to this one
      throw new Error(failureOf(messages, result.output))
    }
    built.current = { source, core: core.Name, module: result.module }
    return result.module
  }

  return {
    state,
    run,
    cancel: () => running.current?.abort(),
    reset: () => {
      running.current?.abort()
      running.current = undefined
      setState(still)
    },
  }
}

/** Joins output in the order of its streams; shows whole lines now and then, and everything at the end. */
function collect(show: (shown: Shown) => void) {
  const text = { Stdout: '', Stderr: '' }
  const decoders = { Stdout: new TextDecoder(), Stderr: new TextDecoder() }
  let painted = 0
  return {
    add(stream: Stream, bytes: Uint8Array): void {
      text[stream] += decoders[stream].decode(bytes, { stream: true })
      if (performance.now() - painted < PAINT_MS) return
      show({ stdout: withSparks(piecesOf(wholeLines(text.Stdout))), stderr: text.Stderr })
      painted = performance.now()
    },
    end: () => show({ stdout: withSparks(piecesOf(text.Stdout)), stderr: text.Stderr }),
  }
}

/** Of executions on a Reference core, with the number that is printed last. */
function progressText({ done, wanted, numbers }: Progress): string {
  const last = numbers.at(-1)
  const shown = (x: number, digits: number) => Number(x.toPrecision(digits))
  const mean = last ? ` Mean ${shown(last.mean, 5)}, its standard error ${shown(last.standardError, 2)}, deviation ${shown(last.deviation, 3)}.` : ''
  return `${done} of ${wanted} executions.${mean}`
}

function endingOf({ ending, message, executionMilliseconds, dynamicInstructions, notices, executions }: RunResult): string {
  if (ending.kind === 'cancelled') return 'Cancelled.'
  const time = `${executionMilliseconds < 10 ? executionMilliseconds.toFixed(1) : Math.round(executionMilliseconds)} ms`
  if (ending.kind === 'exit' && ending.code === 0)
    return `Ran ${executions ? `${executions.done} times ` : ''}in ${time}, ${dynamicInstructions.toLocaleString('en-GB').replaceAll(',', '\u00a0')} instructions${countOf(notices)}.`
  return `Ended after ${time}: ${message}${countOf(notices)}.`
}
function countOf(notices: Notices | undefined): string {
  const count = (notices?.places.length ?? 0) + (notices?.more ?? 0)
  return count === 0 ? '' : count === 1 ? ', with a notice' : `, with ${count} notices`
}

function failureOf(messages: readonly BuildMessage[], output: string): string {
  const errors = messages.filter(({ severity }) => severity === 'error').length
  if (errors === 0) return `The program does not build. ${output.trim()}`
  return `The program does not build: ${errors === 1 ? '1 error' : `${errors} errors`}.`
}

function explain(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return error instanceof NoCompiler ? `${said} The program as it was still runs: Reset, then Run.` : said
}
