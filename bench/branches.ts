// Programs that decide on uncertain values: how far from their exact answers, how many paths, in what time; and the worst case against Monte Carlo.
//   node bin/node.cjs bench/branches.ts            prints the tables
//   node bin/node.cjs bench/branches.ts --write    and writes bench/branches.json, which the page on branches shows
// Times are user times of runs in this process, the least of three. The process is started once more as runs of programs are, with the optimising compiler.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { execute } from '../packages/engine/src/machine/execute.ts'
import { BRANCH_CASES, type BranchErrors, branchErrors, branchProgram } from '../packages/engine/src/testing/branch-cases.ts'
import { build } from '../packages/engine/src/toolchain/build.ts'
import { prepare } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { ObjectCache } from '../packages/engine/src/toolchain/object-cache.ts'
import type { CoreSpec, RunResult } from '../packages/engine/src/types.ts'
import { CACHE } from '../tools/cache.ts'

if (!process.execArgv.includes('--no-liftoff')) {
  const { status } = spawnSync(process.execPath, ['--no-liftoff', ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

const COUNTS = [4096, 16384]
/** Of a program whose choices need no path. */
const NO_DECISION = { paths: 1, runs: 1, outvoted: 0, all: 1, samples: 1 }
const STEPS = ['2000', '20000', '200000']
const REPEATS = 3

export interface BranchRow {
  readonly name: string
  readonly samples: number
  readonly errors: BranchErrors
  readonly paths: number
  readonly runs: number
  readonly milliseconds: number
  /** Share of the samples that a majority decided for, or that nobody followed. */
  readonly decided: number
}
export interface WorstRow {
  readonly milliseconds: number
  /** Of a loop over the same samples: in the same module, and in one without the pass. */
  readonly monteCarlo: number
  readonly plain: number
}

const { runtime, parts } = await prepare({ cacheDir: CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)
const user = () => process.cpuUsage().user / 1000

async function compile(source: string, core: CoreSpec) {
  const files = new Map([['main.c', new TextEncoder().encode(source)]])
  const { module, plain, output } = await build({ files, core, keepPlain: true }, { parts, objects: new ObjectCache(0) })
  if (!module || !plain) throw new Error(output)
  return { module, plain }
}
function run(
  module: Uint8Array,
  core: CoreSpec,
  words: readonly string[],
  samples?: number,
): { result: RunResult; text: string; milliseconds: number } {
  let least = Number.POSITIVE_INFINITY
  let text = ''
  let result: RunResult | undefined
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    text = ''
    const begin = user()
    const output = (stream: string, bytes: Uint8Array) => {
      if (stream === 'Stdout') text += new TextDecoder().decode(bytes)
    }
    result = execute({ module, core, arguments: words, ...(samples !== undefined && { samples }) }, { runtime: compiled }, { output })
    least = Math.min(least, user() - begin)
    if (result.message !== 'exit code 0') throw new Error(result.message)
  }
  return { result: result!, text, milliseconds: least }
}
/** Each as often as its mass says. There may be more atoms than a text that is read may have. */
function samplesOf(text: string, count: number): number[] {
  const view = new DataView(new ArrayBuffer(8))
  const atoms = text.slice(text.indexOf('Ux') + HEADER).match(/[0-9A-F]{32}/g) ?? []
  return atoms.flatMap((atom) => {
    view.setBigUint64(0, BigInt(`0x${atom.slice(0, 16)}`))
    const mass = Number(BigInt(`0x${atom.slice(16)}`)) / 2 ** 63
    return Array<number>(Math.round(mass * count)).fill(view.getFloat64(0))
  })
}
/** Digits before the atoms (docs/engine/ux-data.md), and "Ux". */
const HEADER = 44

/** Atoms for every sample. */
const exact: CoreSpec = { ...RECOMMENDED_SPEC, Precision: 65536, MemorySize: 64_000_000 }
const rows: BranchRow[] = []
for (const program of BRANCH_CASES) {
  const { module } = await compile(branchProgram(program), exact)
  for (const samples of COUNTS) {
    const { result, text, milliseconds } = run(module, exact, [], samples)
    const { paths, runs, outvoted, all, samples: followed } = result.ways ?? NO_DECISION
    const errors = branchErrors(program.exact, samplesOf(text, samples))
    rows.push({ name: program.name, samples, errors, paths, runs, milliseconds, decided: (outvoted + all - followed) / all })
    console.log(JSON.stringify(rows.at(-1)))
  }
}

const worst: WorstRow[] = []
const core: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 64_000_000 }
const { module, plain } = await compile(await readFile(new URL('worst.c', import.meta.url), 'utf8'), core)
for (const steps of STEPS) {
  const { result, milliseconds } = run(module, core, [steps])
  if (!result.ways || result.ways.samples !== result.ways.all) throw new Error(`${steps} steps: not all samples were followed`)
  const draws = [steps, String(result.ways.all)]
  worst.push({ milliseconds, monteCarlo: run(module, core, draws).milliseconds, plain: run(plain, core, draws).milliseconds })
  console.log(steps, 'steps', JSON.stringify(worst.at(-1)))
}
if (process.argv.includes('--write')) {
  const machine = `${cpus()[0]?.model}, Node ${process.version}`
  await writeFile(new URL('branches.json', import.meta.url), `${JSON.stringify({ machine, rows, worst }, null, 2)}\n`)
}
