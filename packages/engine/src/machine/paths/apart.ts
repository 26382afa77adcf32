// The samples of some paths one by one, scattered, so that those for which there is time stand for all.
import { type Path, partOf, type Single } from './path.ts'

export interface Apart {
  readonly next: () => Single | undefined
  /** So many of them, the last ones, are to come once more. */
  readonly back: (count: number) => void
  /** What is left, as paths. */
  readonly rest: () => Path[]
}

export function createApart(paths: readonly Path[]): Apart {
  const starts: number[] = []
  let all = 0
  for (const { which } of paths) {
    starts.push(all)
    all += which.length
  }
  const owners = new Uint32Array(all) // a search for each would take longer
  for (const [path, start] of starts.entries()) owners.fill(path, start, starts[path + 1] ?? all)
  const step = scattering(all)
  let taken = 0
  let at = 0
  /** The next of them. */
  const place = (): Single => {
    const path = owners[at]!
    const place = { of: paths[path]!, index: at - starts[path]! }
    taken++
    at += step
    if (at >= all) at -= all // a division takes longer
    return place
  }
  return {
    next() {
      return taken < all ? place() : undefined
    },
    back(count) {
      taken -= count
      at = (((at - count * step) % all) + all) % all
    },
    rest() {
      const left = new Map<Path, number[]>(paths.map((path) => [path, []]))
      while (taken < all) {
        const { of, index } = place()
        left.get(of)!.push(index)
      }
      return [...left].flatMap(([of, own]) => {
        const indices = own.sort((a, b) => a - b)
        return indices.length > 0 ? [partOf(of, indices)] : []
      })
    },
  }
}

/** Multiples of it modulo `all` reach every number, and any number of them lie evenly. Source: Weyl 1916, with the golden section. */
function scattering(all: number): number {
  let step = Math.max(1, Math.round(all * (Math.sqrt(5) - 1) * 0.5))
  while (divisor(step, all) !== 1) step++
  return step % all
}
function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
