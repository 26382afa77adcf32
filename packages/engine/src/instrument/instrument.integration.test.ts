import { describe, expect, test } from 'vitest'
import { OPTIMISED_PLACES, OPTIMISED_SECTION } from '../abi.ts'
import { readModule } from '../binary/module.ts'
import { namesOf } from '../binary/names.ts'
import { instrument, ModuleError, validateProgram } from './index.ts'
import { compile } from './testing/compile.ts'
import { listing } from './testing/listing.ts'
import { PRELUDE, PROGRAMS, randomProgram } from './testing/programs.ts'
import { run } from './testing/standin.ts'

const SEEDS = [1, 2, 4, 41]
const cases = [...Object.entries(PROGRAMS), ...SEEDS.map((seed) => [`random program ${seed}`, randomProgram(seed)] as const)].flatMap(
  ([name, source]) => ['-O0', '-O2'].map((optimise) => ({ name, source, optimise })),
)

describe('uncertain values', () => {
  test.each(cases)('$name at $optimise gives what plain numbers give, though every safepoint collects', async ({ source, optimise }) => {
    const plain = await compile(PRELUDE + source, { optimise, flags: ['-DPLAIN', '-w'] })
    const program = await compile(PRELUDE + source, { optimise, flags: ['-w'] })
    const expected = run(plain)
    const instrumented = instrument(program, { countInstructions: false })
    validateProgram(instrumented)
    const outcome = run(instrumented)
    expect(outcome.text).toBe(expected.text)
    expect(outcome.code).toBe(expected.code)
    expect(outcome.boxes).toBeGreaterThan(10)
    expect(outcome.collections).toBeGreaterThan(10)
    expect(run(instrument(plain, { countInstructions: true })).text).toBe(expected.text)
  })
  test('a long loop keeps few values alive', async () => {
    const source = 'int main(void) { double s = U(1); for (int i = 0; i < 5000; i++) s = s * 0.999 + 0.001; show(s); return 0; }'
    const outcome = run(instrument(await compile(PRELUDE + source), { countInstructions: false }))
    expect(outcome.boxes).toBeGreaterThan(9999)
    expect(outcome.live).toBeLessThan(10)
  })
})

describe('plain programs', () => {
  test('C++ with iostream prints the same bytes', async () => {
    const source =
      '#include <iostream>\n#include <vector>\nint main() { std::vector<double> v{1, 2.5, 1e100}; for (double x : v) std::cout << x / 3 << std::endl; }'
    const plain = await compile(source, { cpp: true })
    expect(run(instrument(plain, { countInstructions: true })).text).toBe(run(plain).text)
  })
  test('instructions are counted per turn of a loop', async () => {
    const source = (turns: number) =>
      `static volatile int n = ${turns}; int main(void) { double s = 0; for (int i = 0; i < n; i++) s = s * 0.5 + i; return s > 1e9; }`
    const count = async (turns: number) => run(instrument(await compile(source(turns)), { countInstructions: true })).instructions!
    const [none, ten, thousand] = [await count(0), await count(10), await count(1000)]
    expect((thousand - ten) / 990n).toBeGreaterThan(5n)
    expect((thousand - ten) % 990n).toBe(0n)
    expect(ten).toBeGreaterThan(none)
  })
})

describe('the order of functions', () => {
  const loop = (name: string) =>
    `__attribute__((noinline)) double ${name}(double x, int n) { for (int i = 0; i < n; i++) x = x * 0.5 + n; return x; }\n`
  const build = async (loops: number) => {
    const names = Array.from({ length: loops }, (_, index) => `f${index}`)
    const source = `${PRELUDE}${names.map(loop).join('')}int main(int n, char **v) { double s = U(1); ${names.map((name) => `s += ${name}(s, n) + ${name}(n, n);`).join(' ')} show(s); return 0; }`
    const program = await compile(source, { flags: ['-w'] })
    const { bodies, customs, imports } = readModule(program)
    const functions = namesOf(customs, 'functions')
    const from = imports.filter(({ kind }) => kind === 'function').length
    const own = bodies.map((_, place) => names.includes(functions.get(from + place) ?? ''))
    return {
      program,
      names,
      module: readModule(instrument(program, { countInstructions: true, own })),
      ordered: instrument(program, { countInstructions: true, own }),
    }
  }
  test("puts the user's loops first, as compiled and as changed, and computes the same", async () => {
    const { program, names, module, ordered } = await build(5)
    const functions = namesOf(module.customs, 'functions')
    const from = module.imports.filter(({ kind }) => kind === 'function').length
    const first = Array.from({ length: 2 * names.length }, (_, place) => functions.get(from + place)!)
    expect(first.sort()).toEqual(names.flatMap((name) => [name, `${name}.uncertain`]))
    expect(module.customs.map(({ name }) => name)).toContain(OPTIMISED_SECTION)
    expect(run(ordered)).toEqual(run(instrument(program, { countInstructions: true })))
  })
  test('leaves them where they are when there are too many, and then does not promise anything', async () => {
    const { program, module, ordered } = await build(OPTIMISED_PLACES / 2 + 1)
    expect(module.customs.map(({ name }) => name)).not.toContain(OPTIMISED_SECTION)
    const unordered = instrument(program, { countInstructions: true })
    expect(ordered).toEqual(unordered)
    expect(instrument(program, { countInstructions: true, own: [true] })).toEqual(unordered)
  })
})

const GOLDEN = `
__attribute__((import_module("ux"), import_name("source"))) double source(int, double, double, double, double, double);
__attribute__((noinline)) double muladd(double a, double b, double c) { return (a + b) * c; }
__attribute__((noinline)) int less(double a, double b) { return a * 2 < b; }
__attribute__((noinline)) int whole(double a) { return (int)a; }
__attribute__((noinline)) double least(double a, double b) { return a < b ? a : b; }
__attribute__((noinline)) double part(double a) { return a - (int)a; }
__attribute__((noinline)) double across(double a, double b) { return muladd(a, b, 2) + a; }
int main(int n, char **v) { return muladd(n, n, n) + less(n, 3) + whole(n * 0.5) + least(n, 3) + part(n * 0.3) + across(n, source(0, 0, 0, 0, 1, 0)); }`
const BODIES = [
  'muladd',
  'muladd.either',
  'muladd.uncertain',
  'less.uncertain',
  'whole.uncertain',
  'least.uncertain',
  'part.uncertain',
  'across.uncertain',
]
test.each(BODIES)('the code of %s is the golden one', async (name) => {
  const instrumented = instrument(await compile(GOLDEN), { countInstructions: false })
  await expect(listing(instrumented, name)).toMatchFileSnapshot(`golden/${name}.txt`)
})

describe('modules that are refused', () => {
  test('no module at all', () => {
    expect(() => instrument(new Uint8Array([1, 2, 3]), { countInstructions: false })).toThrow(ModuleError)
  })
  test('vector instructions, with their offset', async () => {
    const simd = await compile('typedef float v4 __attribute__((vector_size(16))); v4 a, b; int main(void) { a += b; return 0; }', {
      flags: ['-msimd128'],
    })
    expect(() => validateProgram(simd)).toThrow(/0xfd is not supported \(at byte 0x/)
    expect(() => instrument(simd, { countInstructions: false })).toThrow(ModuleError)
  })
  test('exports that stand for others of the engine', async () => {
    for (const name of ['memory', 'ux_instructions', 'ux_stack_pointer']) {
      const program = await compile(`__attribute__((export_name("${name}"))) int f(void) { return 1; } int main(void) { return 0; }`)
      expect(() => validateProgram(program)).toThrow(`an export named ${name} is the engine's`)
    }
  })
  test('imports of other modules, or of other types', async () => {
    const declare = (from: string, name: string, type: string) =>
      compile(`__attribute__((import_module("${from}"), import_name("${name}"))) ${type}; int main(void) { f(1); return 0; }`)
    validateProgram(await declare('ux', 'put', 'void f(double)'))
    const admit = async (from: string, name: string, type: string) => validateProgram(await declare(from, name, type))
    await expect(admit('env', 'put', 'void f(double)')).rejects.toThrow('import env.put is not admitted')
    await expect(admit('ux', 'put', 'void f(float)')).rejects.toThrow('import ux.put has type f32 > , not f64 > ')
    await expect(admit('ux', 'nothing', 'void f(int)')).rejects.toThrow('import ux.nothing is not admitted')
  })
})
