// What comes later, listed once. The server answers only what is not listed, the OpenAPI document leaves it out, the pages of the
// documentation carry a note drawn from here. Landing a feature deletes its line, here or in `features.ts`.
import { LATER_FEATURES } from './features.ts'
import type { OperationId } from './operations.ts'

export const AVAILABILITY = {
  later: {
    operations: [],
    /** UxHw functions without `UxHwDouble` and `UxHwFloat`. */
    functions: [],
    /** Areas of the console. */
    screens: [],
    features: LATER_FEATURES,
  },
} as const satisfies {
  later: { operations: readonly OperationId[]; functions: readonly string[]; screens: readonly string[]; features: readonly string[] }
}

export type AvailabilityKind = keyof (typeof AVAILABILITY)['later']

/** Whether something can be used now: it is not listed above. */
export function isAvailable(kind: AvailabilityKind, name: string): boolean {
  return !(AVAILABILITY.later[kind] as readonly string[]).includes(name)
}
