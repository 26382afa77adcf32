// The files of a build with calls that record trace variables. Lines stay where they are; the files are compiled after the untouched ones, whose
// messages are the build's, so that every error here is one of a trace variable. Text is bytes as characters: offsets and columns count bytes, as the
// compiler's do.
//
//   before   double y = f(x);
//   after    double y = f(x); credence_trace_value(0, 0, (y));
import { bytesOf, charactersOf } from '../../latin1.ts'
import type { Files, TraceVariable } from '../../types.ts'
import { sourceForm } from '../fortran/sources.ts'
import { normalise } from '../paths.ts'
import { elementsOf } from './expression.ts'
import { fortranElements, fortranPlaces, roomyText, traceCall } from './fortran.ts'
import { functionsIn, type Place, placesOf } from './place.ts'

/** The header that every source includes then, and the name under which the compiler finds it. */
export const TRACE_HEADER = {
  name: 'trace.h',
  text: '#ifdef __cplusplus\nextern "C"\n#endif\nvoid credence_trace_value(int, int, double);\n',
} as const

/** A trace variable that can be put in: its text, and where it may stand. */
interface Wanted {
  readonly number: number
  readonly file: string
  readonly calls: string
  readonly places: readonly Place[]
  /** Which of the places is tried. */
  choice: number
}
interface Edit {
  readonly at: number
  /** Of edits at one offset: closing braces first, the inner ones before the outer ones; then calls; then opening braces. */
  readonly order: number
  readonly text: string
  readonly number: number
}
/** Where the text of a trace variable stands in a changed file. */
interface Span {
  readonly file: string
  readonly line: number
  /** Columns, counted from 1, in bytes. */
  readonly from: number
  readonly to: number
  readonly number: number
}

export class TracedFiles {
  /** What is wrong before anything is compiled, as errors of the compiler. */
  readonly errors: readonly string[]
  readonly #files: Files
  readonly #variables: readonly TraceVariable[]
  readonly #wanted: Wanted[] = []
  #spans: Span[] = []

  /** @param isOurs  which sources: those of one compiler; trace variables of the others are left out */
  constructor(files: Files, variables: readonly TraceVariable[], isOurs: (file: string) => boolean) {
    this.#files = files
    this.#variables = variables
    this.errors = variables.flatMap((variable, number) => {
      const fault = isOurs(variable.file) ? this.#want(variable, number) : undefined
      return fault === undefined ? [] : [traceError(variable, fault)]
    })
  }

  /** The files with all calls, each at the place that is its turn. */
  files(): Files {
    this.#spans = []
    const changed = new Map(this.#files)
    for (const [file, all] of Map.groupBy(this.#wanted, ({ file }) => file)) changed.set(file, this.#edited(file, all))
    return changed
  }

  /**
   * What the compiler said of the changed files, as errors that name trace variables. Empty: each that it refused has another place to try; ask for
   * the files again.
   * @param messages  with the user's names of files
   */
  refused(messages: string): string[] {
    const faults = new Map<number, string>()
    for (const match of messages.matchAll(/^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/gm)) {
      const [, file, line, column, text] = match
      const span = this.#spans.find(
        (one) => one.file === normalise(file!) && one.line === Number(line) && one.from <= Number(column) && Number(column) <= one.to,
      )
      if (span && !faults.has(span.number)) faults.set(span.number, text!)
    }
    const last: string[] = []
    for (const wanted of this.#wanted) {
      const fault = faults.get(wanted.number)
      if (fault === undefined) continue
      if (wanted.choice === 0) this.#first.set(wanted.number, fault)
      if (++wanted.choice >= wanted.places.length) last.push(traceError(this.#variables[wanted.number]!, this.#first.get(wanted.number) ?? fault))
    }
    if (faults.size > 0) return last
    return [`error: the trace variables cannot be recorded where they stand:\n${messages}`]
  }
  /** What was said at the best place of each. */
  readonly #first = new Map<number, string>()

  #want(variable: TraceVariable, number: number): string | undefined {
    const file = normalise(variable.file)
    const bytes = file === undefined ? undefined : this.#files.get(file)
    if (file === undefined || bytes === undefined) return 'there is no such file in the build'
    const form = sourceForm(file)
    const elements = form ? fortranElements(variable.expression) : elementsOf(variable.expression)
    if ('fault' in elements) return elements.fault
    const texts = elements.map((element) => charactersOf(new TextEncoder().encode(element)))
    if (form) {
      const found = fortranPlaces(roomyText(charactersOf(bytes), form), form, variable.line)
      if ('fault' in found) return found.fault
      const calls = texts.map((text, index) => traceCall(number, index, text)).join('; ')
      this.#wanted.push({ number, file, calls, places: found.places, choice: 0 })
      return undefined
    }
    const places = placesOf(functionsIn(charactersOf(bytes)), variable.line)
    if (places.length === 0) return 'no function is at that line'
    const calls = texts.map((text, index) => `credence_trace_value(${number}, ${index}, (${text}));`).join(' ')
    this.#wanted.push({ number, file, calls, places, choice: 0 })
    return undefined
  }

  #edited(file: string, all: readonly Wanted[]): Uint8Array {
    const edits: Edit[] = []
    const braced = new Set<string>()
    const added = new Set<number>()
    for (const { number, calls, places, choice } of all) {
      const { at, braces, once, lead = ' ', tail = '' } = places[choice]!
      edits.push({ at, order: braces && at === braces.to ? -1e9 - braces.from : 0, text: lead + calls + tail, number })
      if (once && !added.has(once.at)) edits.push({ ...once, order: -2e9, number })
      if (once) added.add(once.at)
      if (!braces || braced.has(JSON.stringify(braces))) continue
      braced.add(JSON.stringify(braces))
      edits.push({ at: braces.from, order: -1, text: '{', number }, { at: braces.to, order: -1e9 - braces.from + 0.5, text: ' }', number })
    }
    edits.sort((a, b) => a.at - b.at || a.order - b.order || a.number - b.number)
    const form = sourceForm(file)
    const given = charactersOf(this.#files.get(file)!)
    const source = form ? roomyText(given, form) : given
    let text = ''
    let from = 0
    for (const { at, text: added, number } of edits) {
      text += source.slice(from, at)
      const lineStart = text.lastIndexOf('\n') + 1
      const line = 1 + (text.match(/\n/g)?.length ?? 0)
      this.#spans.push({ file, line, from: text.length - lineStart + 1, to: text.length - lineStart + added.length + 1, number })
      text += added
      from = at
    }
    return bytesOf(text + source.slice(from))
  }
}

export function traceError({ file, line, expression }: TraceVariable, fault: string): string {
  return `${file}:${line}: error: trace variable '${expression.slice(0, 200)}': ${fault}`
}
