// Modules that stand alone, under Node's own WASI, against runs of the same programs by the machine.
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WASI } from 'node:wasi'
import { DEFAULT_CORES } from '@credence/contract/cores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../machine/execute.ts'
import type { Toolchain } from '../toolchain/node/toolchain.ts'
import { commonToolchain, sources } from '../toolchain/testing/toolchain.ts'
import type { CoreSpec } from '../types.ts'
import { standAlone } from './index.ts'
import { snapshot } from './node/parts.ts'

let toolchain: Toolchain
let folder: string
beforeAll(async () => {
  toolchain = await commonToolchain()
  folder = mkdtempSync(join(tmpdir(), 'credence-alone-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const coreOf = (name: string): CoreSpec => DEFAULT_CORES.find((core) => core.Name === name)!
async function build(name: string, text: string, core: CoreSpec): Promise<Uint8Array> {
  const { module, output } = await toolchain.build({ files: sources({ [name]: text }), core })
  if (!module) throw new Error(output)
  return module
}

/** Under `node:wasi`, which knows nothing of us. */
async function alone(module: Uint8Array, core: CoreSpec, words: readonly string[] = []) {
  const bytes = standAlone(module, core, { runtime: toolchain.runtime, snapshot: await snapshot() })
  const compiled = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)
  expect(new Set(WebAssembly.Module.imports(compiled).map((one) => one.module))).toEqual(new Set(['wasi_snapshot_preview1']))
  const files = [join(folder, 'out'), join(folder, 'err')] as const
  const [stdout, stderr] = files.map((file) => openSync(file, 'w')) as [number, number]
  try {
    const wasi = new WASI({ version: 'preview1', args: ['main', ...words], stdout, stderr, returnOnExit: true })
    const code = wasi.start(new WebAssembly.Instance(compiled, wasi.getImportObject() as WebAssembly.Imports))
    return { code, Stdout: readFileSync(files[0], 'latin1'), Stderr: readFileSync(files[1], 'latin1') }
  } finally {
    for (const file of [stdout, stderr]) closeSync(file)
  }
}
function here(module: Uint8Array, core: CoreSpec, words: readonly string[] = []) {
  const text = { Stdout: '', Stderr: '' }
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += Buffer.from(bytes).toString('latin1')
  }
  const runtime = new WebAssembly.Module(toolchain.runtime as Uint8Array<ArrayBuffer>)
  const { ending } = execute({ module, core, arguments: [...words] }, { runtime }, { output })
  return { code: ending.kind === 'exit' ? ending.code : ending.kind, ...text }
}

const HEAD = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n#include <uxhw.h>\n'
const PROGRAMS: Readonly<Record<string, string>> = {
  'laws of every kind': `int main(void) {
    double all[] = { UxHwDoubleGaussDist(1, 2), UxHwDoubleUniformDist(-1, 3), UxHwDoubleGammaDist(2.5, 0.5), UxHwDoubleBetaDist(2, 3),
      UxHwDoubleStudentsTDist(4), UxHwDoubleWeibullDist(1.5, 2), UxHwDoubleLognormalDist(0, 0.25), UxHwDoubleExponentialDist(2) };
    double sum = 0;
    for (int i = 0; i < 8; i++) { printf("%f\\n", all[i]); sum += exp(-all[i] * all[i]) + sin(all[i]); }
    printf("%.12g %f\\n", sum, all[0] * all[1]);
  }`,
  'questions about values': `int main(void) {
    double x = UxHwDoubleGaussDist(1, 2), y = x * x + UxHwDoubleUniformDist(0, 1);
    for (int i = 1; i < 5; i++) printf("%.17g ", UxHwDoubleNthMoment(y, i));
    printf("%.17g %.17g %.17g ", UxHwDoubleQuantile(y, 0.975), UxHwDoubleProbabilityGT(y, 3), UxHwDoubleNthMode(y, 1));
    printf("%.17g %.17g %.17g\\n", UxHwDoubleSupportMin(y), UxHwDoubleSupportMax(y), UxHwDoubleSample(y));
  }`,
  'texts and bytes in and out': `int main(void) {
    double x = UxHwDoubleGaussDist(3, 1) * UxHwDoubleUniformDist(1, 2);
    static char text[20000];
    snprintf(text, sizeof text, "%f", x);
    double back = strtod(text, NULL);
    printf("%f %f\\n", back, back - x);
    uint8_t bytes[4000]; memset(bytes, 0, sizeof bytes);
    UxHwDoubleDistributionToByteArray(x, bytes, sizeof bytes);
    printf("%f\\n", UxHwDoubleByteArrayToDistribution(bytes, sizeof bytes));
  }`,
  'floats, and what has no distribution': `int main(int argc, char **argv) {
    float x = UxHwFloatGaussDist(1, 0.5f); printf("%f %s %d\\n", x / 3, argv[argc - 1], argc); fprintf(stderr, "to the other stream\\n"); return 7;
  }`,
  'many values, collected': `int main(void) {
    double sum = 0; for (int i = 0; i < 20000; i++) { double x = UxHwDoubleUniformDist(0, 1) * i; sum = sum * 0.5 + x; } printf("%f\\n", sum);
  }`,
}
for (const name of ['C0-microSD-plus-N', 'C0-microSD-plus-S+'])
  test.each(Object.entries(PROGRAMS))(`on ${name} prints the same bytes as on the platform: %s`, async (_, text) => {
    const core = coreOf(name)
    const module = await build('main.c', HEAD + text, core)
    const expected = here(module, core, ['a word'])
    expect(await alone(module, core, ['a word'])).toEqual(expected)
    expect(expected.Stdout).toMatch(/Ux04|e[+-]?\d|\d\.\d{10}/)
  })

test('Bayes’ rule, which asks for the model where it needs it, gives the same posterior', async () => {
  const core = coreOf('C0-microSD-plus-S+')
  const text = readFileSync(join(import.meta.dirname, '../../../../examples/uxhw/bayes-laplace.c'), 'utf8')
  const module = await build('main.c', text, core)
  expect(await alone(module, core)).toEqual(here(module, core))
})
test('the smallest core has room for a program, and iostream prints as printf does', async () => {
  const core = coreOf('C0-microSD-N')
  const module = await build('main.c', `${HEAD}int main(void) { printf("%f\\n", UxHwDoubleGaussDist(1, 2) * 3); }`, core)
  expect(await alone(module, core)).toEqual(here(module, core))
  const plus = coreOf('C0-microSD-plus-XS')
  const stream = await build(
    'main.cpp',
    '#include <iostream>\n#include <uxhw.h>\nint main() { std::cout << UxHwDoubleGaussDist(1, 2) * 3 << "\\n"; }',
    plus,
  )
  expect(await alone(stream, plus)).toEqual(here(stream, plus))
})
test('a program without uncertain values is left as it is, within the memory of its core', async () => {
  const core = coreOf('C0-microSD-N')
  const module = await build('main.c', '#include <stdio.h>\nint main(void) { puts("plain"); return 3; }', core)
  expect(await alone(module, core)).toEqual({ code: 3, Stdout: 'plain\n', Stderr: '' })
})
test('a core without + tells that a value met itself', async () => {
  const core = coreOf('C0-microSD-plus-N')
  const module = await build('main.c', `${HEAD}int main(void) { double x = UxHwDoubleGaussDist(1, 2); printf("%f\\n", x - x); exit(4); }`, core)
  const expected = here(module, core)
  expect(expected.Stderr).toContain('met itself')
  expect(await alone(module, core)).toEqual(expected)
})
test('where samples disagree the way of the particle is taken, and told', async () => {
  const core = coreOf('C0-microSD-plus-S+')
  const module = await build('main.c', `${HEAD}int main(void) { puts(UxHwDoubleGaussDist(1, 2) > 0 ? "above" : "below"); }`, core)
  const { code, Stdout, Stderr } = await alone(module, core)
  expect([code, Stdout, Stderr]).toEqual([0, 'above\n', expect.stringContaining('took the way of the particle')])
})
test('a fault of the runtime is told before the end', async () => {
  const core = coreOf('C0-microSD-plus-N')
  const module = await build(
    'main.c',
    `${HEAD}int main(void) { union { double d; unsigned long long u; } v = { .u = 0x7ffd0000000fffffull }; printf("%f\\n", v.d * 2); }`,
    core,
  )
  const { code, Stderr } = await alone(module, core)
  expect([code, Stderr]).toEqual([134, expect.stringMatching(/^credence: .+\n$/)])
})
test('a program that is too large for its core is refused', async () => {
  const core = coreOf('C0-microSD-N')
  const module = await build(
    'main.c',
    '#include <stdio.h>\nstatic char large[300000];\nint main(int n, char **w) { large[n] = 1; puts(large + n); }',
    coreOf('C0-microSD-plus-N'),
  )
  expect(() => standAlone(module, core, { runtime: new Uint8Array(), snapshot: {} as never })).toThrow(
    /stack and static data need \d+ bytes, and the core has 256000/,
  )
  expect(readdirSync(folder).length).toBeGreaterThan(0)
})
