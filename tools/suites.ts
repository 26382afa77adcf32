// The suites of `npm test`: each is a command that prints, or writes, how many of its cases passed, failed and were skipped.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILE_TIMES } from './file-times.ts'
import { type Timed, timesOf } from './proportion.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed, each with its reason: printed once more at the very end, where a log that was cut still has it. */
  readonly failures: readonly string[]
  /** What failed at first and passed alone: it passes, yet it is to be mended. */
  readonly unsteady?: readonly string[]
  /** Of the suite's files or parts, how long each was busy; without them the suite is one. */
  readonly times?: readonly Timed[]
}
export type Print = (text: string) => void
export interface Suite {
  readonly name: string
  /** @param print  takes what the suite says as it goes */
  readonly run: (print: Print) => Promise<Counts>
}

const NODE = process.execPath
const BOTH_CORES = 2
const COMPILING = 'integration, compiling'

/** In their order; suites of one lane follow each other, the lanes of a stage stand side by side, each on one core of two. */
export type Stage = readonly (readonly Suite[])[]
export const STAGES: readonly Stage[] = [
  [
    [
      // First, as it prepares the engine's parts and the pages of the site show what the examples printed.
      { name: 'examples', run: (print) => counted([NODE, 'tools/examples.ts'], print) },
      { name: 'C torture, a twentieth', run: (print) => counted([NODE, 'tools/torture.ts', '--part'], print) },
      { name: 'gfortran, a small part', run: (print) => counted([NODE, 'tools/fortran-suite.ts', '--part', '--O2'], print) },
      // It waits more than it computes. Its platform builds the site that the tests of the documentation look at.
      { name: 'acceptance', run: (print) => counted([NODE, 'acceptance/run.ts'], print) },
    ],
    [
      { name: 'types', run: (print) => single([NODE, 'node_modules/typescript/bin/tsc', '-p', '.'], print) },
      { name: 'types of the site', run: (print) => single([NODE, 'node_modules/typescript/bin/tsc', '-p', 'apps/docs'], print) },
      { name: 'types of the console', run: (print) => single([NODE, 'node_modules/typescript/bin/tsc', '-p', 'apps/console'], print) },
      { name: 'format and lint', run: (print) => single([NODE, 'node_modules/@biomejs/biome/bin/biome', 'check', '.'], print) },
      { name: 'unit', run: (print) => vitest('unit', 1, print) },
      { name: COMPILING, run: (print) => vitest(COMPILING, 1, print) },
    ],
  ],
  [[{ name: 'integration', run: (print) => vitest('integration', BOTH_CORES, print) }]],
]

/** A command that counts as one case: exit status 0 passes. */
async function single(command: readonly string[], print: Print): Promise<Counts> {
  const { status, output } = await execute(command, print)
  if (status === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] }
  return { passed: 0, failed: 1, skipped: 0, failures: [shorten(output)] }
}

/**
 * All tests of a project; the files of those that failed are run a second time on their own, as a busy machine can make a browser or a compiler miss
 * its time. What passes then is named as unsteady, here and at the very end.
 */
async function vitest(project: string, workers: number, print: Print): Promise<Counts> {
  const first = await vitestRun([`--project=${project}`, `--maxWorkers=${workers}`], print)
  const { times } = first
  const files = failedFiles(first.report)
  if (files.length === 0 || files.length > MOST_UNSTEADY) return { ...vitestCounts(first.report, first.status), times }
  print(`\n# a second time, on their own: ${files.join(', ')}\n`)
  const second = await vitestRun([`--project=${project}`, '--maxWorkers=1', ...files], print)
  const counts = vitestCounts(replaced(first.report, second.report), second.status)
  return { ...counts, unsteady: unsteady(first.report, second.report), times }
}

/** More files than this that fail are no matter of a busy machine. */
const MOST_UNSTEADY = 6

interface VitestRun {
  readonly report: VitestReport
  readonly status: number | null
  readonly times: readonly Timed[]
}
async function vitestRun(args: readonly string[], print: Print): Promise<VitestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-test-'))
  try {
    const paths = { report: join(folder, 'vitest.json'), times: join(folder, 'times.json') }
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${paths.report}`, '--reporter=./tools/file-times.ts']
    const { status } = await execute([NODE, 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], print, { [FILE_TIMES]: paths.times })
    // A runner that was killed wrote neither.
    const report = await readFile(paths.report, 'utf8').catch(() => '{"testResults":[]}')
    const times = await readFile(paths.times, 'utf8').catch(() => '[]')
    return { report: JSON.parse(report), status, times: JSON.parse(times) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string; readonly failureMessages: readonly string[] }[]
  }[]
}

function failedFiles({ testResults }: VitestReport): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

/** Tests that failed in `first` and passed in `second`, each with its reason; a file that did not load at first counts as one. */
export function unsteady(first: VitestReport, second: VitestReport): string[] {
  const passed = new Set(second.testResults.flatMap((file) => file.assertionResults.filter(passes).map((test) => `${file.name}: ${test.fullName}`)))
  const loaded = new Set(second.testResults.filter(({ status }) => status === 'passed').map(({ name }) => name))
  return first.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0) return status === 'failed' && loaded.has(name) ? [shorten(`${name}: ${message}`)] : []
    return tests
      .map((test) => ({ title: `${name}: ${test.fullName}`, why: test.failureMessages.join('\n') }))
      .filter(({ title }) => passed.has(title))
      .map(({ title, why }) => shorten(`${title}: ${why}`))
  })
}

/** `report` with the results of those files that `again` has, too, taken from `again`. */
export function replaced(report: VitestReport, again: VitestReport): VitestReport {
  const later = new Map(again.testResults.map((file) => [file.name, file]))
  return { testResults: report.testResults.map((file) => later.get(file.name) ?? file) }
}

const passes = ({ status }: { readonly status: string }): boolean => status === 'passed'

export function vitestCounts({ testResults }: VitestReport, status: number | null): Counts {
  const failures = testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    // A file that does not load fails no test, yet the run has failed.
    if (tests.length === 0) return file.status === 'failed' ? [shorten(`${file.name}: ${file.message}`)] : []
    return tests.map((test) => shorten(`${file.name}: ${test.fullName}: ${test.failureMessages.join('\n')}`))
  })
  if (failures.length === 0 && (status !== 0 || testResults.length === 0)) failures.push(`the test runner ended with status ${status}`)
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(passes).length
  const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.status)).length
  return { passed, failed: failures.length, skipped, failures }
}

/** A command whose last line of the form `N passed, N failed[, N skipped]` holds its counts. */
async function counted(command: readonly string[], print: Print): Promise<Counts> {
  const { status, output } = await execute(command, print)
  return { ...countsOf(output, status), times: timesOf(output) }
}

/**
 * The counts in the last such line of `output`; a run that ended badly or printed none has at least one failure. A failure is a
 * line that says FAIL and the lines below it that are indented.
 */
export function countsOf(output: string, status: number | null): Counts {
  const failures = [...output.matchAll(/^(?:FAIL {2}|-O\d: FAILED ).*(?:\n[ ].*)*/gm)].map(([text]) => shorten(text))
  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
  if (!line) return { passed: 0, failed: 1, skipped: 0, failures: [...failures, `ended with status ${status}: ${shorten(output)}`] }
  const failed = Number(line[2])
  if (status !== 0 && failures.length === 0) failures.push(`ended with status ${status}`)
  return { passed: Number(line[1]), failed: status === 0 ? failed : Math.max(1, failed), skipped: Number(line[3] ?? 0), failures }
}

/** The beginning and the end of a long message: the first says what, the last says where. */
function shorten(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 1200 ? `${trimmed.slice(0, 800)}\n…\n${trimmed.slice(-300)}` : trimmed
}

function execute(
  [program, ...args]: readonly string[],
  print: Print,
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program as string, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      print(chunk.toString())
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}
