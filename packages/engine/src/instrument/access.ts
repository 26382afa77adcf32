// What a guard is, in the lists of the pass and in the global that it leaves behind.
// It imports nothing: whoever runs programs reads it too.

/** Instructions of the pass's own; `frame.ts` expands them. */
export const NULL_CHECK = 0x204 // a: local with the pointer, b: the access
export const STACK_CHECK = 0x205 // a: local with the new stack pointer
export const BULK_CHECK = 0x206 // a: local with the pointer, b: 2 · local with the length + (1: it writes)
export const CALL_CHECK = 0x207 // a: local with the function pointer
export const isGuard = (op: number): boolean => op >= NULL_CHECK && op <= CALL_CHECK

export const NULL_BYTES = 1024
/** In `b` of a NULL_CHECK: the pointer is known to be below NULL_BYTES, and is a fault if it is not 0. */
export const KNOWN_LOW = 1 << 18
/** What `b` of a NULL_CHECK says; the pointer's value takes the lowest 10 bits where both are put into one number. */
export interface Access {
  readonly offset: number // 13 bits
  readonly bytes: number // 1 … 8; AS_GIVEN, or CALL
  readonly writes: boolean
}
/** As many bytes as the program says while it runs. */
export const AS_GIVEN = 0
/** No bytes: the function there is called. */
export const CALL = 15
export const encodeAccess = ({ offset, bytes, writes }: Access): number => offset | (bytes << 13) | (Number(writes) << 17)
/** The address, and what was to be done there, from what a failed check leaves behind. */
export function failedAccess(value: number): Access & { readonly address: number } {
  const code = value >>> 10
  const offset = code & 0x1fff
  return { address: (value & 0x3ff) + offset, offset, bytes: (code >>> 13) & 15, writes: code >>> 17 === 1 }
}
