// The path that the particle takes, of a program that asks for laws on it: each run ends where samples leave that path, and the next goes on with those
// that stay. What left it are paths as others are.
import type { Ending } from '../types.ts'
import type { Once, Stage } from './once.ts'
import { branches, type Path, type Split, wholePath } from './paths/path.ts'
import type { Clock } from './wasi/context.ts'

export interface Sought {
  /** Leads; with as few samples as are on it. */
  readonly path: Path
  /** All paths, as far as they are known. */
  readonly begun: readonly Path[]
  readonly dynamicInstructions: number
  readonly cancelled: boolean
}
export interface Seeking {
  /** Of all paths together. */
  readonly samples: number
  /** The path of the particle with all samples. */
  readonly first: Pick<Once, 'shared' | 'space'>
  readonly clock: (own: Clock) => Clock
  /** For all its runs. */
  readonly milliseconds: number
}

/** A law of fewer samples is none. */
const LEAST_SAMPLES = 2
const MOST_RUNS = 500
const NEVER = 2 ** 31 - 1

export function seekPath(stage: Stage, { samples, first, clock, milliseconds }: Seeking): Sought {
  const begin = performance.now()
  const left: Path[] = []
  let path = wholePath(samples)
  let settled: number | undefined
  let dynamicInstructions = 0
  const found = (cancelled: boolean): Sought => ({
    path: { ...again(path), way: 'leading', settled: settled ?? NEVER },
    begun: [...left, again(path)],
    dynamicInstructions,
    cancelled,
  })
  for (let runs = 1; ; runs++) {
    let split: Split | undefined
    const once = stage.run(
      {
        path: { ...path, way: 'seeking' },
        clock,
        shared: first.shared,
        ...(first.space && { taken: first.space.end }),
        prints: { tell: () => 0, wrote: () => {} },
        record: () => {},
        split: (at: Split, end: (ending: Ending) => never) => {
          split = at
          return end({ kind: 'cancelled' })
        },
      },
      () => undefined,
    )
    dynamicInstructions += once.dynamicInstructions
    if (!split) return found(once.ending.kind === 'cancelled')
    settled ??= split.decided.answers.length
    if (split.leads === undefined || runs >= MOST_RUNS || performance.now() - begin > milliseconds) return found(false)
    const each = branches(split, path.answers)
    const leads = each[split.leads]!
    if (leads.which.length < LEAST_SAMPLES) return found(false)
    left.push(...each.filter((other) => other !== leads))
    path = leads
  }
}

/** The path for another run: what was answered behind its beginning is answered again. */
const again = (path: Path): Path => ({ ...path, answers: { before: path.answers.before, own: [] } })
