// gfortran's execution tests through flang, our runtime and the pass: `npm run fortran-suite -- [--part] [--only=TEXT,…] [--O0 | --O2] [--share=N/M,…]`.
// A test that passes natively, by the same flang and its own runtime, must pass here, uninstrumented and instrumented.
// A feature that the build says is not available, or the program's end, counts as skipped: nobody got a wrong number.
// --part: always the same few tests, as `npm test` runs them; --share: the N-th of M equal shares, or several of them, each with lines of its own;
// --only: those whose names hold one of these texts, between commas.
// What passes here is not tried natively: only of what does not is it asked, and the answer kept, whether flang's own runtime does better.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { findFlang, fortranSupport } from '../packages/engine/src/toolchain/fortran/node/flang.ts'
import { fortranOptions } from '../packages/engine/src/toolchain/fortran/options.ts'
import { openToolchain, type Toolchain } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { TEST_CACHE } from '../packages/engine/src/toolchain/testing/toolchain.ts'
import type { CoreSpec, Files } from '../packages/engine/src/types.ts'
import { fortranTests } from './gcc-tests.ts'
import { ModuleRunner, PASSED } from './module-runner.ts'

const TESTS = fileURLToPath(new URL('../.credence/test-cache', import.meta.url))
const CORE: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 128 << 20 }
const RUN_MILLISECONDS = 60_000
/** Of the numbered tests, every so manieth is the part of `npm test`. */
const PART = 160
/** Tests at a time: flang translates one while another is compiled and a third runs. */
const SIDE_BY_SIDE = 3

const flags = process.argv.slice(2)
const option = (name: string) => flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only')
const shares = (option('share') ?? '1/1').split(',')
const levels = ['-O0', '-O2'].filter((level) => !flags.some((flag) => /^--O/.test(flag)) || flags.includes(`-${level}`))
const run = promisify(execFile)

interface Test {
  readonly path: string
  readonly text: Uint8Array
  /** As its comments ask for them. */
  readonly options: readonly string[]
}

async function main(): Promise<void> {
  const flang = await findFlang()
  const runtime = flang && (await nativeRuntime(flang.path))
  const folder = await fortranTests(TESTS).catch((cause: Error) => cause)
  const support = await fortranSupport()
  const missing =
    'missing' in support
      ? support.missing
      : !runtime
        ? 'flang has no runtime library of its own'
        : typeof folder === 'string'
          ? undefined
          : folder.message
  if (missing !== undefined) {
    console.log(`skipped: ${missing}\n0 passed, 0 failed, 1 skipped`)
    return
  }
  const native = new Native(flang!.path, runtime!, join(TESTS, 'gfortran', `native-${flang!.version}.json`))
  await native.open()
  await using toolchain = await openToolchain({ cacheDir: TEST_CACHE, ahead: 'none' })
  const runner = new ModuleRunner(toolchain.runtime, CORE, RUN_MILLISECONDS)
  const judge = new Judge(toolchain, runner, native)
  const tests = await suitableTests(folder as string)
  const counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    for (const share of shares) {
      const chosen = chosenTests(tests, share)
      for (const level of levels) {
        const told = await judgeAll(judge, chosen, level, shares.length > 1 ? ` share ${share}` : '')
        counts.passed += told.passed
        counts.failed += told.failed
        counts.skipped += told.refused
        await native.keep()
      }
    }
  } finally {
    await runner.close()
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  process.exitCode = counts.passed === 0 || (counts.failed > 0 && flags.includes('--part')) ? 1 : 0
}

/** `passed`: uninstrumented and instrumented; `native`: nor by flang's own runtime, so that nothing is asked of ours. */
type Verdict = { readonly is: 'passed' | 'native' } | { readonly is: 'refused' | 'failed'; readonly reason: string }

async function judgeAll(judge: Judge, tests: readonly Test[], level: string, where: string): Promise<Record<Verdict['is'], number>> {
  const counts = { passed: 0, native: 0, refused: 0, failed: 0 }
  const reasons = new Map<string, string[]>()
  const left = tests.values()
  const one = async (): Promise<void> => {
    for (const test of left) {
      const verdict = await judge.judge(test, level)
      counts[verdict.is]++
      if (!('reason' in verdict)) continue
      reasons.set(verdict.reason, [...(reasons.get(verdict.reason) ?? []), test.path])
      console.log(`${level}: ${verdict.is === 'failed' ? 'FAILED ' : ''}${test.path}: ${verdict.reason}`)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one))
  console.log(
    `${level}${where}: ${tests.length} tests: ${counts.passed} pass, uninstrumented and instrumented; ${counts.refused} are refused; ${counts.failed} fail; ${counts.native} pass neither here nor natively`,
  )
  for (const [reason, paths] of [...reasons].sort(([, a], [, b]) => b.length - a.length))
    if (paths.length > 1) console.log(`${level}: ${paths.length} times ${reason}: ${paths.slice(0, 6).join(' ')}${paths.length > 6 ? ' …' : ''}`)
  return counts
}

class Judge {
  readonly #toolchain: Toolchain
  readonly #runner: ModuleRunner
  readonly #native: Native
  constructor(toolchain: Toolchain, runner: ModuleRunner, native: Native) {
    this.#toolchain = toolchain
    this.#runner = runner
    this.#native = native
  }
  async judge(test: Test, level: string): Promise<Verdict> {
    if (this.#native.isKnownToFail(test)) return { is: 'native' }
    const here = await this.#here(test, level).catch(
      (cause: unknown): Verdict => ({ is: 'failed', reason: `a fault of the engine: ${reasonOf(String(cause))}` }),
    )
    return here.is === 'passed' || (await this.#native.passes(test)) ? here : { is: 'native' }
  }
  async #here(test: Test, level: string): Promise<Verdict> {
    const { module, plain, output } = await this.#toolchain.build({ files: filesOf(test, level), core: CORE, keepPlain: true })
    if (only !== undefined && output) console.log(output)
    if (!module || !plain) {
      const refused = REFUSED.test(output)
      return { is: refused ? 'refused' : 'failed', reason: `${refused ? 'refused' : 'build'}: ${reasonOf(output)}` }
    }
    for (const [how, made] of [
      ['uninstrumented', plain],
      ['instrumented', module],
    ] as const) {
      const told = await this.#runner.run(made)
      if (told !== PASSED) return { is: UNAVAILABLE.test(told) ? 'refused' : 'failed', reason: `${how}: ${reasonOf(told)}` }
    }
    return { is: 'passed' }
  }
}

/** The library that flang links, of which the native programs are made. */
async function nativeRuntime(flang: string): Promise<string | undefined> {
  const root = join(dirname(dirname(flang)), 'lib')
  const found = (await readdir(root, { recursive: true })).find((path) => path.endsWith('libflang_rt.runtime.a'))
  return found && join(root, found)
}

/** Characters of other kinds than the default one, which programs cannot have here: builds and runs refuse them by name. */
const WIDE_CHARACTERS = /character\s*\([^)]*kind\s*=\s*4|\b4_["']/i

/** Programs of one file that end with 0, and need nothing but Fortran with characters of one byte. */
async function suitableTests(folder: string): Promise<Test[]> {
  const tests: Test[] = []
  const paths = (await readdir(folder)).filter((path) => /\.(f|f90|f95|f03|f08|F|F90)$/.test(path)).sort()
  for (const path of paths) {
    const text = await readFile(join(folder, path))
    const source = text.toString('latin1')
    if (!/\{\s*dg-do\s+run\s*(\{[^}]*\}\s*)?\}/.test(source) || /dg-additional-sources|dg-require|dg-shouldfail|dg-set-target-env/.test(source))
      continue
    if (/fopenmp|fopenacc|fcoarray|fdec|fcray-pointer/.test(source) || WIDE_CHARACTERS.test(source)) continue
    const options = [...source.matchAll(/\{\s*dg-(?:additional-)?options\s+"([^"]*)"/g)].flatMap(([, words = '']) =>
      words.split(/\s+/).filter(Boolean),
    )
    tests.push({
      path,
      text,
      options: fortranOptions(
        options.filter((word) => !/^-O/.test(word)),
        0,
      ).options,
    })
  }
  return tests
}
function chosenTests(tests: readonly Test[], share: string): Test[] {
  const [which = 1, of = 1] = share.split('/').map(Number)
  const listed = tests.filter((_test, index) => index % of === which - 1)
  return only === undefined
    ? listed.filter((_test, index) => !flags.includes('--part') || index % PART === 7)
    : listed.filter(({ path }) => only.split(',').some((text) => path.includes(text)))
}

function filesOf({ path, text, options }: Test, level: string): Files {
  const config = `SOURCES = ${path}\nOPTFLAGS = ${level}\nFFLAGS = -w ${options.join(' ')}\n`
  return new Map([
    [path, text],
    ['config.mk', new TextEncoder().encode(config)],
  ])
}

const REFUSED = /is not available|not an enabled type|not available in this version of flang/
/** Of a program that ends. */
const UNAVAILABLE = /Fortran runtime error: .* (is|are) not available/

/** Without what only this test has: numbers, names and files. */
function reasonOf(text: string): string {
  const line = text.split('\n').find((each) => /error/i.test(each)) ?? text.split('\n')[0] ?? ''
  return line
    .replace(/[\w./-]*\.[fF]\w*:\d+(:\d+)?:? ?/g, '')
    .replace(/'[^']*'/g, "'…'")
    .replace(/\b\d+\b/g, 'n')
    .slice(0, 160)
    .trim()
}

/** Which tests pass with flang's own runtime, kept from run to run. */
class Native {
  readonly #known = new Map<string, boolean>()
  readonly #flang: string
  readonly #runtime: string
  readonly #path: string
  constructor(flang: string, runtime: string, path: string) {
    this.#flang = flang
    this.#runtime = runtime
    this.#path = path
  }
  async open(): Promise<void> {
    const text = await readFile(this.#path, 'utf8').catch(() => '{}')
    for (const [path, passes] of Object.entries(JSON.parse(text) as Record<string, boolean>)) this.#known.set(path, passes)
  }
  async keep(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    await writeFile(this.#path, JSON.stringify(Object.fromEntries(this.#known)))
  }
  isKnownToFail(test: Test): boolean {
    return this.#known.get(test.path) === false
  }
  async passes(test: Test): Promise<boolean> {
    const known = this.#known.get(test.path)
    if (known !== undefined) return known
    const passes = await this.#try(test)
    this.#known.set(test.path, passes)
    return passes
  }
  async #try({ path, text, options }: Test): Promise<boolean> {
    const folder = await mkdtemp(join(tmpdir(), 'credence-gfortran-'))
    const within = { cwd: folder, timeout: 300_000 }
    try {
      await writeFile(join(folder, path), text)
      await run(this.#flang, ['-c', '-w', ...options, '-o', 'test.o', path], within)
      await run('c++', ['-no-pie', '-o', 'test', 'test.o', this.#runtime, '-lm'], within)
      await run('./test', [], { ...within, timeout: 120_000 })
      return true
    } catch {
      return false
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

await main()
