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
export interface Outcome {
  readonly counts: Counts
  /** What failed, a second time, when nothing else runs any more: the counts of the whole with those of the second time. Absent where nothing failed, or too much. */
  readonly again?: (print: Print) => Promise<Counts>
}
export interface Suite {
  readonly name: string
  /** Suites that end before this one begins, as it uses what they leave. */
  readonly after?: readonly string[]
  /** Where a part of the tests of a project lies. */
  readonly folders?: readonly string[]
  /** @param print  takes what the suite says as it goes */
  readonly run: (print: Print) => Promise<Outcome>
}

const NODE = process.execPath
const COMPILING = 'integration, compiling'
const EXAMPLES = 'examples'
const SITE = 'acceptance of the site'
const TORTURE = 'C torture, a twentieth'
/** Suites of the platform that have a platform of their own here, so that they need not wait for each other. */
const APART = ['site', 'hostile']
/** The platform finds the site that the one before left, and builds none. */
const KEPT_SITE = '--with-kept-site'

/**
 * So many run at once: browsers, platforms and limits of the clock wait more than half of their time, so two cores have something to do with four of them.
 * A machine with little memory runs fewer.
 */
export const AT_ONCE = Math.max(2, Math.min(4, Math.floor(process.availableMemory() / 2.5e9)))

/** In the order in which they begin, once there is a place and what they come after has ended. Examples prepare the engine's parts, which all that compile use. */
export const SUITES: readonly Suite[] = [
  { name: EXAMPLES, run: (print) => counted([NODE, 'tools/examples.ts'], print) },
  { name: 'types', run: (print) => single([NODE, 'node_modules/typescript/bin/tsc', '-p', '.'], print) },
  { name: 'types of the site', run: (print) => single([NODE, 'node_modules/typescript/bin/tsc', '-p', 'apps/docs'], print) },
  { name: 'types of the console', run: (print) => single([NODE, 'node_modules/typescript/bin/tsc', '-p', 'apps/console'], print) },
  { name: 'format and lint', run: (print) => single([NODE, 'node_modules/@biomejs/biome/bin/biome', 'check', '.'], print) },
  { name: 'unit', run: (print) => vitest('unit', [], print) },
  { name: COMPILING, after: [EXAMPLES], run: (print) => vitest(COMPILING, [], print) },
  // Its platform builds the site, as a first start does, and leaves it to those behind it.
  { name: SITE, after: [EXAMPLES], run: (print) => sectioned([NODE, 'acceptance/run.ts', '--only=site'], print) },
  integration('services', ['apps/server/', 'apps/cli/', 'tools/'], [EXAMPLES]),
  integration('packages', ['packages/'], [EXAMPLES]),
  integration('console', ['apps/console/'], [EXAMPLES, SITE]),
  integration('documentation', ['apps/docs/'], [EXAMPLES, SITE]),
  { name: 'acceptance', after: [EXAMPLES, SITE], run: (print) => sectioned([NODE, 'acceptance/run.ts', `--but=${APART.join()}`, KEPT_SITE], print) },
  // Late, when less runs beside it: it waits for limits of the clock.
  { name: 'acceptance of hostile programs', after: [EXAMPLES], run: (print) => sectioned([NODE, 'acceptance/run.ts', '--only=hostile'], print) },
  { name: TORTURE, after: [EXAMPLES], run: (print) => counted([NODE, 'tools/torture.ts', '--part'], print) },
  // Behind the other, which unpacks the tests of both.
  { name: 'gfortran, a small part', after: [EXAMPLES, TORTURE], run: (print) => counted([NODE, 'tools/fortran-suite.ts', '--part', '--O2'], print) },
]

/** The integration tests below these folders; `suites.test.ts` sees that each belongs to one suite. */
function integration(what: string, folders: readonly string[], after: readonly string[]): Suite {
  return { name: `integration, ${what}`, folders, after, run: (print) => vitest('integration', folders, print) }
}

/**
 * Runs suites in their order, `places` at once, each behind those of its `after` that are among them.
 * @throws Error where some can never begin
 */
export async function inPlaces(suites: readonly Suite[], places: number, perform: (suite: Suite) => Promise<void>): Promise<void> {
  const waiting = [...suites]
  const names = new Set(suites.map(({ name }) => name)) // those that have not ended
  const running = new Set<Promise<void>>()
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < places ? waiting.findIndex(({ after = [] }) => !after.some((name) => names.has(name))) : -1
    if (next >= 0) {
      const suite = waiting.splice(next, 1)[0] as Suite
      const work = perform(suite).then(() => {
        names.delete(suite.name)
        running.delete(work)
      })
      running.add(work)
    } else if (running.size === 0) throw new Error(`nothing ends before these: ${waiting.map(({ name }) => name).join(', ')}`)
    else await Promise.race(running)
  }
}

/** A command that counts as one case: exit status 0 passes. */
async function single(command: readonly string[], print: Print): Promise<Outcome> {
  const { status, output } = await execute(command, print)
  if (status === 0) return { counts: { passed: 1, failed: 0, skipped: 0, failures: [] } }
  return { counts: { passed: 0, failed: 1, skipped: 0, failures: [shorten(output)] } }
}

/** All tests of a project, or those below some folders. The files of those that failed are run again, as a busy machine can make a browser or a compiler miss its time. */
async function vitest(project: string, folders: readonly string[], print: Print): Promise<Outcome> {
  const first = await vitestRun(project, folders, print)
  const counts = { ...vitestCounts(first.report, first.status), times: first.times }
  const files = failedFiles(first.report)
  if (files.length === 0 || files.length > MOST_UNSTEADY) return { counts }
  const again = async (print: Print) => {
    const second = await vitestRun(project, files, print)
    return {
      ...vitestCounts(replaced(first.report, second.report), second.status),
      unsteady: unsteady(first.report, second.report),
      times: first.times,
    }
  }
  return { counts, again }
}

/** More files, or suites of the platform, than this that fail are no matter of a busy machine. */
const MOST_UNSTEADY = 6

interface VitestRun {
  readonly report: VitestReport
  readonly status: number | null
  readonly times: readonly Timed[]
}
async function vitestRun(project: string, paths: readonly string[], print: Print): Promise<VitestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-test-'))
  try {
    const files = { report: join(folder, 'vitest.json'), times: join(folder, 'times.json') }
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${files.report}`, '--reporter=./tools/file-times.ts']
    const words = [...reporters, `--project=${project}`, '--maxWorkers=1', ...paths]
    const { status } = await execute([NODE, 'node_modules/vitest/vitest.mjs', 'run', ...words], print, { [FILE_TIMES]: files.times })
    // A runner that was killed wrote neither.
    const report = await readFile(files.report, 'utf8').catch(() => '{"testResults":[]}')
    const times = await readFile(files.times, 'utf8').catch(() => '[]')
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

/** A command whose last line of the form `N passed, N failed[, N skipped]` holds its counts; one that failed is run again as a whole. */
async function counted(command: readonly string[], print: Print): Promise<Outcome> {
  const first = await execute(command, print)
  const counts = { ...countsOf(first.output, first.status), times: timesOf(first.output) }
  if (counts.failed === 0) return { counts }
  const again = async (print: Print) => {
    const second = await execute(command, print)
    const later = countsOf(second.output, second.status)
    return { ...later, unsteady: gone(counts.failures, later.failures), times: counts.times }
  }
  return { counts, again }
}

/** Suites of the platform, each a section of what they print: those that failed are run again, each on a platform of its own. */
async function sectioned(command: readonly string[], print: Print): Promise<Outcome> {
  const first = await execute(command, print)
  const counts = { ...countsOf(first.output, first.status), times: timesOf(first.output) }
  if (counts.failed === 0) return { counts }
  const sections = sectionsOf(first.output)
  const failed = sections.filter(({ counts }) => counts.failed > 0).map(({ name }) => name)
  if (failed.length === 0 || failed.length > MOST_UNSTEADY) return { counts }
  const again = async (print: Print) => {
    const later = new Map<string, Counts>()
    for (const name of failed) {
      // What comes before the first section is said whichever suite is run; `none` is no suite.
      const words = [`--only=${name || 'none'}`, ...(name === 'site' ? [] : [KEPT_SITE])]
      const { status, output } = await execute([NODE, 'acceptance/run.ts', ...words], print)
      const again = sectionsOf(output).find((section) => section.name === name)
      later.set(name, again && (status === 0 || again.counts.failed > 0) ? again.counts : countsOf(output, status))
    }
    const whole = sumOf(sections.map(({ name, counts }) => later.get(name) ?? counts))
    return { ...whole, unsteady: gone(counts.failures, whole.failures), times: counts.times }
  }
  return { counts, again }
}

export function sumOf(all: readonly Counts[]): Counts {
  const sum = (of: 'passed' | 'failed' | 'skipped') => all.reduce((total, each) => total + each[of], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures: all.flatMap(({ failures }) => failures) }
}

/** Those of `first` that `second` has no more, by their first lines: the others say what was observed. */
export function gone(first: readonly string[], second: readonly string[]): string[] {
  const titles = new Set(second.map(titleOf))
  return first.filter((failure) => !titles.has(titleOf(failure)))
}
const titleOf = (failure: string): string => failure.split('\n', 1)[0] as string

/** What stands behind each `## NAME`, and before the first of them under an empty name. */
export function sectionsOf(output: string): { readonly name: string; readonly counts: Counts }[] {
  const [before = '', ...rest] = output.split(/^## (\S+)$/m)
  const sections = [{ name: '', text: before }]
  for (let at = 0; at < rest.length; at += 2) sections.push({ name: rest[at] as string, text: rest[at + 1] as string })
  return sections.map(({ name, text }) => {
    const failures = failuresIn(text)
    const skipped = [...text.matchAll(/^skip {2}.* \((\d+)\)$/gm)].reduce((sum, [, times]) => sum + Number(times), 0)
    return { name, counts: { passed: [...text.matchAll(/^pass {2}/gm)].length, failed: failures.length, skipped, failures } }
  })
}

/**
 * The counts in the last such line of `output`; a run that ended badly or printed none has at least one failure. A failure is a
 * line that says FAIL and the lines below it that are indented.
 */
export function countsOf(output: string, status: number | null): Counts {
  const failures = failuresIn(output)
  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
  if (!line) return { passed: 0, failed: 1, skipped: 0, failures: [...failures, `ended with status ${status}: ${shorten(output)}`] }
  const failed = Number(line[2])
  if (status !== 0 && failures.length === 0) failures.push(`ended with status ${status}`)
  return { passed: Number(line[1]), failed: status === 0 ? failed : Math.max(1, failed), skipped: Number(line[3] ?? 0), failures }
}

function failuresIn(output: string): string[] {
  return [...output.matchAll(/^(?:FAIL {2}|-O\d: FAILED ).*(?:\n[ ].*)*/gm)].map(([text]) => shorten(text))
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
