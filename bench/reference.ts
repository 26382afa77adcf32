// A program executed on draws again and again: rewound in one instance, in a new instance each time, and as a loop in native code (needs cc).
//   node bin/node.cjs bench/reference.ts [N]     N executions, default 32000
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CORES, specOf } from '@credence/contract'
import { mean as meanOf, parseUx } from '@credence/distribution'
import { openEngine, type RunRequest } from '@credence/engine'
import { cachedRuntime } from '../packages/engine/src/ensemble/node/cached.ts'
import { prepare } from '../packages/engine/src/machine/once.ts'
import { createDraws } from '../packages/engine/src/machine/reference/draws.ts'
import { createRepeated } from '../packages/engine/src/machine/repeated.ts'
import { CACHE } from '../tools/cache.ts'

/** In the order of `reference.c`, with mean and deviation where they are known. */
const ROOT = (2 / 3) * ((1e3 - 1e-3) / 99.99)
const PROGRAMS = [
  { name: 'pay-off of an option', mean: 7.965567455405804, deviation: 13.1375 },
  { name: 'Newton to a tolerance', mean: ROOT, deviation: Math.sqrt(50.005 - ROOT ** 2) },
  { name: 'rejection', mean: 0.25, deviation: 0.5 / Math.sqrt(12) },
  { name: 'viscosity', mean: 5.825177, deviation: 1.115327 },
  { name: 'Brownian motion, 252 steps', mean: 100 * Math.exp(0.05), deviation: 100 * Math.exp(0.05) * Math.sqrt(Math.exp(0.16) - 1) },
  { name: 'sorting 64 values', mean: 32 / 65, deviation: Math.sqrt((32 * 33) / (65 * 65 * 66)) },
]
const N = Number(process.argv[2] ?? 32_000)
const FRESH = 500
const NATIVE = 400_000

const core = specOf(DEFAULT_CORES.find(({ Name }) => Name === 'C0-Reference-32K')!)
const source = new URL('reference.c', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'credence-bench-'))
const engine = await openEngine({ cacheDir: CACHE })
try {
  const binary = join(folder, 'native')
  execFileSync('cc', ['-O2', '-DNATIVE', source.pathname, '-o', binary, '-lm'])
  const native = (program: number, draws: number) =>
    execFileSync(binary, [String(program), String(draws)])
      .toString()
      .trim()
      .split(' ')
      .map(Number)
  const { module, output } = await engine.build({ files: new Map([['reference.c', readFileSync(source)]]), core: { ...core, Class: 'C0Pro' } })
  if (!module) throw new Error(output)
  const runtime = await cachedRuntime()
  console.log(
    `${N} executions, ${availableParallelism()} processors; times of one execution in µs, of processor but for the clock; errors of the mean in deviations`,
  )
  for (const [number, { name, mean, deviation }] of PROGRAMS.entries()) {
    const request: RunRequest = { module, core, arguments: [String(number)], samples: N }
    let text = ''
    const begin = performance.now()
    const run = await engine.run(request, { output: (_, bytes) => (text += new TextDecoder().decode(bytes)) })
    const clock = performance.now() - begin
    const found = meanOf(parseUx(/Ux.*/.exec(text)![0]).mixture)
    const [nativeMean, , nanoseconds] = native(number, NATIVE)
    const [sameMean] = native(number, N)
    const off = (x: number) => Math.abs(x - mean) / deviation
    if (!(off(found) < 5 / Math.sqrt(N)) || !(off(nativeMean!) < 5 / Math.sqrt(NATIVE)))
      throw new Error(`${name}: mean ${found}, natively ${nativeMean}, where ${mean} is right`)
    const rewound = (1e6 * run.processorSeconds) / N
    const fresh = freshInstances(request, runtime)
    const cells = [rewound, (1e3 * clock) / N, fresh, nanoseconds! / 1e3].map((x) => x.toFixed(2).padStart(8))
    const ratios = `new instance / rewound ${(fresh / rewound).toFixed(0)}, rewound / native ${(rewound / (nanoseconds! / 1e3)).toFixed(1)}, by the clock / native ${((1e3 * clock) / N / (nanoseconds! / 1e3)).toFixed(1)}`
    console.log(
      `${name.padEnd(28)} rewound ${cells[0]}, by the clock ${cells[1]}, new instance ${cells[2]}, native ${cells[3]}; ${ratios}; error ${off(found).toExponential(1)}, native ${off(sameMean!).toExponential(1)}`,
    )
  }
} finally {
  await engine.close()
  rmSync(folder, { recursive: true })
}

/** Microseconds of one execution in an instance of its own, in this thread. */
function freshInstances(request: RunRequest, runtime: WebAssembly.Module): number {
  const program = prepare(request.module, request.core)
  if ('kind' in program) throw new Error('it does not fit its core')
  const once = (point: number) => {
    const { execute } = createRepeated(
      program,
      request,
      { runtime },
      {
        again: false,
        sleep: () => {},
        clock: (own) => own,
        output: () => {},
        functions: (memory) => {
          const draws = createDraws(memory, [])
          draws.begin(point)
          return draws.functions
        },
      },
    )
    execute((start) => start(0, 0, 0, 0))
  }
  for (let i = 0; i < 20; i++) once(i)
  const before = process.cpuUsage()
  for (let i = 0; i < FRESH; i++) once(i)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / FRESH
}
