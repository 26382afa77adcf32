// `node bin/node.cjs tools/core-facts.ts [WORDS]`: what cores are said to do, sentence by sentence, each shown by runs: of `credence run --core` for default cores, of the engine
// for Zurich and cores of one's own, which the command has no name for. WORDS: only sentences with them. Ends with 1 where a sentence does not hold.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CORES, isHardwareClass, RECOMMENDED_SPEC } from '@credence/contract'
import { parseUx } from '@credence/distribution'
import { type CoreSpec, openEngine, type RunRequest, type TraceVariable } from '@credence/engine'
import { CACHE } from './cache.ts'

const ROOT = new URL('..', import.meta.url).pathname
const INCLUDES = ['math', 'stdio', 'stdlib', 'string', 'uxhw'].map((name) => `#include <${name}.h>\n`).join('')
const folder = await mkdtemp(join(tmpdir(), 'core-facts-'))
const engine = await openEngine({ cacheDir: CACHE, poolSize: 1 })

/** What `credence run` says of a program of these statements. */
async function command(statements: string, ...options: readonly string[]) {
  await writeFile(join(folder, 'main.c'), program(statements))
  const words = ['apps/cli/bin/start.cjs', 'run', join(folder, 'main.c'), '--no-service', ...options]
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return { text: stdout, errors: stderr, status }
}
async function run(
  statements: string,
  core: Partial<CoreSpec> = {},
  { traceVariables, ...request }: Partial<RunRequest> & { readonly traceVariables?: readonly TraceVariable[] } = {},
) {
  const whole: CoreSpec = { ...RECOMMENDED_SPEC, ...core }
  const files = new Map([['main.c', new TextEncoder().encode(program(statements))]])
  const built = await engine.build({ files, core: whole, ...(traceVariables && { traceVariables }) })
  if (!built.module) throw new Error(built.output)
  let text = ''
  const result = await engine.run(
    { module: built.module, core: whole, arguments: [], ...request },
    { output: (_, bytes) => (text += new TextDecoder().decode(bytes)) },
  )
  return { ...result, text, log: built.output }
}
const program = (statements: string) => `${INCLUDES}int main(void) { ${statements} return 0; }\n`

/** The texts of distributions, each with its header. */
function laws(text: string) {
  return [...text.matchAll(/(-?[\d.]+)?(Ux([0-9A-F]{2})[0-9A-F]{32}([0-9A-F]{8})[0-9A-F]*)/g)].map(([, particle, ux, type, atoms]) => {
    const { positions, masses } = parseUx(ux!).mixture
    const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0)
    const variance = positions.reduce((sum, x, i) => sum + (x - mean) ** 2 * masses[i]!, 0)
    return {
      particle: Number(particle),
      type: Number.parseInt(type!, 16),
      atoms: Number.parseInt(atoms!, 16),
      mean,
      variance,
      count: positions.length,
    }
  })
}
const near = (x: number, wanted: number, share = 0.01) => Math.abs(x - wanted) <= share * Math.abs(wanted)
const UNIFORM = 'double a = UxHwDoubleUniformDist(1, 3); '
const PRINT = `${UNIFORM} printf("%f\\n", a);`

const wrong: string[] = []
async function fact(sentence: string, holds: () => Promise<boolean | string>): Promise<void> {
  if (!sentence.includes(process.argv[2] ?? '')) return
  const found = await holds().catch((error: Error) => error.message)
  console.log(`${found === true ? 'holds' : 'WRONG'}  ${sentence}${typeof found === 'string' ? `: ${found}` : ''}`)
  if (found !== true) wrong.push(sentence)
}

// ---- classes
await fact('C0Pro-S+ gives the same results as C0-S+, which counts its instructions', async () => {
  const body = `${UNIFORM} double b = UxHwDoubleGaussDist(0, 1); if (b > 1) a = exp(b); printf("%f %f %d\\n", a, a * b + a, (int)a);`
  const [slow, fast] = [await command(body, '--core', 'C0-S+', '--json'), await command(body, '--core', 'C0Pro-S+', '--json')]
  const [one, other] = [JSON.parse(slow.text), JSON.parse(fast.text)]
  return (
    (one.stdout === other.stdout && laws(one.stdout).length === 3 && one.stats.dynamicInstructions > 1000) ||
    JSON.stringify([laws(one.stdout).length, one.stdout === other.stdout, one.stats, other.stats])
  )
})
await fact('cores for separate hardware run nothing here', async () => {
  for (const { Name } of DEFAULT_CORES.filter((core) => isHardwareClass(core.Class))) {
    const { status, errors, text } = await command('printf("ran");', '--core', Name)
    if (status === 0 || text.includes('ran') || !errors.includes('separate hardware')) return `${Name}: ${status} ${errors}`
  }
  return true
})
await fact('a core is found by its name without case, by its id, and is C0-S+ where none is named', async () => {
  const [plain, lower, id] = [
    await command(PRINT),
    await command(PRINT, '--core', 'c0-s+'),
    await command(PRINT, '--core', 'cor_b21e4de9927158c1a5b603c2affb8a09'),
  ]
  return laws(plain.text)[0]?.atoms === 64 && plain.text === lower.text && plain.text === id.text
})

// ---- microarchitectures
await fact('every default core with tracking prints its Precision of Diracs, of type 4, with the mean and the variance', async () => {
  for (const { Name, Precision, Microarchitecture, Class } of DEFAULT_CORES) {
    if (Microarchitecture !== 'Athens' || isHardwareClass(Class)) continue
    const [law] = laws((await command(PRINT, '--core', Name)).text)
    if (law?.type !== 4 || law.atoms !== Precision || !near(law.mean, 2, 1e-9) || !near(law.variance, 1 / 3)) return `${Name}: ${JSON.stringify(law)}`
  }
  return true
})
await fact('Zurich tracks: type 0, one decision for each branch, which is the particle’s, and says so', async () => {
  const body = `${UNIFORM} double b = 0; int n = 0; if (a > 1.5) { b = 10; n++; } else b = a; printf("%f %f %d\\n", a, b, n);`
  const { text, notices } = await run(body, { Microarchitecture: 'Zurich' })
  const found = laws(text)
  return found.length === 1 && found[0]!.type === 0 && / 10\.000000 1$/m.test(text) && notices !== undefined
})
await fact('on Athens the particle’s path gives the text, and every sample its own path', async () => {
  const { text, ways } = await run(`${UNIFORM} double b = 0; int n = 0; if (a > 1.5) { b = 10; n++; } else b = a; printf("%f %d\\n", b, n);`)
  const [b, n] = laws(text)
  return ways?.paths === 2 && b!.particle === 10 && near(b!.mean, 10 * 0.75 + 0.25 * 1.25) && n!.particle === 1 && near(n!.mean, 0.75)
})
await fact('Bypass: constructors return their mean as a plain number, prints carry no tail', async () => {
  const { text } = await command(
    `${UNIFORM} printf("%f %f %f\\n", a, UxHwDoubleGaussDist(5, 1) * a, UxHwDoubleExponentialDist(4));`,
    '--core',
    'C0-bypass',
  )
  return text === '2.000000 10.000000 4.000000\n' || text
})
await fact('Bypass: Ux bytes use type 9', async () => {
  const { text } = await command(
    `${UNIFORM} uint8_t bytes[4000]; long n = UxHwDoubleDistributionToByteArray(a, bytes, sizeof bytes); printf("%ld %d %f\\n", n, bytes[11], UxHwDoubleByteArrayToDistribution(bytes, n));`,
    '--core',
    'C0-Bypass',
  )
  return /^\d+ 9 2\.000000\n$/.test(text) || text
})
await fact('Reference: the program is executed Precision times, and each constructor returns one draw', async () => {
  const core = { Microarchitecture: 'Reference', CorrelationTracking: 'Disable', Precision: 4096 } as const
  const traceVariables = [{ file: 'main.c', line: 7, expression: 'a' }]
  const { text, traced, executions } = await run(`${UNIFORM} double b = a * a;\n printf("%f\\n", b);`, core, { traceVariables })
  const value = laws(traced?.values[0]?.value ?? '')[0]
  return (
    (text.startsWith('4.000000') && executions?.done === 4096 && value?.atoms === 64 && near(value.mean, 2) && near(value.variance, 1 / 3, 0.1)) ||
    JSON.stringify({ text, value, executions })
  )
})
await fact('Reference: a default core executes as often as its name says', async () => {
  for (const [name, count] of [
    ['C0-Reference', 32],
    ['C0-Reference-32K', 32000],
  ] as const) {
    const { text } = await command(PRINT, '--core', name, '--json')
    const { stats } = JSON.parse(text)
    if (stats.executions?.done !== count) return `${name}: ${JSON.stringify(stats)}`
  }
  return true
})

// ---- precision
await fact('a Precision that is no power of two prints the largest power of two below it', async () => {
  for (const [Precision, atoms] of [
    [4, 4],
    [5, 4],
    [63, 32],
    [100, 64],
    [8000, 4096],
  ] as const) {
    for (const Microarchitecture of ['Athens', 'Zurich'] as const) {
      const [law] = laws((await run(PRINT, { Precision, Microarchitecture })).text)
      if (law?.atoms !== atoms) return `${Microarchitecture} ${Precision}: ${law?.atoms}`
    }
  }
  return true
})
await fact('inside there are 64 samples for each of them, from 1024 to 65536, unless --samples says otherwise', async () => {
  const body = 'double n = UxHwDoubleUniformDist(0, 1); double s = 0; int k = (int)(n * 1e6); s = k; printf("%d\\n", k);'
  for (const [Precision, samples] of [
    [4, 1024],
    [31, 1024],
    [32, 2048],
    [64, 4096],
    [100, 4096],
    [256, 16384],
  ] as const) {
    const { ways } = await run(body, { Precision })
    if (ways?.all !== samples) return `${Precision}: ${ways?.all}`
  }
  return (await run(body, {}, { samples: 512 })).ways?.all === 512
})

// ---- correlation tracking
for (const name of ['C0-S+', 'C0-S'] as const) {
  const tracks = name === 'C0-S+'
  await fact(
    `${name}: ${tracks ? 'A-A is 0, A/A is 1, A*A is of one variable' : 'operands are independent, also of the same variable'}`,
    async () => {
      const { text } = await command(`${UNIFORM} printf("%f\\n%f\\n%f\\n", a - a, a / a, a * a);`, '--core', name)
      const lines = text.trim().split('\n')
      if (tracks) return lines[0] === '0.000000' && lines[1] === '1.000000' && near(laws(lines[2]!)[0]!.mean, 13 / 3)
      const [difference, ratio, product] = lines.map((line) => laws(line)[0])
      return (
        near(difference!.variance, 2 / 3, 0.02) && near(ratio!.mean, Math.log(3)) && near(product!.mean, 4) && near(product!.variance, 25 / 9, 0.02)
      )
    },
  )
  await fact(`${name}: an independent copy shares no origin`, async () => {
    const { text } = await command(`${UNIFORM} printf("%f\\n", a - UxHwDoubleGetIndependentCopy(a));`, '--core', name)
    return near(laws(text)[0]!.variance, 2 / 3, 0.02)
  })
}
await fact('a tracking core with Disable builds with -O0, all others with -O2', async () => {
  const body = '\n#ifdef __OPTIMIZE__\nputs("optimised");\n#else\nputs("plain");\n#endif\n'
  for (const { Name, Class, Microarchitecture, CorrelationTracking } of DEFAULT_CORES) {
    if (isHardwareClass(Class)) continue
    const { text } = await command(body, '--core', Name)
    if (text.trim() !== (Microarchitecture === 'Athens' && CorrelationTracking === 'Disable' ? 'plain' : 'optimised')) return `${Name}: ${text}`
  }
  return true
})
await fact('on Bypass and Reference the setting has no effect', async () => {
  const body = `${UNIFORM} printf("%f %f\\n", a - a, a * a);`
  for (const Microarchitecture of ['Bypass', 'Reference'] as const) {
    const [one, other] = [
      await run(body, { Microarchitecture, CorrelationTracking: 'Autocorrelation' }),
      await run(body, { Microarchitecture, CorrelationTracking: 'Disable' }),
    ]
    if (one.text !== other.text || !one.text.startsWith('0.000000 4.000000')) return `${Microarchitecture}: ${one.text} ${other.text}`
  }
  return true
})

// ---- memory
await fact('malloc returns NULL at MemorySize, and the program goes on', async () => {
  const { text, ending } = await run(
    'static char *volatile p; size_t n = 0; while ((p = malloc(1 << 20))) { *p = 1; n++; } printf("%zu MiB\\n", n);',
    {
      MemorySize: 64_000_000,
    },
  )
  return (ending.kind === 'exit' && /(?:^|\n)(4\d|5\d) MiB/.test(text)) || text
})
await fact(
  'a program that needs more is stopped, or is not built where its data alone are too large, with a message that names the limit',
  async () => {
    const deep = await run('static char *volatile p; while (1) { p = malloc(1 << 20); memset(p, 1, 1 << 20); }', { MemorySize: 32_000_000 })
    const large: { readonly message: string } = await run('static volatile char all[40000000]; all[39999999] = 1; printf("%d", all[39999999]);', {
      MemorySize: 32_000_000,
    }).catch((error: Error) => error) // its build says so
    return [deep, large].every(({ message }) => /MemorySize/.test(message) && /32000000/.test(message)) || `${deep.message}; ${large.message}`
  },
)
await fact('memory for distributions does not count', async () => {
  const body =
    'static double all[600]; for (int i = 0; i < 600; i++) all[i] = UxHwDoubleUniformDist(i, i + 1); double s = 0; for (int i = 0; i < 600; i++) s += all[i]; printf("%f\\n", s);'
  const { text, ending } = await run(body, { MemorySize: 16_000_000, Precision: 256 }) // 600 of 16384 samples take 79 MB
  return ending.kind === 'exit' && near(laws(text)[0]!.mean, 180_000, 1e-6) && near(laws(text)[0]!.variance, 50, 0.05)
})

await engine.close()
await rm(folder, { recursive: true })
console.log(wrong.length === 0 ? 'every sentence holds' : `${wrong.length} do not hold`)
process.exitCode = wrong.length === 0 ? 0 : 1
