// A whole run of a program: along the path of its particle and, where samples would have decided otherwise, along all other paths.
import { floorLog2 } from '@credence/distribution'
import { withPaths } from '../notices.ts'
import { atomsFor, DEFAULT_LIMITS, type Ending, type RunEvents, type RunRequest, type RunResult, type Stream } from '../types.ts'
import { messageOf } from './ending.ts'
import { followPaths } from './follow-paths.ts'
import { createRecorder } from './host/trace.ts'
import { TYPE } from './host/values.ts'
import { meetingsNotice } from './meetings.ts'
import { type Output, prepare, runOnce, samplesOf } from './once.ts'
import type { Budget } from './paths/follow.ts'
import { createTranscript, type Key, type Transcript } from './paths/prints.ts'
import { createReadings } from './paths/readings.ts'
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
  const transcript = followsPaths(request) ? createTranscript() : undefined
  const held = transcript && createHeld(transcript, events.output)
  const output: Output = (stream, bytes, isUnsettled) => (held && isUnsettled ? held.hold(stream, bytes) : events.output(stream, bytes))
  const readings = createReadings()
  const first = runOnce(program, request, parts, transcript ? { prints: transcript, clock: readings.recorded } : {}, output)
  const tellMeetings = () => {
    if (first.meetings > 0) events.output('Stderr', new TextEncoder().encode(meetingsNotice(first.meetings)))
  }
  if (!transcript || !held || !first.disagrees || first.ending.kind === 'cancelled' || held.isOver()) {
    held?.letGo()
    tellMeetings()
    const { ending, dynamicInstructions, notices } = first
    const traced = first.recorded?.traced()
    const files = transcript ? resolvedFiles(first, transcript, transcript.tails) : first.files()
    return result(ending, { dynamicInstructions, files, ...(notices && { notices }), ...(traced && { traced }) })
  }
  const samples = samplesOf(request)
  const budget = budgetOf(request, performance.now() - begin)
  const recorded = first.recorded ?? createRecorder().recorded()
  const paths = followPaths(program, request, parts, { samples, keys: transcript.keys, recorded, first, clock: readings.replayed, budget })
  const order = floorLog2(atomsFor(core.Precision))
  const tailOf = paths.samples === 0 ? undefined : (key: Key, particle: number) => paths.tail(key, particle, TYPE.Athens, order)
  const texts = tailOf ? transcript.keys.map((key, index) => tailOf(key, transcript.particles[index]!)) : transcript.tails
  const others = paths.others.values((key) => paths.whole(key, TYPE.Athens, order))
  const traced = recorded.traced(tailOf, others)
  held.letGo(texts)
  tellMeetings()
  const otherwise = paths.endings
    .map(({ ending, samples }) => ({ message: messageOf(ending), samples }))
    .filter(({ message }) => message !== messageOf(first.ending))
  const notices = withPaths(first.notices, { ...paths, all: samples, otherwise, milliseconds: budget.milliseconds })
  return result(paths.cancelled ? { kind: 'cancelled' } : first.ending, {
    dynamicInstructions: first.dynamicInstructions + paths.dynamicInstructions,
    files: resolvedFiles(first, transcript, texts),
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
/** Time for all paths together: some runs of the particle's, and at most half of what the limits leave. */
function budgetOf({ limits: given }: RunRequest, firstMilliseconds: number): Budget {
  const { wallMilliseconds, processorMilliseconds } = { ...DEFAULT_LIMITS, ...given }
  const left = Math.min(wallMilliseconds, processorMilliseconds) - firstMilliseconds
  const wanted = Math.min(MOST_MILLISECONDS, Math.max(LEAST_MILLISECONDS, 10 * firstMilliseconds))
  return { milliseconds: Math.max(0, Math.min(wanted, left / 2)), runs: MOST_RUNS, pathMilliseconds: Math.max(1000, 10 * firstMilliseconds) }
}

/** What was written once a run may have left what holds for all samples. It waits for the other paths, but not without end. */
interface Held {
  readonly hold: (stream: Stream, bytes: Uint8Array) => void
  /** Writes it, and from then on what comes: with the tails of the particle's path where no others are given. */
  readonly letGo: (texts?: readonly string[]) => void
  /** It waited too long, and was let go. */
  readonly isOver: () => boolean
}
function createHeld(transcript: Transcript, output: RunEvents['output']): Held {
  const pieces = new Map<Stream, Uint8Array[]>()
  let since: number | undefined
  let over = false
  const letGo: Held['letGo'] = (texts = transcript.tails) => {
    for (const [stream, own] of pieces) output(stream, transcript.resolved(concatenated(own), texts))
    pieces.clear()
  }
  return {
    letGo,
    isOver: () => over,
    hold(stream, bytes) {
      since ??= performance.now()
      const known = pieces.get(stream)
      if (known) known.push(bytes.slice())
      else pieces.set(stream, [bytes.slice()])
      if (!over && performance.now() - since < LONGEST_HOLD) return
      over = true
      letGo()
    },
  }
}
/** A program that goes on so long after it decided is not run again for its other paths. */
const LONGEST_HOLD = 10_000

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
