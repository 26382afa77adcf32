// The sizes of memories and tables.
// Source: WebAssembly Core Specification 3.0, section 5.3.9.
import { ModuleError, type Reader, type Writer } from '../bytes.ts'

export interface Limits {
  readonly minimum: number
  readonly maximum?: number
}
export function readLimits(part: Reader): Limits {
  const flags = part.byte()
  if (flags > 1) throw new ModuleError('shared or 64-bit memories and tables are not supported', part.at - 1)
  return { minimum: part.u32(), maximum: flags ? part.u32() : undefined }
}
export function writeLimits(w: Writer, { minimum, maximum }: Limits): void {
  w.byte(maximum === undefined ? 0 : 1)
  w.u32(minimum)
  if (maximum !== undefined) w.u32(maximum)
}
