// What one operation on uncertain values costs in wasm, with dispatch, new value and collections: microseconds, median.
//   node bin/node.cjs bench/operations.ts
// It builds the modules and measures them in a process of its own with --no-liftoff: without that flag V8 leaves a running loop in its
// baseline code (docs/engine/webassembly.md).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { law, quantileNodes, ttrOfLaw } from '@credence/distribution'
import { Bench } from 'tinybench'
import { IMPORTS, UNARY } from '../packages/engine/src/abi.ts'
import { cachedRuntime, runTool } from '../packages/engine/src/ensemble/node/cached.ts'

const OPERATIONS = {
  add: 'ux_add64(a, b)',
  'add plain': 'ux_add64(a, 1.5)',
  'add Gaussian': 'ux_add64(b, c)', // both know their exact laws, and so does the sum
  mul: 'ux_mul64(a, b)',
  div: 'ux_div64(a, b)',
  sqrt: 'ux_sqrt64(b)',
  exp: `ux_unary(${UNARY.indexOf('exp')}, b)`,
  log: `ux_unary(${UNARY.indexOf('log')}, b)`,
  sin: `ux_unary(${UNARY.indexOf('sin')}, b)`,
  tanh: `ux_unary(${UNARY.indexOf('tanh')}, b)`,
  pow: 'ux_binary(0, b, 1.7)',
  source: 'ux_source(0, 0, 0, 2, 1, 2)',
} as const
const SIZES = [1024, 4096, 16384, 65536]
const CALLS = 100
const C_TYPES = { i32: 'int', i64: 'long long', f32: 'float', f64: 'double' } as const

/** Calls each operation `count` times, as a program does: the result is stored, a safepoint follows. */
async function driver(): Promise<Uint8Array> {
  const used = ['add64', 'mul64', 'div64', 'sqrt64', 'unary', 'binary', 'source', 'collect']
  const imports = used.map((name) => {
    const { parameters, result } = IMPORTS[name]!
    return `__attribute__((import_module("ux"), import_name("${name}"))) ${result ? C_TYPES[result] : 'void'} ux_${name}(${parameters.map((type) => C_TYPES[type]).join(', ') || 'void'});`
  })
  const loops = Object.values(OPERATIONS).map(
    (call, i) =>
      `__attribute__((export_name("run${i}"))) double run${i}(int count) { for (int i = 0; i < count; i++) { kept = ${call}; if (pressure()) ux_collect(); } return kept; }`,
  )
  const source = `${imports.join('\n')}
__asm__(".globaltype pressure, i32\\n.import_module pressure, ux\\n.import_name pressure, pressure\\n");
static int pressure(void) { int p; __asm__ volatile("global.get pressure\\nlocal.set %0" : "=r"(p)); return p; }
static volatile double a, b, c, kept;
__attribute__((export_name("begin"))) void begin(void) { a = ux_source(0, 0, 0, 2, 1, 2); b = ux_source(1, 0, 0, 5, 0.5, 5); c = ux_source(1, 0, 0, 1, 0.1, 1); }
${loops.join('\n')}`
  const objects = await runTool(['clang', '--target=wasm32-wasip1', '-O2', '-c', 'driver.c', '-o', 'driver.o'], { 'driver.c': source })
  const linked = await runTool(['wasm-ld', '--no-entry', 'driver.o', '-o', 'driver.wasm'], { 'driver.o': objects['driver.o']! })
  return linked['driver.wasm'] as Uint8Array
}

async function start(runtimeModule: WebAssembly.Module, driverModule: WebAssembly.Module, samples: number) {
  const families = ['uniform', 'gauss'] as const
  const runtime = (
    await WebAssembly.instantiate(runtimeModule, {
      host: {
        law: (family: number, _1: number, _2: number, what: number, count: number, address: number) => {
          const standard = law(families[family]!, 0, 0)
          const table = ttrOfLaw(standard, 6)
          const values = what === 0 ? quantileNodes(standard, count) : Float64Array.of(...table.positions, ...table.masses)
          new Float64Array(memory(runtime).buffer, address, values.length).set(values)
          return what === 0 ? count : table.positions.length
        },
        place: () => 0, // nothing decides here
        trap: (address: number, length: number) => {
          throw new Error(new TextDecoder().decode(new Uint8Array(memory(runtime).buffer, address, length)))
        },
      },
    })
  ).exports as unknown as Exports
  runtime['configure']!(samples, 64, 1, 0, 2 ** 31)
  const program = (
    await WebAssembly.instantiate(driverModule, {
      ux: {
        ...runtime,
        collect: () => {
          const bytes = new Uint8Array(memory(program).buffer)
          const address = runtime['scratch']!(bytes.length)
          new Uint8Array(memory(runtime).buffer, address, bytes.length).set(bytes)
          runtime['mark']!(address, bytes.length)
          runtime['sweep']!()
        },
      },
    })
  ).exports as unknown as Exports
  program['begin']!()
  return { runtime, program }
}
type Exports = Record<string, (...of: number[]) => number>
const memory = (of: Exports) => (of as unknown as { memory: WebAssembly.Memory }).memory

async function measure(driverFile: string): Promise<void> {
  const [runtimeModule, driverModule] = [await cachedRuntime(), await WebAssembly.compile(readFileSync(driverFile))]
  const table: Record<string, Record<string, string>> = {}
  for (const samples of SIZES) {
    const { runtime, program } = await start(runtimeModule, driverModule, samples)
    const bench = new Bench({ time: 150, warmupTime: 50 })
    for (const [i, name] of Object.keys(OPERATIONS).entries()) bench.add(name, () => void program[`run${i}`]!(CALLS))
    await bench.run()
    if (!(runtime['statistic']!(3) > CALLS) || !(runtime['statistic']!(0) < 1e5)) throw new Error('the operations made no values, or kept them all')
    for (const task of bench.tasks) {
      if (task.result.state !== 'completed') throw new Error(`${task.name} failed`, { cause: task.result })
      table[task.name] = { ...table[task.name], [samples]: ((task.result.latency.p50 * 1000) / CALLS).toFixed(2) }
    }
  }
  console.log(`microseconds per operation on N samples, ${process.version}, ${cpus()[0]?.model}`)
  console.table(table)
}

const [driverFile] = process.argv.slice(2)
if (driverFile) await measure(driverFile)
else {
  await cachedRuntime()
  const folder = mkdtempSync(join(tmpdir(), 'credence-bench-'))
  try {
    writeFileSync(join(folder, 'driver.wasm'), await driver())
    process.exitCode =
      spawnSync(process.execPath, ['--no-liftoff', import.meta.filename, join(folder, 'driver.wasm')], { stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
