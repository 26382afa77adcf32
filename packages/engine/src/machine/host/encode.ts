// Values as they leave a program: the Dirac deltas of their representation, computed once per handle.
// Handles of doubles are never reused, so what is remembered stays true.
import { floorLog2, type Mixture, mixtureOf, ttrOfSamples } from '@credence/distribution'
import type { Value, Values } from './described.ts'

const REMEMBERED = 64

/** `of(handle, value)`: exact atoms where the law of the value is known, else the TTR of its samples, of order log2(atoms). */
export function createEncoder(runtime: Values, atoms: number): (handle: bigint, value: Value) => Mixture {
  const order = floorLog2(atoms)
  return remember((handle: bigint, value: Value) =>
    value.atoms.positions.length > 0 ? mixtureOf(value.atoms.positions, value.atoms.masses) : ttrOfSamples(runtime.sorted(handle), order),
  )
}

/** Keeps the latest answers by handle; the one that was not asked for longest goes first. */
export function remember<Answer, Rest extends unknown[]>(compute: (handle: bigint, ...rest: Rest) => Answer): typeof compute {
  const known = new Map<bigint, Answer>()
  return (handle, ...rest) => {
    const answer = known.has(handle) ? known.get(handle)! : compute(handle, ...rest)
    known.delete(handle)
    known.set(handle, answer)
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!)
    return answer
  }
}
