// Hostile and unlucky programs: each ends as it should, and the next run goes on as if nothing had been.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPTIMISED_SECTION } from '../../abi.ts'
import { usageOf } from '../../box/node/usage.ts'
import type { RunRequest } from '../../types.ts'
import { BYPASS, compileC } from '../testing/compile.ts'
import { type Machine, openMachine } from './pool.ts'
import { COMPILING } from './runner-command.ts'

let cacheDir: string
let machine: Machine
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'credence-machine-'))
  machine = await openMachine({ cacheDir, runtime: new Uint8Array(0), poolSize: 1 })
})
afterAll(async () => {
  await machine.close()
  expect(commandLines().filter((line) => line.includes(cacheDir))).toEqual([])
  await rm(cacheDir, { recursive: true })
})
/** Of all processes, where the kernel tells. */
function commandLines(): string[] {
  if (!existsSync('/proc/self/cmdline')) return []
  return readdirSync('/proc').flatMap((name) => {
    try {
      return Number(name) > 0 ? [readFileSync(`/proc/${name}/cmdline`, 'latin1')] : []
    } catch {
      return []
    }
  })
}

const INCLUDES = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/uio.h>\n#include <unistd.h>\n'
async function run(body: string, request: Partial<RunRequest> = {}, signal?: AbortSignal) {
  const text = { Stdout: '', Stderr: '' }
  const module = await compileC(`${INCLUDES}int main(int argc, char **argv) {${body}\nreturn 0; }`)
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += new TextDecoder().decode(bytes)
  }
  const begin = performance.now()
  const result = await machine.run({ module, core: BYPASS, arguments: [], ...request }, { output, signal })
  return { ...result, ...text, milliseconds: performance.now() - begin }
}
async function expectNextRunFine() {
  expect(await run('puts("fine");')).toMatchObject({ ending: { kind: 'exit', code: 0 }, Stdout: 'fine\n' })
}

test('a process that is killed from outside is no fault of the program, and the next run is fine', async () => {
  const killed = run('puts("begun"); for (volatile int i = 0;;) i++;').catch((error: Error) => error.message)
  const busy = () =>
    readdirSync('/proc').filter((name) => {
      try {
        const ours = readFileSync(`/proc/${name}/cmdline`, 'latin1')
        return ours.startsWith('/node\0') || /^\S*\/node\0/.test(ours)
          ? ours.includes('--wasm-max-mem-pages') && isBelow(Number(name)) && usedSeconds(name) > 1
          : false
      } catch {
        return false
      }
    })
  await expect.poll(busy, { timeout: 60_000 }).not.toEqual([])
  for (const pid of busy()) process.kill(Number(pid), 'SIGKILL')
  expect(await killed).toBe('runner: it was killed from outside')
  await expectNextRunFine()
})
/** Whether we started it, or one that did. */
function isBelow(pid: number): boolean {
  const parent = Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1])
  return parent === process.pid || (parent > 1 && isBelow(parent))
}
function usedSeconds(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

test('arguments, files and output pass through, and changed files come back', async () => {
  const files = new Map([['in.txt', new TextEncoder().encode('data')]])
  const body = `char b[9] = {0}; FILE *f = fopen("in.txt", "r"); fread(b, 1, 8, f); FILE *o = fopen("out.txt", "w"); fprintf(o, "%s %s", b, argv[1]); fclose(o);
    fprintf(stderr, "err"); printf("out"); return 4;`
  const result = await run(body, { files, arguments: ['x y'] })
  expect(result).toMatchObject({ ending: { kind: 'exit', code: 4 }, message: 'exit code 4', Stdout: 'out', Stderr: 'err' })
  expect([...result.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])).toEqual([['out.txt', 'data x y']])
  expect(result.executionMilliseconds).toBeGreaterThan(0)
})

test('an endless loop ends at the wall time limit, with what it printed before', async () => {
  const { ending, message, Stdout } = await run('puts("begin"); for (volatile int i = 0;;) i++;', { limits: { wallMilliseconds: 3000 } })
  expect(ending).toMatchObject({ kind: 'limit', limit: 'wallMilliseconds' })
  expect([message, Stdout]).toEqual(['wall time limit of 3 s reached', 'begin\n'])
  await expectNextRunFine()
})

test.runIf(usageOf(process.pid))('an endless loop ends at the processor time limit', async () => {
  const { ending, processorSeconds } = await run('for (volatile int i = 0;;) i++;', {
    limits: { processorMilliseconds: 300, wallMilliseconds: 300_000 },
  })
  expect(ending).toEqual({ kind: 'limit', limit: 'processorMilliseconds', message: 'processor time limit of 0.3 s reached' })
  expect(processorSeconds).toBeGreaterThanOrEqual(0.3)
})

test('a program that sleeps uses no processor time and ends at the wall time limit', async () => {
  const { ending, processorSeconds } = await run('sleep(1000);', { limits: { wallMilliseconds: 5000 } })
  expect(ending).toMatchObject({ kind: 'limit', limit: 'wallMilliseconds' })
  expect(processorSeconds).toBeLessThan(2.5) // its start takes some, a slow machine's more
})

test('cancelling ends an endless loop, and a run that has not begun', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 300)
  expect((await run('for (volatile int i = 0;;) i++;', {}, controller.signal)).ending).toEqual({ kind: 'cancelled' })
  expect((await run('puts("never");', {}, controller.signal)).ending).toEqual({ kind: 'cancelled' })
  await expectNextRunFine()
})

const MANY_WRITES = 'for (int i = 0; i < 30000; i++) fputc(i % 80 ? 65 : 10, i % 3 ? stderr : stdout); fflush(stdout);'
const FOR_EVER = 'for (volatile int i = 0;;) i++;'

test('thirty thousand small writes reach the reader while the program is silent, in few pieces', async () => {
  const module = await compileC(`${INCLUDES}int main(void) { setvbuf(stdout, NULL, _IONBF, 0); ${MANY_WRITES} ${FOR_EVER} }`)
  const all = new AbortController()
  const text = { Stdout: '', Stderr: '' }
  let pieces = 0
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += new TextDecoder().decode(bytes)
    pieces++
    if (text.Stdout.length + text.Stderr.length === 30_000) all.abort()
  }
  const { ending } = await machine.run({ module, core: BYPASS, arguments: [] }, { output, signal: all.signal })
  expect(ending).toEqual({ kind: 'cancelled' })
  const written = Array.from({ length: 30_000 }, (_, i) => (i % 80 ? 'A' : '\n'))
  expect(text.Stdout).toBe(written.filter((_, i) => i % 3 === 0).join(''))
  expect(text.Stderr).toBe(written.filter((_, i) => i % 3 !== 0).join(''))
  expect(pieces).toBeLessThan(25_000) // two for each three writes, where the streams alternate, and one more where a read ends between two of one
})

test.each([
  ['that traps', '__builtin_trap();', undefined],
  ['that is killed at a limit', FOR_EVER, 5000],
])('a run %s keeps all that was written before', async (_, end, wallMilliseconds) => {
  const body = `for (int i = 0; i < 50000; i++) fputc(i % 80 ? 65 : 10, stderr); ${end}`
  const { ending, Stderr } = await run(body, wallMilliseconds ? { limits: { wallMilliseconds } } : {})
  expect(ending.kind).toBe(wallMilliseconds ? 'limit' : 'trap')
  expect(Stderr.length).toBe(50_000)
})

/** While the reader is slow, the program waits in the middle of a write: there it is interrupted. */
test.each([
  ['small writes', 'char b[16]; for (int i = 0;; i++) write(1, b, sprintf(b, "%d\\n", i));'],
  [
    'writes longer than a pipe',
    'static char b[300000]; for (int i = 0;;) { int n = 0; while (n < 200000) n += sprintf(b + n, "%d\\n", i++); write(1, b, n); }',
  ],
])('a run that is cancelled within %s has each of them once and in order', async (_, body) => {
  const module = await compileC(`${INCLUDES}int main(void) { ${body} }`)
  for (let round = 0; round < 5; round++) {
    const controller = new AbortController()
    let text = ''
    const output = (_stream: string, bytes: Uint8Array) => {
      text += new TextDecoder().decode(bytes)
      for (const until = performance.now() + 40; performance.now() < until && !controller.signal.aborted; );
      if (text.length > 100_000) controller.abort()
    }
    expect((await machine.run({ module, core: BYPASS, arguments: [] }, { output, signal: controller.signal })).ending).toEqual({ kind: 'cancelled' })
    const lines = text.split('\n').slice(0, -1)
    expect(lines.findIndex((line, index) => line !== String(index))).toBe(-1)
    expect(lines.length).toBeGreaterThan(1000)
  }
})

test('a flood of output stops exactly at the limit', async () => {
  const { ending, Stdout } = await run('for (;;) puts("0123456789");', { limits: { outputBytes: 1_000_003 } })
  expect(ending).toMatchObject({ kind: 'limit', limit: 'outputBytes' })
  expect(Stdout.length).toBe(1_000_003)
  await expectNextRunFine()
})

test('one write that names the same memory a thousand times stops exactly at the limit', async () => {
  const body = 'static char b[4000000]; struct iovec v[1024]; for (int i = 0; i < 1024; i++) v[i] = (struct iovec){b, sizeof b}; writev(1, v, 1024);'
  const { ending, Stdout } = await run(body, { limits: { outputBytes: 5_000_003 } })
  expect(ending).toMatchObject({ kind: 'limit', limit: 'outputBytes' })
  expect(Stdout.length).toBe(5_000_003)
})

test('a memory bomb gets NULL from malloc at the limit', async () => {
  const { Stdout } = await run('long n = 0; for (char *volatile p; (p = malloc(1000000)); n++) memset(p, 1, 1000000); printf("%d", n >= 5 && n < 8);')
  expect(Stdout).toBe('1')
})

test('a file bomb ends at the limit', async () => {
  const body =
    'char b[10000] = {1}; for (int n = 0;; n++) { char p[20]; sprintf(p, "f%d", n); FILE *f = fopen(p, "w"); fwrite(b, 1, sizeof b, f); fclose(f); }'
  const { ending, files } = await run(body, { limits: { fileBytes: 1_000_000 } })
  expect(ending).toMatchObject({ kind: 'limit', limit: 'fileBytes' })
  expect([...files.values()].reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThanOrEqual(1_000_000)
})

test('recursion without end is a stack overflow, deep recursion is not', async () => {
  const deep = '__attribute__((noinline)) int deep(int n) { return n ? deep(n - 1) * 3 + n : 1; }'
  const output = async (depth: string) => {
    const module = await compileC(`${INCLUDES}${deep}\nint main(int argc, char **argv) { printf("%d", deep(${depth}) != 0); return 0; }`)
    return machine.run({ module, core: BYPASS, arguments: [] }, { output: () => {} })
  }
  expect((await output('50000')).ending).toEqual({ kind: 'exit', code: 0 })
  expect((await output('argc - 2')).message).toMatch(/^stack overflow in deep/)
})
test('so is one where the output of each call is what finds no stack left', async () => {
  const deep = 'static int deep(void) { write(1, "x\\n", 2); return deep() + write(1, "y", 1); }' // without a frame on the program's own stack
  const module = await compileC(`${INCLUDES}${deep}\nint main(void) { return deep(); }`)
  const pieces: Uint8Array[] = []
  const { message } = await machine.run({ module, core: BYPASS, arguments: [] }, { output: (_, bytes) => void pieces.push(bytes.slice()) })
  expect(message).toMatch(/^stack overflow in .*deep/)
  expect(Buffer.concat(pieces).toString()).toMatch(/^(x\n)+$/)
  await expectNextRunFine()
})

test('a huge argv arrives', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `argument-${i}`)
  expect((await run('printf("%d %s", argc, argv[20000]);', { arguments: many })).Stdout).toBe('20001 argument-19999')
})

test.skipIf(!existsSync('/proc/self/cmdline')).each([
  ['that promises places for its loops has both compilers', true, COMPILING.quick],
  ['of another build has the optimising compiler alone', false, COMPILING.optimising],
])('the process of a program %s', async (_, promised, [flag]) => {
  const section = [0, OPTIMISED_SECTION.length + 1, OPTIMISED_SECTION.length, ...new TextEncoder().encode(OPTIMISED_SECTION)]
  const module = Uint8Array.from([...(await compileC('int main(void) { for (volatile int i = 0;; i++) {} }')), ...(promised ? section : [])])
  const own = await mkdtemp(join(tmpdir(), 'credence-machine-'))
  const fresh = await openMachine({ cacheDir: own, runtime: new Uint8Array(0) })
  const stop = new AbortController()
  const ended = fresh.run({ module, core: BYPASS, arguments: [] }, { output: () => {}, signal: stop.signal })
  const lines = commandLines().filter((line) => line.includes(own))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) for (const each of Object.values(COMPILING).flat()) expect(line.includes(each), each).toBe(each === flag)
  stop.abort()
  expect((await ended).ending).toEqual({ kind: 'cancelled' })
  await fresh.close()
  await rm(own, { recursive: true })
})

test('a module that is no module is our fault and is thrown', async () => {
  await expect(machine.run({ module: new Uint8Array([1, 2, 3]), core: BYPASS, arguments: [] }, { output: () => {} })).rejects.toThrow(
    /not a WebAssembly 1 module/,
  )
  await expectNextRunFine()
})
test('a fault of ours in the process is thrown with the lines of our sources', async () => {
  const module = await compileC('__attribute__((import_module("env"), import_name("f"))) void f(void); int main(void) { f(); }')
  await expect(machine.run({ module, core: BYPASS, arguments: [] }, { output: () => {} })).rejects.toThrow(
    /^runner: .+\n( +at .*\n)* +at execute \(\S*src\/machine\/execute\.ts:\d+\)/,
  )
})
