// The program's exports, then what the host reads: the stack pointer, whether anything is uncertain yet, what a guard found, the instruction counter.
import { PROGRAM_EXPORTS } from '../../abi.ts'
import { EXPORTED, type Export } from '../../binary/sections/exports.ts'
import type { Numbering } from './numbering.ts'

export function withOurExports(read: readonly Export[], numbering: Numbering): Export[] {
  const ours = (['stackPointer', 'made', 'nullAccess', 'stackWanted', 'instructions'] as const).filter((name) => numbering[name] >= 0)
  return [
    ...read.map((one) => ({ ...one, index: renumberedIndex(one, numbering) })),
    ...ours.map((name) => ({ name: PROGRAM_EXPORTS[name], kind: EXPORTED.global, index: numbering[name] })),
  ]
}
function renumberedIndex({ kind, index }: Export, numbering: Numbering): number {
  if (kind === EXPORTED.function) return numbering.function(index)
  return kind === EXPORTED.global ? numbering.global(index) : index
}
