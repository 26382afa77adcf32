// The whole engine: C text in, Ux text out, in Node and in Chromium.

import { readFileSync } from 'node:fs'
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { law, parseUx, ttrOfLaw } from '@credence/distribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPTIMISED_SECTION } from './abi.ts'
import { customSection } from './binary/sections.ts'
import { type CoreSpec, type Engine, openEngine, type RunRequest } from './index.ts'
import { TEST_CACHE } from './toolchain/testing/toolchain.ts'

const INCLUDES = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <uxhw.h>\n'
const UNIFORM = `${INCLUDES}int main(void) { printf("%lf\\n", 100000.0*(1+UxHwDoubleUniformDist(0.05,0.07))); }`
const golden = (name: string) => readFileSync(new URL(`./golden/${name}`, import.meta.url), 'utf8')

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ cacheDir: TEST_CACHE, poolSize: 1 })
})
afterAll(() => engine.close())

async function run(source: string, core: Partial<CoreSpec> = {}, request: Partial<RunRequest> = {}, config = '', input?: () => Promise<Uint8Array>) {
  const whole = { ...CORE, ...core }
  const name = source.includes('<iostream>') ? 'main.cpp' : 'main.c'
  const files = Object.entries({ [name]: source, ...(config && { 'config.mk': config }) }).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  )
  const built = await engine.build({ files: new Map(files), core: whole })
  if (!built.module) throw new Error(built.output)
  const text = { Stdout: '', Stderr: '' }
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += new TextDecoder().decode(bytes)
  }
  return { ...(await engine.run({ module: built.module, core: whole, arguments: [], ...request }, { output, ...(input && { input }) })), ...text }
}

describe('a print', () => {
  test('of a uniform distribution times a constant is example 6 of the Ux data, byte for byte', async () => {
    const { Stdout, ending, dynamicInstructions } = await run(UNIFORM)
    expect(Stdout).toBe(golden('uniform-times-constant.txt'))
    expect(ending).toEqual({ kind: 'exit', code: 0 })
    expect(dynamicInstructions).toBeGreaterThan(1000)
  })
  test('on a Zurich core has type 0, on a core without tracking there is no tail', async () => {
    expect((await run(UNIFORM, { Microarchitecture: 'Zurich' })).Stdout).toBe(golden('uniform-times-constant.txt').replace('Ux04', 'Ux00'))
    expect((await run(UNIFORM, { Microarchitecture: 'Bypass' })).Stdout).toBe('106000.000000\n')
  })
  test('through a C++ stream carries the same tail', async () => {
    const source = `#include <iostream>\n#include <uxhw.h>\nint main() { std::cout << 100000.0*(1+UxHwDoubleUniformDist(0.05,0.07)) << std::endl; }`
    expect((await run(source)).Stdout).toBe(golden('uniform-times-constant.txt').replace('106000.000000', '106000'))
  })
})

describe('standard input', () => {
  // Samples decide both ways, so the program runs several times; each time it finds its input from the begin.
  const SUM = `${INCLUDES}#include <unistd.h>
int main(void) { printf("terminal %d\\n", isatty(0)); double sum = 0, x; while (scanf("%lf", &x) == 1) sum += x;
  if (UxHwDoubleGaussDist(0, 1) > 0) sum += 1; printf("%g end %d\\n", sum, feof(stdin)); }`
  const particle = (text: string) => text.replace(/Ux\w+/, '')
  const given = (text: string) => {
    let asked = 0
    const input = async () => {
      asked++
      return new TextEncoder().encode(text)
    }
    return { input, asked: () => asked }
  }
  test.each(['Athens', 'Zurich', 'Bypass', 'Reference'] as const)('is read by a program for %s', async (Microarchitecture) => {
    const { input, asked } = given('3 4\n')
    const { Stdout, ending } = await run(SUM, { Microarchitecture, Precision: 64 }, {}, '', input)
    expect([ending, particle(Stdout), asked()]).toEqual([{ kind: 'exit', code: 0 }, 'terminal 0\n7 end 1\n', 1])
  })
  test('is more than a pipe holds, and is read under its name, too', async () => {
    const source = `${INCLUDES}int main(void) { FILE *in = fopen("/dev/stdin", "r"); long bytes = 0, lines = 0; int c;
  while ((c = getc(in)) != EOF) { bytes++; lines += c == '\\n'; } printf("%ld %ld %d\\n", bytes, lines, getchar()); }`
    expect((await run(source, {}, {}, '', given('0123456\n'.repeat(250_000)).input)).Stdout).toBe('2000000 250000 -1\n')
  })
  test('is empty where none is given, and is not asked for by a program that does not read', async () => {
    expect(particle((await run(SUM)).Stdout)).toBe('terminal 1\n0 end 1\n')
    const { input, asked } = given('3')
    expect((await run('#include <iostream>\nint main() { std::cout << 1; }', {}, {}, '', input)).Stdout).toBe('1')
    expect(asked()).toBe(0)
  })
  test('that cannot be read ends the run with that error, and one that never comes ends it with its time', async () => {
    await expect(run(SUM, {}, {}, '', () => Promise.reject(new Error('too long')))).rejects.toThrow('too long')
    const { ending } = await run(SUM, {}, { limits: { wallMilliseconds: 500 } }, '', () => new Promise(() => {}))
    expect(ending).toMatchObject({ kind: 'limit', limit: 'wallMilliseconds' })
  })
})

test('a program in C, one in C++ and one that throws say that their loops are among the functions compiled well at once', async () => {
  const sources = {
    'main.c': UNIFORM,
    'stream.cpp': '#include <iostream>\nint main() { for (int i = 0; i < 3; i++) std::cout << i; }',
    'throw.cpp': '#include <vector>\nint main() { std::vector<int> none; try { return none.at(1); } catch (...) { return 0; } }',
  }
  for (const [name, source] of Object.entries(sources)) {
    const { module } = await engine.build({ files: new Map([[name, new TextEncoder().encode(source)]]), core: CORE })
    expect(customSection(module!, OPTIMISED_SECTION), name).toBeDefined()
  }
})

describe('values that come in', () => {
  const HALVES = 'Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000'
  test('as text are printed again as they were, but for the sample count', async () => {
    const source = `${INCLUDES}int main(int c, char **v) { printf("%g", strtod(v[1], 0)); }`
    const { Stdout } = await run(source, {}, { arguments: [`21.5${HALVES}`] })
    expect(Stdout).toBe(`21.5${HALVES.replace('0000000000000002', '0000000000000001')}`)
  })
  test('as Ux bytes keep their distribution and lose their origin', async () => {
    const source = `${INCLUDES}int main(void) { double x = UxHwDoubleUniformDist(0, 1); uint8_t b[2000]; long n = UxHwDoubleDistributionToByteArray(x, b, 2000);
      double y = UxHwDoubleByteArrayToDistribution(b, n);
      printf("%ld %.3f %.3f %.3f", n, UxHwDoubleNthMoment(y, 1), 12 * UxHwDoubleNthMoment(y, 2), 6 * UxHwDoubleNthMoment(x - y, 2)); }`
    expect((await run(source)).Stdout).toBe('1056 0.500 1.000 1.000')
  })
})

describe('a linear combination of Gaussian values', () => {
  const WEIGHINGS = `${INCLUDES}int main(void) {
    double tare = UxHwDoubleGaussDist(20.1, 0.03), gross = UxHwDoubleGaussDist(31.7, 0.04), net = gross - tare;
    printf("%.17g %.17g %.17g ", UxHwDoubleNthMoment(net, 1), UxHwDoubleNthMoment(net, 2), UxHwDoubleProbabilityGT(net, 11.6 + 3 * 0.05));
    printf("%.17g %.17g ", UxHwDoubleQuantile(net, 0.975), UxHwDoubleEvaluatePDF(net, 11.6));
    printf("%.17g %.17g %.17g|", net + tare - gross, UxHwDoubleNthMoment(2 * net - (net + net), 2), UxHwDoubleNthMoment(net * gross, 1));
    printf("%.3f|%.3f|%.3f|%.3f|%.3f", net, gross - (tare - 0), 0.5 * net + 0.5 * net, 2 * net, net + net); }`
  const at = (optimisation: string) =>
    run(WEIGHINGS, {}, {}, `SOURCES = main.c\nOPTFLAGS = ${optimisation}\n`).then(({ Stdout }) => Stdout.split('|'))

  test('answers moments, quantiles, probabilities and density as the Gaussian does, and prints its Dirac deltas', async () => {
    const [answers, ...values] = await at('-O2')
    const [mean, variance, tail, upper, density, nothing, none, product] = answers!.trim().split(' ').map(Number)
    expect([nothing, none]).toEqual([0, 0])
    const near = (found: number | undefined, exact: number) => expect(Math.abs(found! / exact - 1)).toBeLessThan(1e-12)
    near(mean, 31.7 - 20.1)
    near(variance, 0.0025)
    near(upper, 11.6 + 0.05 * 1.959963984540054)
    near(density, 1 / (0.05 * Math.sqrt(2 * Math.PI)))
    expect(tail).toBeCloseTo(0.0013498980316301, 12)
    expect(product).toBeCloseTo(11.6 * 31.7 + 0.0016, 4) // the samples say how they depend on each other
    const [net, again, halves, twice, sum] = values.map((text) => parseUx(text))
    const standard = ttrOfLaw(law('gauss', 0, 0), 6)
    net!.mixture.positions.forEach((x, i) => {
      expect(Math.abs(x - (11.6 + 0.05 * standard.positions[i]!))).toBeLessThan(1e-12)
    })
    expect(again).toEqual(net)
    expect(halves!.mixture.positions).toEqual(net!.mixture.positions)
    expect(sum).toEqual(twice)
  })
  test('prints the same bytes at -O0 and -O2, and every time', async () => {
    expect(await at('-O0')).toEqual(await at('-O2'))
    expect(await at('-O2')).toEqual(await at('-O2'))
  })
  test('has operands of its own in every operation without correlation tracking', async () => {
    const source = `${INCLUDES}int main(void) { double x = UxHwDoubleGaussDist(1, 3); printf("%g %g", UxHwDoubleNthMoment(x + x, 2), UxHwDoubleNthMoment(x - x, 2)); }`
    expect((await run(source, { CorrelationTracking: 'Disable' })).Stdout).toBe('18 18')
  })
})

test('a mean that is not a number prints without a sign', async () => {
  const source = `#include <math.h>\n${INCLUDES}int main(void) { printf("%g", UxHwDoubleNthMoment(sqrt(UxHwDoubleGaussDist(0, 1)), 1)); }`
  expect((await run(source)).Stdout).toBe('nan')
})

describe('exact by construction', () => {
  test('x - x is 0 and x / x is 1', async () => {
    const source = `${INCLUDES}int main(void) { double x = UxHwDoubleGaussDist(5, 1); double a[] = {x - x, x / x};
      printf("%g %g %g %g", UxHwDoubleNthMoment(a[0], 1), UxHwDoubleNthMoment(a[0], 2), UxHwDoubleNthMoment(a[1], 1), UxHwDoubleNthMoment(a[1], 2)); }`
    expect((await run(source)).Stdout).toBe('0 0 1 0')
  })
  test('the same program gives the same bytes again', async () => {
    const source = `${INCLUDES}int main(void) { double s = 0; for (int i = 0; i < 30; i++) s += UxHwDoubleUniformDist(0, 1) * UxHwDoubleGaussDist(0, 1); printf("%f %f", s, UxHwDoubleSample(s)); }`
    expect((await run(source)).Stdout).toBe((await run(source)).Stdout)
  })
})

describe('memory of distributions', () => {
  test('of 100000 dead values is used again', async () => {
    const source = `${INCLUDES}int main(void) { double u = UxHwDoubleUniformDist(0, 1), s = 0; for (int i = 0; i < 100000; i++) s = s * 0.5 + u; printf("%f", UxHwDoubleNthMoment(s, 2) * 3); }`
    const { ending, Stdout } = await run(source)
    expect(ending).toEqual({ kind: 'exit', code: 0 })
    expect(Number(Stdout)).toBeCloseTo(1, 3)
  })
  test('lives on in the heap and in files', async () => {
    const source = `${INCLUDES}int main(void) { double *kept = malloc(8), x = UxHwDoubleUniformDist(0, 1); *kept = x * 2;
      FILE *f = fopen("values", "w+"); double y = x * 3; fwrite(&y, 8, 1, f); y = 0; rewind(f);
      for (int i = 0; i < 200000; i++) { volatile double waste = x + i; waste; }
      fread(&y, 8, 1, f); printf("%g %g", UxHwDoubleSupportMax(*kept), UxHwDoubleSupportMax(y)); }`
    expect((await run(source)).Stdout).toBe('2 3')
  })
  test('has a limit of its own, which is named', async () => {
    const source = `${INCLUDES}int main(int argc, char **argv) { double *v = malloc(8000000); for (int i = 0; i < 1000000; i++) v[i] = UxHwDoubleUniformDist(0, 1); printf("%f", v[argc]); }`
    const { ending, message } = await run(source, { MemorySize: 16_000_000 })
    expect(ending).toMatchObject({ kind: 'limit', limit: 'distributions' })
    expect(message).toBe('distribution memory limit of 268435456 bytes reached in UxHwDoubleUniformDist, called by main (main.c:5)')
  })
})

describe('faults', () => {
  test('a forged handle is found, and the next run is fine', async () => {
    const source = `${INCLUDES}int main(void) { unsigned long long b = 0x7ffd000000abcdefULL; double x; memcpy(&x, &b, 8); printf("%f", x * 2); }`
    const { ending, message } = await run(source)
    expect(ending.kind).toBe('trap')
    expect(message).toMatch(/^use of an uncertain double that no longer exists in .*main \(main\.c:5\)$/)
    expect((await run(UNIFORM)).ending).toEqual({ kind: 'exit', code: 0 })
  })
  test('a handle of an earlier run of the same owner is forged, too, and the same run prints the same bytes again', async () => {
    const owner = { owner: 'one' }
    const make = `${INCLUDES}int main(void) { double x = UxHwDoubleGaussDist(0, 1) + UxHwDoubleUniformDist(0, 1); unsigned long long b; memcpy(&b, &x, 8); printf("%llx %f", b, x); }`
    const first = await run(make, {}, owner)
    const [bits] = first.Stdout.split(' ')
    const use = `${INCLUDES}int main(void) { unsigned long long b = 0x${bits}ULL; double x; memcpy(&x, &b, 8); printf("%f", x * 2); }`
    expect((await run(use, {}, owner)).message).toMatch(/^use of an uncertain double that no longer exists in /)
    expect([(await run(make, {}, owner)).Stdout, (await run(make, {}, owner)).Stdout]).toEqual([first.Stdout, first.Stdout])
  })
  test('a forged float handle is found where it is printed, also by a program without any source', async () => {
    const forged = (print: string) =>
      `${INCLUDES}int main(void) { volatile unsigned b = 0x7fc00005u; unsigned c = b; float x; memcpy(&x, &c, 4); ${print} }`
    for (const source of ['', 'volatile double u = UxHwDoubleGaussDist(0, 1);']) {
      const { ending, message } = await run(forged(`${source} printf("%f", x);`))
      expect(ending.kind).toBe('trap')
      expect(message).toMatch(/^use of an uncertain float that no longer exists in .*main \(main\.c:5\)$/)
    }
    // Other NaNs print: the one that arithmetic makes of a signalling NaN, and doubles with payloads of their own.
    const others = forged(`for (unsigned long long bits = 0, i = 0; i < 3; i++) {
      bits = (unsigned long long[]){ 0x7ffc000000000000, 0xfff8000000000000, 0x7ff8dead00000001 }[i]; double d; memcpy(&d, &bits, 8); printf("%.1f ", d); }`)
    expect((await run(others)).Stdout.replaceAll('-', '')).toBe('nan nan nan ')
  })
  test('that follows a file which is not there names the file', async () => {
    const source = `${INCLUDES}int main(void) { FILE *f = fopen("data.csv", "r"); char line[100]; if (!f) __builtin_trap(); fgets(line, 100, f); }`
    const trap = 'undefined behaviour (a null pointer, a missing return) or __builtin_trap in main (main.c:5)'
    expect((await run(source)).message).toBe(`${trap}; it had not found the file "data.csv"`)
    expect((await run(source, {}, { files: new Map([['data.csv', new TextEncoder().encode('1')]]) })).message).toBe('exit code 0')
    const fine = `${INCLUDES}int main(void) { FILE *f = fopen("made", "w"); if (f) __builtin_trap(); }`
    expect((await run(fine)).message).toBe(trap)
  })
  test('a stack that overflows is called so', async () => {
    const source = `${INCLUDES}__attribute__((noinline)) double deep(volatile double *p) { volatile double a[64]; a[0] = *p; if (*p == 3) return 0; return deep(a) + a[0]; }
      int main(int c, char **v) { double x = c; printf("%g", deep(&x)); }`
    expect((await run(source)).message).toMatch(
      /^stack overflow in deep \(main\.c:5\), called by main \(main\.c:6\); the frame of deep takes 5\d\d bytes and \d{1,3} of the 8388608 bytes of stack are free: make /,
    )
  })
  test('the stack has the 8 MiB of Linux on a core of 64 MB, and more where the core has more', async () => {
    const source = `${INCLUDES}__attribute__((noinline)) double sum(int n) { double a[1000000]; for (int i = 0; i < n; i++) a[i] = i * 0.5; volatile double *p = a; double s = 0;
      for (int i = 0; i < n; i++) s += p[i]; return s; }
      int main(int c, char **v) { printf("%g", sum(999999 + c)); }`
    expect(await run(source)).toMatchObject({ message: 'exit code 0', Stdout: '2.5e+11' })
    const larger = source.replace('1000000', '2000000')
    expect((await run(larger)).message).toMatch(
      /^stack overflow in sum \(main\.c:5\), called by main \(main\.c:7\); the frame of sum takes 160000\d\d bytes and 83885\d\d of the 8388608 bytes of stack are free/,
    )
    expect((await run(larger, { MemorySize: 256_000_000 })).message).toBe('exit code 0')
  })
  test('calls that nest too deep for the machine are told apart from a stack that is used up', async () => {
    const source = `${INCLUDES}__attribute__((noinline)) int deep(int n) { return n ? deep(n + 1) * 3 + 1 : 1; }\nint main(int c, char **v) { printf("%d", deep(c)); }`
    expect((await run(source)).message).toMatch(
      /^stack overflow in deep \(main\.c:5\)(, called by main \(main\.c:6\))?; calls nest too deep for the machine's call stack of \d+ bytes, whatever the core; of the program's own 8388608 bytes of stack \d+ are used: recurse less deeply/,
    )
  })
  test('a pointer outside of memory, given to a function of UxHw, names function and line', async () => {
    const source = `${INCLUDES}#include <stdint.h>\nint main(int argc, char **argv) { uint8_t *wild = (uint8_t *)(0xfffffff0u * argc);
      double x = UxHwDoubleGaussDist(0, 1);
      if (argv[1][0] == 'r') x = UxHwDoubleByteArrayToDistribution(wild, 100);
      else UxHwDoubleDistributionToByteArray(x, wild, 100000);
      printf("%f", x); }`
    const program = (word: string) => run(source, {}, { arguments: [word] })
    const outside = (bytes: number, name: string) =>
      `a pointer to memory that the program does not have (${bytes} bytes at 0xffffffe0, ux.${name}) in`
    for (const [word, bytes, name, called, line] of [
      ['read', 100, 'frombytes', 'UxHwDoubleByteArrayToDistribution', 8],
      ['write', 1056, 'tobytes', 'UxHwDoubleDistributionToByteArray', 9],
    ] as const) {
      const { ending, message } = await program(word)
      expect(ending.kind).toBe('trap')
      expect(message).toBe(`${outside(bytes, name)} ${called}, called by main (main.c:${line})`)
    }
  })
  test('a path of 700 MB is too long', async () => {
    const source = `${INCLUDES}__attribute__((import_module("wasi_snapshot_preview1"), import_name("path_unlink_file"))) int unlink_at(int, const char *, size_t);
      int main(void) { char *volatile path = malloc(700000000); printf("%d %d", path != NULL, unlink_at(3, path, 700000000)); }`
    expect((await run(source, { MemorySize: 1_000_000_000 })).Stdout).toBe('1 37') // ENAMETOOLONG
  })
  test('two functions that call each other without end, and a name without end, end as an overflow of the stack', async () => {
    const names = [...'ab'].map((letter) => letter.repeat(100_000))
    const [a, b] = names
    const declared = names.map((name) => `__attribute__((noinline)) int ${name}(int n);`).join('\n')
    const defined = `int ${a}(int n) { return ${b}(n + 1) * 3 + n; }\nint ${b}(int n) { return ${a}(n + 2) * 5 + n; }`
    const { ending, message } = await run(`${declared}\n${defined}\nint main(int c, char **v) { return ${a}(c); }`)
    expect(ending.kind).toBe('trap')
    expect(message).toMatch(/^stack overflow in (a{200}|b{200})… \(main\.c:[34]\), called by (a{200}|b{200})… /)
  })
  test('a C program that goes on without memory is told so, once', async () => {
    const source = `${INCLUDES}int main(void) { int failed = 0; while (failed < 3) { char *volatile p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); else failed++; } }`
    const { Stderr, message } = await run(source, { MemorySize: 8_000_000 })
    expect(Stderr).toMatch(/^credence: out of memory: the program has 7\d{6} bytes, and MemorySize does not allow 1\d{6} more; malloc gives NULL\n$/)
    expect(message).toBe('exit code 0')
  })
  test('a C++ program without memory left names the limit', async () => {
    const source = '#include <iostream>\n#include <vector>\nint main() { std::vector<double> v; for (;;) v.push_back(1); }'
    const { ending, message } = await run(source, { MemorySize: 8_000_000 })
    expect(ending).toMatchObject({ kind: 'limit', limit: 'memory' })
    expect(message).toContain('memory limit of 8000000 bytes (MemorySize) reached')
  })
})
