// A run in this browser: built by the compiler in a worker and run in another, with the bytes that the platform would give.
import { type Core, parseArguments, specOf } from '@credence/contract'
import { ENGINE_INDEX } from '@credence/ui/program/engine-index.ts'
import { buildInPage, type EngineFiles, messagesInPage, runInPage } from '@credence/ui/program/page-engine.ts'
import { type BuildMessage, messagesOf } from '@credence/ui/program/problems.ts'
import { openOutput } from '../output/output-document.ts'
import { type Draft, fileOf } from '../programs/draft.ts'
import { nothingPrinted } from '../programs/outputs.ts'
import { lineIn, type Outcome, type PhaseName } from './run-state.ts'

export interface Followed {
  readonly onPhase: (phase: PhaseName) => void
  readonly onLoad: (loaded: { readonly done: number; readonly total: number } | undefined) => void
}

/** @param until  ends the build, which costs a new start of the compiler, or the run */
export async function runHere(
  { draft, core }: { readonly draft: Draft; readonly core: Core },
  until: { readonly build: AbortSignal; readonly run: AbortSignal },
  { onPhase, onLoad }: Followed,
): Promise<Outcome> {
  const { source, language, coreId } = draft
  if (language === 'Fortran') throw new Error('This browser can build C and C++. Fortran runs on the platform.')
  if (draft.dataSources.length > 0) throw new Error('Programs in this browser cannot reach data sources. Run it on the platform, or take them away.')
  const words = parseArguments(draft.arguments)
  const files = await engineFiles()
  const file = fileOf({ language, source })
  onPhase('Build')
  const spec = { ...specOf(core) }
  const { module, output } = await buildInPage(
    files,
    { file, source, core: spec },
    { onLoad: (done, total) => onLoad({ done, total }), onBuild: () => onLoad(undefined), signal: until.build },
  )
  const shared = {
    place: 'browser' as const,
    origin: { source, language, coreId, arguments: draft.arguments, dataSources: draft.dataSources },
    buildOutput: output,
    messages: messagesOf(output, file),
  }
  if (!module) return { ...shared, ...nothingPrinted(), kind: 'build stopped', reason: output.trim().split('\n')[0] ?? '' }
  onPhase('Run')
  const [stdout, stderr] = [openOutput(), openOutput()]
  const result = await runInPage(
    files,
    { module, core: spec, arguments: words },
    { output: (stream, bytes) => (stream === 'Stdout' ? stdout : stderr).append(bytes), signal: until.run },
  )
  await Promise.all([stdout.end(), stderr.end()])
  const { ending, message, executionMilliseconds, dynamicInstructions } = result
  const kind = ending.kind === 'cancelled' ? 'Cancelled' : ending.kind === 'exit' && ending.code === 0 ? 'Completed' : 'Stopped'
  const reason = kind === 'Stopped' ? message : ''
  const line = lineIn(reason, file)
  return {
    ...shared,
    stdout,
    stderr,
    kind,
    reason,
    ...(line !== undefined && { line }),
    milliseconds: executionMilliseconds,
    instructions: dynamicInstructions,
  }
}

let known: Promise<EngineFiles> | undefined
export function engineFiles(): Promise<EngineFiles> {
  known ??= fetch(`/${ENGINE_INDEX}`).then((answer) => {
    if (!answer.ok) throw new Error('This platform serves no compiler for browsers, or is still getting it ready.')
    return answer.json() as Promise<EngineFiles>
  })
  known.catch(() => {
    known = undefined
  })
  return known
}

/** What the compiler says of a source, where it is there and does nothing else; nothing is loaded for it. */
export async function messagesHere({ source, language }: Draft, core: Core): Promise<readonly BuildMessage[] | undefined> {
  const file = fileOf({ language, source })
  const output = await messagesInPage({ file, source, core: specOf(core) }).catch(() => undefined)
  return output === undefined ? undefined : messagesOf(output, file)
}
