// `npm run debug -- FILE`: builds a program as `credence run` does and runs it in this very process, so that what happens can be looked at:
// the modules before and after the pass, as bytes and as text, and every call of the system. With `--inspect-brk` of Node a debugger attaches.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { DEFAULT_CORES } from '@credence/contract'
import { openEngine } from '@credence/engine'
import { cachedRuntime } from '../packages/engine/src/ensemble/node/cached.ts'
import { execute } from '../packages/engine/src/machine/execute.ts'
import { WASI_MODULE } from '../packages/engine/src/machine/wasi/wasi.ts'
import { runTool } from '../packages/engine/src/toolchain/clang.ts'
import { CACHE, HOME } from './cache.ts'

const USAGE = `npm run debug -- FILE [CORE] [-- ARGUMENTS]

Writes plain.wasm, instrumented.wasm and their disassembly (.s) to a folder below CREDENCE_HOME (.credence), then runs the
program in this process and tells each call of WASI on standard error, with its numbers and its result.

  node bin/node.cjs --inspect-brk tools/debug-program.ts FILE     waits for a debugger (chrome://inspect)`

/** Each call of an import of WASI is told; other imports, which carry handles, are left as they are. */
function tellCalls(tell: (line: string) => void): void {
  const { Instance } = WebAssembly
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports = {}) {
      const told = Object.entries(imports[WASI_MODULE] ?? {}).map(([name, call]) => {
        if (typeof call !== 'function') return [name, call]
        const wrapped = (...given: unknown[]) => {
          const result: unknown = call(...given)
          tell(`${name}(${given.join(', ')})${result === undefined ? '' : ` = ${result}`}`)
          return result
        }
        return [name, wrapped]
      })
      super(module, imports[WASI_MODULE] ? { ...imports, [WASI_MODULE]: Object.fromEntries(told) } : imports)
    }
  }
}

async function disassembly(name: string, module: Uint8Array): Promise<string> {
  const path = `/${name}.wasm`
  return new TextDecoder().decode((await runTool('objdump', ['-d', path], [[path, module]])).output)
}

const [file, ...words] = process.argv.slice(2)
if (file === undefined || file === '--help') {
  console.log(USAGE)
  process.exit(file === undefined ? 2 : 0)
}
const cut = words.indexOf('--')
const coreName = (cut < 0 ? words : words.slice(0, cut))[0] ?? 'C0-S+'
const core = DEFAULT_CORES.find(({ Name }) => Name === coreName)
if (!core) throw new Error(`no core is called ${coreName}`)

await mkdir(CACHE, { recursive: true })
await using engine = await openEngine({ cacheDir: CACHE, prepares: 'needed', onProgress: ({ what }) => console.error(`preparing: ${what}`) })
const files = new Map([[extname(file) === '.c' ? 'main.c' : 'main.cpp', await readFile(file)]])
const { module, plain, output } = await engine.build({ files, core, keepPlain: true })
process.stderr.write(output)
if (!module || !plain) process.exit(1)

const folder = join(HOME, 'debug', basename(file, extname(file)))
await mkdir(folder, { recursive: true })
for (const [name, bytes] of Object.entries({ plain, instrumented: module })) {
  await writeFile(join(folder, `${name}.wasm`), bytes)
  await writeFile(join(folder, `${name}.s`), await disassembly(name, bytes))
}
console.error(`modules: ${folder}/{plain,instrumented}.{wasm,s}`)

tellCalls((line) => console.error(`wasi  ${line}`))
const runtime = await cachedRuntime()
const { message, dynamicInstructions } = execute(
  { module, core, arguments: cut < 0 ? [] : words.slice(cut + 1) },
  { runtime },
  { output: (stream, bytes) => void (stream === 'Stdout' ? process.stdout : process.stderr).write(bytes) },
)
console.error(`${message}; ${dynamicInstructions} instructions`)
