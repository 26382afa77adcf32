// Programs on a Reference core: every execution on draws of its own, so whatever a program decides, counts, looks up or converts has the law that it has.
import { LIMITS } from '@credence/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CoreSpec, Progress, TraceVariable } from '../../index.ts'
import { openTestEngine, type TestEngine } from '../../toolchain/testing/toolchain.ts'
import { expectAtoms as expectAtomsNear, type Shown, shown } from '../testing/deciding.ts'

const PRECISION = 16_384
const CORE: CoreSpec = { Class: 'C0', Microarchitecture: 'Reference', CorrelationTracking: 'Disable', Precision: PRECISION, MemorySize: 64_000_000 }
const INCLUDES = ['math', 'setjmp', 'stdio', 'stdlib', 'string', 'time', 'uxhw'].map((name) => `#include <${name}.h>\n`).join('')
/** The tolerance of what is decided, in deviations. */
const GATE = 5e-3

let engine: TestEngine
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine.close())

interface Wishes {
  readonly core?: Partial<CoreSpec>
  readonly name?: string
  readonly traceVariables?: readonly TraceVariable[]
  readonly standardError?: number
  readonly progress?: (progress: Progress) => void
  readonly signal?: AbortSignal
  readonly limits?: { readonly wallMilliseconds: number }
  readonly files?: ReadonlyMap<string, Uint8Array>
}
async function run(program: string, { core = {}, name = 'main.c', traceVariables, ...rest }: Wishes = {}) {
  const whole = { ...CORE, ...core }
  const { progress, signal, ...asked } = rest
  const files = new Map([[name, new TextEncoder().encode(name.endsWith('.c') ? `${INCLUDES}${program}` : program)]])
  const built = await engine.build({ files, core: whole, ...(traceVariables && { traceVariables }) })
  if (!built.module) throw new Error(built.output)
  const text = { Stdout: '', Stderr: '' }
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += new TextDecoder().decode(bytes)
  }
  const request = { module: built.module, core: whole, arguments: [], ...asked }
  const result = await engine.run(request, { output, ...(progress && { progress }), ...(signal && { signal }) })
  return { ...result, ...text }
}
const main = (statements: string, wishes?: Wishes) => run(`int main(void) { ${statements} return 0; }`, wishes)

/** Of a text, the distribution. */
const tail = (text: string): string => text.slice(text.indexOf('Ux'))
/** The mean within the gate of its law, the deviation within one hundredth: what 64 Dirac deltas leave of it. */
function expectMoments(value: Shown | undefined, mean: number, deviation: number): void {
  expect(Math.abs(value!.mean - mean) / deviation).toBeLessThan(GATE)
  expect(Math.abs(value!.deviation / deviation - 1)).toBeLessThan(0.01)
  expect(value!.mass).toBeCloseTo(1, 12)
}
const expectAtoms = (value: Shown | undefined, known: Readonly<Record<string, number>>) => expectAtomsNear(value!.atoms, known, GATE)

/** Those of the validation suite are in src/testing. */
describe('closed forms', () => {
  test('Newton to a tolerance: the steps depend on the draw, the root is exact', async () => {
    const { Stdout } = await main(`double a = UxHwDoubleUniformDist(0.01, 100), x = a; int steps = 0;
      while (fabs(x * x - a) > 1e-12 * a) { x = (x + a / x) / 2; steps++; } printf("%f %d\\n", x, steps);`)
    const [root, steps] = shown(Stdout)
    const mean = (2 / 3) * ((1e3 - 1e-3) / 99.99)
    expectMoments(root, mean, Math.sqrt((1e4 - 1e-4) / 2 / 99.99 - mean ** 2))
    // The same count, over quantiles of a.
    let total = 0
    for (let i = 0; i < 100_000; i++) {
      const a = 0.01 + (99.99 * (i + 0.5)) / 100_000
      for (let x = a; Math.abs(x * x - a) > 1e-12 * a; total++) x = (x + a / x) / 2
    }
    expect(Math.abs(steps!.mean - total / 100_000)).toBeLessThan(0.01)
  })
  test('readings that are rejected and drawn again', async () => {
    const { Stdout } = await main('int n = 0; double x; do { x = UxHwDoubleUniformDist(0, 1); n++; } while (x > 0.5); printf("%f %d\\n", x, n);')
    const [kept, draws] = shown(Stdout)
    expectMoments(kept, 0.25, 0.5 / Math.sqrt(12))
    expectMoments(draws, 2, Math.SQRT2)
  })
  test('loops whose number of turns is uncertain', async () => {
    const { Stdout } = await main(
      'int n = (int)UxHwDoubleUniformDist(1, 5); double sum = 0; for (int i = 0; i < n; i++) sum += UxHwDoubleGaussDist(1, 1); printf("%d %f\\n", n, sum);',
    )
    const [turns, sum] = shown(Stdout)
    expectAtoms(turns, { 1: 0.25, 2: 0.25, 3: 0.25, 4: 0.25 })
    expectMoments(sum, 2.5, Math.sqrt(2.5 + 1.25)) // E n and E n + Var n
  })
  test('a law whose parameters are uncertain themselves', async () => {
    const { Stdout } = await main('double m = UxHwDoubleUniformDist(-1, 1); printf("%f\\n", UxHwDoubleGaussDist(m, 2));')
    expectMoments(shown(Stdout)[0], 0, Math.sqrt(4 + 1 / 3))
  })
  test('mixtures, data and a Ux text are drawn from, too', async () => {
    const { Stdout } = await main(
      `double data[] = { 1, 2, 6 }; double *rows[] = { (double[]){ 1, 10 }, (double[]){ 2, 20 } }, both[2];
      printf("%f\\n", UxHwDoubleDistFromSamples(data, 3)); printf("%f\\n", UxHwDoubleMixture(0, 8, 0.75));
      WeightedDoubleSample weighted[] = { { 5, 1 }, { 7, 3 } }; printf("%f\\n", UxHwDoubleDistFromWeightedSamples(weighted, 2));
      UxHwDoubleDistFromMultidimensionalSamples(both, rows, 2, 2); printf("%f\\n", both[1] - 10 * both[0]);
      printf("%f\\n", strtod("21.5Ux0400000000000000024035800000000000000000024035400000000000400000000000000040 35C000000000004000000000000000", 0));`.replace(
        '40 35',
        '4035',
      ),
    )
    const [data, mixture, weighted, text] = shown(Stdout)
    expectAtoms(data, { 1: 1 / 3, 2: 1 / 3, 6: 1 / 3 })
    expectAtoms(mixture, { 0: 0.75, 8: 0.25 })
    expectAtoms(weighted, { 5: 0.25, 7: 0.75 })
    expect(Stdout).toContain('\n0.000000\n') // rows stay together
    expectAtoms(text, { 21.25: 0.5, 21.75: 0.5 })
  })
})

describe('the transcript', () => {
  test('is that of the execution on the means; what is the same in all executions stays plain', async () => {
    const { Stdout } = await main('double x = UxHwDoubleUniformDist(0, 2); printf("%d numbers, %.2f and %.2f\\n", 2, x, x - x);')
    expect(Stdout.replace(/Ux[0-9A-F]+/, '~')).toBe('2 numbers, 1.00~ and 0.00\n')
  })
  test('of C++ streams', async () => {
    const program =
      '#include <iostream>\n#include <uxhw.h>\nint main() { double x = UxHwDoubleUniformDist(0, 2); std::cout << x << " " << (x > 0.5) << std::endl; }\n'
    const { Stdout } = await run(program, { name: 'main.cpp' })
    expectMoments(shown(Stdout)[0], 1, 2 / Math.sqrt(12))
  })
  test('shows a number that all executions but the one on the means agree on as what it is', async () => {
    const { Stdout } = await main('double x = UxHwDoubleUniformDist(-1, 1); printf("%d %d\\n", x == 0, x < 2);')
    expect(shown(Stdout).map(({ before, atoms }) => [before, atoms])).toEqual([['1', { 0: 1 }]])
    expect(Stdout).toMatch(/ 1\n$/)
  })
  test('tells numbers that only some executions print, with the mass they have', async () => {
    const { Stdout, notices } = await main('double x = UxHwDoubleUniformDist(-1, 3); if (x > 0) printf("%f\\n", x); else printf("left %f\\n", x);')
    expect(shown(Stdout)[0]!.mass).toBeCloseTo(0.75, 3)
    expect(notices!.places[0]!.text).toMatch(/^notice: 25 % of the executions print numbers where the one on the means prints none/)
  })
  test('of files is as that of streams; a program that reads what it wrote finds plain numbers', async () => {
    const write = 'FILE *f = fopen("out.csv", "w"); fprintf(f, "%f;%d\\n", UxHwDoubleUniformDist(0, 2), 7); fclose(f);'
    const written = async (statements: string) => new TextDecoder().decode((await main(statements)).files.get('out.csv'))
    const text = await written(write)
    expect(text.replace(/Ux[0-9A-F]+/, '~')).toBe('1.000000~;7\n')
    expectMoments(shown(text)[0], 1, 2 / Math.sqrt(12))
    expect(await written(`${write} double x; int n; f = fopen("out.csv", "r"); if (fscanf(f, "%lf;%d", &x, &n) != 2) return 1;`)).toBe('1.000000;7\n')
  })
  test('of clocks says the same in all executions, with files that were there at the start, too', async () => {
    const { Stdout } = await main(
      'struct timespec now; for (int i = 0; i < 2; i++) { clock_gettime(CLOCK_REALTIME, &now); printf("%.0f\\n", (double)now.tv_nsec); }',
      { files: new Map(['a', 'b', 'c'].map((name) => [`in/${name}.txt`, new Uint8Array(3)])), core: { Precision: 64 } },
    )
    expect(Stdout).toMatch(/^\d+\n\d+\n$/)
  })
  test('memory that is taken anew in each execution is found clear', async () => {
    const { Stdout } = await main(
      `size_t n = 1 << 20; double *p = calloc(n, 8); int dirty = 0; for (size_t i = 0; i < n; i += 512) dirty += p[i] != 0;
      p[(size_t)UxHwDoubleUniformDist(0, n)] = 1; static int runs; printf("%d %d\\n", dirty, ++runs);`,
      { core: { Precision: 200 } },
    )
    expect(Stdout).toBe('0 1\n')
  })
})

describe('trace variables', () => {
  test('have the distribution of all executions at each pass', async () => {
    const program = 'int main(void) {\ndouble x = UxHwDoubleUniformDist(0, 1), sum = 0;\nfor (int i = 0; i < 2; i++)\nsum += x;\nreturn 0; }\n'
    const line = INCLUDES.split('\n').length + 3
    const { traced } = await run(program, { traceVariables: [{ file: 'main.c', line, expression: 'sum' }] })
    expect(traced!.values.map(({ pass, path, value }) => [pass, path, value.replace(/Ux.*/, '~')])).toEqual([
      [0, 0, '0.5~'],
      [1, 0, '1~'],
    ])
    expectMoments(shown(traced!.values[1]!.value)[0], 1, 2 / Math.sqrt(12))
  })
  test('are what a print at that line shows', async () => {
    const program = `int main(void) {
double x = UxHwDoubleGaussDist(1, 2), y = x > 0 ? sqrt(x) : -x; int n = 0;
for (double rest = 3 + y; rest > 1; rest /= 2) {
n++;
y += 0.25 * rest;
printf("%.17g %d\\n", y, n);
}
return 0; }
`
    const line = INCLUDES.split('\n').length + 3
    const traceVariables = ['y', 'n'].map((expression) => ({ file: 'main.c', line: line + 2, expression }))
    const { Stdout, traced } = await run(program, { core: { Precision: 4096 }, traceVariables })
    const printed = Stdout.trimEnd()
      .split('\n')
      .map((text) => text.split(' '))
    for (const [variable] of traceVariables.entries()) {
      const values = traced!.values.filter((one) => one.variable === variable && one.path === 0).map(({ value }) => value)
      expect(values.length).toBeGreaterThan(1)
      expect(values.map(tail)).toEqual(printed.map((words) => tail(words[variable]!)))
    }
  })
  test('have what the first executions gave, in their order, with mean and deviation of all', async () => {
    const program = 'int main(void) {\ndouble x = UxHwDoubleGaussDist(3, 2), y = x > 3 ? 3 : x;\nreturn y > 1e9; }\n'
    const line = INCLUDES.split('\n').length + 1
    const traceVariables = ['x', 'y'].map((expression) => ({ file: 'main.c', line, expression }))
    const ran = async (Precision: number) =>
      (await run(program, { core: { Precision }, traceVariables })).traced!.values.map(({ outcomes }) => outcomes!)
    const [few, many] = [await ran(1000), await ran(150_000)]
    expect(many.map(({ count, first }) => [count, first.length])).toEqual([
      [150_000, LIMITS.trace.outcomes.each],
      [150_000, LIMITS.trace.outcomes.each],
    ])
    expect([...few[0]!.first]).toEqual([...many[0]!.first.subarray(0, 1000)])
    expect([...few[1]!.first]).toEqual([...few[0]!.first].map((x) => Math.min(x, 3)))
    expect(Math.abs(many[0]!.mean - 3) / 2).toBeLessThan(1e-4)
    expect(Math.abs(many[0]!.deviation / 2 - 1)).toBeLessThan(1e-3)
  })
  test('that only some executions pass are recorded, with their mass, behind those of the one on the means', async () => {
    const program = `int main(void) {
double x = UxHwDoubleUniformDist(-1, 3), y = 0;
if (x < 0)
y = x;
for (int i = 0; i < (int)(x + 1); i++)
y += 1;
return y > 1e9; }
`
    const line = INCLUDES.split('\n').length - 1
    const traceVariables = [4, 6].map((number) => ({ file: 'main.c', line: line + number, expression: 'y' }))
    const { traced, notices } = await run(program, { core: { Precision: 4096 }, traceVariables })
    expect(traced!.values.map(({ variable, pass, path }) => [variable, pass, path])).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [0, 0, 1],
      [1, 2, 1],
    ])
    const [, , negative, third] = traced!.values
    expect(negative!.outcomes!.count).toBe(1024)
    expect(shown(negative!.value)[0]!.mass).toBeCloseTo(0.25, 12)
    expect(Math.abs(negative!.outcomes!.mean + 0.5)).toBeLessThan(1e-3)
    expect(shown(third!.value)[0]!.atoms).toEqual({ 3: 0.25 })
    expect(notices).toBeUndefined()
  })
  test('of very many passes are kept as far as there is room, and the others counted', async () => {
    const program = 'int main(void) {\ndouble x = UxHwDoubleUniformDist(0, 1), sum = 0;\nfor (int i = 0; i < 25000; i++)\nsum += x;\nreturn 0; }\n'
    const line = INCLUDES.split('\n').length + 3
    const { message, traced } = await run(program, { core: { Precision: 200 }, traceVariables: [{ file: 'main.c', line, expression: 'sum' }] })
    expect(message).toBe('exit code 0')
    const { values, more } = traced!
    const characters = values.reduce((sum, { value }) => sum + value.length, 0)
    expect(characters).toBeLessThanOrEqual(LIMITS.trace.characters)
    expect(characters).toBeGreaterThan(0.99 * LIMITS.trace.characters)
    expect(values.length + more).toBe(25_000)
  })
})

describe('how executions end', () => {
  test('those that fail, and those with another exit code, are told with their mass', async () => {
    const { message, notices, Stdout } = await main(
      'int n = (int)UxHwDoubleUniformDist(0, 8); if (n == 0) return 3; if (n == 1) abort(); printf("%f\\n", 1.0 * n);',
    )
    expect(message).toBe('exit code 0')
    expect(shown(Stdout)[0]!.mass).toBeCloseTo(0.75, 3)
    const texts = notices!.places.map(({ text }) => text)
    expect(texts.some((text) => /^notice: 1[23] % of the executions ended otherwise: exit code 3$/.test(text))).toBe(true)
    expect(texts.some((text) => /^notice: 1[23] % of the executions ended otherwise: exit code 134 \(abort\)/.test(text))).toBe(true)
  })
  test('one that does not end is given up, and the others stand', async () => {
    const { message, notices, executions } = await main('double x = UxHwDoubleUniformDist(0, 1); while (x > 0.99) { x *= 1; } printf("%f\\n", x);', {
      core: { Precision: 128 },
    })
    expect(message).toBe('exit code 0')
    expect(executions).toMatchObject({ done: 128, wanted: 128 })
    expect(notices!.places[0]!.text).toMatch(/% of the executions did not end in time/)
  })
  test('a program that does not end on the means shows the text of its first execution', async () => {
    const { Stdout, notices } = await main('double x; do x = UxHwDoubleUniformDist(0, 1); while (x > 0.25); printf("%f\\n", x);')
    expectMoments(shown(Stdout)[0], 0.125, 0.25 / Math.sqrt(12))
    expect(notices!.places[0]!.text).toContain('on the means of its inputs the program did not end in time')
  })
  test('all of it is cancelled at once, and tells what it has', async () => {
    const control = new AbortController()
    const progress = () => control.abort()
    const slow = 'double x = UxHwDoubleUniformDist(0, 1), s = 0; for (int i = 0; i < 100000; i++) s += sqrt(x + i); printf("%f\\n", s);'
    const { ending } = await main(slow, { core: { Precision: 1_000_000 }, signal: control.signal, progress })
    expect(ending.kind).toBe('cancelled')
  })
  test('the limits of a run hold over all executions together', async () => {
    const slow = 'double x = UxHwDoubleUniformDist(0, 1), s = 0; for (int i = 0; i < 1000000; i++) s += sqrt(x + i); printf("%f\\n", s);'
    const { ending } = await main(slow, { core: { Precision: 1_000_000 }, limits: { wallMilliseconds: 1500 } })
    expect(ending).toMatchObject({ kind: 'limit', limit: 'wallMilliseconds' })
  })
})

test('a program that asks for laws is told that there are none in an execution', async () => {
  const { Stdout, notices } = await main(
    'double x = UxHwDoubleUniformDist(0, 2); printf("%f %f\\n", UxHwDoubleNthMoment(x, 1), x - UxHwDoubleGetIndependentCopy(x));',
  )
  expect(Stdout.replace(/Ux[0-9A-F]+/, '~')).toBe('1.000000~ 0.000000\n')
  expect(notices!.places.map(({ text }) => text)).toEqual([
    'notice: queries, copies, truncation and Bayes see one number in an execution, not a distribution',
  ])
})

describe('how many', () => {
  test('as many as Precision says, whatever it is, and the same bytes each time', async () => {
    const program = 'printf("%f\\n", UxHwDoubleGaussDist(0, 1) * UxHwDoubleGammaDist(2, 1));'
    const [one, other] = [await main(program, { core: { Precision: 5000 } }), await main(program, { core: { Precision: 5000 } })]
    expect(one.executions).toMatchObject({
      done: 5000,
      wanted: 5000,
      numbers: [{ count: 5000, mean: expect.closeTo(shown(one.Stdout)[0]!.mean, 9) }],
    })
    expect(one.Stdout).toBe(other.Stdout)
  })
  test('until the standard error that was asked for, and no more', async () => {
    const wishes = { core: { Precision: 1_000_000 }, standardError: 0.01 }
    const { executions, Stdout, notices } = await main('printf("%f\\n", UxHwDoubleGaussDist(0, 1));', wishes)
    expect(executions!.done).toBeGreaterThanOrEqual(9984) // 1 / 0.01², in chunks
    expect(executions!.done).toBeLessThan(10_500)
    expectMoments(shown(Stdout)[0], 0, 1)
    expect(notices).toBeUndefined()
  })
  test('running means are told on the way', async () => {
    const told: Progress[] = []
    const slow = 'double x = UxHwDoubleUniformDist(0, 1), s = 0; for (int i = 0; i < 20000; i++) s += sqrt(x * i); printf("%f\\n", s > 0 ? x : 0);'
    await main(slow, { core: { Precision: 20_000 }, progress: (progress) => told.push(progress) })
    expect(told.length).toBeGreaterThan(0)
    const last = told.at(-1)!
    expect(last.done).toBeLessThanOrEqual(last.wanted)
    expect(Math.abs(last.numbers[0]!.mean - 0.5)).toBeLessThan(0.05)
    expect(last.numbers[0]!.standardError).toBeCloseTo(last.numbers[0]!.deviation / Math.sqrt(last.numbers[0]!.count), 12)
  })
})
