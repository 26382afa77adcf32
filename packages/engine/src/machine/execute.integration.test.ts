// How runs end: exit codes, traps in a C programmer's words, limits of memory and stack.
import { expect, test } from 'vitest'
import type { CoreSpec } from '../types.ts'
import { execute } from './execute.ts'
import { BYPASS, compileC } from './testing/compile.ts'

async function run(source: string, core: CoreSpec = BYPASS) {
  const text = { Stdout: '', Stderr: '' }
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += new TextDecoder().decode(bytes)
  }
  return { ...execute({ module: await compileC(source), core, arguments: [] }, {}, { output }), ...text }
}

test('what main returns is the exit code, and buffered output is flushed', async () => {
  const { ending, message, Stdout } = await run('#include <stdio.h>\nint main(void) { printf("no newline"); return 3; }')
  expect(ending).toEqual({ kind: 'exit', code: 3 })
  expect(message).toBe('exit code 3')
  expect(Stdout).toBe('no newline')
})

test('exit runs atexit handlers and ends with its code', async () => {
  const { ending, Stdout } = await run(
    '#include <stdio.h>\n#include <stdlib.h>\nvoid bye(void) { puts("bye"); }\nint main(void) { atexit(bye); exit(7); }',
  )
  expect([ending, Stdout]).toEqual([{ kind: 'exit', code: 7 }, 'bye\n'])
})

test('a failed assertion keeps its text on stderr and ends as abort', async () => {
  const { message, Stderr } = await run('#include <assert.h>\nint main(int argc, char **argv) { assert(argc == 2); return 0; }')
  expect(message).toBe('exit code 134 (abort)')
  expect(Stderr).toContain('argc == 2')
})

test('a fault of whoever takes the output is not the fault of the program', async () => {
  const module = await compileC('#include <stdio.h>\nint main(void) { puts("out"); return 0; }')
  const output = () => {
    throw new TypeError('the screen is gone')
  }
  expect(() => execute({ module, core: BYPASS, arguments: [] }, {}, { output })).toThrow('the screen is gone')
})

const NOINLINE = '__attribute__((noinline))'
test.for<[string, string]>([
  [
    'out of bounds memory access in update, called by main',
    `${NOINLINE} void update(int *p) { *p = 1; } int main(int c, char **v) { update((int *)0xf0000000); return 0; }`,
  ],
  [
    'integer divide by zero in ratio, called by main',
    `${NOINLINE} int ratio(int a, int b) { return a / b; } int main(int c, char **v) { return ratio(c, c - 1); }`,
  ],
  ['call through an invalid function pointer in main', 'int main(int c, char **v) { int (*f)(int) = (int (*)(int))(c + 99999); return f(1); }'],
  [
    'stack overflow in deep, called by main',
    `${NOINLINE} int deep(int n) { return deep(n + 1) * deep(n + 2) + 1; } int main(int c, char **v) { return deep(c); }`,
  ],
])('%s', async ([message, source]) => {
  const result = await run(source)
  expect(result.message.split(';')[0]).toBe(message)
  expect(result.ending.kind).toBe('trap')
})

test('malloc gives NULL at the limit, and a program that minds goes on', async () => {
  const { Stdout, ending } = await run(
    '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { long n = 0; void *volatile p; while ((p = malloc(100000))) n++; printf("%ld", n); return 0; }',
  )
  expect(ending).toEqual({ kind: 'exit', code: 0 })
  expect(Number(Stdout)).toBeGreaterThan(70)
  expect(Number(Stdout)).toBeLessThanOrEqual(80)
})

test('a trap with the memory full names the limit', async () => {
  const source =
    '#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) { char *volatile p = malloc(60000); if (!p) abort(); memset(p, 1, 60000); } }'
  const { ending, message } = await run(source)
  expect(ending).toMatchObject({ kind: 'limit', limit: 'memory' })
  expect(message).toContain('memory limit of 8000000 bytes (MemorySize) reached')
})

test('static data above the limit is refused before the program runs', async () => {
  const source = 'static volatile char big[2000000]; int main(int c, char **v) { big[c] = 1; return big[c + 1]; }'
  const { ending } = await run(source, { ...BYPASS, MemorySize: 1_000_000 })
  expect(ending).toMatchObject({ kind: 'limit', limit: 'memory' })
})
