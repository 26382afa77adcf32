// `credence run`: build and run a program on this machine.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS, parseArguments } from '@credence/contract'
import type { BuildResult, Ending, EngineOptions, Progress, RunEvents, RunRequest, RunResult, TraceVariable } from '@credence/engine'
import { noticeLines, sharesOf } from '@credence/engine/notices'
import { type Context, command, UsageError, wholeNumber } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { cacheFolder, wantedCache } from '../local/cache-folder.ts'
import { CORES_HERE, chooseCore } from '../local/choose-core.ts'
import { checkPlotFile, writePlot } from '../local/plot-file.ts'
import { type Project, readProject } from '../local/project.ts'
import { SHOWING_OPTIONS, type Showing, Shown, type ShownStream, showing } from '../local/show.ts'
import { standardInput } from '../local/standard-input.ts'
import { readTraces, traceLines, traceRecords } from '../local/traces.ts'
import { chooseValue, type PrintedValue, printedValues } from '../local/values.ts'
import { listVariables } from '../local/variables.ts'
import { watchProject } from '../local/watch.ts'
import { openRunEngine, type RunEngine } from '../service/engine.ts'
import { BUILD_SECONDS } from '../service/place.ts'
import { json } from '../table.ts'

export const run = command({
  name: 'run',
  summary: 'build and run a program on this machine',
  description: `Builds a C, C++ or Fortran program and runs it so that its numbers can carry distributions. No platform is needed.

PATH is a source file, a folder of sources, or a repository: a folder with src/, where config.mk may say how to
build, and perhaps inputs/, whose files the program finds in its working directory. What is piped to
credence it finds on standard input, which is empty on a terminal. Messages of the compiler go to standard error. On a
screen a printed distribution is shown as its mean ± standard uncertainty, the uncertainty with two digits and the mean
to the same place (0.0600 ± 0.0058); into a file or a pipe goes the whole Ux string. Where the program decided by the
particle against some samples, or a probability rests on few samples, a notice on standard error names the line. On a Reference core the program is executed as often as the precision of the core says, each time on one draw of
every input. credence ends with the program's exit code.`,
  positionals: [{ name: 'PATH', about: 'a C, C++ or Fortran file, or a folder of several' }],
  rest: 'arguments of the program, as they are',
  options: {
    core: { type: 'string', short: 'c', value: 'NAME', words: CORES_HERE, about: 'the core to build for, by name or id; C0-S+ unless given' },
    arguments: { type: 'string', short: 'a', value: 'TEXT', about: 'arguments of the program in one text, split as a shell would' },
    inputs: { type: 'string', short: 'i', value: 'DIR', about: "files for the working directory, instead of the repository's inputs/" },
    outputs: { type: 'string', short: 'o', value: 'DIR', about: 'where to keep the files that the program writes; dropped unless given' },
    samples: {
      type: 'string',
      short: 'n',
      value: 'N',
      about:
        'samples that a value carries inside, 4 to 65536, on a Reference core executions, 4 to 1000000; from the precision of the core unless given',
    },
    'standard-error': {
      type: 'string',
      value: 'X',
      about: 'on a Reference core: end once no printed distribution has a mean with a larger standard error',
    },
    plot: { type: 'string', short: 'p', value: 'FILE', about: 'draw the last printed distribution, as .svg or .png' },
    value: { type: 'string', value: 'N', about: 'which printed distribution --plot draws, counted from 1' },
    trace: {
      type: 'string',
      short: 't',
      value: 'FILE:LINE:EXPR',
      isList: true,
      about: 'tell the value of an expression, as sum, a[0] or a[0:3], each time the line is passed; may be given several times',
    },
    variables: { type: 'boolean', about: 'list the variables of the program, with file, line and function, instead of running it' },
    json: { type: 'boolean', about: 'print one JSON object instead: ending, message, stdout, stderr, notices, values, stats' },
    ...SHOWING_OPTIONS,
    strict: { type: 'boolean', about: 'end with 3 where the run gives notices: decisions against some samples, probabilities of few' },
    watch: { type: 'boolean', short: 'w', about: 'run again whenever a file of the program or of its inputs is saved, until Ctrl-C' },
    'no-service': { type: 'boolean', about: 'do without the service that stays warm for the next run; see credence service status --help' },
  },
  examples: [
    { line: 'credence run program.c', about: 'build and run one file' },
    { line: 'credence run . --arguments "-S 0" --plot result.svg', about: 'a repository, with arguments, drawing the last value it prints' },
    { line: 'credence run program.cpp --core C0Pro-L+ -- --input "my file.csv"', about: 'more precision; arguments after -- need no second quoting' },
    { line: 'credence run program.c --trace program.c:12:sum', about: 'the value of sum each time line 12 is passed' },
    { line: 'credence run program.c --core C0-Reference-32K', about: 'execute it 32000 times, each time on one draw of every input' },
    { line: 'echo 3 | credence run program.c', about: 'with standard input' },
    { line: 'credence run program.c --variables', about: 'which variables the program has' },
    { line: 'credence run program.c --watch', about: 'run again on save' },
    { line: "credence run program.c --json | jq '.values[0].quantiles'", about: 'quantiles of the first value' },
  ],
  async run({ values, positionals, rest }, context) {
    const core = chooseCore(values.core)
    const isReference = core.Microarchitecture === 'Reference'
    const samples = wholeNumber('samples', values.samples, { min: 4, max: isReference ? LIMITS.core.precision.max : 65_536 })
    const standardError = positive('standard-error', values['standard-error'])
    if (standardError && !isReference) throw new UsageError('--standard-error is for Reference cores, such as C0-Reference-32K')
    const shown = (stream: ShownStream) => showing(values, context.terminal, stream)
    const how = { Stdout: shown('Stdout'), Stderr: shown('Stderr') }
    const number = wholeNumber('value', values.value, { min: 1, max: Number.MAX_SAFE_INTEGER })
    if (values.plot !== undefined) await checkPlotFile(values.plot)
    if (values.outputs !== undefined) await mkdir(values.outputs, { recursive: true })
    const words = [...splitArguments(values.arguments ?? ''), ...rest]
    const traces = readTraces(values.trace)
    const read = () => readProject(positionals[0]!, values.inputs)
    const project = await read()

    const { env, terminal, installation } = context
    await using engine = await openRunEngine({
      cacheFolder: await cacheFolder(env),
      wanted: wantedCache(env),
      buildLimits: buildLimits(env),
      env,
      ...(installation && { installation }),
      wantsService: !values['no-service'],
      onProgress: ({ what, done, total }) => terminal.progress(`preparing: ${what} (${done}/${total})`),
      onNotice: (text) => terminal.error(`credence: ${text}\n`),
    })
    const request = { core, arguments: words, ...(samples && { samples }), ...(standardError && { standardError }) }
    const input = standardInput(process.stdin, context.signal ?? new AbortController().signal)
    const once = (present: Project, signal: AbortSignal | undefined) =>
      buildAndRun(engine, present, request, { values, number, how, traces, input }, { ...context, ...(signal && { signal }) })
    return await (values.watch ? watchProject(project, { read, once, name: positionals[0]! }, context) : once(project, context.signal))
  },
})

interface Wishes {
  readonly values: {
    readonly json?: boolean
    readonly strict?: boolean
    readonly variables?: boolean
    readonly plot?: string
    readonly outputs?: string
  }
  readonly how: Record<ShownStream, Showing | undefined>
  readonly traces: readonly TraceVariable[]
  readonly input: RunEvents['input']
  /** Of the value to draw. */
  readonly number: number | undefined
}

/** @returns the exit code */
async function buildAndRun(
  engine: RunEngine,
  project: Project,
  given: Omit<RunRequest, 'module' | 'files'>,
  { values, number, how, traces, input }: Wishes,
  context: Context,
): Promise<number> {
  const { terminal, signal } = context
  terminal.progress('building')
  const options = { ...(values.variables && { discoverVariables: true }), ...(traces.length > 0 && { traceVariables: traces }) }
  const built = await engine.build({ files: project.files, core: given.core, ...options }, signal)
  terminal.progress('')
  if (!built.module) return buildFailed(built, values.json, context)
  if (!values.json) terminal.error(endedLine(built.output))
  if (built.variables) {
    terminal.out(listVariables(built.variables, values.json ?? false))
    return EXIT.ok
  }

  const output = collect(context, { isQuiet: values.json ?? false, how })
  terminal.progress('running')
  const progress = (now: Progress) => terminal.progress(progressLine(now))
  const events = { output: output.take, ...(signal && { signal }), ...(terminal.isErrorScreen && { progress }), ...(input && { input }) }
  const result = await engine.run({ ...given, module: built.module, files: project.inputs }, events)
  terminal.progress('')
  output.end()
  const noticed = result.notices ? noticeLines(result.notices) : ''
  if (values.outputs !== undefined) await writeFiles(values.outputs, result.files)

  const stdout = output.text('Stdout')
  const printed = values.json || values.plot !== undefined ? printedValues(stdout) : []
  const records = traceRecords(result.traced, traces)
  const streams = { stdout, stderr: output.text('Stderr') }
  if (values.json) terminal.out(json({ ...report(built, result, streams, printed), ...(traces.length > 0 && { traced: records }) }))
  else if (result.ending.kind !== 'exit' || result.ending.stack !== undefined) terminal.error(`credence: ${result.message}\n`)
  if (!values.json)
    terminal.error(
      `${shownTraces(traceLines(records, result.traced), how.Stderr)}${missingLine(result.ending)}${enoughLine(result, given)}${noticed}`,
    )
  const isDrawn = values.plot === undefined || (await plot(values.plot, printed, number, context))
  return exitCode(result.ending) || (isDrawn ? EXIT.ok : EXIT.failed) || (values.strict && noticed !== '' ? EXIT.notices : EXIT.ok)
}

function shownTraces(lines: string, how: Showing | undefined): string {
  if (!how) return lines
  const shown = new Shown(how)
  return shown.push(new TextEncoder().encode(lines)) + shown.end()
}

function progressLine({ done, wanted, numbers }: Progress): string {
  const last = numbers.at(-1)
  const shown = (x: number, digits: number) => Number(x.toPrecision(digits))
  const mean = last ? `; mean ${shown(last.mean, 5)}, its standard error ${shown(last.standardError, 2)}, deviation ${shown(last.deviation, 2)}` : ''
  return `${done} of ${wanted} executions${mean}`
}
function enoughLine({ executions, ending }: RunResult, { standardError }: Pick<RunRequest, 'standardError'>): string {
  if (!executions || standardError === undefined || ending.kind !== 'exit' || executions.done >= executions.wanted) return ''
  return `credence: ${executions.done} of ${executions.wanted} executions were enough for standard errors of at most ${standardError}\n`
}

/** What to do when a program failed and had not found a file. */
function missingLine(ending: Ending): string {
  if (!('missing' in ending) || ending.missing === undefined) return ''
  return `credence: the program did not find ${JSON.stringify(ending.missing)}: --inputs DIR gives it files, and so does the folder inputs/ of a repository\n`
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (text.trim() === '' || !(number > 0 && Number.isFinite(number))) throw new UsageError(`--${name} is '${text}'; it is a number above 0`)
  return number
}

function splitArguments(text: string): string[] {
  try {
    return parseArguments(text)
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--arguments: ${error.message}`) : error
  }
}

function buildFailed({ output, limit }: BuildResult, isJson: boolean | undefined, { terminal }: Context): number {
  const [ending, message] =
    limit === undefined ? [{ kind: 'build' }, 'the program did not build'] : [{ kind: 'limit', limit }, 'the build reached a limit']
  const hint = limit === 'processorMilliseconds' ? `credence: ${BUILD_SECONDS}=N allows N seconds\n` : ''
  if (isJson) terminal.out(json({ ending, message, stdout: '', stderr: '', values: [], build: { output } }))
  else terminal.error(`${endedLine(output)}credence: ${message}\n${hint}`)
  return limit === undefined ? EXIT.buildFailed : limit === 'memory' ? EXIT.limit : EXIT.timeLimit
}

function buildLimits(env: NodeJS.ProcessEnv): EngineOptions['buildLimits'] {
  const text = env[BUILD_SECONDS]
  if (text === undefined || text === '') return {}
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > 3600) throw new UsageError(`${BUILD_SECONDS} is '${text}'; it is a whole number from 1 to 3600`)
  // As much more on the clock as without the setting.
  const { processorMilliseconds, wallMilliseconds } = LIMITS.build
  return { processorMilliseconds: 1000 * seconds, wallMilliseconds: 1000 * seconds * (wallMilliseconds / processorMilliseconds) }
}

/** Keeps what the program prints, and shows it as it comes unless it is quiet. */
function collect({ terminal }: Context, { isQuiet, how }: { isQuiet: boolean; how: Record<ShownStream, Showing | undefined> }) {
  const chunks: Record<'Stdout' | 'Stderr', Uint8Array[]> = { Stdout: [], Stderr: [] }
  const shown = { Stdout: how.Stdout && new Shown(how.Stdout), Stderr: how.Stderr && new Shown(how.Stderr) }
  const write = (stream: ShownStream, text: string | Uint8Array) => (stream === 'Stderr' ? terminal.error(text) : terminal.out(text))
  return {
    take(stream: 'Stdout' | 'Stderr', bytes: Uint8Array) {
      chunks[stream].push(bytes.slice())
      if (isQuiet) return
      write(stream, shown[stream]?.push(bytes) ?? bytes)
    },
    end() {
      for (const stream of ['Stdout', 'Stderr'] as const) {
        const rest = isQuiet ? '' : (shown[stream]?.end() ?? '')
        if (rest !== '') write(stream, rest)
      }
    },
    text: (stream: 'Stdout' | 'Stderr'): string => Buffer.concat(chunks[stream]).toString(),
  }
}

/** The object of --json. */
function report(built: BuildResult, result: RunResult, streams: { stdout: string; stderr: string }, values: readonly PrintedValue[]) {
  const { ending, message, dynamicInstructions, processorSeconds, executionMilliseconds, notices, ways, executions } = result
  const stats = {
    dynamicInstructions,
    processorSeconds,
    executionMilliseconds,
    buildMilliseconds: Math.round(built.milliseconds),
    ...(ways && { paths: sharesOf(ways) }),
    ...(executions && { executions }),
  }
  return { ending, message, ...streams, notices: notices?.places ?? [], values, stats, build: { output: built.output } }
}

/** False: there was nothing to draw, and it was said. */
async function plot(file: string, printed: readonly PrintedValue[], number: number | undefined, { terminal }: Context): Promise<boolean> {
  const chosen = chooseValue(printed, number)
  if (chosen) {
    await writePlot(file, chosen.ux)
    return true
  }
  const count = printed.length === 0 ? 'no distribution' : printed.length === 1 ? 'one distribution' : `${printed.length} distributions`
  terminal.error(`credence: nothing to plot: the program printed ${count}${number ? `, and --value is ${number}` : ''}\n`)
  return false
}

async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const root = path.resolve(folder)
  for (const [name, bytes] of files) {
    const target = path.resolve(root, name)
    if (!target.startsWith(root + path.sep)) throw new Error(`the program wrote ${name}, which leads out of ${folder}`)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, bytes)
  }
}

/** The program's own code (as a byte, like any process), or what stopped it. */
export function exitCode(ending: Ending): number {
  switch (ending.kind) {
    case 'exit':
      return ending.code & 0xff
    case 'trap':
      return EXIT.trap
    case 'cancelled':
      return EXIT.cancelled
    case 'limit':
      return ending.limit === 'wallMilliseconds' || ending.limit === 'processorMilliseconds' ? EXIT.timeLimit : EXIT.limit
  }
}

const endedLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
