// The few functions of WASI that a program on standard streams needs. Source: WASI snapshot preview 1.

export interface Wasi {
  readonly imports: WebAssembly.ModuleImports
  /** Calls _start; a trap is in the result. */
  readonly start: (instance: WebAssembly.Instance) => { code: number; trap?: string }
  readonly text: (descriptor: 1 | 2) => string
}
class ProgramExit {
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}
const BADF = 8
const CHARACTER_DEVICE = 2

export function wasi(stdin: string): Wasi {
  const input = new TextEncoder().encode(stdin)
  const output = { 1: [] as Uint8Array[], 2: [] as Uint8Array[] }
  let position = 0
  let memory: WebAssembly.Memory
  const view = () => new DataView(memory.buffer)
  const vectors = (address: number, count: number) =>
    Array.from(
      { length: count },
      (_, i) => new Uint8Array(memory.buffer, view().getUint32(address + 8 * i, true), view().getUint32(address + 8 * i + 4, true)),
    )
  const none = (count: number, size: number) => {
    view().setUint32(count, 0, true)
    view().setUint32(size, 0, true)
    return 0
  }
  return {
    imports: {
      args_get: () => 0,
      args_sizes_get: none,
      environ_get: () => 0,
      environ_sizes_get: none,
      fd_close: () => 0,
      fd_seek: () => 70, // ESPIPE
      fd_prestat_get: () => BADF,
      fd_prestat_dir_name: () => BADF,
      fd_fdstat_get(descriptor: number, address: number) {
        if (descriptor > 2) return BADF
        new Uint8Array(memory.buffer, address, 24).fill(0)
        view().setUint8(address, CHARACTER_DEVICE)
        view().setBigUint64(address + 8, ~0n, true)
        return 0
      },
      fd_write(descriptor: 1 | 2, address: number, count: number, written: number) {
        const pieces = vectors(address, count).map((piece) => piece.slice())
        output[descriptor].push(...pieces)
        view().setUint32(
          written,
          pieces.reduce((sum, piece) => sum + piece.length, 0),
          true,
        )
        return 0
      },
      fd_read(_descriptor: number, address: number, count: number, read: number) {
        const start = position
        for (const piece of vectors(address, count)) {
          const part = input.subarray(position, position + piece.length)
          piece.set(part)
          position += part.length
        }
        view().setUint32(read, position - start, true)
        return 0
      },
      proc_exit(code: number) {
        throw new ProgramExit(code)
      },
    },
    start(instance) {
      memory = instance.exports.memory as WebAssembly.Memory
      try {
        ;(instance.exports._start as () => void)()
        return { code: 0 }
      } catch (error) {
        if (error instanceof ProgramExit) return { code: error.code }
        if (error instanceof WebAssembly.RuntimeError) return { code: -1, trap: error.message }
        throw error
      }
    },
    text: (descriptor) => output[descriptor].map((piece) => new TextDecoder('utf-8').decode(piece)).join(''),
  }
}
