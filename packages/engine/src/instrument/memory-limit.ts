// Bounds a program's memory: the limit becomes the memory's declared maximum, so that growing past it fails in the program (malloc gives NULL).
import { InstrumentError } from './bytes.ts'
import { readModule, writeModule } from './module.ts'

const PAGE = 65_536

/**
 * @param bytes  of memory that the program may have, rounded down to pages of 64 KiB
 * @throws InstrumentError  if the program's data and stack alone need more, or if it has no memory
 */
export function addMemoryLimit(program: Uint8Array, bytes: number): Uint8Array {
  const module = readModule(program)
  const [memory] = module.memories
  const maximum = Math.min(Math.floor(bytes / PAGE), PAGE)
  if (!memory || module.memories.length > 1) throw new InstrumentError(`${module.memories.length} memories, not one`, 0)
  if (memory.minimum > maximum) {
    throw new InstrumentError(`the program's data and stack need ${memory.minimum * PAGE} bytes of memory; the limit is ${bytes} bytes`, 0)
  }
  const bodies = module.bodies.map(({ start, end }) => module.bytes.subarray(start, end))
  const hints = module.customs.filter(({ name }) => name.startsWith('metadata.code.')) // their place is before the code
  module.customs = module.customs.filter((custom) => !hints.includes(custom))
  module.memories = [{ minimum: memory.minimum, maximum: Math.min(memory.maximum ?? maximum, maximum) }]
  return writeModule(module, bodies, hints)
}
