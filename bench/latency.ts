// How long people wait: builds cold and warm, a trivial task through the API and inside the engine, and the peak memory of each process.
//   node bin/node.cjs bench/latency.ts
// Every build's program is run and must print what it must. Sources differ in a comment, so that no cache answers.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CORES } from '@credence/contract'
import { type Engine, openEngine } from '@credence/engine'
import { Platform } from '../acceptance/platform.ts'
import { conditions, median } from '../tools/conditions.ts'

const RUNS = 7
const PROGRAMS = {
  'small C': {
    file: 'main.c',
    source: '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%f\\n", 1 + UxHwDoubleGaussDist(0, 1)); return 0; }\n',
  },
  'C++ with iostream': {
    file: 'main.cpp',
    source: '#include <iostream>\n#include <uxhw.h>\nint main() { std::cout << 1 + UxHwDoubleGaussDist(0, 1) << std::endl; }\n',
  },
} as const
const CORE = DEFAULT_CORES.find(({ Name }) => Name === 'C0-S+')!

const cacheDir = await mkdtemp(join(tmpdir(), 'credence-bench-'))
try {
  const begin = performance.now()
  await (await openEngine({ cacheDir })).close()
  row('first use: runtime module, library, precompiled headers', performance.now() - begin)
  for (const [name, { file, source }] of Object.entries(PROGRAMS)) {
    await using fresh = await openEngine({ cacheDir, poolSize: 1 })
    row(`${name}: first build of a new process`, await build(fresh, file, `// cold ${name}\n${source}`))
    const warm: number[] = []
    for (let i = 0; i < RUNS; i++) warm.push(await build(fresh, file, `// warm ${i}\n${source}`))
    row(`${name}: warm build`, median(warm))
  }
  await using engine = await openEngine({ cacheDir, poolSize: 1 })
  const { file, source } = PROGRAMS['small C']
  const module = (await engine.build({ files: new Map([[file, new TextEncoder().encode(source)]]), core: CORE })).module!
  const runs: number[] = []
  for (let i = 0; i < RUNS; i++) {
    await pause()
    runs.push(await run(engine, module))
  }
  row('trivial task inside the engine, a process waiting', median(runs))
} finally {
  await rm(cacheDir, { recursive: true })
}

const platform = await Platform.start({ CREDENCE_DOCS: cacheDir })
try {
  const { source } = PROGRAMS['small C']
  const { build } = await platform.run(`// task\n${source}`)
  const tasks: number[] = []
  for (let i = 0; i < 3 * RUNS; i++) {
    await pause()
    const { json } = await platform.call('POST', `/builds/${build.BuildID}/tasks`)
    const { Status, StatusTransitions } = await platform.end(`/tasks/${json.TaskID}`)
    const times = (StatusTransitions as { Timestamp: number }[]).map(({ Timestamp }) => Timestamp)
    if (Status !== 'Completed') throw new Error(`a trivial task ended as ${Status}`)
    tasks.push(times.at(-1)! - times[0]!)
  }
  row('trivial task through the API, accepted to completed', median(tasks))
  row('  its slowest of 21', Math.max(...tasks))
  for (const { pid, name } of platform.family()) {
    const [peak, command] = [peakMegabytes(pid), commandOf(pid)]
    if (peak > 20) console.log(`peak memory ${peak.toFixed(0).padStart(5)} MB  ${name}: ${command}`)
  }
} finally {
  await platform.remove()
}
console.log(conditions())

function row(what: string, milliseconds: number): void {
  console.log(`${milliseconds.toFixed(0).padStart(8)} ms  ${what}`)
}
/** Milliseconds of the build; its program is run and checked. */
async function build(engine: Engine, file: string, source: string): Promise<number> {
  const begin = performance.now()
  const { module, output } = await engine.build({ files: new Map([[file, new TextEncoder().encode(source)]]), core: CORE })
  const took = performance.now() - begin
  if (!module) throw new Error(output)
  await run(engine, module)
  return took
}
async function run(engine: Engine, module: Uint8Array): Promise<number> {
  let text = ''
  const begin = performance.now()
  const { message } = await engine.run(
    { module, core: CORE, arguments: [] },
    {
      output: (_stream, bytes) => {
        text += Buffer.from(bytes).toString()
      },
    },
  )
  const took = performance.now() - begin
  if (!/^1(\.000000)?Ux/.test(text)) throw new Error(`printed ${text.slice(0, 40)}: ${message}`)
  return took
}
/** So that the next process of the pool is ready. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 400))
}

function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}
function commandOf(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`).split('\0')
  return (words.findLast((word) => /\.(ts|mjs|cjs)$/.test(word)) ?? words[0] ?? '').split('/').slice(-2).join('/')
}
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
