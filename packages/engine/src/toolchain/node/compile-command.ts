// How the compile process is started: it reads the engine's code and the compiler package; it writes nothing, starts nothing and reaches no network.
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bounds } from '../../box/limits.ts'
import { boxCommand, type IsolationLevel } from '../../box/node/isolation.ts'
import type { Command } from '../../box/node/start.ts'
import { LLVM_FLAGS } from './llvm-flags.ts'

const BOUNDS: Bounds = {
  heapMegabytes: 512,
  /** The compiler recurses with the nesting of the program; half of the usual 8 MiB of a main thread. */
  stackKilobytes: 3900,
  /** 1 GiB for the compiler, which then says that it ran out of memory. */
  memoryPages: 16_384,
}
export const COMPILE_PROCESS = fileURLToPath(new URL('compile-process.ts', import.meta.url))

/** @param script  inside the engine package */
export function compileCommand(level: IsolationLevel, script: string = COMPILE_PROCESS): Command {
  const engine = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
  const compiler = join(dirname(fileURLToPath(import.meta.resolve('@yowasp/clang'))), '..')
  return boxCommand(level, { bounds: BOUNDS, flags: LLVM_FLAGS, folders: [{ path: engine }, { path: compiler }], script: relative(engine, script) })
}
