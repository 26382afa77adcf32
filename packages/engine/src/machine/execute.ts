// A whole run of a program in this thread, from module to result.
import type { CoreSpec, Ending, RunEvents, RunRequest, RunResult } from '../types.ts'
import { messageOf } from './ending.ts'
import { type Parts, prepare, runOnce } from './once.ts'

/** @throws Error  for what is not the program's fault: a core that is not available, a module that was not built here */
export function execute(request: RunRequest, parts: Parts, events: Pick<RunEvents, 'output'>): RunResult {
  const { core } = request
  requireAvailable(core)
  const processor = parts.processorMilliseconds ?? (() => performance.now())
  const [begin, processorBegin] = [performance.now(), processor()]
  const result = (ending: Ending, rest: Pick<RunResult, 'dynamicInstructions' | 'files' | 'notices' | 'traced'>): RunResult => ({
    ending,
    message: messageOf(ending),
    processorSeconds: (processor() - processorBegin) / 1000,
    executionMilliseconds: performance.now() - begin,
    ...rest,
  })
  const program = prepare(request.module, core)
  if ('kind' in program) return result(program, { dynamicInstructions: 0, files: new Map() })
  const { ending, dynamicInstructions, files, notices, traced, meetings } = runOnce(program, request, parts, events.output)
  if (meetings > 0) events.output('Stderr', new TextEncoder().encode(meetingsNotice(meetings)))
  return result(ending, { dynamicInstructions, files: files(), ...(notices && { notices }), ...(traced && { traced }) })
}

/** @throws Error  for a core that cannot run yet */
export function requireAvailable({ Microarchitecture }: CoreSpec): void {
  if (Microarchitecture === 'Reference') throw new Error('core microarchitecture Reference is not available yet')
}

/** For people whose core has no `+`: what it did to `A - A`. */
export function meetingsNotice(meetings: number): string {
  const times = meetings === 1 ? 'once' : `${meetings} times`
  return `credence: a value met itself, or another of the same origin, ${times}, and this core (CorrelationTracking Disable) took the two as independent: A - A is not 0 on it; cores whose names end in + keep what values share\n`
}
