// Questions on a path are about the samples that take it, in the text of the run as in the distribution beside it.
import { law } from '@credence/distribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CoreSpec } from '../../index.ts'
import { openTestEngine, type TestEngine } from '../../toolchain/testing/toolchain.ts'

const CORE: CoreSpec = { Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation', Precision: 64, MemorySize: 64_000_000 }

let engine: TestEngine
beforeAll(async () => {
  engine = await openTestEngine({ poolSize: 1 })
})
afterAll(() => engine.close())

async function run(program: string, name = 'main.c') {
  const includes = name.endsWith('c') ? '#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <uxhw.h>\n' : ''
  const built = await engine.build({ files: new Map([[name, new TextEncoder().encode(`${includes}${program}`)]]), core: CORE })
  if (!built.module) throw new Error(built.output)
  let text = ''
  const output = (stream: string, bytes: Uint8Array) => {
    if (stream === 'Stdout') text += new TextDecoder().decode(bytes)
  }
  return { ...(await engine.run({ module: built.module, core: CORE, arguments: [] }, { output })), text }
}
const main = (statements: string) => run(`int main(void) { ${statements} return 0; }`)
/** The decimals of an output, in its order. */
const decimals = (text: string): number[] => [...text.matchAll(/-?\d+\.\d+(?=Ux|\s)/g)].map(([word]) => Number(word))

/** x of the normal law N(0.1, 1), given that it is above 0: Φ(0.1) of it. */
const { cdf, quantile } = law('gauss', 0, 0)
const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
const ABOVE = cdf(0.1)
const RATIO = density(0.1) / ABOVE
const MEAN = 0.1 + RATIO
const VARIANCE = 1 - 0.1 * RATIO - RATIO * RATIO
const quantileAbove = (p: number) => 0.1 + quantile(1 - ABOVE + p * ABOVE)
const SOURCE = 'double x = UxHwDoubleGaussDist(0.1, 1);'
const GATE = 5e-3

describe('of a normal law cut off at 0', () => {
  test.each([
    ['the mean', 'UxHwDoubleNthMoment(x, 1)', MEAN],
    ['the variance', 'UxHwDoubleNthMoment(x, 2)', VARIANCE],
    ['a quantile', 'UxHwDoubleQuantile(x, 0.5)', quantileAbove(0.5)],
    ['another', 'UxHwDoubleQuantile(x, 0.95)', quantileAbove(0.95)],
    ['a probability', 'UxHwDoubleProbabilityGT(x, 1)', cdf(-0.9) / ABOVE],
    ['the lower end', 'UxHwDoubleSupportMin(x)', 0],
    ['the density', 'UxHwDoubleEvaluatePDF(x, 1)', density(0.9) / ABOVE],
    ['the mean of what is below 1', 'UxHwDoubleLimitDistributionSupport(x, -9, 1)', 0.1 + (density(0.1) - density(0.9)) / (cdf(0.9) - cdf(-0.1))],
    ['the particle less the mean', 'x - UxHwDoubleNthMoment(x, 1)', 0.1 - MEAN],
    ['the same of a float', 'UxHwFloatNthMoment((float)x, 1)', MEAN],
  ])('%s', async (_what, question, known) => {
    const { text, ways } = await main(`${SOURCE} if (x > 0) printf("%f\\n", ${question}); else puts("below");`)
    expect(Math.abs(decimals(text)[0]! - known)).toBeLessThan(question.includes('PDF') ? 5e-2 : GATE)
    expect(ways).toMatchObject({ paths: 2, samples: 4096 })
  })
  test('an answer that all samples of the path have is a plain number', async () => {
    const { text } = await main(`${SOURCE} if (x > 0) printf("%f\\n", UxHwDoubleNthMoment(x, 1)); else puts("below");`)
    expect(text).toMatch(/^0\.83\d{4}\n$/)
  })
  test('the same call on both sides of a branch stays on both', async () => {
    const { text } = await main(
      `${SOURCE} double m; if (x > 0) m = UxHwDoubleNthMoment(x, 1); else m = UxHwDoubleNthMoment(x, 1); printf("%f\\n", m);`,
    )
    expect(Math.abs(decimals(text)[0]! - MEAN)).toBeLessThan(GATE)
    expect(text).toMatch(/Ux/)
  })
})

describe('the particle takes its path by the answers it gets there', () => {
  test('a decision on an answer', async () => {
    // P(x > 1) is 0.18 of all and 0.34 of those above 0.
    const { text } = await main(`${SOURCE} if (x > 0) puts(UxHwDoubleProbabilityGT(x, 1) > 0.25 ? "likely" : "unlikely");`)
    expect(text).toBe('likely\n')
  })
  test('the exit code', async () => {
    const { ending } = await run(`int main(void) { ${SOURCE} if (x > 0) return UxHwDoubleQuantile(x, 0.5) > 0.5 ? 3 : 4; return 5; }`)
    expect(ending).toEqual({ kind: 'exit', code: 3 })
  })
  test('a loop that goes on while an answer says so', async () => {
    // E(x | x > a) > 1.5 from a = 1 on: halves behind the branch.
    const { text } = await main(
      `double x = UxHwDoubleUniformDist(0, 8), y = x; int n = 0;
       if (x > 3) for (; UxHwDoubleNthMoment(y, 1) > 1; n++) y = y / 2;
       printf("%d turns\\n", n);`,
    )
    expect(text).toMatch(/^3(?:\x1b|Ux| )/) // 5.5 / 2^3; of all it would be 2
  })
})

test('inside loops and functions each answer is that of the samples still on the path', async () => {
  const { text } = await run(
    `static double ask(double v) { return UxHwDoubleNthMoment(v, 1); }
     int main(void) {
       double x = UxHwDoubleUniformDist(0, 1);
       for (int i = 0; i < 3; i++) if (x > i * 0.15) printf("%.4f\\n", ask(x));
       return 0;
     }`,
  )
  const [all, first, second] = decimals(text)
  expect(Math.abs(all! - 0.5)).toBeLessThan(1e-3)
  expect(Math.abs(first! - (1 + 0.15) / 2)).toBeLessThan(1e-3)
  expect(Math.abs(second! - (1 + 0.3) / 2)).toBeLessThan(1e-3)
})
test('in C++, after exceptions and through streams', async () => {
  const { text } = await run(
    `#include <iostream>
     #include <stdexcept>
     #include <uxhw.h>
     static void check(double v) { if (v > 0) throw std::runtime_error("above"); }
     int main() {
       double x = UxHwDoubleGaussDist(0.1, 1);
       try { check(x); std::cout << "below " << UxHwDoubleNthMoment(x, 1) << "\\n"; }
       catch (const std::exception &e) { std::cout << e.what() << " " << UxHwDoubleNthMoment(x, 1) << "\\n"; }
     }`,
    'main.cpp',
  )
  expect(text).toMatch(/^above 0\.83\d+Ux/)
})
test('what was printed before samples disagree stands, also where it had not been written out', async () => {
  const { text } = await main(
    `${SOURCE} double y = UxHwDoubleLimitDistributionSupport(UxHwDoubleGaussDist(0, 1), 0.2, 3);
     printf("%f %f\\n", x, y); if (x > 0) printf("%f %f\\n", UxHwDoubleNthMoment(x, 1), y); return 0;
     printf("%d", (int)x);`,
  )
  const [before, after] = text.split('\n')
  const { text: straight } = await main(
    `${SOURCE} double y = UxHwDoubleLimitDistributionSupport(UxHwDoubleGaussDist(0, 1), 0.2, 3); printf("%f %f\\n", x, y);`,
  )
  expect(`${before}\n`).toBe(straight)
  expect(decimals(`${after}\n`)[1]).toBe(decimals(straight)[1]) // the particle of y is one number
})
test('what goes into a file has the answers of its path', async () => {
  const { files } = await main(
    `${SOURCE} FILE *f = fopen("out.txt", "w"); fprintf(f, "%f\\n", x);
     if (x > 0) fprintf(f, "%f %d\\n", UxHwDoubleNthMoment(x, 1), (int)(x * 2)); fclose(f);`,
  )
  const [, behind] = new TextDecoder().decode(files.get('out.txt')).split('\n')
  expect(Math.abs(Number.parseFloat(behind!) - MEAN)).toBeLessThan(GATE)
  expect(behind).toMatch(/ 0Ux[0-9A-F]+$/)
})
test('where no sample takes the path of the particle, an answer is that of those which came nearest', async () => {
  const { text } = await main(
    `double x = UxHwDoubleMixture(UxHwDoubleUniformDist(-3, -1), UxHwDoubleUniformDist(1, 3), 0.5);
     if (x > -0.5 && x < 0.7) printf("%f\\n", UxHwDoubleNthMoment(x, 1));`,
  )
  expect(Math.abs(decimals(text)[0]! - 2)).toBeLessThan(1e-2)
})
test('probabilities that rest on few samples of the path say so', async () => {
  const { notices } = await main(`${SOURCE} if (x > 0) printf("%f\\n", UxHwDoubleProbabilityGT(x, 3.9)); else puts("below");`)
  expect(notices!.places.find(({ kind }) => kind === 'tail')!.text).toMatch(/rests on 0 of 22\d\d samples/)
})
