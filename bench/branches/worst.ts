// The runs of the worst case, in a process that has nothing else in its memory, as runs of programs have: bench/branches.ts starts it and says what it compares.
//   node --no-liftoff bench/branches/worst.ts RUNTIME MODULE PLAIN [STEPS …]      modules in files; prints a row in JSON for each number of steps
import { readFileSync } from 'node:fs'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { execute } from '../../packages/engine/src/machine/execute.ts'
import { prepare } from '../../packages/engine/src/machine/once.ts'
import type { CoreSpec, RunResult } from '../../packages/engine/src/types.ts'

export interface WorstRow {
  readonly milliseconds: number
  /** Of a loop over the same samples in the same module that adds up, prints each or keeps and sorts; that adds up in one without the pass. */
  readonly monteCarlo: number
  readonly printing: number
  readonly sorting: number
  readonly plain: number
}

export const WORST_CORE: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 64_000_000 }
/** Steps of a sample, and how often each way is run, in turns: the machine is the same to all. */
const TURNS = [
  ['2000', 40],
  ['20000', 7],
  ['200000', 3],
] as const

/** V8 keeps the code of a module for others of the same bytes while it is there. */
const kept: unknown[] = []

if (import.meta.main) {
  const [runtime, module, plain] = [2, 3, 4].map((place) => readFileSync(process.argv[place]!)) as [Buffer<ArrayBuffer>, Buffer, Buffer]
  const compiled = new WebAssembly.Module(runtime)
  kept.push(...[module, plain].map((one) => prepare(one, WORST_CORE)))
  const once = (program: Uint8Array, words: readonly string[]): { readonly milliseconds: number; readonly result: RunResult } => {
    const begin = process.cpuUsage().user
    const result = execute({ module: program, core: WORST_CORE, arguments: words }, { runtime: compiled }, { output: () => {} })
    const milliseconds = (process.cpuUsage().user - begin) / 1000
    if (result.message !== 'exit code 0') throw new Error(result.message)
    return { milliseconds, result }
  }
  const wanted = process.argv.slice(5)
  for (const [steps, turns] of TURNS) {
    if (wanted.length > 0 && !wanted.includes(steps)) continue
    const { ways } = once(module, [steps]).result
    if (!ways || ways.samples !== ways.all) throw new Error(`${steps} steps: not all samples were followed`)
    const draws = [steps, String(ways.all)]
    const all = {
      milliseconds: [module, [steps]],
      monteCarlo: [module, draws],
      printing: [module, [...draws, 'print']],
      sorting: [module, [...draws, 'sort']],
      plain: [plain, draws],
    } as const
    const least = new Map<string, number>()
    for (let turn = 0; turn < turns; turn++)
      for (const [way, [program, words]] of Object.entries(all)) {
        least.set(way, Math.min(least.get(way) ?? Number.POSITIVE_INFINITY, once(program, words).milliseconds))
      }
    console.log(JSON.stringify(Object.fromEntries(least)))
  }
}
