// What a configuration file of a repository says, with every key that means nothing and everything that is wrong, each with its line. The platform reads it with
// the same parser; what is wrong here is left out there, with a note in the output of the build.
import { CONFIGURATION_BYTES, CONFIGURATION_KEYS, isTracking, type TraceVariable } from '@credence/contract'
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'

export interface Remark {
  /** From 1; of the file as a whole: undefined. */
  readonly line: number | undefined
  readonly text: string
}
export interface ArgumentSet {
  readonly name: string
  readonly description: string
  /** Distribution or Scalar, as the file has it. */
  readonly object: string
  readonly arguments: string
}
export interface ReadConfiguration {
  readonly faults: readonly Remark[]
  /** Keys that nothing reads. */
  readonly unknown: readonly Remark[]
  readonly minimumCore: Readonly<Record<string, unknown>>
  readonly traceVariables: readonly TraceVariable[]
  /** Ready arguments: of one output each, then of all. */
  readonly argumentSets: readonly ArgumentSet[]
}

export function readConfiguration(text: string): ReadConfiguration {
  const faults: Remark[] = []
  const unknown: Remark[] = []
  const nothing = { faults, unknown, minimumCore: {}, traceVariables: [], argumentSets: [] }
  if (new TextEncoder().encode(text).length > CONFIGURATION_BYTES) {
    faults.push({ line: undefined, text: `It is longer than ${CONFIGURATION_BYTES.toLocaleString('en')} bytes, so it is not read.` })
    return nothing
  }
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, logLevel: 'silent', prettyErrors: false })
  const lineAt = (offset: number | undefined) => (offset === undefined ? undefined : counter.linePos(offset).line)
  for (const { message, pos } of document.errors) faults.push({ line: lineAt(pos[0]), text: sentence(message) })
  if (faults.length === 0) {
    try {
      document.toJS({ maxAliasCount: 20 }) // as the platform has it
    } catch (error) {
      faults.push({ line: undefined, text: sentence((error as Error).message) })
    }
  }
  if (faults.length > 0) return nothing
  if (document.contents === null) return nothing
  if (!isMap(document.contents)) {
    faults.push({ line: 1, text: 'It holds no keys.' })
    return nothing
  }
  const lineOf = (node: unknown) => lineAt((node as { range?: [number, number, number] | null } | null)?.range?.[0])
  const whole = new Map<string, unknown>()
  for (const { key, value } of document.contents.items) {
    const name = String(isScalar(key) ? key.value : key)
    const known = Object.hasOwn(CONFIGURATION_KEYS, name) ? CONFIGURATION_KEYS[name as keyof typeof CONFIGURATION_KEYS] : undefined
    if (!known) {
      unknown.push({ line: lineOf(key), text: name })
      continue
    }
    if (value === null || (isScalar(value) && value.value === null)) continue
    if (known.isList ? !isSeq(value) : !isMap(value)) {
      faults.push({ line: lineOf(key), text: `${name} ${known.isList ? 'is no list.' : 'holds no keys.'}` })
      continue
    }
    const maps = isSeq(value) ? value.items : [value]
    for (const [index, map] of maps.entries()) {
      const place = known.isList ? `${name}[${index}]` : name
      if (!isMap(map)) {
        faults.push({ line: lineOf(map), text: `${place} holds no keys.` })
        continue
      }
      for (const { key: inner } of map.items) {
        const word = String(isScalar(inner) ? inner.value : inner)
        if (!(known.keys as readonly string[]).includes(word)) unknown.push({ line: lineOf(inner), text: `${place}.${word}` })
      }
      const object = map.toJS(document) as Record<string, unknown>
      const wrong = FAULTS[name as keyof typeof FAULTS](object)
      for (const each of wrong) faults.push({ line: lineOf(map), text: `${place}${each}` })
    }
    whole.set(name, (value as { toJS(document: unknown): unknown }).toJS(document))
  }
  const list = (name: string) =>
    ((whole.get(name) ?? []) as readonly Record<string, unknown>[]).filter((each) => typeof each === 'object' && each !== null)
  const said = (value: unknown) => (value === undefined || value === null ? '' : String(value))
  return {
    faults,
    unknown,
    minimumCore: (whole.get('MinimumCore') ?? {}) as Record<string, unknown>,
    traceVariables: list('TraceVariables')
      .filter((each) => FAULTS.TraceVariables(each).length === 0)
      .map(({ File, LineNumber, Expression }) => ({ File, LineNumber, Expression }) as TraceVariable),
    argumentSets: [
      ...list('BenchmarkingVariables').map((each) => ({
        name: said(each['VariableName']),
        description: said(each['VariableDescription']),
        object: said(each['OutputObject']),
        arguments: said(each['CommandLineArguments']),
      })),
      ...list('BenchmarkingAllOutputs').map((each) => ({
        name: 'All outputs',
        description: '',
        object: '',
        arguments: said(each['CommandLineArguments']),
      })),
    ],
  }
}

type Check = (object: Readonly<Record<string, unknown>>) => string[]
const FAULTS: Readonly<Record<keyof typeof CONFIGURATION_KEYS, Check>> = {
  MinimumCore: ({ Precision, MemorySize, Microarchitecture, CorrelationTracking }) => [
    ...(['Precision', 'MemorySize'] as const).flatMap((name) => {
      const value = { Precision, MemorySize }[name]
      return value === undefined || (Number.isInteger(value) && Number(value) > 0) ? [] : [`.${name} is no whole number.`]
    }),
    ...(Microarchitecture === undefined || isTracking(String(Microarchitecture)) || ['Bypass', 'Reference'].includes(String(Microarchitecture))
      ? []
      : [`.Microarchitecture: there is no ${String(Microarchitecture)}.`]),
    ...(CorrelationTracking === undefined || ['autocorrelation', 'disable'].includes(String(CorrelationTracking).toLowerCase())
      ? []
      : ['.CorrelationTracking is Autocorrelation or Disable.']),
  ],
  TraceVariables: ({ File, LineNumber, Expression }) =>
    typeof File === 'string' && typeof Expression === 'string' && Number.isInteger(LineNumber) && Number(LineNumber) >= 0
      ? []
      : [' needs File, LineNumber and Expression.'],
  BenchmarkingVariables: ({ OutputObject }) =>
    OutputObject === undefined || ['Distribution', 'Scalar'].includes(String(OutputObject)) ? [] : ['.OutputObject is Distribution or Scalar.'],
  BenchmarkingAllOutputs: ({ CommandLineArguments }) => (CommandLineArguments === undefined ? [' has no CommandLineArguments.'] : []),
}
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!]$/.test(text) ? '' : '.'}`
