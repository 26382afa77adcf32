// What one small write costs: a million of them to standard error, to unbuffered standard output, and through C++ streams.
// Processor time of the program's process and of the one that reads, per write; the output must be complete.
//
//   node bin/node.cjs bench/writes.ts [words of a row]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CORES } from '@credence/contract'
import { openEngine } from '@credence/engine'
import { conditions } from '../tools/conditions.ts'

const WRITES = 1_000_000
const LOOP = `for (int i = 0; i < ${WRITES}; i++)`
const PROGRAMS: Readonly<Record<string, { readonly file: string; readonly source: string; readonly bytes: number }>> = {
  'fputc, stderr': c(`${LOOP} fputc('x', stderr);`, 1),
  'fprintf, stderr': c(`${LOOP} fprintf(stderr, "%d", i % 10);`, 1),
  'putchar, unbuffered': c(`setvbuf(stdout, NULL, _IONBF, 0); ${LOOP} putchar('x');`, 1),
  'putchar, no line end': c(`${LOOP} putchar('x');`, 1),
  'puts, a line each': c(`${LOOP} puts("0123456789");`, 11),
  'std::cerr': cpp(`${LOOP} std::cerr << 'x';`, 1),
  'std::cout and endl': cpp(`${LOOP} std::cout << 'x' << std::endl;`, 2),
}
function c(body: string, bytes: number) {
  return { file: 'main.c', source: `#include <stdio.h>\nint main(void) { ${body} return 0; }\n`, bytes }
}
function cpp(body: string, bytes: number) {
  return { file: 'main.cpp', source: `#include <iostream>\nint main() { ${body} }\n`, bytes }
}
const core = DEFAULT_CORES.find(({ Name }) => Name === 'C0-S+')!
const wanted = process.argv.slice(2).join(' ')

const cacheDir = await mkdtemp(join(tmpdir(), 'credence-bench-'))
try {
  await using engine = await openEngine({ cacheDir, poolSize: 0 })
  console.log('microseconds per write'.padEnd(24) + ['program', 'reader', 'sum'].map((name) => name.padStart(10)).join(''))
  for (const [name, { file, source, bytes }] of Object.entries(PROGRAMS)) {
    if (!name.includes(wanted)) continue
    const { module, output: messages } = await engine.build({ files: new Map([[file, new TextEncoder().encode(source)]]), core })
    if (!module) throw new Error(messages)
    let received = 0
    const begin = process.cpuUsage()
    const output = (_: string, { length }: Uint8Array) => {
      received += length
    }
    const { message, processorSeconds } = await engine.run({ module, core, arguments: [] }, { output })
    const { user, system } = process.cpuUsage(begin)
    if (message !== 'exit code 0' || received !== bytes * WRITES) throw new Error(`${name}: ${message}, ${received} bytes`)
    const costs = [(processorSeconds * 1e6) / WRITES, (user + system) / WRITES]
    console.log(name.padEnd(24) + [...costs, costs[0]! + costs[1]!].map((cost) => cost.toFixed(2).padStart(10)).join(''))
  }
} finally {
  await rm(cacheDir, { recursive: true })
}
console.log(conditions())
