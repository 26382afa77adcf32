// Samples that go alone, each from the start of the program: whatever those before them did.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestEngine, type TestEngine } from '../toolchain/testing/toolchain.ts'
import { mainOn, runOn, shown } from './testing/deciding.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await openTestEngine({ poolSize: 1 })
})
afterAll(() => engine.close())

test('a sample that goes alone finds descriptors and arguments as every other does, whatever one before it did to them', async () => {
  const { Stderr, ways } = await runOn(
    engine,
    `#include <unistd.h>
    int main(int argc, char **argv) {
      double x = UxHwDoubleUniformDist(0.1, 0.9), sum = 0;
      int above = 0, isOther;
      for (int i = 0; i < 60; i++) { x = 3.9 * x * (1 - x); if (x > 0.5) sum += x, above++; else sum -= x; }
      isOther = argc != 1 || strcmp(argv[0], "main");
      argv[0][0] = 'X';
      int first = write(1, "a", 1), tty = isatty(1);
      if (above & 1) close(1);
      int second = above & 1 ? -write(1, "b", 1) : 1, gone = above & 1 ? !isatty(1) : 1;
      fprintf(stderr, "%f %d %d %d %d %d\\n", sum, isOther, first, tty, second, gone);
      return 0;
    }`,
  )
  expect(ways).toMatchObject({ samples: 4096 })
  expect(ways!.runs).toBeGreaterThan(4096)
  expect(Stderr.trim()).toMatch(/^\S+Ux[0-9A-F]+ 0 1 1 1 1$/)
})
test('a sample that goes alone finds memory clear that others before it wrote, however seldom one takes so much', async () => {
  const { Stdout, ways } = await mainOn(
    engine,
    `
    double x = UxHwDoubleUniformDist(0.1, 0.9), sum = 0;
    int above = 0, dirty = 0;
    for (int i = 0; i < 60; i++) { x = 3.9 * x * (1 - x); if (x > 0.5) sum += x, above++; else sum -= x; }
    size_t n = above % 10 == 0 ? 20000 + 10000 * (size_t)above : 100;
    volatile unsigned char *p = malloc(n);
    for (size_t i = 0; i < n; i++) dirty += p[i] == 77, p[i] = 77;
    printf("%f %d %d\\n", sum, (int)(n / 10000), dirty);`,
  )
  expect(ways).toMatchObject({ samples: 4096 })
  expect(ways!.runs).toBeGreaterThan(4096)
  expect(Stdout.trim()).toMatch(/^\S+Ux[0-9A-F]+ \S+Ux[0-9A-F]+ 0$/)
  const [, blocks] = shown(Stdout)
  expect(Object.keys(blocks!.atoms)).toHaveLength(3)
})
test('samples that print very much one by one, or end in ways of their own, have all that they printed', async () => {
  const { Stdout, ways, notices } = await mainOn(
    engine,
    `
    double x = UxHwDoubleUniformDist(0.1, 0.9), sum = 0;
    int above = 0;
    for (int i = 0; i < 60; i++) { x = 3.9 * x * (1 - x); if (x > 0.5) sum += x, above++; else sum -= x; }
    for (int i = 0; i < 300; i++) printf("%d ", above + i);
    if (above % 7 == 0) exit(above % 2);
    printf("%f\\n", sum);`,
  )
  expect(ways).toMatchObject({ samples: 4096, outvoted: 0 })
  const all = shown(Stdout)
  expect(all).toHaveLength(301)
  for (const one of all.slice(0, 300)) expect(one.mass).toBe(1)
  expect(all[299]!.mean - all[0]!.mean).toBeCloseTo(299, 6)
  expect(all[300]!.mass).toBeLessThan(0.9)
  expect(notices?.places.map(({ text }) => text).join('\n')).toMatch(/exit code 1/)
})
