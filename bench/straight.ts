// What programs that never decide on an uncertain value pay for paths: the same module with all paths of it followed, and with the particle's alone.
//   node bin/node.cjs bench/straight.ts [--count] [program …]
// Both ways in turns of at least 2 ms, in one process, by processor time: the median of the ratios of a turn, and where it lies with 95 % confidence, whatever their
// distribution (order statistics). The particle's path alone stands among them twice: its ratio to itself tells what the machine lets anyone see. Goal: at most 1.01.
// Counted as well, both ways: the program's instructions, and calls of the runtime module. The last row has the turns of all programs. With --count only what is
// counted, which is the same on a busy machine. Tables for bench/README.md.
// The particle's path alone is what a Zurich core runs: of the runtime it uses the same, and counts prints and decisions, too, so what counting a print takes is
// measured apart, against a print. The process is started once more as runs of programs are, with the optimising compiler.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { generator } from '@credence/distribution'
import { execute } from '../packages/engine/src/machine/execute.ts'
import { startRuntime } from '../packages/engine/src/machine/host/runtime.ts'
import { prepare as prepareProgram } from '../packages/engine/src/machine/once.ts'
import { countedCalls } from '../packages/engine/src/testing/counted-calls.ts'
import { build } from '../packages/engine/src/toolchain/build.ts'
import { prepare } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { ObjectCache } from '../packages/engine/src/toolchain/object-cache.ts'
import type { CoreSpec } from '../packages/engine/src/types.ts'
import { CACHE } from '../tools/cache.ts'
import { conditions, median } from '../tools/conditions.ts'

if (!process.execArgv.includes('--no-liftoff')) {
  const { status } = spawnSync(process.execPath, ['--no-liftoff', ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

const CASES = join(import.meta.dirname, '../examples/cases')
const TURN = 2
const MOST_TURNS = 1500
/** Of a program, in milliseconds. */
const LONGEST = 3_000
const HEAD = '#include <stdio.h>\n#include <uxhw.h>\n'
const PRINTS = 20_000
/** Besides the cases: many sources and operations, many texts of distributions, many plain numbers beside one that is uncertain. */
const OWN: Readonly<Record<string, string>> = {
  'walk of 252 steps': `int main(void) {
  double s = 100;
  for (int i = 0; i < 252; i++) s *= 1.0002 + 0.0126 * UxHwDoubleGaussDist(0, 1);
  printf("%f\\n", s);
  return 0;
}`,
  '100 distributions': `int main(void) {
  double x = UxHwDoubleUniformDist(1, 2);
  for (int i = 1; i <= 100; i++) printf("%f\\n", x * i);
  return 0;
}`,
  'plain numbers': `int main(void) {
  double x = UxHwDoubleUniformDist(1, 2);
  for (int i = 1; i <= ${PRINTS}; i++) printf("%f\\n", i * 0.37);
  printf("%f\\n", x);
  return 0;
}`,
}

const core: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 64_000_000 }
const WAYS = { followed: core, particle: { ...core, Microarchitecture: 'Zurich' } } satisfies Record<string, CoreSpec>
const { runtime, parts } = await prepare({ cacheDir: CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)
const objects = new ObjectCache(0)

async function compile(source: string): Promise<Uint8Array> {
  const files = new Map([['main.c', new TextEncoder().encode(source)]])
  const { module, output } = await build({ files, core }, { parts, objects })
  if (!module) throw new Error(output)
  return module
}
const processor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
function run(module: Uint8Array, own: CoreSpec) {
  return execute({ module, core: own, arguments: [] }, { runtime: compiled }, { output: () => {} })
}
/** Processor time of one run, of so many one after the other. */
function turn(module: Uint8Array, own: CoreSpec, runs: number): number {
  const begin = processor()
  for (let i = 0; i < runs; i++) run(module, own)
  return (processor() - begin) / runs
}

/** Instructions of the program, and calls of the runtime module but for those that load a number of it. */
function counted(module: Uint8Array, own: CoreSpec): { readonly instructions: number; readonly calls: number } {
  let instructions = 0
  const { statistic: _, ...calls } = countedCalls(compiled, () => {
    instructions = run(module, own).dynamicInstructions
  })
  return { instructions, calls: Object.values(calls).reduce((sum, count) => sum + count, 0) }
}

const ORDER = [WAYS.particle, WAYS.followed, WAYS.particle]
/** In an order of its own for each turn: what comes back regularly, such as collections of garbage, must not meet the same way each time. */
const random = generator(1)
const shuffled = () => ORDER.map((_, way) => ({ way, at: random() })).sort((one, other) => one.at - other.at)

const isCount = process.argv.includes('--count')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const cases = readdirSync(CASES).flatMap((file) =>
  file.endsWith('.c') ? [[file.slice(0, -2), readFileSync(join(CASES, file), 'utf8')] as const] : [],
)
const own = Object.entries(OWN).map(([name, source]) => [name, HEAD + source] as const)
/** Of the middle of so many numbers: from the one to the other it lies in 95 of 100 cases. */
function middle(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other)
  const half = 0.98 * Math.sqrt(sorted.length)
  const at = (place: number) => sorted[Math.max(0, Math.min(sorted.length - 1, place))]!.toFixed(4)
  return `${at(sorted.length >> 1)} (${at(Math.floor(sorted.length / 2 - half))} to ${at(Math.ceil(sorted.length / 2 + half))})`
}
const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
if (isCount) row('Program', 'instructions', 'calls of the runtime module', 'instructions more', 'calls more')
else row('Program', 'the particle alone, ms', 'all paths against it', 'it against itself', 'turns', 'instructions and calls more')
row(...Array<string>(isCount ? 5 : 6).fill('---'))
const every: Record<'ratio' | 'same', number[]> = { ratio: [], same: [] }
let print = 0
/** V8 keeps the code of a module for another of the same bytes while the first is there. */
const kept: unknown[] = []
for (const [name, source] of [...own, ...cases]) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const module = await compile(source)
  kept.push(prepareProgram(module, core))
  const first = run(module, core)
  if (first.message !== 'exit code 0') {
    console.log(`${name}: ${first.message}`)
    continue
  }
  if (first.ways || first.notices) {
    console.log(`${name}: decides on uncertain values`)
    continue
  }
  const [all, alone] = [counted(module, core), counted(module, WAYS.particle)]
  const more = [all.instructions - alone.instructions, all.calls - alone.calls] as const
  if (isCount) {
    row(name, alone.instructions, alone.calls, ...more)
    continue
  }
  for (const way of [WAYS.particle, WAYS.followed]) turn(module, way, 3)
  const one = turn(module, WAYS.particle, 5)
  const runs = Math.max(1, Math.ceil(TURN / one))
  const turns = Math.max(30, Math.min(MOST_TURNS, Math.floor(LONGEST / (3 * runs * one))))
  const times = ORDER.map((): number[] => [])
  for (let i = 0; i < turns; i++) for (const { way } of shuffled()) times[way]!.push(turn(module, ORDER[way]!, runs))
  const [least, followed, again] = times as [number[], number[], number[]]
  const ratio = followed.map((time, i) => time / least[i]!)
  const same = again.map((time, i) => time / least[i]!)
  row(name, median(least).toFixed(3), middle(ratio), middle(same), turns, `${more[0]} and ${more[1]}`)
  every.ratio.push(...ratio)
  every.same.push(...same)
  if (name === 'plain numbers') print = (median(least) / PRINTS) * 1e6
}
if (!isCount) row('all', '', middle(every.ratio), middle(every.same), every.ratio.length, '')
console.log(`\n${conditions()}`)
if (print > 0) {
  const end = (ending: unknown): never => {
    throw new Error(JSON.stringify(ending))
  }
  const started = startRuntime(compiled, { samples: 4096, atoms: 64, tracking: true, independent: false, budget: 2 ** 28 }, { end, place: () => 0 })
  const printing = started.exports['printing'] as (key: number) => number
  const CALLS = 1_000_000
  const all = Array.from({ length: 9 }, () => {
    const begin = processor()
    for (let i = 0; i < CALLS; i++) printing(4096 + (i & 7))
    return ((processor() - begin) / CALLS) * 1e6
  })
  const least = Math.min(...all)
  console.log(
    `to count a print: ${least.toFixed(1)} ns, called from JavaScript; a print of a plain number: ${print.toFixed(0)} ns (${((100 * least) / print).toFixed(1)} %)`,
  )
}
process.exit(0)
