// Programs that decide on uncertain values: how far from their exact answers, how many paths, in what time; and the worst case against Monte Carlo.
//   node bin/node.cjs bench/branches.ts            prints the tables
//   node bin/node.cjs bench/branches.ts --write    and writes bench/branches.json, which the page on branches shows
// Times are user times of runs in this process, the least of three; of the worst case and of Monte Carlo in turns, in a process of their own: worst.ts, and worst.c says
// what each gives. The process is started once more as runs of programs are, with the optimising compiler.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { execute } from '../packages/engine/src/machine/execute.ts'
import { BRANCH_CASES, type BranchErrors, branchErrors, branchProgram } from '../packages/engine/src/testing/branch-cases.ts'
import { build } from '../packages/engine/src/toolchain/build.ts'
import { prepare } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { ObjectCache } from '../packages/engine/src/toolchain/object-cache.ts'
import type { CoreSpec, RunResult } from '../packages/engine/src/types.ts'
import { CACHE } from '../tools/cache.ts'
import { WORST_CORE, type WorstRow } from './branches/worst.ts'

if (!process.execArgv.includes('--no-liftoff')) {
  const { status } = spawnSync(process.execPath, ['--no-liftoff', ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

const COUNTS = [4096, 16384]
/** Of a program whose choices need no path. */
const NO_DECISION = { paths: 1, runs: 1, outvoted: 0, all: 1, samples: 1 }
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
const { runtime, parts } = await prepare({ cacheDir: CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)
const user = () => process.cpuUsage().user / 1000

async function compile(source: string, core: CoreSpec) {
  const files = new Map([['main.c', new TextEncoder().encode(source)]])
  const { module, plain, output } = await build({ files, core, keepPlain: true }, { parts, objects: new ObjectCache(0) })
  if (!module || !plain) throw new Error(output)
  return { module, plain }
}
interface Ran {
  readonly result: RunResult
  readonly text: string
  readonly milliseconds: number
}
function once(module: Uint8Array, core: CoreSpec, words: readonly string[], samples?: number): Ran {
  let text = ''
  const begin = user()
  const output = (stream: string, bytes: Uint8Array) => {
    if (stream === 'Stdout') text += new TextDecoder().decode(bytes)
  }
  const result = execute({ module, core, arguments: words, ...(samples !== undefined && { samples }) }, { runtime: compiled }, { output })
  const milliseconds = user() - begin
  if (result.message !== 'exit code 0') throw new Error(result.message)
  return { result, text, milliseconds }
}
/** The quickest. */
function run(module: Uint8Array, core: CoreSpec, words: readonly string[], samples?: number): Ran {
  const all = Array.from({ length: REPEATS }, () => once(module, core, words, samples))
  return all.reduce((one, other) => (other.milliseconds < one.milliseconds ? other : one))
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

const { module, plain } = await compile(await readFile(new URL('branches/worst.c', import.meta.url), 'utf8'), WORST_CORE)
const folder = await mkdtemp(join(tmpdir(), 'worst-'))
const paths = await Promise.all(
  [runtime, module, plain].map(async (bytes, index) => {
    const path = join(folder, String(index))
    await writeFile(path, bytes)
    return path
  }),
)
const runs = spawnSync(process.execPath, ['--no-liftoff', join(import.meta.dirname, 'branches/worst.ts'), ...paths], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
await rm(folder, { recursive: true })
const lines = runs.stdout.split('\n').filter((line) => line !== '')
const worst = lines.map((line) => JSON.parse(line) as WorstRow)
for (const row of worst) {
  const against = Object.entries(row).map(
    ([way, milliseconds]) => `${way} ${milliseconds.toFixed(1)} (${(row.milliseconds / milliseconds).toFixed(2)})`,
  )
  console.log('worst case, ms, and times them:', against.join(', '))
}
if (runs.status !== 0) throw new Error('the worst case was not run to its end')
if (process.argv.includes('--write')) {
  const machine = `${cpus()[0]?.model}, Node ${process.version}`
  await writeFile(new URL('branches.json', import.meta.url), `${JSON.stringify({ machine, rows, worst }, null, 2)}\n`)
}
