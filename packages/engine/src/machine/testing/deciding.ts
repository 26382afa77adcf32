// Programs that decide, and what the texts of their distributions say.
import { type Mixture, parseUx } from '@credence/distribution'
import { expect } from 'vitest'
import type { CoreSpec, TraceVariable } from '../../index.ts'
import type { TestEngine } from '../../toolchain/testing/toolchain.ts'

const CORE: CoreSpec = {
  Class: 'C0',
  Microarchitecture: 'Athens',
  CorrelationTracking: 'Autocorrelation',
  Precision: 64,
  MemorySize: 64_000_000,
}
export const INCLUDES = ['math', 'setjmp', 'stdio', 'stdlib', 'string', 'time', 'uxhw', 'wchar'].map((name) => `#include <${name}.h>\n`).join('')

export interface Wishes {
  readonly core?: Partial<CoreSpec>
  readonly name?: string
  readonly traceVariables?: readonly TraceVariable[]
}
export async function runOn(engine: TestEngine, program: string, { core = {}, name = 'main.c', traceVariables = [] }: Wishes = {}) {
  const whole = { ...CORE, ...core }
  const built = await engine.build({ files: new Map([[name, new TextEncoder().encode(`${INCLUDES}${program}`)]]), core: whole, traceVariables })
  if (!built.module) throw new Error(built.output)
  const text = { Stdout: '', Stderr: '' }
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += new TextDecoder().decode(bytes)
  }
  const result = await engine.run({ module: built.module, core: whole, arguments: [] }, { output })
  return { ...result, ...text }
}
/** @param statements  of main */
export const mainOn = (engine: TestEngine, statements: string) => runOn(engine, `int main(void) { ${statements} return 0; }`)

export interface Shown {
  readonly before: string
  readonly mass: number
  readonly mean: number
  readonly deviation: number
  readonly atoms: Readonly<Record<string, number>>
}
/** The Ux texts of an output, each with what stands before it. */
export function shown(output: string): Shown[] {
  return [...output.matchAll(/(\S*?)(Ux[0-9A-F]+)/g)].map(([, before, ux]) => {
    const { positions, masses }: Mixture = parseUx(ux!).mixture
    const mass = masses.reduce((sum, m) => sum + m, 0)
    const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0) / mass
    const variance = positions.reduce((sum, x, i) => sum + (x - mean) ** 2 * masses[i]!, 0) / mass
    const atoms = Object.fromEntries(Array.from(positions, (x, i) => [x, masses[i]!]))
    return { before: before!, mass, mean, deviation: Math.sqrt(variance), atoms }
  })
}
/** Each within `tolerance` of what is known. */
export function expectAtoms(atoms: Readonly<Record<string, number>>, known: Readonly<Record<string, number>>, tolerance = 2e-3): void {
  expect(Object.keys(atoms).map(Number).sort()).toEqual(Object.keys(known).map(Number).sort())
  for (const [position, mass] of Object.entries(known)) expect(Math.abs(atoms[position]! - mass), position).toBeLessThan(tolerance)
}
