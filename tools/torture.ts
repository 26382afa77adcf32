// GCC's C torture execute tests through the toolchain and the pass: `npm run torture -- [--part] [--only=TEXT] [--O0 | --O2]`.
// A test that passes as plain WebAssembly must pass instrumented. --part: always the same twentieth of the tests, as `npm test` runs them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import type { BuildTools } from '../packages/engine/src/toolchain/build.ts'
import { build } from '../packages/engine/src/toolchain/build.ts'
import { prepare } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { ObjectCache } from '../packages/engine/src/toolchain/object-cache.ts'
import { TEST_CACHE } from '../packages/engine/src/toolchain/testing/toolchain.ts'
import type { CoreSpec, Files } from '../packages/engine/src/types.ts'
import { tortureTests } from './gcc-tests.ts'
import { ModuleRunner, PASSED } from './module-runner.ts'

const TESTS = fileURLToPath(new URL('../.credence/test-cache', import.meta.url))
const CORE: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 128 << 20 }

const flags = process.argv.slice(2)
const only = flags.find((flag) => flag.startsWith('--only='))?.slice('--only='.length)
const levels = ['-O0', '-O2'].filter((level) => !flags.some((flag) => /^--O/.test(flag)) || flags.includes(`-${level}`))

async function main(): Promise<void> {
  const folder = await tortureTests(TESTS).catch((cause: Error) => cause)
  if (typeof folder !== 'string') {
    console.log(`skipped: ${folder.message}\n0 passed, 0 failed, 1 skipped`)
    return
  }
  const { runtime, parts } = await prepare({ cacheDir: TEST_CACHE })
  const tools: BuildTools = { parts, objects: new ObjectCache(0) }
  const runner = new ModuleRunner(runtime, CORE)
  const all = (await readdir(folder, { recursive: true })).filter((path) => /^(ieee\/)?[^/]+\.c$/.test(path)).sort()
  const chosen = all.filter((path, index) => (only === undefined ? !flags.includes('--part') || index % 20 === 3 : path.includes(only)))
  let [passed, failed] = [0, 0]
  try {
    for (const level of levels) {
      const counts = await runLevel(level, folder, chosen, tools, runner)
      passed += counts.passed
      failed += counts.failed
    }
  } finally {
    await runner.close()
  }
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

/** Of the tests that pass uninstrumented, how many pass instrumented and how many do not; what the pass refuses has failed too. */
interface Outcome {
  readonly passed: number
  readonly failed: number
}
async function runLevel(level: string, folder: string, paths: readonly string[], tools: BuildTools, runner: ModuleRunner): Promise<Outcome> {
  const counts = { tests: paths.length, compiled: 0, plain: 0, instrumented: 0 }
  const failures: string[] = []
  const pending: Promise<void>[] = []
  for (const path of paths) {
    const text = await readFile(join(folder, path))
    const built = await build({ files: filesOf(path, text, level), core: CORE, keepPlain: true }, tools)
    if (built.module === undefined || built.plain === undefined) {
      if (only !== undefined) console.log(built.output)
      // Errors of the compiler name the source. What the pass refuses does not, and is our fault.
      if (!/main\.c|broke down|no main function/.test(built.output)) failures.push(`${path}: ${built.output.trim()}`)
      continue
    }
    counts.compiled++
    const { module, plain } = built
    const check = async () => {
      const wanted = await runner.run(plain)
      if (wanted !== PASSED) {
        if (only !== undefined) console.log(`${path} ${level}: fails uninstrumented: ${wanted}`)
        return
      }
      counts.plain++
      const given = await runner.run(module)
      if (given === PASSED) counts.instrumented++
      else failures.push(`${path}: ${given}`)
    }
    pending.push(check())
    if (pending.length % 8 === 0) await pending.at(-8)
  }
  await Promise.all(pending)
  console.log(
    `${level}: ${counts.tests} tests, ${counts.compiled} compile, ${counts.plain} pass uninstrumented, ${counts.instrumented} of these pass instrumented`,
  )
  for (const failure of failures) console.log(`${level}: FAILED ${failure}`)
  return { passed: counts.instrumented, failed: failures.length }
}

/** The test with the options that its comments ask for, as far as the platform takes them. */
function filesOf(path: string, text: Uint8Array, level: string): Files {
  const source = new TextDecoder('latin1').decode(text)
  const options = [...source.matchAll(/\{\s*dg-(?:additional-)?options\s+"([^"]*)"\s*\}/g)].map((match) => match[1]!).join(' ')
  const config = `SOURCES = main.c\nOPTFLAGS = ${level}\nCFLAGS = -w ${path.startsWith('ieee/') ? '-fno-builtin ' : ''}${options}\n`
  return new Map([
    ['main.c', text],
    ['config.mk', new TextEncoder().encode(config)],
  ])
}

await main()
