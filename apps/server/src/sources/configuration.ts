// The configuration file of a repository: which core it needs, and what a Reference core traces.
import { CONFIGURATION_BYTES, LIMITS, type TraceVariable } from '@credence/contract'
import { parse } from 'yaml'

export interface Configuration {
  readonly minimumCore: Readonly<Record<string, unknown>>
  readonly traceVariables: readonly TraceVariable[]
}

/** @throws Error  it cannot be read; the message says why */
export function readConfiguration(bytes: Uint8Array): Configuration {
  if (bytes.length > CONFIGURATION_BYTES) throw new Error(`it is longer than ${CONFIGURATION_BYTES} bytes`)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const whole: unknown = parse(text, { maxAliasCount: 20, logLevel: 'silent' })
  if (whole === null || whole === undefined) return { minimumCore: {}, traceVariables: [] }
  if (!isObject(whole)) throw new Error('it holds no keys')
  const { MinimumCore: core = {}, TraceVariables: variables = [] } = whole
  if (!isObject(core ?? {})) throw new Error('MinimumCore holds no keys')
  if (!Array.isArray(variables ?? [])) throw new Error('TraceVariables is no list')
  return {
    minimumCore: (core ?? {}) as Record<string, unknown>,
    traceVariables: ((variables ?? []) as unknown[]).slice(0, LIMITS.trace.variables).map(asVariable),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function asVariable(value: unknown, index: number): TraceVariable {
  const { File, LineNumber, Expression } = isObject(value) ? value : {}
  if (typeof File !== 'string' || typeof Expression !== 'string' || !Number.isInteger(LineNumber) || Number(LineNumber) < 0)
    throw new Error(`TraceVariables[${index}] needs File, LineNumber and Expression`)
  return { File, LineNumber: Number(LineNumber), Expression }
}

/** The compiler says a wrong one where it would be recorded; its author finds it in the configuration file. */
export function traceFaults(name: string, variables: readonly TraceVariable[], output: string): string[] {
  const lines = output.split('\n')
  return variables.flatMap(({ File, LineNumber, Expression }, index) => {
    const begin = `${File}:${LineNumber}: error: trace variable '${Expression.slice(0, 200)}': `
    const fault = lines.find((line) => line.startsWith(begin))?.slice(begin.length)
    if (fault === undefined) return []
    const field = FIELD_OF[fault] ?? 'Expression'
    return [`${name}: TraceVariables[${index}].${field}: ${fault}`]
  })
}
const FIELD_OF: Readonly<Record<string, keyof TraceVariable>> = {
  'there is no such file in the build': 'File',
  'no function is at that line': 'LineNumber',
}
