// What a program has counted is told although it was ended from outside, wherever it was.
import { RECOMMENDED_SPEC as core } from '@credence/contract/cores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, openEngine } from '../../index.ts'
import { TEST_CACHE } from '../../toolchain/testing/toolchain.ts'

const INCLUDES = '#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <uxhw.h>\n'

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ cacheDir: TEST_CACHE, poolSize: 1 })
})
afterAll(() => engine.close())

async function build(body: string): Promise<Uint8Array> {
  const files = new Map([['main.c', Buffer.from(`${INCLUDES}int main(void) {${body} return 0; }`)]])
  const { module, output } = await engine.build({ files, core })
  if (!module) throw new Error(output)
  return module
}

test.each([
  ['an endless loop', 'puts("begun"); for (volatile int i = 0;;) i++;', 2 ** 24],
  ['a loop inside a loop', 'puts("begun"); for (volatile int i = 0;;) for (int j = 0; j < 10; j++) i++;', 2 ** 24],
  ['endless arithmetic on a distribution', 'puts("begun"); for (volatile double x = UxHwDoubleUniformDist(0, 1);;) x = x * 0.5 + 1;', 1000],
  ['calls without end', 'puts("begun"); for (volatile int i = 0;;) i += abs(i) > 5 ? -1 : atoi("1");', 10_000],
  ['prints without end', 'for (;;) puts("begun");', 1000],
  ['a sleep', 'puts("begun"); sleep(1000);', 50],
])('%s, cancelled', async (_what, body, least) => {
  const module = await build(body)
  const controller = new AbortController()
  let begun = false
  const output = () => {
    if (!begun) setTimeout(() => controller.abort(), 500)
    begun = true
  }
  const cancelled = await engine.run({ module, core, arguments: [] }, { output, signal: controller.signal })
  expect(cancelled).toMatchObject({ ending: { kind: 'cancelled' }, message: 'cancelled' })
  expect(cancelled.dynamicInstructions).toBeGreaterThan(least)
})
test.each([
  ['wallMilliseconds', 10_000],
  ['processorMilliseconds', 3000],
] as const)('an endless loop at the limit of %s', async (limit, most) => {
  const module = await build('for (volatile int i = 0;;) i++;')
  const limited = await engine.run({ module, core, arguments: [], limits: { [limit]: most } }, { output: () => {} })
  expect(limited.ending).toMatchObject({ kind: 'limit', limit })
  expect(limited.dynamicInstructions).toBeGreaterThan(2 ** 24)
})
test('how a program decided is told although it was ended at a limit', async () => {
  const module = await build('volatile double x = UxHwDoubleUniformDist(-1, 3); if (x > 0) puts("above"); for (volatile int i = 0;;) i++;')
  const limited = await engine.run({ module, core, arguments: [], limits: { wallMilliseconds: 5000 } }, { output: () => {} })
  expect(limited.ending).toMatchObject({ kind: 'limit', limit: 'wallMilliseconds' })
  expect(limited.notices?.places).toMatchObject([{ kind: 'comparison', file: 'main.c', count: 1, share: expect.closeTo(0.25, 2) }])
})
