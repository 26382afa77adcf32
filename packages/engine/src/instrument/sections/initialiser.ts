// Constant expressions under the new indices.
import { OP } from '../../binary/opcodes.ts'
import { type Initialiser, REF_FUNC } from '../../binary/sections/initialiser.ts'
import type { Renumbering } from '../code.ts'

export function renumbered(value: Initialiser, renumber: Renumbering): Initialiser {
  return value.map((one) => {
    if (one.op === OP.globalGet) return { ...one, immediate: renumber.global(one.immediate) }
    return one.op === REF_FUNC ? { ...one, immediate: renumber.function(one.immediate) } : one
  })
}
