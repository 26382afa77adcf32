// Trace variables of the command line, `main.c:12:sum`, and what a run recorded of them.
import { elementOf, LIMITS, moreTraced } from '@credence/contract'
import type { Traced, TraceVariable } from '@credence/engine'
import { UsageError } from '../command.ts'

/** @param text  one a line @throws UsageError */
export function readTraces(text: string | undefined): TraceVariable[] {
  const traces = (text ?? '').split('\n').filter((line) => line !== '')
  if (traces.length > LIMITS.trace.variables) throw new UsageError(`at most ${LIMITS.trace.variables} values can be traced`)
  return traces.map((line) => {
    const [, file, number, expression] = /^(.+?):(\d{1,9}):(.+)$/.exec(line) ?? []
    if (file === undefined || expression === undefined) throw new UsageError(`--trace is FILE:LINE:EXPRESSION, as in main.c:12:sum, not '${line}'`)
    return { file, line: Number(number), expression }
  })
}

/** With the field names of the API. */
export interface TraceRecord {
  readonly File: string
  readonly LineNumber: number
  readonly Expression: string
  readonly Pass: number
  readonly Path: number
  readonly Value: string
  /** Share of the samples that give it where a majority decided for them. */
  readonly ByMajority?: number
}
export function traceRecords(traced: Traced | undefined, variables: readonly TraceVariable[]): TraceRecord[] {
  return (traced?.values ?? []).map(({ variable, element, pass, path, value, byMajority }) => {
    const { file, line, expression } = variables[variable]!
    const place = { File: file, LineNumber: line, Expression: elementOf(expression, element), Pass: pass, Path: path }
    return { ...place, Value: value, ...(byMajority !== undefined && { ByMajority: byMajority }) }
  })
}
/** A line for each. */
export function traceLines(records: readonly TraceRecord[], traced: Traced | undefined): string {
  const lines = records.map(({ File, LineNumber, Expression, Value }) => `${File}:${LineNumber}: ${Expression} = ${Value}\n`)
  if (traced && traced.more > 0) lines.push(moreTraced(traced.more))
  return lines.join('')
}
