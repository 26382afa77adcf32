// The toolchain with the real compiler, in its box: one process for honest programs, one with little patience for the others.

import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuildResult, CoreSpec } from '../../types.ts'
import { openTestToolchain, sources } from '../testing/toolchain.ts'
import type { Toolchain } from './toolchain.ts'

let toolchain: Toolchain
let impatient: Toolchain
beforeAll(async () => {
  toolchain = await openTestToolchain()
  impatient = await openTestToolchain({ limits: { processorMilliseconds: 6_000 } })
  await Promise.all([toolchain.warm(), impatient.warm()])
})
afterAll(() => Promise.all([toolchain?.close(), impatient?.close()]))

/** A comment makes the content new, so that no earlier build answers. */
function build(texts: Record<string, string>, core: Partial<CoreSpec> = {}): Promise<BuildResult> {
  return toolchain.build({ files: fresh(texts), core: { ...CORE, ...core } })
}
function fresh(texts: Record<string, string>): Map<string, Uint8Array> {
  return sources(
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, /\.(c|cpp|h)$/.test(path) ? `${text}\n// ${randomUUID()}\n` : text])),
  )
}
const HONEST = { 'main.c': 'int main(void) { return 0; }' }
const exportsOf = (module: Uint8Array) => WebAssembly.Module.exports(new WebAssembly.Module(module as BufferSource)).map(({ name }) => name)

describe('a build', () => {
  test('of C gives a module with the exports of the engine', async () => {
    const { module, output } = await build({ 'main.c': '#include <stdio.h>\nint main(void) { printf("%f\\n", 1.5); return 0; }' })
    expect(output).toBe('')
    expect(exportsOf(module!)).toEqual(expect.arrayContaining(['memory', '_start', 'ux_stack_pointer', 'ux_instructions']))
  })
  test('for class C0Pro does not count instructions', async () => {
    const { module } = await build({ 'main.c': 'int main(void) { return 0; }' }, { Class: 'C0Pro' })
    expect(exportsOf(module!)).not.toContain('ux_instructions')
  })
  test('for messages alone gives those of the compiler and no module, and does not look for a main function', async () => {
    const files = fresh({ 'main.c': '#include <uxhw.h>\ndouble f(void) { int unused; return UxHwDoubleGaussDist(0, missing); }' })
    const { module, output } = await toolchain.build({ files, core: CORE, messagesOnly: true })
    expect(module).toBeUndefined()
    expect(output).toMatch(/^main\.c:2:60: error: use of undeclared identifier 'missing'/m)
    expect(await toolchain.build({ files: fresh({ 'main.c': 'double f(void) { return 1; }' }), core: CORE, messagesOnly: true })).toMatchObject({
      output: '',
    })
  })
  test('of C++ with iostream, with and without the precompiled header, gives the same module', async () => {
    const text = '#include <iostream>\nint main() { std::cout << 1.5 << std::endl; }\n'
    const files = (config: string) => sources({ 'main.cpp': text, 'config.mk': config })
    const id = `-DID=${randomUUID().replaceAll('-', '')}`
    const withHeader = await toolchain.build({ files: files(`CXXFLAGS=-std=c++14 ${id}`), core: CORE })
    const without = await toolchain.build({ files: files(`CXXFLAGS=-std=c++14 ${id} -fno-common`), core: CORE })
    expect(withHeader.output).toBe('')
    expect(Buffer.from(withHeader.module!).equals(Buffer.from(without.module!))).toBe(true)
  })
  test('takes files above the build directory, folders and a configuration', async () => {
    const { module, output } = await build({
      'config.mk': 'SOURCES = main.c ../common/part.c\nINC = -I../include/ -Idriver\n',
      'main.c': '#include "x.h"\n#include "driver.h"\n#include "../include/y.h"\nint part(void); int main(void) { return X + D + Y + part(); }',
      'not-this.c': 'int main(',
      'driver/driver.h': '#define D 1',
      '../include/x.h': '#define X 1',
      '../include/y.h': '#define Y 1',
      '../common/part.c': '#include "../include/x.h"\nint part(void) { return X; }',
    })
    expect(output).toBe('')
    expect(module).toBeDefined()
  })
  test('prefers the header of the platform to one of the repository', async () => {
    const { module, output } = await build({ 'main.c': '#include <uxhw.h>\nint main(void) { return 0; }', 'uxhw.h': '#error own header' })
    expect(output).toBe('')
    expect(module).toBeDefined()
  })
  test('keeps the names of functions and drops the debug information', async () => {
    const { module } = await build({
      'main.c':
        '__attribute__((noinline)) static int named_function(volatile int *x) { return *x; }\nint main(void) { int x = 1; return named_function(&x); }',
    })
    const compiled = new WebAssembly.Module(module as BufferSource)
    expect(WebAssembly.Module.customSections(compiled, '.debug_info')).toEqual([])
    expect(new TextDecoder().decode(WebAssembly.Module.customSections(compiled, 'name')[0])).toContain('named_function')
  })
  test('that was made before comes from the cache, with the same bytes', async () => {
    const files = sources({ 'main.c': `int main(void) { return 0; } // ${randomUUID()}` })
    const first = await toolchain.build({ files, core: CORE, keepPlain: true })
    const second = await toolchain.build({ files, core: CORE, keepPlain: true })
    expect(Buffer.from(second.module!).equals(Buffer.from(first.module!))).toBe(true)
    expect(Buffer.from(second.plain!).equals(Buffer.from(first.plain!))).toBe(true)
  })
})

test('a C++ header is prepared by the first build that uses it, and a C build prepares none', async () => {
  const prepared: string[] = []
  await using lean = await openTestToolchain({ ahead: 'none', onProgress: ({ what }) => prepared.push(what) })
  const header = () => prepared.filter((what) => what.startsWith('C++ header'))
  expect((await lean.build({ files: fresh(HONEST), core: CORE })).module).toBeDefined()
  expect(header()).toEqual([])
  const streams = { 'main.cpp': '#include <iostream>\nint main() { std::cout << 1.5; }' }
  for (let build = 0; build < 2; build++) expect((await lean.build({ files: fresh(streams), core: CORE })).module).toBeDefined()
  expect(new Set(header())).toEqual(new Set(['C++ header iostream-cpp14-O2-tracking1']))
  expect(header()).toHaveLength(2) // its begin and its end
})

describe('mistakes of the program', () => {
  test.each([
    [
      'errors of every source',
      { 'a.c': 'int f( {', 'main.c': 'int main(void) { return undeclared; }' },
      [/^a\.c:1:\d+: error/m, /^main\.c:1:\d+: error: use of undeclared/m],
    ],
    [
      'an undefined function',
      { 'main.cpp': 'double solve(double);\nint main() { return (int)solve(2); }' },
      [/^main\.cpp: error: undefined symbol: solve\(double\)$/m],
    ],
    ['two mains', { 'a.c': 'int main(void) {}', 'b.c': 'int main(void) {}' }, [/error: duplicate symbol: main/, />>> defined in a\.c/]],
    ['no main', { 'a.c': 'int x;' }, [/^error: the program has no main function$/m]],
    [
      'more data than memory',
      { 'main.c': 'static volatile char a[100000000]; int main(void) { return a[1]; }' },
      [/need \d+ bytes; the core's MemorySize is 64000000/],
    ],
    [
      'an import of its own',
      { 'main.c': '__attribute__((import_module("env"), import_name("x"))) int x(void); int main(void) { return x(); }' },
      [/import env\.x is not admitted/],
    ],
    [
      'a library of another machine',
      { 'main.c': 'int main(void) { return 0; }', 'libx.a': '!<arch>\nx86', 'config.mk': 'LIBS = -lx' },
      [/'libx\.a' was made for another machine/],
    ],
  ])('%s', async (_title, files, messages) => {
    const { module, output } = await build(files as Record<string, string>)
    expect(module).toBeUndefined()
    for (const message of messages) expect(output).toMatch(message)
  })
  test('old C builds with warnings, and so do format letters that the compiler does not know', async () => {
    const { module, output } = await build({
      'config.mk': 'CFLAGS = -Werror=format',
      'main.c':
        '#include <stdio.h>\nmain(argc, argv) int argc; char **argv; { later(1); printf("%Pf", 1.0); return 0; }\nint later(x) int x; { return x; }',
    })
    expect(output).toMatch(/warning: call to undeclared function 'later'/)
    expect(output).not.toMatch(/error/)
    expect(module).toBeDefined()
  })
})

test.each(['-I @w/options', '-I@w/options', '-isystem @w/options', '-include @w/options', '-D@w/options', '-U @w/options'])(
  'no file of the repository is read as options of the compiler: CFLAGS = %s',
  async (flags) => {
    const { module, output } = await build({
      'config.mk': `CFLAGS = ${flags}`,
      'main.c': '#if defined(READ) || defined(__FAST_MATH__)\n#error options were read\n#endif\nint main(void) { return 0; }',
      '@sub/-DREAD.c': 'int other;',
      options: 'x -DREAD -ffast-math',
    })
    expect(output).toMatch(/^note: option -\w+ ?@w\/options was ignored: .*\n$/)
    expect(module).toBeDefined()
  },
)

/** The compile processes that this one started. */
async function compilers(): Promise<number[]> {
  const found: number[] = []
  const below = [process.pid]
  for (const pid of below) {
    const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
    const children = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'latin1').catch(() => '')))
    below.push(...children.join(' ').split(' ').filter(Boolean).map(Number))
    if (pid !== process.pid && (await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).includes('compile-process.ts')) found.push(pid)
  }
  return found
}

const BOMB = {
  'main.cpp':
    'template <long N, unsigned long M> struct F { static constexpr unsigned long v = F<N - 1, M * 2>::v + F<N - 1, M * 2 + 1>::v; };\ntemplate <unsigned long M> struct F<0, M> { static constexpr unsigned long v = M; };\nint main() { return F<40, 0>::v; }',
}
const doubling = Array.from({ length: 9 }, (_, level) => `#define A${level + 1} ${`A${level} `.repeat(10)}`).join('\n')
describe('hostile programs', () => {
  test.each([
    [
      'endless templates',
      { 'main.cpp': 'template <int N> struct F { static constexpr int v = F<N + 1>::v; };\nint main() { return F<0>::v; }' },
      /exceeded maximum depth|^error: processor time limit/m,
    ],
    [
      'exploding macros',
      { 'main.c': `#define A0 +1\n${doubling}\nint main(void) { return A9; }` },
      /^error: (processor time|compile memory) limit of .* reached: |ran out of/m,
    ],
    ['a file that includes itself', { 'main.c': '#include __FILE__\n#include __FILE__' }, /#include nested too deeply/],
    ['files of the host', { 'main.c': '#include "/etc/passwd"' }, /'\/etc\/passwd' file not found/],
    ['#embed of a device', { 'main.c': 'const char x[] = {\n#embed "/dev/zero"\n}; int main(void) { return 0; }' }, /'\/dev\/zero' file not found/],
    ['.incbin', { 'main.c': '__asm__(".incbin \\"/etc/passwd\\""); int main(void) { return 0; }' }, /Could not find incbin file/],
    [
      'deep nesting',
      { 'main.c': `int main(void) { return ${'('.repeat(200_000)}1${')'.repeat(200_000)}; }` },
      /^error: the compiler ran out of stack: the program nests too deeply$|bracket nesting level/m,
    ],
    [
      '2 GB of static data',
      { 'main.c': 'static volatile char a[2000000000]; int main(void) { return a[1]; }' },
      /^error: (the compiler ran out of memory|the code and the static data)/m,
    ],
  ])('%s end with a message, and the next build works', async (_title, files, message) => {
    const { module, output } = await impatient.build({ files: fresh(files as Record<string, string>), core: CORE })
    expect(module).toBeUndefined()
    expect(output).toMatch(message)
    expect((await impatient.build({ files: fresh(HONEST), core: CORE })).module).toBeDefined()
  })
  test('memory beyond the limit ends a build', async () => {
    await using small = await openTestToolchain({ limits: { memoryBytes: 50_000_000 } })
    const { module, output } = await small.build({ files: fresh(HONEST), core: CORE })
    expect(module).toBeUndefined()
    expect(output).toMatch(/^error: compile memory limit of 50 MB reached: /)
  })
  test('a limit is told as such, with what to do', async () => {
    await using hasty = await openTestToolchain({ limits: { wallMilliseconds: 300 } })
    await hasty.warm()
    const { output, limit } = await hasty.build({ files: fresh(BOMB), core: CORE })
    expect(limit).toBe('wallMilliseconds')
    expect(output).toMatch(
      /^error: wall time limit of 0\.3 s for one build reached, after [\d.]+ s of processor time: the machine is busy; build again later\n$/,
    )
    await using tight = await openTestToolchain({ limits: { processorMilliseconds: 1000 } })
    const bomb = await tight.build({ files: fresh(BOMB), core: CORE })
    expect([bomb.module, bomb.limit]).toEqual([undefined, 'processorMilliseconds'])
    expect(bomb.output).toMatch(/^error: processor time limit of 1 s for one build reached: have templates/m)
  })
  test('hold one process of two: a small build goes on beside a long one', async () => {
    const before = (await compilers()).length
    await using two = await openTestToolchain({ processes: 2, limits: { processorMilliseconds: 6_000 } })
    const ended: string[] = []
    const long = two.build({ files: fresh(BOMB), core: CORE }).then(({ limit }) => ended.push(`long: ${limit}`))
    const small = two.build({ files: fresh(HONEST), core: CORE }).then(({ module }) => ended.push(`small: ${module !== undefined}`))
    await Promise.all([long, small])
    expect(ended).toEqual(['small: true', 'long: processorMilliseconds'])
    await expect.poll(async () => (await compilers()).length - before, { timeout: 60_000 }).toBeLessThanOrEqual(1) // the second ends when it rests
  })
  test('a compiler that waits for its turn uses nothing up', async () => {
    await using patient = await openTestToolchain({ limits: { processorMilliseconds: 5_000 } })
    await patient.warm()
    const building = patient.build({ files: fresh({ 'main.cpp': '#include <iostream>\nint main() { std::cout << 1; }' }), core: CORE })
    const stopped = await compilers()
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    await sleep(6_000)
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    const { module, output } = await building
    expect([output, stopped.length > 0]).toEqual(['', true])
    expect(module).toBeDefined()
  })
  test('a compiler that is killed from outside gives its build to another process, once', async () => {
    await using fragile = await openTestToolchain()
    const others = await compilers()
    await fragile.warm()
    const own = async () => (await compilers()).filter((pid) => !others.includes(pid))
    const slow = () =>
      fragile.build({ files: fresh({ 'main.cpp': '#include <iostream>\n#include <map>\nint main() { std::cout << 1; }' }), core: CORE })
    const once = slow()
    await sleep(300) // it is compiling
    for (const pid of await own()) process.kill(pid, 'SIGKILL')
    expect((await once).module).toBeDefined()
    const killed = slow()
    let isOver = false
    void killed.finally(() => {
      isOver = true
    })
    for (; !isOver; await sleep(20)) for (const pid of await own()) process.kill(pid, 'SIGKILL')
    expect(await killed).toMatchObject({
      output: 'error: the compiler was killed from outside; the machine may have run out of memory\n',
      interrupted: true,
    })
    expect((await fragile.build({ files: fresh(HONEST), core: CORE })).module).toBeDefined()
  })
  test('an aborted build throws the reason, and the next build works', async () => {
    expect((await impatient.build({ files: fresh(HONEST), core: CORE })).module).toBeDefined() // its compiler is there
    const long = () => fresh({ 'main.c': `#define A0 +1\n${doubling}\nint main(void) { return A9; }` })
    const controller = new AbortController()
    const slow = impatient.build({ files: long(), core: CORE }, controller.signal)
    const impatience = new AbortController()
    const behind = impatient.build({ files: long(), core: CORE }, impatience.signal)
    setTimeout(() => impatience.abort(new Error('not so long')), 100)
    await expect(behind).rejects.toThrow('not so long')
    setTimeout(() => controller.abort(new Error('enough')), 300)
    await expect(slow).rejects.toThrow('enough')
    expect((await impatient.build({ files: fresh(HONEST), core: CORE })).module).toBeDefined()
  })
})
