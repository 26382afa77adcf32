// `credence run` with the engine: builds and runs real programs on this machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseUx } from '@credence/distribution'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOME as CREDENCE_HOME } from '../../../../tools/cache.ts' // its cache is shared by all tests
import { runCli } from '../cli.ts'
import type { Installation } from '../service/place.ts'
import { memoryTerminal } from '../testing/memory-terminal.ts'

/**
 * One service builds and runs for most tests, as it does for people; what it says, and what the command does without it, is in
 * `service/command.integration.test.ts`. It keeps the compiler, which takes seconds to load.
 */
const INSTALLATION: Installation = { root: path.resolve(import.meta.dirname, '../../../..'), code: 'test', isBundled: true }
let runtime: string
let served: NodeJS.ProcessEnv
beforeAll(async () => {
  runtime = await mkdtemp(path.join(tmpdir(), 'cr-')) // short, as paths of sockets must be
  served = { ...process.env, CREDENCE_HOME, XDG_RUNTIME_DIR: runtime }
})
afterAll(async () => {
  await runCli(['service', 'stop'], { terminal: memoryTerminal().terminal, env: served, installation: INSTALLATION })
  await rm(runtime, { recursive: true })
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'credence-run-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
}
async function run(words: string[], { isScreen = false, isServed = true } = {}) {
  const { terminal, written } = memoryTerminal({ isScreen })
  const context = isServed ? { env: served, installation: INSTALLATION } : { env: { ...process.env, CREDENCE_HOME } }
  const code = await runCli(['run', path.join(folder, words[0]!), ...words.slice(1)], { terminal, ...context })
  return { code, ...written }
}

const RATE = `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%f\\n", UxHwDoubleUniformDist(0.05, 0.07)); return 0; }
`

describe('a program with a distribution', () => {
  test('prints the whole Ux string into a pipe, mean and standard uncertainty on a screen, and particles on request', async () => {
    await write({ 'rate.c': RATE })
    const piped = await run(['rate.c'])
    expect(await run(['rate.c'], { isServed: false })).toMatchObject({ code: 0, error: '', out: piped.out })
    expect(piped).toMatchObject({ code: 0, error: '' })
    expect(piped.out).toMatch(/^0\.0[56]\d+Ux04[0-9A-F]{2088}\n$/)
    const shown = await run(['rate.c'], { isScreen: true })
    expect(shown.out).toBe('0.0600 ± 0.0058\n')
    const particle = await run(['rate.c', '--particle'])
    expect(particle.out).toBe(`${piped.out.slice(0, piped.out.indexOf('Ux'))}\n`)
  })
  test('shows values on standard error where that is a screen, and leaves them alone in a file', async () => {
    await write({ 'says.c': RATE.replace('printf(', 'fprintf(stderr, ') })
    expect((await run(['says.c'], { isScreen: true })).error).toBe('0.0600 ± 0.0058\n')
    expect((await run(['says.c'])).error).toMatch(/^0\.060000Ux04[0-9A-F]{2088}\n$/)
  })
  test('gives values with moments as JSON, and plots', async () => {
    await write({ 'rate.c': RATE })
    const svg = path.join(folder, 'rate.svg')
    const { code, out } = await run(['rate.c', '--json', '--plot', svg, '--core', 'C0-L+'])
    expect(code).toBe(0)
    const { ending, values, stdout, stats } = JSON.parse(out)
    expect(ending).toEqual({ kind: 'exit', code: 0 })
    expect(values).toHaveLength(1)
    expect(values[0].mean).toBeCloseTo(0.06, 10)
    expect(values[0].standardDeviation).toBeCloseTo(0.02 / Math.sqrt(12), 5)
    expect(parseUx(values[0].ux).mixture.positions).toHaveLength(256)
    expect(stdout).toBe(`${values[0].ux}\n`)
    expect(stats.executionMilliseconds).toBeGreaterThanOrEqual(0)
    expect(await readFile(svg, 'utf8')).toMatch(/^<svg|^<\?xml/)
    const png = path.join(folder, 'rate.png')
    await run(['rate.c', '--plot', png])
    expect((await readFile(png)).subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('a program that decides on a distribution', () => {
  // On a core without `+` the particle decides.
  const DECIDES = `#include <stdio.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  double x = UxHwDoubleUniformDist(0, 4);
  if (argc > 1) return puts("straight") < 0;
  if (x > 1) puts("more");
  return 0;
}
`
  const NOTICE = 'decides.c:6: notice: decided by the particle; 25 % of the samples would have decided otherwise (once)\n'
  test('names the line on standard error, and ends as the program did', async () => {
    await write({ 'decides.c': DECIDES })
    const { code, out, error } = await run(['decides.c', '--core', 'C0-S'])
    expect({ code, out }).toEqual({ code: 0, out: 'more\n' })
    expect(error.startsWith(NOTICE)).toBe(true)
    expect(error).toMatch(/\nnotice: [^\n]*\/docs\/uxhw-api\/how-it-computes\/branches\/\n$/)
  })
  test('ends with 3 with --strict, and with 0 where it decides nothing', async () => {
    await write({ 'decides.c': DECIDES })
    expect((await run(['decides.c', '--strict', '--core', 'C0-S'])).code).toBe(3)
    expect((await run(['decides.c', '--strict'])).code).toBe(0)
    expect(await run(['decides.c', '--strict', '--', 'straight'])).toMatchObject({ code: 0, out: 'straight\n', error: '' })
    expect((await run(['decides.c', '--strict', '--core', 'C0-Bypass'])).code).toBe(0)
  })
  test('gives its notices in the JSON', async () => {
    await write({ 'decides.c': DECIDES })
    const { out, error } = await run(['decides.c', '--json', '--core', 'C0-S'])
    const { notices, stderr } = JSON.parse(out)
    expect(notices).toMatchObject([{ kind: 'comparison', file: 'decides.c', line: 6, function: 'main', count: 1, evaluations: 1 }])
    expect({ stderr, error }).toEqual({ stderr: '', error: '' })
  })
  test('gives its paths in the JSON, where samples take their own', async () => {
    await write({ 'decides.c': DECIDES })
    const paths = async (...words: string[]) => JSON.parse((await run(['decides.c', '--json', ...words])).out).stats.paths
    expect(await paths()).toEqual({ count: 2, runs: 3, followed: 1, byMajority: 0, endless: 0 })
    expect(await paths('--', 'straight')).toBeUndefined()
  })
})

describe('a repository', () => {
  test('is built by its config.mk and finds its inputs', async () => {
    await write({
      'src/main.c':
        '#include <stdio.h>\n#include "scale.h"\nint main(void) { double x; FILE *f = fopen("set/x.txt", "r"); fscanf(f, "%lf", &x); printf("%g\\n", SCALE * x); FILE *o = fopen("out.txt", "w"); fputs("done", o); fclose(o); return 0; }',
      'src/unused.c': 'this does not compile',
      'src/config.mk': 'SOURCES = main.c\nCFLAGS += -I../include -DSCALE=FACTOR\n',
      'include/scale.h': '#define FACTOR 3\n',
      'inputs/set/x.txt': '2.5',
    })
    const outputs = path.join(folder, 'outputs')
    expect(await run(['.', '--outputs', outputs])).toMatchObject({ code: 0, out: '7.5\n' })
    expect(await readFile(path.join(outputs, 'out.txt'), 'utf8')).toBe('done')
  })
})

describe('an ending', () => {
  test('is the code of the program, after its arguments in every form', async () => {
    await write({
      'code.cpp':
        '#include <iostream>\nint main(int argc, char **argv) { for (int i = 1; i < argc; i++) std::cout << "[" << argv[i] << "]"; std::cerr << "note\\n"; return argc; }',
    })
    expect(await run(['code.cpp', '--arguments', "-S 'a b'", '--', '--json', ''])).toMatchObject({
      code: 5,
      out: '[-S][a b][--json][]',
      error: 'note\n',
    })
  })
  test('of a trap is 134 and names functions and lines', async () => {
    await write({ 'trap.c': '__attribute__((noinline)) void deep(void) { __builtin_trap(); }\nint main(void) { deep(); return 0; }' })
    const { code, error } = await run(['trap.c'], { isServed: false })
    expect(code).toBe(134)
    expect(error).toMatch(
      /^credence: undefined behaviour \(a null pointer, a missing return\) or __builtin_trap in deep \(trap\.c:1\), called by main \(trap\.c:2\)$/m,
    )
  })
  test('of abort is 134 and names functions and lines; a failed assert has done so itself', async () => {
    await write({
      'abort.c': '#include <stdlib.h>\n__attribute__((noinline)) void deep(void) { abort(); }\nint main(void) { deep(); return 0; }',
      'assert.c': '#include <assert.h>\nint main(int argc, char **argv) { assert(argc > 5); return 0; }',
    })
    expect(await run(['abort.c'])).toMatchObject({
      code: 134,
      error: 'credence: exit code 134 (abort) in deep (abort.c:2), called by main (abort.c:3)\n',
    })
    const { code, error } = await run(['assert.c'])
    expect(code).toBe(134)
    expect(error).toMatch(/^Assertion failed: argc > 5 \(assert\.c: main: 2\)\n$/)
  })
  test('of a program that missed a file names it and says how to give it', async () => {
    const open = '#include <stdio.h>\nint main(void) { FILE *f = fopen("data.csv", "r");'
    await write({
      'returns.c': `${open} return f == NULL; }`,
      'reads.c': `${open} char line[9]; puts(fgets(line, 9, f)); return 0; }`,
      'given/data.csv': 'text',
    })
    const hint = 'credence: the program did not find "data.csv": --inputs DIR gives it files, and so does the folder inputs/ of a repository\n'
    expect(await run(['returns.c'])).toMatchObject({ code: 1, error: hint })
    const { code, error } = await run(['reads.c'])
    expect(code).toBe(134)
    expect(error).toMatch(/^credence: .+ in fgets, called by main \(reads\.c:2\); it had not found the file "data\.csv"\n/)
    expect(error.endsWith(hint)).toBe(true)
    expect(await run(['reads.c', '--inputs', path.join(folder, 'given')])).toMatchObject({ code: 0, out: 'text\n', error: '' })
  })
  test('of a build that reached its limit of time is 124, with the limit and what to do', async () => {
    await write({
      'bomb.cpp':
        'template <long N, long M> struct F { static constexpr long v = F<N - 1, M * 2>::v + F<N - 1, M * 2 + 1>::v; };\ntemplate <long M> struct F<0, M> { static constexpr long v = M; };\nint main() { return F<40, 0>::v; }',
    })
    const tried = async (words: string[], seconds: string) => {
      const { terminal, written } = memoryTerminal()
      const env = { ...process.env, CREDENCE_HOME, CREDENCE_BUILD_SECONDS: seconds }
      return { code: await runCli(['run', path.join(folder, 'bomb.cpp'), ...words], { terminal, env }), ...written }
    }
    const { code, error } = await tried([], '2')
    expect(code).toBe(124)
    expect(error).toMatch(
      /^error: processor time limit of 2 s for one build reached: .+\ncredence: the build reached a limit\ncredence: CREDENCE_BUILD_SECONDS=N allows N seconds\n$/,
    )
    const told = await tried(['--json'], '2')
    expect(told.code).toBe(124)
    expect(JSON.parse(told.out)).toMatchObject({ ending: { kind: 'limit', limit: 'processorMilliseconds' }, message: 'the build reached a limit' })
    expect(await tried([], 'soon')).toMatchObject({ code: 2, error: expect.stringContaining("CREDENCE_BUILD_SECONDS is 'soon'") })
  })
  test('of a failed build is 122, with the name of the file', async () => {
    await write({ 'broken.c': 'int main(void) { return x; }' })
    const { code, error, out } = await run(['broken.c'], { isServed: false })
    expect(code).toBe(122)
    expect(out).toBe('')
    expect(error).toMatch(/^broken\.c:1:25: error: /)
    expect(error).toContain('credence: the program did not build')
    expect(JSON.parse((await run(['broken.c', '--json'])).out)).toMatchObject({ ending: { kind: 'build' }, values: [] })
  })
})

test('a Reference core executes a program until standard errors are as small as was asked', async () => {
  await write({ 'rate.c': RATE })
  const words = ['rate.c', '--core', 'c0-reference-32k', '--standard-error', '0.0002']
  const { code, out, error } = await run(words, { isScreen: true })
  expect([code, out]).toEqual([0, '0.0600 ± 0.0058\n'])
  expect(error).toBe('credence: 1024 of 32000 executions were enough for standard errors of at most 0.0002\n') // 0.00577 / √1024 is the first
  expect(JSON.parse((await run([...words, '--samples', '500', '--json'], { isServed: false })).out).stats.executions).toMatchObject({
    done: 500,
    wanted: 500,
    numbers: [{ count: 500, mean: expect.closeTo(0.06, 4), deviation: expect.closeTo(0.00577, 4) }],
  })
  expect(await run(['rate.c', '--standard-error', '1'])).toMatchObject({ code: 2, error: expect.stringContaining('is for Reference cores') })
})

test('nothing to plot is said, and does not change the code', async () => {
  await write({ 'plain.c': '#include <stdio.h>\nint main(void) { puts("1.5"); return 3; }' })
  const { code, error } = await run(['plain.c', '--plot', path.join(folder, 'x.svg')])
  expect(code).toBe(3)
  expect(error).toContain('nothing to plot: the program printed no distribution')
})

test('the cache may lie behind a symbolic link', async () => {
  await write({ 'rate.c': RATE })
  await mkdir(CREDENCE_HOME, { recursive: true })
  await symlink(CREDENCE_HOME, path.join(folder, 'link'))
  const { terminal, written } = memoryTerminal()
  const env = { ...process.env, CREDENCE_HOME: path.join(folder, 'link') }
  expect([await runCli(['run', path.join(folder, 'rate.c')], { terminal, env }), written.error]).toEqual([0, ''])
})

describe('what cannot be done is said before the program runs', () => {
  test.each([
    [['rate.c', '--plot', '/nowhere/x.svg'], 2, 'the folder /nowhere does not exist'],
    [['rate.c', 'other.c'], 2, 'several sources are given as their folder'],
    [['rate.c', '--core', 'Nope'], 2, "there is no core 'Nope'; here are C0-XS+, C0-S+"],
    [['rate.c', '--core', 'C0-S++'], 2, 'did you mean C0-S+?'],
  ])('%j', async (words, code, message) => {
    await write({ 'rate.c': RATE })
    const result = await run(words)
    expect([result.code, result.out]).toEqual([code, ''])
    expect(result.error).toContain(message)
  })
  test('and a plot of a value that was not printed is a failure', async () => {
    await write({ 'rate.c': RATE })
    const { code, error } = await run(['rate.c', '--plot', path.join(folder, 'x.svg'), '--value', '2'])
    expect([code, error]).toEqual([1, 'credence: nothing to plot: the program printed one distribution, and --value is 2\n'])
  })
})

test('a command whose launcher was killed ends as well', async () => {
  await write({ 'loop.c': '#include <stdio.h>\nint main(void) { puts("runs"); fflush(stdout); for (volatile double x = 0;;) x += 1; }\n' })
  // The launcher that stays beside the command, as where another Node than the pinned one was asked to start it.
  const launcher = spawn(process.execPath, ['bin/node.cjs', 'apps/cli/bin/start.cjs', 'run', path.join(folder, 'loop.c')], {
    env: { ...process.env, CREDENCE_HOME, CREDENCE_NO_SERVICE: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(launcher.stdout, 'data')
  const ended = once(launcher.stdout, 'close') // by the last process that holds it
  launcher.kill('SIGKILL')
  await ended
  expect(launcher.signalCode).toBe('SIGKILL')
})

test('a home that cannot be one is said in a sentence that names it', async () => {
  await write({ 'rate.c': RATE, file: '' })
  const { terminal, written } = memoryTerminal()
  const home = path.join(folder, 'file')
  expect(await runCli(['run', path.join(folder, 'rate.c')], { terminal, env: { ...process.env, CREDENCE_HOME: home } })).toBe(1)
  expect(written.error).toBe(
    `credence run: the home folder ${home}/cache (CREDENCE_HOME) cannot be used: ${home} is a file. Set CREDENCE_HOME to a folder in which you can write.\n`,
  )
})

test('a core without correlation tracking says how often a value met itself', async () => {
  await write({
    'twice.c':
      '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { double a = UxHwDoubleUniformDist(0, 1); printf("%f %f\\n", a - a, a * a); return 0; }\n',
    'once.c': RATE,
  })
  expect((await run(['twice.c', '--core', 'C0-S'])).error).toBe(
    'credence: a value met itself, or another of the same origin, 2 times, and this core (CorrelationTracking Disable) took the two as independent: A - A is not 0 on it; cores whose names end in + keep what values share\n',
  )
  expect((await run(['once.c', '--core', 'C0-S'])).error).toBe('')
  expect((await run(['twice.c', '--core', 'C0-S+'])).error).toBe('')
})

test('the README shows its first program, and what a terminal and a pipe get of it', async () => {
  const root = path.join(import.meta.dirname, '../../../..')
  const readme = await readFile(path.join(root, 'README.md'), 'utf8')
  const source = await readFile(path.join(root, 'examples/first.c'), 'utf8')
  expect(readme).toContain(`\`\`\`c\n${source}\`\`\``)
  await write({ 'first.c': source })
  expect(readme).toContain(`\`\`\`\n${(await run(['first.c'], { isScreen: true })).out}\`\`\``)
  const { out } = await run(['first.c', '--json'])
  const { values, stdout } = JSON.parse(out)
  const [, said = ''] = /\n(viscosity: \S+)…/.exec(readme) ?? []
  expect(said.length).toBeGreaterThan(40)
  expect(stdout.startsWith(said)).toBe(true)
  const [, mean = '', deviation = ''] = /The mean of this distribution is ([\d.]+) and its standard deviation ([\d.]+);/.exec(readme) ?? []
  expect([mean, deviation]).toEqual([values[0].mean.toFixed(3), values[0].standardDeviation.toFixed(3)])
})
