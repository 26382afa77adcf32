// The configuration file of a repository: what it may be called, and what it may say. All of it is optional; unknown keys are ignored.

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
