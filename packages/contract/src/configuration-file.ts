// The configuration file of a repository: what it may be called, and what it may say. All of it is optional; unknown keys are ignored.

import type { CoreSpec } from './core-fields.ts'
import { isTracking } from './enums.ts'

/** In the root of a repository; the first that is there counts. */
export const CONFIGURATION_FILES = ['uxhw.yaml', 'uxhw.yml', 'signaloid.yaml', 'signaloid.yml'] as const
/** A longer one is not read. */
export const CONFIGURATION_BYTES = 256_000

/** Its keys, and the keys of what stands below each; `isList`: of every entry of a list. */
export const CONFIGURATION_KEYS = {
  MinimumCore: { isList: false, keys: ['Class', 'Microarchitecture', 'CorrelationTracking', 'MemorySize', 'Precision'] },
  TraceVariables: { isList: true, keys: ['File', 'LineNumber', 'Expression'] },
  BenchmarkingVariables: { isList: true, keys: ['VariableName', 'VariableDescription', 'OutputObject', 'CommandLineArguments'] },
  BenchmarkingAllOutputs: { isList: true, keys: ['CommandLineArguments'] },
} as const satisfies Readonly<Record<string, { readonly isList: boolean; readonly keys: readonly string[] }>>

/** In what a core falls short of the `MinimumCore` that a repository asks for, for people; empty where it does not. */
export function shortfalls(wanted: Readonly<Record<string, unknown>>, core: CoreSpec): string[] {
  const less = (name: 'Precision' | 'MemorySize') => typeof wanted[name] === 'number' && core[name] < (wanted[name] as number)
  const differs = (name: 'Class' | 'Microarchitecture') => typeof wanted[name] === 'string' && wanted[name] !== core[name]
  const tracks = String(wanted['CorrelationTracking']).toLowerCase() === 'autocorrelation' && core.CorrelationTracking === 'Disable'
  const isOther = differs('Microarchitecture') && !(isTracking(String(wanted['Microarchitecture'])) && isTracking(core.Microarchitecture))
  const names = [...(isOther ? ['Microarchitecture'] : []), ...(differs('Class') ? ['Class'] : []), ...(tracks ? ['CorrelationTracking'] : [])]
  const numbers = (['Precision', 'MemorySize'] as const).filter(less)
  return [...names, ...numbers].map((name) => `${name} ${String(wanted[name])} is asked for; this core has ${String(core[name as keyof CoreSpec])}`)
}
