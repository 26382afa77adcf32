// Who shares a process with whom, what ends one, and that nothing of a run is left for the next in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usageOf } from '../../box/node/usage.ts'
import type { RunRequest } from '../../types.ts'
import { BYPASS, compileC } from '../testing/compile.ts'
import { type Machine, openMachine } from './pool.ts'

let cacheDir: string
let machine: Machine
const modules = new Map<string, Uint8Array>()
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'credence-kept-'))
  machine = await openMachine({ cacheDir, runtime: new Uint8Array(0), poolSize: 2 })
})
afterAll(async () => {
  await machine.close()
  await rm(cacheDir, { recursive: true })
})

const INCLUDES = `#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <fcntl.h>\n#include <locale.h>\n`
async function run(source: string, request: Partial<RunRequest> = {}, signal?: AbortSignal) {
  const module = modules.get(source) ?? (await compileC(INCLUDES + source))
  modules.set(source, module)
  let Stdout = ''
  const output = (_stream: string, bytes: Uint8Array) => {
    Stdout += new TextDecoder().decode(bytes)
  }
  return { ...(await machine.run({ module, core: BYPASS, arguments: [], ...request }, { output, signal })), Stdout }
}
/** Longer than a process takes to start, since one may start beside it. */
const SPIN = 'int main(void) { for (volatile int i = 0; i < 300000000; i++) {} return 0; }'
const QUICK = 'int main(void) { return 0; }'

/** Processes of the machine, boxes and all, with what they have used. */
function processes(): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => Number(one) > 0)) {
    try {
      const isOurs = readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(cacheDir)
      const isChild = readFileSync(`/proc/${name}/stat`, 'latin1').includes(` ${process.pid} `)
      const usage = isOurs && isChild ? usageOf(Number(name)) : undefined
      if (usage) found.set(Number(name), usage.processorMilliseconds)
    } catch {} // it ended meanwhile
  }
  return found
}
/** The process that serves the run of this owner: the one that works while a program spins. It serves the owner's next run, too, if it is kept. */
async function serverOf(owner: string | undefined): Promise<number> {
  const before = processes()
  const stop = new AbortController()
  let during = before
  const looking = setInterval(() => {
    during = processes()
  }, 20)
  await run(SPIN, owner === undefined ? {} : { owner }, stop.signal)
  clearInterval(looking)
  const worked = [...during].map(([pid, used]) => [pid, used - (before.get(pid) ?? 0)] as const)
  return worked.reduce((most, one) => (one[1] > most[1] ? one : most), [0, -1] as readonly [number, number])[0]
}
/** @returns `look()` once `isKept` says that its process was kept, which a busy machine does for less long than the runs of a test may take */
async function whenKept<T>(look: () => Promise<T>, isKept: (seen: T) => boolean): Promise<T> {
  for (let more = 5; more > 0; more--) {
    const seen = await look()
    if (isKept(seen)) return seen
  }
  throw new Error('no process was kept from one run to the next')
}
const hasTables = existsSync('/proc/self/stat')

describe.runIf(hasTables)('a process', () => {
  test('serves the runs of one owner, and never those of another or of nobody', async () => {
    await run(QUICK, { owner: 'ann' })
    const { ann, bob } = await whenKept(
      async () => ({ ann: await serverOf('ann'), bob: await serverOf('bob'), again: await serverOf('ann') }),
      (seen) => seen.again === seen.ann,
    )
    expect(bob).not.toBe(ann)
    expect([ann, bob]).not.toContain(await serverOf(undefined))
    expect([ann, bob]).not.toContain(await serverOf('carl'))
  })
  test.each([
    ['a trap', 'int main(void) { __builtin_trap(); }', {}],
    ['an abort', 'int main(void) { abort(); }', {}],
    ['a limit that the runner tells', 'int main(void) { for (;;) puts("0123456789"); }', { limits: { outputBytes: 100_000 } }],
    ['a limit that is seen from outside', 'int main(void) { for (volatile int i = 0;; i++) {} }', { limits: { wallMilliseconds: 500 } }],
    ['a fault of ours', '__attribute__((import_module("env"), import_name("f"))) void f(void); int main(void) { f(); }', {}],
    ['a hundred runs', QUICK, {}],
  ])('ends after %s', async (what, source, request) => {
    const owner = `owner of ${what}`
    await run(QUICK, { owner })
    const [first] = await whenKept(
      async () => [await serverOf(owner), await serverOf(owner)] as const,
      ([one, next]) => one === next,
    )
    if (what === 'a hundred runs') for (let i = 0; i < 98; i++) await run(source, { owner })
    else await run(source, { owner, ...request }).catch(() => {})
    expect(await serverOf(owner)).not.toBe(first)
  })
  test('ends when its owner has not come for some seconds', async () => {
    await run(QUICK, { owner: 'dora' })
    const dora = await serverOf('dora')
    await expect.poll(() => processes().has(dora)).toBe(false)
  })
})

/** Looks for what an earlier run of itself left, says what it found, and leaves everything it can. */
const LEAVES = `
static int counter; static char block[100000]; char *volatile heap;
__attribute__((noinline)) int deep(int leave) { volatile char frame[50000]; int found = 0;
  for (int i = 0; i < 50000; i++) { found += frame[i] == 0x5a; if (leave) frame[i] = 0x5a; } return found; }
int main(int argc, char **argv) {
  int memory = deep(0); for (int i = 0; i < 100000; i++) memory += block[i] == 0x5a;
  heap = malloc(1000000); for (int i = 0; i < 1000000; i++) memory += heap[i] == 0x5a;
  FILE *old = fopen("left", "r"); int fd = open("other", O_CREAT | O_RDWR, 0600); char in[10] = {0}; ssize_t got = read(0, in, 9);
  printf("counter %d, marked bytes %d, file %s, next descriptor %d, LEFT=%s, errno %d, rand %d, locale %s, input %zd, arguments %d, environment %s\\n",
    counter, memory, old ? "there" : "none", fd, getenv("LEFT") ? getenv("LEFT") : "", errno, rand(), setlocale(LC_ALL, 0), got, argc, getenv("PATH") ? "there" : "none");
  counter = 7; memset(block, 0x5a, sizeof block); memset(heap, 0x5a, 1000000); deep(1); setenv("LEFT", "secret", 1); srand(99); setlocale(LC_ALL, "C.UTF-8"); errno = 5;
  FILE *f = fopen("left", "w"); fputs("secret", f); fflush(f);
  fputs("unflushed", stderr); _exit(0); }`

test.runIf(hasTables)('a run finds nothing of the one before in its process', async () => {
  const owner = 'eve'
  const { first, second } = await whenKept(
    async () => {
      const before = await serverOf(owner)
      const [first, second] = [await run(LEAVES, { owner }), await run(LEAVES, { owner })]
      return { first, second, isOne: (await serverOf(owner)) === before }
    },
    ({ isOne }) => isOne,
  )
  expect(first.Stdout).toMatch(/^counter 0, marked bytes 0, file none, next descriptor \d+, LEFT=, /)
  expect(second.Stdout).toBe(first.Stdout)
  expect([...second.files.keys()].sort()).toEqual([...first.files.keys()].sort())
})
test('the files given to a run, and its arguments, are not there in the next', async () => {
  const source = 'int main(int argc, char **argv) { FILE *f = fopen("given", "r"); printf("%s %d", f ? "there" : "none", argc); return 0; }'
  const given = { owner: 'finn', files: new Map([['given', new Uint8Array(10)]]), arguments: ['one'] }
  expect([(await run(source, given)).Stdout, (await run(source, { owner: 'finn' })).Stdout]).toEqual(['there 2', 'none 1'])
})
test('a short run after one that wrote much says its lines at once, as the first did', async () => {
  const many = 'int main(void) { setvbuf(stdout, 0, _IONBF, 0); for (int i = 0; i < 20000; i++) puts("x"); return 0; }'
  await run(many, { owner: 'gil' })
  const heard = Promise.withResolvers<void>()
  const module = await compileC(`${INCLUDES}int main(void) { puts("now"); fflush(stdout); for (volatile int i = 0;; i++) {} }`)
  const stop = new AbortController()
  const ended = machine.run({ module, core: BYPASS, arguments: [], owner: 'gil' }, { output: () => heard.resolve(), signal: stop.signal })
  await heard.promise
  stop.abort()
  expect((await ended).ending).toEqual({ kind: 'cancelled' })
})
