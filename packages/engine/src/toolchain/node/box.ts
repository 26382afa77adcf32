// The box of the compile process: bubblewrap where the machine has it, and Node's permission model everywhere.
// The process reads its own code and the compiler package; it writes nothing, starts nothing and reaches no network.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boxed, type IsolationLevel, startCommand } from '../../machine/node/isolation.ts'

/** Megabytes of JavaScript heap; the compiler's memory is outside it. */
const HEAP_MEGABYTES = 512
/** Pages of 64 KiB of one WebAssembly memory: 1 GiB for the compiler, which then says that it ran out of memory. */
const MEMORY_PAGES = 16384
/** Kilobytes. The compiler recurses with the nesting of the program; half of the usual 8 MiB of a main thread. */
const STACK_KILOBYTES = 3900

/** Starts the script with the pinned Node inside the box. */
export function startBoxed(script: string, level: IsolationLevel): ChildProcessWithoutNullStreams {
  const readable = [enginePackage(), compilerPackage()]
  const flags = [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    `--wasm-max-mem-pages=${MEMORY_PAGES}`,
    `--stack-size=${STACK_KILOBYTES}`,
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--disable-proto=delete',
    '--no-warnings',
    script,
  ]
  if (level === 'process') return startCommand({ file: process.execPath, arguments: flags })
  const binds = readable.flatMap((path) => ['--ro-bind', path, path])
  return startCommand(boxed(level, flags, binds))
}

function enginePackage(): string {
  return dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
}
function compilerPackage(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@yowasp/clang'))), '..')
}
