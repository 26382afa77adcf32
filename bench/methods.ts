// The same measurement models by three methods: uncertain values on cores of several precisions, Monte Carlo, first-order propagation.
//   node bin/node.cjs bench/methods.ts            prints the table
//   node bin/node.cjs bench/methods.ts --write    and writes bench/methods.json, which the page on accuracy shows
// Truth is a Monte Carlo run of REFERENCE draws. Times are processor times of the runs on this machine, compiled by the same toolchain.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { DEFAULT_CORES } from '@credence/contract'
import { openEngine } from '@credence/engine'
import { CACHE } from '../tools/cache.ts'

const MODELS = ['viscosity', 'mass', 'comparison loss', 'thermistor', 'share x/(x+y)']
const METHODS = [
  { method: 'one run on C0-S+', core: 'C0-S+', words: ['track'] },
  { method: 'one run on C0-L+', core: 'C0-L+', words: ['track'] },
  { method: 'Monte Carlo, 4096 draws', core: 'C0-Bypass', words: ['draw', '4096'] },
  { method: 'Monte Carlo, 100 000 draws', core: 'C0-Bypass', words: ['draw', '100000'] },
  { method: 'first order', core: 'C0-Bypass', words: ['first'] },
]
const REFERENCE = 7_000_000
const SEEDS = ['1', '2', '3', '4']
const MEMORY = 128_000_000

export interface Row {
  readonly model: string
  readonly method: string
  /** In standard deviations of the truth: of mean, 2.5 % and 97.5 % quantile; of the deviation relative to it. */
  readonly errors: { readonly mean: number; readonly deviation: number; readonly low: number; readonly high: number }
  readonly milliseconds: number
}

const engine = await openEngine({ cacheDir: CACHE })
const built = new Map<string, Uint8Array>()
const rows: Row[] = []
try {
  for (const model of MODELS) {
    const truths = await Promise.all(SEEDS.map((seed) => figures('C0-Bypass', [model, 'draw', String(REFERENCE), seed])))
    const truth = truths[0]!.map((_, i) => truths.reduce((sum, each) => sum + each[i]!, 0) / truths.length)
    const deviation = truth[1]!
    for (const { method, core, words } of METHODS) {
      const runs = await Promise.all(Array.from({ length: 3 }, () => figures(core, [model, ...words])))
      const [mean, sd, low, high] = runs[0]!
      const off = (value: number, i: number) => Math.abs(value - truth[i]!) / deviation
      rows.push({
        model,
        method,
        errors: { mean: off(mean!, 0), deviation: Math.abs(sd! / deviation - 1), low: off(low!, 2), high: off(high!, 3) },
        milliseconds: Math.min(...runs.map((run) => run[4]!)),
      })
      console.log(model, method, rows.at(-1)?.errors, rows.at(-1)?.milliseconds)
    }
  }
} finally {
  await engine.close()
}
if (process.argv.includes('--write')) {
  const machine = `${cpus()[0]?.model}, Node ${process.version}`
  await writeFile(new URL('methods.json', import.meta.url), `${JSON.stringify({ machine, reference: REFERENCE * SEEDS.length, rows }, null, 2)}\n`)
}

/** Mean, deviation, quantiles and the milliseconds of the run. */
async function figures(coreName: string, words: readonly string[]): Promise<number[]> {
  const named = DEFAULT_CORES.find(({ Name }) => Name === coreName)
  if (!named) throw new Error(`no core is called ${coreName}`)
  const core = { ...named, MemorySize: MEMORY }
  let module = built.get(coreName)
  if (!module) {
    const result = await engine.build({ files: new Map([['main.c', await readFile(new URL('methods.c', import.meta.url))]]), core })
    if (!result.module) throw new Error(result.output)
    module = result.module
    built.set(coreName, module)
  }
  const decoder = new TextDecoder()
  let text = ''
  const output = (_stream: string, bytes: Uint8Array) => {
    text += decoder.decode(bytes, { stream: true })
  }
  const run = await engine.run({ module, core, arguments: words }, { output })
  if (run.ending.kind !== 'exit' || run.ending.code !== 0) throw new Error(`${words.join(' ')}: ${run.message}`)
  return [...text.trim().split(' ').map(Number), run.processorSeconds * 1000]
}
