// Values of the runtime module as it describes them.
import { FAMILIES, type Family, type Mixture } from '@credence/distribution'
import { DESCRIPTION } from '../../abi.ts'

export interface Value {
  readonly particle: number
  readonly uncertain: boolean
  readonly mean: number
  /** Present while the value is location + scale · a law in standard form. */
  readonly law?: { readonly family: Family; readonly shape1: number; readonly shape2: number; readonly location: number; readonly scale: number }
  /** Exact atoms, in any order; empty without a law. */
  readonly atoms: { readonly positions: Float64Array; readonly masses: Float64Array }
}
/** What the functions of the host ask of the runtime module. */
export interface Values {
  readonly value: (handle: bigint) => Value
  /** The samples, one for each joint outcome. */
  readonly samples: (handle: bigint) => Float64Array
  /** The samples, ascending, non-finite ones last. */
  readonly sorted: (handle: bigint) => Float64Array
  /** A new source with this law; `masses` sum to 1; the mean is what the text it was read from says. */
  readonly place: (mixture: Mixture, particle: number, mean: number) => bigint
  /** Whether samples would have decided otherwise than the particle somewhere. */
  readonly disagrees: () => boolean
}

/** @param doubles  copies what its memory holds at an address */
export function readValue(view: DataView, doubles: (address: number, count: number) => Float64Array): Value {
  const double = (at: number) => view.getFloat64(at, true)
  const integer = (at: number) => view.getInt32(at, true)
  const family = FAMILIES[integer(DESCRIPTION.law)]
  const atoms = integer(DESCRIPTION.atoms)
  const value = {
    particle: double(DESCRIPTION.particle),
    uncertain: integer(DESCRIPTION.uncertain) !== 0,
    mean: double(DESCRIPTION.mean),
    atoms: { positions: doubles(integer(DESCRIPTION.positions), atoms), masses: doubles(integer(DESCRIPTION.masses), atoms) },
  }
  if (!value.uncertain || !family) return value
  const shapes = { shape1: double(DESCRIPTION.shape1), shape2: double(DESCRIPTION.shape2) }
  return { ...value, law: { family, ...shapes, location: double(DESCRIPTION.location), scale: double(DESCRIPTION.scale) } }
}
