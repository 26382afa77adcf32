// A whole run of a program: along the path of its particle and, where samples would have decided otherwise, along all other paths.
import { floorLog2 } from '@credence/distribution'
import { withPaths } from '../notices.ts'
import { atomsFor, DEFAULT_LIMITS, type Ending, type RunEvents, type RunRequest, type RunResult } from '../types.ts'
import { type Attempt, createAttempts } from './attempts.ts'
import { messageOf } from './ending.ts'
import { followPaths } from './follow-paths.ts'
import { createRecorder } from './host/trace.ts'
import { TYPE } from './host/values.ts'
import { leadingOf } from './leading.ts'
import { meetingsNotice } from './meetings.ts'
import { type Once, prepare, samplesOf } from './once.ts'
import type { Budget } from './paths/follow.ts'
import type { Key } from './paths/prints.ts'
import { type ReferenceParts, runReference } from './reference/reference.ts'
import { resolvedFiles } from './resolved-files.ts'
import type { Placed } from './wasi/disk.ts'

type InMemoryParts = Omit<ReferenceParts, 'storage'> & { readonly storage?: undefined }
type Events = Pick<RunEvents, 'output' | 'progress'>
/** What a run wrote is in memory, or on the disk of its parts. */
export interface Executed extends Omit<RunResult, 'files'> {
  readonly files: ReadonlyMap<string, Uint8Array | Placed>
}

/** @throws Error  for what is not the program's fault: a module that was not built here */
export function execute(request: RunRequest, parts: InMemoryParts, events: Events): RunResult
export function execute(request: RunRequest, parts: ReferenceParts, events: Events): Executed
export function execute(request: RunRequest, parts: ReferenceParts, events: Events): Executed {
  const { core } = request
  const processor = parts.processorMilliseconds ?? (() => performance.now())
  const [begin, processorBegin] = [performance.now(), processor()]
  const result = (ending: Ending, rest: Omit<Executed, 'ending' | 'message' | 'processorSeconds' | 'executionMilliseconds'>): Executed => ({
    ending,
    message: messageOf(ending),
    processorSeconds: (processor() - processorBegin) / 1000,
    executionMilliseconds: performance.now() - begin,
    ...rest,
  })
  const program = prepare(request.module, core)
  if ('kind' in program) return result(program, { dynamicInstructions: 0, files: new Map() })
  if (core.Microarchitecture === 'Reference') {
    const { ending, ...rest } = runReference(program, request, parts, events)
    return result(ending, rest)
  }
  const attempts = createAttempts(program, request, parts, events.output)
  const first = followsPaths(request) ? attempts.first() : attempts.alone()
  const tellMeetings = ({ meetings }: Once) => {
    if (meetings > 0) events.output('Stderr', new TextEncoder().encode(meetingsNotice(meetings)))
  }
  const asItIs = ({ once, transcript, held }: Attempt): Executed => {
    held?.letGo()
    tellMeetings(once)
    const { ending, dynamicInstructions, notices } = once
    const traced = once.recorded?.traced()
    const files = transcript ? resolvedFiles(once, transcript, transcript.tails) : once.files()
    return result(ending, { dynamicInstructions, files, ...(notices && { notices }), ...(traced && { traced }) })
  }
  if (!first.transcript || !first.once.disagrees || first.once.ending.kind === 'cancelled' || first.held?.isOver()) return asItIs(first)
  const samples = samplesOf(request)
  const whole = budgetOf(request, performance.now() - begin, first.isCut ? first.once.dynamicInstructions * samples : 0)
  const { attempt, begun, budget, ...led } = leadingOf(program, request, parts, attempts, first, whole)
  if (attempt.once.ending.kind === 'cancelled') return asItIs(attempt)
  const { once, held } = attempt
  const transcript = attempt.transcript!
  const recorded = once.recorded ?? createRecorder().recorded()
  const paths = followPaths(program, request, parts, {
    samples,
    keys: transcript.keys,
    recorded,
    first: { ...once, shared: first.once.shared },
    stage: attempt.stage,
    clock: attempt.readings.replayed,
    budget,
    begun,
  })
  const isAll = paths.samples > 0 && paths.outvoted === 0 && paths.samples + paths.endless === samples
  const shown = attempt.isCut && !isAll && !paths.cancelled ? attempts.whole(attempt) : attempt
  const order = floorLog2(atomsFor(core.Precision))
  const tailOf = paths.samples === 0 ? undefined : (key: Key, particle: number) => paths.tail(key, particle, TYPE.Athens, order)
  const texts = tailOf ? transcript.keys.map((key, index) => tailOf(key, transcript.particles[index]!)) : shown.transcript!.tails
  const others = paths.others.values((key) => paths.whole(key, TYPE.Athens, order), paths.byMajority)
  const traced = (shown.once.recorded ?? recorded).traced(tailOf, others, paths.byMajority)
  held?.letGo(texts)
  tellMeetings(once)
  const otherwise = paths.endings
    .map(({ ending, samples }) => ({ message: messageOf(ending), samples }))
    .filter(({ message }) => message !== messageOf(once.ending))
  const notices = withPaths(shown.once.notices, { ...paths, all: samples, otherwise, milliseconds: whole.milliseconds })
  return result(paths.cancelled ? { kind: 'cancelled' } : once.ending, {
    dynamicInstructions: first.once.dynamicInstructions + led.dynamicInstructions + paths.dynamicInstructions,
    files: resolvedFiles(once, transcript, texts),
    ...(notices && { notices }),
    ways: { paths: paths.paths, runs: paths.runs, all: samples, samples: paths.samples, outvoted: paths.outvoted, endless: paths.endless },
    ...(traced && { traced }),
  })
}

/** Whether all paths of a program are followed, and not the particle's alone. */
function followsPaths({ core }: RunRequest): boolean {
  return core.Microarchitecture === 'Athens' && core.CorrelationTracking === 'Autocorrelation'
}
const LEAST_MILLISECONDS = 10_000
const MOST_MILLISECONDS = 60_000
const MOST_RUNS = 1000
/** Of a run whose particle went on alone there is no time for a run with all samples: for so many instructions of the program, one by one. */
const INSTRUCTIONS_PER_MILLISECOND = 1_000_000
const ALONE_RUNS = 2
/**
 * Time for all paths together: some runs of the particle's, and at most half of what the limits leave.
 * @param alone  instructions of all samples one by one, where the particle went on alone
 */
function budgetOf({ limits: given }: RunRequest, firstMilliseconds: number, alone: number): Budget {
  const { wallMilliseconds, processorMilliseconds } = { ...DEFAULT_LIMITS, ...given }
  const left = Math.min(wallMilliseconds, processorMilliseconds) - firstMilliseconds
  const aloneMilliseconds = alone / INSTRUCTIONS_PER_MILLISECOND
  const wanted = Math.min(MOST_MILLISECONDS, Math.max(LEAST_MILLISECONDS, 10 * firstMilliseconds, ALONE_RUNS * aloneMilliseconds))
  return {
    milliseconds: Math.max(0, Math.min(wanted, left / 2)),
    runs: MOST_RUNS,
    pathMilliseconds: Math.max(1000, 10 * firstMilliseconds, aloneMilliseconds),
  }
}
