// `npm run examples`: builds and runs every program of examples/, compares what it printed with what it must print, and writes the results
// that the pages of the documentation show. `-- --update` rewrites the expectations; read the difference before you commit it.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DEFAULT_CORES } from '@credence/contract'
import { type Piece, piecesOf } from '@credence/distribution'
import { type CoreSpec, type Files, type Notices, openEngine } from '@credence/engine'
import { fortranSupport } from '@credence/engine/fortran'
import { type ExampleResult, resultFile } from '../apps/docs/plugins/examples/results.ts'
import { CACHE } from './cache.ts'
import { contentKey, ENGINE_SOURCES } from './content-key.ts'
import { disagreement, publishedFigures } from './published.ts'

const CORE = 'C0-S+'
const PLAIN_CORE = 'C0-Bypass'
const ROOT = 'examples'
/** Fixed and free form. */
const FORTRAN = /\.f(90)?$/

/** What an example must print: its text without distributions, and the moments of each distribution. */
interface Expectation {
  readonly text: string
  readonly values: readonly { readonly mean: number; readonly deviation: number }[]
  /** What it says about its decisions; absent: nothing. */
  readonly notices?: readonly string[]
}
// Relative to the deviation. Same program, core and inputs give the same bytes, so a drift of this size is a change of the engine.
const TOLERANCE = 1e-6

export interface Outcome {
  readonly file: string
  readonly problem?: string
  /** Why it was not run. */
  readonly skipped?: string
}

/**
 * Runs all examples, or those whose path contains `wanted`.
 * @param options.only  `stale`: those without a result from this engine and this source; `missing`: those without any
 */
export async function runExamples(options: {
  update?: boolean
  only?: 'stale' | 'missing'
  wanted?: string
  cacheDir: string
  onBegin?: (file: string, index: number, total: number) => void
  onDone?: (outcome: Outcome) => void
}): Promise<Outcome[]> {
  const programs = (await Array.fromAsync(glob(`${ROOT}/**/*.{c,cpp,f,f90}`)))
    .filter((file) => (!file.includes('/src/') || /\/src\/main\.\w+$/.test(file)) && file.includes(options.wanted ?? ''))
    .sort()
  const support = await fortranSupport()
  const { version: compiler, missing } = { version: undefined, missing: undefined, ...support }
  const engineKey = await contentKey(ENGINE_SOURCES)
  const keyed = await Promise.all(
    programs.map(async (file) => ({ file, key: await keyOf(file, FORTRAN.test(file) ? `${engineKey} flang ${compiler}` : engineKey) })),
  )
  const files = keyed.filter(({ file, key }) => !options.only || !hasResult(file, options.only === 'stale' ? key : undefined))
  if (files.length === 0) return []
  const engine = await openEngine({ cacheDir: options.cacheDir })
  const outcomes: Outcome[] = []
  try {
    for (const [index, { file, key }] of files.entries()) {
      options.onBegin?.(file, index, files.length)
      const skipped = FORTRAN.test(file) ? missing : undefined
      const work = skipped ? writeSource(file, key) : runExample(engine, file, key, options.update ?? false)
      const outcome = { file, problem: await work.catch((error: unknown) => String(error)), ...(skipped && { skipped }) }
      outcomes.push(outcome)
      options.onDone?.(outcome)
    }
  } finally {
    await engine.close()
  }
  return outcomes
}

async function keyOf(file: string, engineKey: string): Promise<string> {
  const beside = file.includes('/src/') ? await readFolder(join(dirname(file), '..')) : new Map([[file, await readFile(file)]])
  const published = file.replace(/(\/src\/main)?\.\w+$/, '.published.json')
  const digest = createHash('sha256').update(engineKey)
  for (const [path, bytes] of beside) digest.update(path).update(bytes)
  if (existsSync(published)) digest.update(await readFile(published))
  return digest.digest('hex').slice(0, 16)
}
/** @param key  absent: a result of any engine and source will do */
function hasResult(file: string, key?: string): boolean {
  const path = resultFile(file.slice(ROOT.length + 1))
  if (!existsSync(path)) return false
  const kept = JSON.parse(readFileSync(path, 'utf8')) as ExampleResult
  return (key === undefined || kept.key === key) && (kept.module === undefined || existsSync(moduleFile(kept.module)))
}
const moduleFile = (module: string) => join(dirname(resultFile('first.c')), 'modules', module)

type Engine = Awaited<ReturnType<typeof openEngine>>
async function runExample(engine: Engine, file: string, key: string, update: boolean): Promise<string | undefined> {
  const core = coreCalled(CORE)
  const source = await readFile(file)
  const language = languageOf(file)
  const repository = file.includes('/src/')
  const sources = repository ? await readFolder(dirname(file)) : new Map([[`main.${file.split('.').at(-1)}`, source]])
  const inputs = repository ? await readFolder(join(dirname(file), '../inputs')) : new Map<string, Uint8Array>()
  const built = await engine.build({ files: sources, core })
  if (!built.module) return `does not build:\n${built.output}`
  const tracked = await run(engine, built.module, core, inputs)
  if (tracked.problem) return tracked.problem
  const plain = await run(engine, built.module, coreCalled(PLAIN_CORE), inputs)
  const stdout = piecesOf(tracked.text.Stdout)
  const module = `${createHash('sha256').update(built.module).digest('hex').slice(0, 16)}.wasm`
  await write(moduleFile(module), built.module)
  const result: ExampleResult = {
    id: idOf(file),
    file,
    source: source.toString(),
    language,
    core: CORE,
    arguments: '',
    stdout,
    plainStdout: plain.text.Stdout,
    stderr: tracked.text.Stderr,
    ...(tracked.notices && { notices: tracked.notices }),
    message: built.output,
    module,
    key,
    besides: [...sources.keys()].filter((name) => !name.startsWith('main.')),
    inputs: Object.fromEntries([...inputs].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])),
    published: await publishedFigures(file, stdout),
  }
  await write(resultFile(file.slice(ROOT.length + 1)), JSON.stringify(result))
  return (await compare(file, stdout, tracked.notices, update)) ?? disagreement(result.published)
}

/** What a page shows where there is no compiler for it: the source alone. */
async function writeSource(file: string, key: string): Promise<undefined> {
  const plain = { arguments: '', stdout: [], plainStdout: '', stderr: '', message: '', besides: [], inputs: {}, published: [] }
  const result: ExampleResult = { ...plain, id: idOf(file), file, source: await readFile(file, 'utf8'), language: languageOf(file), core: CORE, key }
  await write(resultFile(file.slice(ROOT.length + 1)), JSON.stringify(result))
}

const languageOf = (file: string) => (FORTRAN.test(file) ? 'Fortran' : file.endsWith('.c') ? 'C' : 'C++')
const idOf = (file: string) => file.slice(ROOT.length + 1).replace(/(\/src\/main)?\.\w+$/, '')

async function readFolder(folder: string): Promise<Files> {
  const names = existsSync(folder) ? await Array.fromAsync(glob('**/*.*', { cwd: folder })) : []
  return new Map(await Promise.all(names.sort().map(async (name) => [name, await readFile(join(folder, name))] as const)))
}

function coreCalled(name: string): CoreSpec {
  const core = DEFAULT_CORES.find(({ Name }) => Name === name)
  if (!core) throw new Error(`no core is called ${name}`)
  return core
}

async function run(
  engine: Engine,
  module: Uint8Array,
  core: CoreSpec,
  files: Files,
): Promise<{ text: { Stdout: string; Stderr: string }; notices?: Notices; problem?: string }> {
  const text = { Stdout: '', Stderr: '' }
  const decoder = { Stdout: new TextDecoder(), Stderr: new TextDecoder() }
  const { ending, message, notices } = await engine.run(
    { module, core, arguments: [], files },
    {
      output: (stream, bytes) => {
        text[stream] += decoder[stream].decode(bytes, { stream: true })
      },
    },
  )
  return { text, ...(notices && { notices }), ...((ending.kind !== 'exit' || ending.code !== 0) && { problem: message }) }
}

async function compare(file: string, stdout: readonly Piece[], notices: Notices | undefined, update: boolean): Promise<string | undefined> {
  const observed: Expectation = {
    text: stdout.map((piece) => (typeof piece === 'string' ? piece : piece.decimal)).join(''),
    values: stdout.flatMap((piece) => (typeof piece === 'string' ? [] : [{ mean: piece.mean, deviation: piece.deviation }])),
    ...(notices && { notices: notices.places.map(({ text }) => text) }),
  }
  const path = file.replace(/(\/src\/main)?\.\w+$/, '.expect.json')
  if (update) return void (await writeFile(path, `${JSON.stringify(observed, null, 2)}\n`))
  if (!existsSync(path)) return `${path} is missing: run npm run examples -- --update, and read what it says`
  const expected: Expectation = JSON.parse(await readFile(path, 'utf8'))
  if (expected.text !== observed.text) return `printed\n${observed.text}\nexpected\n${expected.text}`
  if (JSON.stringify(expected.notices) !== JSON.stringify(observed.notices))
    return `gave the notices\n${observed.notices?.join('\n')}\nexpected\n${expected.notices?.join('\n')}`
  if (expected.values.length !== observed.values.length) return `printed ${observed.values.length} distributions, expected ${expected.values.length}`
  for (const [index, value] of expected.values.entries()) {
    const seen = observed.values[index] as Expectation['values'][number]
    const scale = Math.max(value.deviation, Number.MIN_VALUE)
    if (Math.abs(seen.mean - value.mean) > TOLERANCE * scale || Math.abs(seen.deviation - value.deviation) > TOLERANCE * scale)
      return `value ${index + 1}: mean ${seen.mean}, deviation ${seen.deviation}; expected ${value.mean}, ${value.deviation}`
  }
  return undefined
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const outcomes = await runExamples({
    update: args.includes('--update'),
    wanted: args.find((argument) => !argument.startsWith('--')),
    cacheDir: CACHE,
    onDone: ({ file, problem, skipped }) =>
      console.log(problem ? `FAIL  ${file}: ${problem}` : skipped ? `skipped: ${file}: ${skipped}` : `pass  ${file}`),
  })
  const failed = outcomes.filter(({ problem }) => problem).length
  const skipped = outcomes.filter((outcome) => outcome.skipped && !outcome.problem).length
  console.log(`${outcomes.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = failed ? 1 : 0
}
