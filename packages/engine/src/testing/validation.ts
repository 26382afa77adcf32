// The programs with exact answers, run on the two microarchitectures where every sample decides for itself, and how far from the answers they come.
// All of them are one program, whose argument says which, so that a core costs one build.
import { readFileSync } from 'node:fs'
import type { BuildResult, CoreSpec, RunEvents, RunRequest, RunResult, TraceVariable } from '../types.ts'
import { BRANCH_CASES, type BranchErrors, branchErrors, PROBABILITIES } from './branch-cases.ts'

export interface Validated {
  readonly name: string
  readonly samples: number
  readonly errors: BranchErrors
  readonly result: Omit<RunResult, 'files'>
  /** Ux digits that Athens printed; empty on Reference. */
  readonly tail: string
  /** Of the samples or executions, ascending. */
  readonly values: readonly number[]
}
/** What is asked of a machine here: an engine, or its parts in this process. */
export interface Machine {
  readonly build: (request: {
    core: CoreSpec
    files: ReadonlyMap<string, Uint8Array>
    traceVariables: readonly TraceVariable[]
  }) => Promise<BuildResult>
  readonly run: (request: RunRequest, events: Pick<RunEvents, 'output'>) => Promise<RunResult> | RunResult
}

const INCLUDES = ['math', 'stdio', 'stdlib', 'uxhw']
/** Prints the value in question, and is traced there. */
const SHOW = 'printf("%.17g\\n", x);'
const SHOW_IN_FORTRAN = '    print *, x'
const SOURCE = [
  ...INCLUDES.map((name) => `#include <${name}.h>`),
  'static void show(double x) {',
  SHOW,
  '}',
  ...BRANCH_CASES.flatMap(({ before = '', statements }, number) => [before, `static void case_${number}(void) { ${statements} }`]),
  `static void (*const cases[])(void) = { ${BRANCH_CASES.map((_, number) => `case_${number}`).join(', ')} };`,
  'int main(int argc, char **argv) { (void)argc; cases[atoi(argv[1])](); return 0; }',
  '',
].join('\n')

/** The same programs in the languages. */
const SOURCES = {
  'main.c': { text: () => SOURCE, show: SHOW },
  'main.f90': { text: () => readFileSync(new URL('branch-cases.f90', import.meta.url), 'utf8'), show: SHOW_IN_FORTRAN },
} as const

const MEMORY = { Class: 'C0', MemorySize: 64_000_000 } as const
/** A text with a Dirac delta for every sample; on Reference the values of the executions are asked for instead. */
const CORES: Readonly<Record<'Athens' | 'Reference', CoreSpec>> = {
  Athens: { ...MEMORY, Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation', Precision: 65_536 },
  Reference: { ...MEMORY, Microarchitecture: 'Reference', CorrelationTracking: 'Disable', Precision: 65_536 },
}

/** In the order of the programs, for each of the numbers of samples. @throws Error  one does not build or does not end well */
export async function validate(
  microarchitecture: keyof typeof CORES,
  counts: readonly number[],
  machine: Machine,
  source: keyof typeof SOURCES = 'main.c',
): Promise<Validated[]> {
  const core = CORES[microarchitecture]
  const text = SOURCES[source].text()
  const files = new Map([[source, new TextEncoder().encode(text)]])
  const isReference = microarchitecture === 'Reference'
  const trace: TraceVariable = { file: source, line: text.split('\n').indexOf(SOURCES[source].show) + 1, expression: 'x' }
  const { module, output } = await machine.build({ core, files, traceVariables: isReference ? [trace] : [] })
  if (!module) throw new Error(output)
  const found: Validated[] = []
  for (const [number, { name, exact }] of BRANCH_CASES.entries()) {
    for (const samples of counts) {
      let text = ''
      const take = (_: unknown, bytes: Uint8Array) => {
        text += new TextDecoder().decode(bytes)
      }
      const { files: _, ...result } = await machine.run({ module, core, arguments: [String(number)], samples }, { output: take })
      if (result.message !== 'exit code 0') throw new Error(`${name}: ${result.message}`)
      const values = isReference ? result.traced?.values[0]?.outcomes?.first.toSorted() : samplesOf(text, samples)
      if (values?.length !== samples) throw new Error(`${name}: ${values?.length} of ${samples} values`)
      found.push({ name, samples, errors: branchErrors(exact, [...values]), result, tail: /Ux[0-9A-F]*/.exec(text)?.[0] ?? '', values: [...values] })
    }
  }
  return found
}

/** Each position as often as its mass says. There may be more of them than a text that programs read may have. */
function samplesOf(text: string, count: number): number[] {
  const view = new DataView(new ArrayBuffer(8))
  const diracs = text.slice(text.indexOf('Ux') + HEADER).match(/[0-9A-F]{32}/g) ?? []
  return diracs.flatMap((dirac) => {
    view.setBigUint64(0, BigInt(`0x${dirac.slice(0, 16)}`))
    const mass = Number(BigInt(`0x${dirac.slice(16)}`)) / 2 ** 63
    return Array<number>(Math.round(mass * count)).fill(view.getFloat64(0))
  })
}
/** Digits before the Dirac deltas (docs/engine/ux-data.md), and "Ux". */
const HEADER = 44

/**
 * Largest errors that are allowed, in standard deviations; of atoms, of their masses. Mean, deviation and atoms: G5 of the targets, 5e-3. Quantiles at 16384
 * samples: 1e-2 at 2.5 % and 97.5 %, 0.15 at 99.9 %; 4096 samples lie four times as far apart, and 0.15 holds for both ends.
 */
export function gatesOf(samples: number): { readonly moments: number; readonly quantiles: readonly number[]; readonly atoms: number } {
  const inner = samples >= 16_384 ? 1e-2 : 2e-2
  return { moments: 5e-3, quantiles: PROBABILITIES.map((p) => (p < 0.01 || p > 0.99 ? 0.15 : inner)), atoms: 5e-3 }
}
