// How long `credence run` takes between two edits, with and without its service, next to `cc file.c && ./a.out` (needs gcc).
//   node bin/node.cjs bench/edit-run.ts [runs]
// Every run must print what it must. A changed program differs in a comment that no cache has seen.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { conditions, median } from '../tools/conditions.ts'

const RUNS = Number(process.argv[2] ?? 10)
const PROGRAMS = {
  C: { file: 'program.c', compiler: 'cc', source: '#include <stdio.h>\nint main(void) { printf("%.6f\\n", 1.5); return 0; }\n' },
  'C++ with streams': {
    file: 'program.cpp',
    compiler: 'c++',
    source: '#include <iostream>\nint main() { std::cout << std::fixed << 1.5 << std::endl; return 0; }\n',
  },
} as const
type Language = keyof typeof PROGRAMS
const CREDENCE = resolve(import.meta.dirname, '../apps/cli/bin/credence.cjs')

const folder = mkdtempSync(join(tmpdir(), 'credence-bench-'))
mkdirSync(join(folder, 'run'), { mode: 0o700 })
const env: NodeJS.ProcessEnv = { ...process.env, CREDENCE_HOME: join(folder, 'home'), XDG_RUNTIME_DIR: join(folder, 'run') }
let edits = 0

try {
  const rows: (readonly [what: string, figures: readonly string[]])[] = []
  const firstC = edited('C', credence)
  const firstCpp = edited('C++ with streams', credence)
  const memory = JSON.parse(command(CREDENCE, ['service', 'status', '--json'])) as { memoryBytes: number }
  for (const [name, runIt] of [
    ['with the service', credence],
    ['without it', alone],
    ['cc && ./a.out', peer],
  ] as const) {
    const figures = [unchanged(runIt), changed('C', runIt), changed('C++ with streams', runIt)]
    rows.push([name, figures])
  }
  console.log(`| median (slowest) of ${RUNS}, ms | unchanged C | changed C | changed C++ with streams |\n| --- | --- | --- | --- |`)
  for (const [what, figures] of rows) console.log(`| ${what} | ${figures.join(' | ')} |`)
  console.log(`\nfirst use, C: ${seconds(firstC)}; then the first C++ program: ${seconds(firstCpp)}`)
  console.log(`the service and its processes after both: ${Math.round(memory.memoryBytes / 1e6)} MB`)
} finally {
  command(CREDENCE, ['service', 'stop'])
  rmSync(folder, { recursive: true })
}
console.log(conditions())

type Way = (language: Language) => void
function credence(language: Language): void {
  check(command(CREDENCE, ['run', PROGRAMS[language].file]))
}
function alone(language: Language): void {
  check(command(CREDENCE, ['run', '--no-service', PROGRAMS[language].file]))
}
function peer(language: Language): void {
  const { compiler, file } = PROGRAMS[language]
  check(command('sh', ['-c', `${compiler} -O2 ${file} && ./a.out`]))
}
function check(output: string): void {
  if (output !== '1.500000\n') throw new Error(`a program printed ${JSON.stringify(output)}`)
}

function unchanged(way: Way): string {
  write('C')
  return inTurns(() => timed(() => way('C')))
}
function changed(language: Language, way: Way): string {
  return inTurns(() => edited(language, way))
}
/** After two that do not count, with a person's pause between: what a run prepares for the next one is done by then. */
function inTurns(once: () => number): string {
  const times: number[] = []
  for (let run = 0; run < RUNS + 2; run++) {
    times.push(once())
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }
  const counted = times.slice(2)
  return `${median(counted).toFixed(0)} (${Math.max(...counted).toFixed(0)})`
}
function edited(language: Language, way: Way): number {
  write(language)
  return timed(() => way(language))
}
function write(language: Language): void {
  const { file, source } = PROGRAMS[language]
  writeFileSync(join(folder, file), `${source}// ${process.pid} ${edits++}\n`)
}
function timed(work: () => void): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}
function command(file: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, words, { cwd: folder, env, encoding: 'utf8' })
  if (error || status !== 0) throw error ?? new Error(`${file} ${words.join(' ')}: ${status}\n${stderr}`)
  return stdout
}
function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
