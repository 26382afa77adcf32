// A collection: every handle at any byte offset of the program's live memory, and of files it wrote, keeps its value; the rest is freed.
// Live memory is all from the stack pointer up: with the stack first, below it lies only what returned calls left behind.
import type { Runtime } from './runtime.ts'

const CHUNK = 1 << 20
/** A handle may begin in the last 7 bytes of one chunk and end in the next. */
export const OVERLAP = 7

/**
 * @param memory        of the program
 * @param stackPointer  its present value
 * @param files         what the run has written so far, in parts that overlap by OVERLAP
 */
export function collect(runtime: Runtime, memory: WebAssembly.Memory, stackPointer: number, files: Iterable<Uint8Array>): void {
  markAll(runtime, new Uint8Array(memory.buffer).subarray(stackPointer >>> 0))
  for (const file of files) markAll(runtime, file)
  runtime.sweep()
}

function markAll(runtime: Runtime, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; start += CHUNK) {
    const chunk = bytes.subarray(start, start + CHUNK + OVERLAP)
    const scratch = runtime.scratch(chunk.length)
    scratch.bytes.set(chunk)
    runtime.mark(scratch.address, chunk.length)
  }
}
