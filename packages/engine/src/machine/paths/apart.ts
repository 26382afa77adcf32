// The samples of some paths one by one, scattered, so that those for which there is time stand for all.
import { aloneOf, type Path, partOf } from './path.ts'

export interface Apart {
  readonly next: () => Path | undefined
  /** What is left, as paths. */
  readonly rest: () => Path[]
}

export function createApart(paths: readonly Path[]): Apart {
  const ends: number[] = []
  for (const { which } of paths) ends.push((ends.at(-1) ?? 0) + which.length)
  const all = ends.at(-1) ?? 0
  const step = scattering(all)
  let taken = 0
  const place = (turn: number): readonly [path: number, index: number] => {
    const at = Number((BigInt(turn) * BigInt(step)) % BigInt(all))
    let path = ends.length - 1
    for (let low = 0; low < path; ) {
      const middle = (low + path) >> 1
      if (at < ends[middle]!) path = middle
      else low = middle + 1
    }
    return [path, at - (ends[path - 1] ?? 0)]
  }
  return {
    next() {
      if (taken === all) return undefined
      const [path, index] = place(taken++)
      return aloneOf(paths[path]!, index)
    },
    rest() {
      const left = paths.map((): number[] => [])
      for (let turn = taken; turn < all; turn++) {
        const [path, index] = place(turn)
        left[path]!.push(index)
      }
      return left.flatMap((own, path) =>
        own.length > 0
          ? [
              partOf(
                paths[path]!,
                own.sort((a, b) => a - b),
              ),
            ]
          : [],
      )
    },
  }
}

/** Multiples of it modulo `all` reach every number, and any number of them lie evenly. Source: Weyl 1916, with the golden section. */
function scattering(all: number): number {
  let step = Math.max(1, Math.round(all * (Math.sqrt(5) - 1) * 0.5))
  while (divisor(step, all) !== 1) step++
  return step
}
function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
