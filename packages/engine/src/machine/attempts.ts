// The path of the particle, which gives a run its text, the order of its prints, files and the exit code. From the first decision on that goes against samples its
// samples are of no use where all paths are followed anyway, so there it goes on as a scalar program does: only the particle. A program to which that makes a
// difference, since it asks for the text of a distribution, is run once more with all samples; and one that looks at a file it wrote, without marks there.
import type { RunEvents, RunRequest, Stream } from '../types.ts'
import { messageOf } from './ending.ts'
import { goesOnParticle } from './follow-paths.ts'
import { createStage, type Once, type Output, type Parts, type Program, type Stage } from './once.ts'
import type { Path } from './paths/path.ts'
import { createTranscript, type Transcript } from './paths/prints.ts'
import { createReadings, type Readings } from './paths/readings.ts'

export interface Attempt {
  readonly once: Once
  /** Where it ran: there other paths may, too. */
  readonly stage: Stage
  /** Absent: only the path of the particle is asked for. */
  readonly transcript?: Transcript
  readonly held?: Held
  /** Of its clocks. */
  readonly readings: Readings
  /** From the first decision on that goes against samples it was the particle alone. */
  readonly isCut: boolean
  readonly inFiles: boolean
}
export interface Attempts {
  /** Of a program all paths of which are followed. */
  readonly first: () => Attempt
  /** Of another. */
  readonly alone: () => Attempt
  /** The same as one that was cut with all samples, where that ends alike: for what it says of decisions and values. */
  readonly whole: (cut: Attempt) => Attempt
  /** The same as one with all samples, with those that take it: along a path that leads. */
  readonly led: (path: Path, all: Attempt) => Attempt
}

interface Ways {
  readonly isCut: boolean
  /** Marks stand in files, too, so that these hold what all paths write there. A program that looks at a file of its own must not find them. */
  readonly inFiles: boolean
}

export function createAttempts(program: Program, request: RunRequest, parts: Parts, output: RunEvents['output']): Attempts {
  const along = (
    deliver: RunEvents['output'],
    { isCut, inFiles }: Ways,
    known?: Readings,
    led?: { readonly path: Path; readonly all: Once },
  ): { readonly attempt: Attempt; readonly isLeft: boolean } => {
    const transcript = createTranscript(inFiles)
    const held = createHeld(transcript, led ? output : deliver, led ? 'always' : isCut ? 'cut' : 'long')
    const readings = createReadings()
    let isLeft = false
    const course = {
      prints: transcript,
      ...(led && { path: led.path, shared: led.all.shared, recorded: led.all.recorded }),
      ...(led?.all.space && { taken: led.all.space.end }),
      clock: (own: Parameters<Readings['recorded']>[0]) => readings.recorded(known ? known.replayed(own) : own),
      ...(isCut && {
        cuts: {
          laws: (end: (ending: { readonly kind: 'cancelled' }) => never) => {
            isLeft = true
            return end({ kind: 'cancelled' })
          },
        },
      }),
    }
    const write: Output = (stream, bytes, isUnsettled) => {
      if (!isUnsettled) deliver(stream, bytes)
      if (!isUnsettled || held.hold(stream, bytes)) return undefined
      isLeft = true
      return 'end'
    }
    const stage = createStage(program, request, parts)
    const once = stage.run(course, write)
    return { attempt: { once, stage, transcript, held, readings, isCut, inFiles }, isLeft }
  }
  const written: Output = (stream, bytes) => {
    output(stream, bytes)
    return undefined
  }
  return {
    first() {
      const delivery = createDelivery(output)
      let ways: Ways = { isCut: goesOnParticle(program), inFiles: true }
      let known: Readings | undefined
      for (;;) {
        const { attempt, isLeft } = along(delivery.begin(), ways, known)
        if (isLeft) ways = { ...ways, isCut: false }
        else if (ways.inFiles && attempt.once.hasLooked && attempt.transcript!.keys.length > 0) ways = { ...ways, inFiles: false }
        else return attempt
        known = attempt.readings
      }
    },
    alone() {
      const stage = createStage(program, request, parts)
      return { once: stage.run({}, written), stage, readings: createReadings(), isCut: false, inFiles: false }
    },
    whole(cut) {
      const { attempt } = along(() => {}, { isCut: false, inFiles: false }, cut.readings)
      return messageOf(attempt.once.ending) === messageOf(cut.once.ending) ? attempt : cut
    },
    led(path, all) {
      for (let { inFiles } = all; ; inFiles = false) {
        const { attempt } = along(() => {}, { isCut: false, inFiles }, all.readings, { path, all: all.once })
        if (!inFiles || !attempt.once.hasLooked || attempt.transcript!.keys.length === 0) return attempt
      }
    },
  }
}

/** Output of a program that may be run again from its start: what was delivered is not delivered twice. */
function createDelivery(output: RunEvents['output']): { readonly begin: () => RunEvents['output'] } {
  const delivered: Record<Stream, number> = { Stdout: 0, Stderr: 0 }
  return {
    begin() {
      const written: Record<Stream, number> = { Stdout: 0, Stderr: 0 }
      return (stream, bytes) => {
        const known = Math.min(bytes.length, delivered[stream] - written[stream])
        written[stream] += bytes.length
        if (known === bytes.length) return
        delivered[stream] = written[stream]
        output(stream, known > 0 ? bytes.subarray(known) : bytes)
      }
    },
  }
}

/** What was written once a run may have left what holds for all samples. It waits for the other paths, but not without end. */
export interface Held {
  /** False: it waited too long where there are no tails that it could be let go with. */
  readonly hold: (stream: Stream, bytes: Uint8Array) => boolean
  /** Writes it, and from then on what comes: with the tails of the particle's path where no others are given. */
  readonly letGo: (texts?: readonly string[]) => void
  /** It waited too long, and was let go. */
  readonly isOver: () => boolean
}
function createHeld(transcript: Transcript, output: RunEvents['output'], waits: 'cut' | 'long' | 'always'): Held {
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
      const waited = performance.now() - since
      if (waits === 'cut') return waited < LONGEST_CUT
      if (waits === 'always' || (!over && waited < LONGEST_HOLD)) return true
      over = true
      letGo()
      return true
    },
  }
}
/** A program that goes on so long after it decided is not run again for its other paths. */
const LONGEST_HOLD = 10_000
/** One whose particle alone takes so long has no time to be followed sample by sample. */
const LONGEST_CUT = 1_000

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
