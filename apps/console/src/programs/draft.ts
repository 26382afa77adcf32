// What a person writes in the editor: one program and how it is run. A draft is a value; changes make another one.
import {
  type DataSource,
  DEFAULT_CORES,
  isSuggested,
  type Language,
  LIMITS,
  RECOMMENDED_CORE,
  randomDigits,
  sourceFile,
  type TraceVariable,
} from '@credence/contract'

/** A variable to trace, beside the line of the source that it was put on. */
export interface TraceMark {
  readonly line: number
  readonly expression: string
  /** Its line is gone: it is listed and never sent. */
  readonly isLost?: boolean
}
export interface Draft {
  readonly id: string
  /** Given when it was saved as a file of its own. */
  readonly name: string
  readonly source: string
  readonly language: Language
  readonly coreId: string
  readonly arguments: string
  readonly dataSources: readonly DataSource[]
  /** Of the tasks that are made of it; empty: that of the program. */
  readonly runName: string
  readonly traces: readonly TraceMark[]
  /** Milliseconds since the epoch. */
  readonly changedAt: number
}

const FIRST = `#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double length = UxHwDoubleGaussDist(2.0, 0.05);
  double width = UxHwDoubleUniformDist(0.9, 1.1);
  printf("area: %.3f m^2\\n", length * width);
  return 0;
}
`

export function newDraft(change: Partial<Draft> = {}): Draft {
  return {
    id: randomDigits(32),
    name: '',
    source: FIRST,
    language: 'C',
    coreId: RECOMMENDED_CORE.CoreID,
    arguments: '',
    dataSources: [],
    runName: '',
    traces: [],
    changedAt: Date.now(),
    ...change,
  }
}

/** Text from a store of the browser is not trusted: what is not a draft is none. */
export function asDraft(given: unknown): Draft | undefined {
  const draft = given as Partial<Draft> | null
  if (typeof draft !== 'object' || draft === null || typeof draft.id !== 'string' || typeof draft.source !== 'string') return undefined
  return newDraft(draft)
}

/** The name of the file as messages of the compiler and trace variables have it. */
export const fileOf = ({ language, source }: Pick<Draft, 'language' | 'source'>): string => sourceFile(language, source)

export function languageOfFile(name: string): Language {
  if (/\.(cc|cpp|cxx|hpp|C)$/.test(name)) return 'C++'
  return /\.(f|f77|f90|f95|f03|f08|for)$/i.test(name) ? 'Fortran' : 'C'
}

/** What a list calls it: its name, else the first line that says something. */
export function titleOf({ name, source }: Pick<Draft, 'name' | 'source'>): string {
  return name || firstLineOf(source) || 'Empty program'
}

/** The first line that is no directive, blank or mere mark of a comment; a comment loses its signs, and a program in one line the `main` around it. */
export function firstLineOf(source: string): string {
  for (const line of source.split('\n', 200)) {
    const text = line
      .replace(/^\s*(?:\/\/+|\/\*+|\*+\/?|!+)\s*/, '')
      .replace(/\*\/\s*$/, '')
      .replace(/^\s*(?:int|void)\s+main\b[^{]*\{\s*(.*?)\s*\}?\s*$/, '$1')
      .trim()
    if (text !== '' && !/^(#|using\b|implicit none|[{}]|program\b|(?:int|void)\s+main\b|return\b)/i.test(text)) return text
  }
  return ''
}

/** Bytes of the source that a request may carry, and the share of them from which it is said. */
export const SOURCE_BYTES = LIMITS.request.bodyBytes
const NEAR = 0.9
export type Room = { readonly kind: 'room' } | { readonly kind: 'near' | 'over'; readonly bytes: number }
export function roomFor(source: string): Room {
  // A character is at most three bytes, so most texts need no count.
  if (source.length * 3 < NEAR * SOURCE_BYTES) return { kind: 'room' }
  const bytes = new TextEncoder().encode(JSON.stringify(source)).length
  return bytes > SOURCE_BYTES ? { kind: 'over', bytes } : bytes > NEAR * SOURCE_BYTES ? { kind: 'near', bytes } : { kind: 'room' }
}

export function traceVariablesOf({ traces, language, source }: Pick<Draft, 'traces' | 'language' | 'source'>): TraceVariable[] {
  const File = fileOf({ language, source })
  return traces
    .filter(({ isLost, expression }) => !isLost && expression.trim() !== '')
    .map(({ line, expression }) => ({ File, LineNumber: line, Expression: expression.trim() }))
}

/** Default cores that run tasks, those that people choose from. */
export const OFFERED_CORES = DEFAULT_CORES.filter((core) => isSuggested(core) && !core.Class.startsWith('C0-microSD'))
