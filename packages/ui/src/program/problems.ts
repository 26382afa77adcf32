// What clang and the linker said about the edited program: messages with their place, for the editor and for the list below it.
import type { Problem } from '../editor.tsx'

export interface BuildMessage {
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** In the edited source; absent for the linker's messages and for those about headers. */
  readonly line?: number
  readonly column?: number
}

const PLACED = /^(?:(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+): )?(?:(?<source>[^\s:]+): )?(?:fatal )?(?<severity>error|warning): (?<message>.*)$/

/** The messages of a build's output, in its order, without the lines of source that clang repeats. */
export function messagesOf(output: string, file: string): BuildMessage[] {
  return output.split('\n').flatMap((text) => {
    const groups = PLACED.exec(text)?.groups
    if (!groups) return []
    const { severity, message = '', line, column } = groups
    const about = { severity: severity as BuildMessage['severity'], message: message.replace(/ \[-W[^\]]*\]$/, '') }
    if (groups.file === file) return [{ ...about, line: Number(line), column: Number(column) }]
    return [groups.file === undefined ? about : { ...about, message: `${groups.file}, line ${line}: ${about.message}` }]
  })
}

export function problemsOf(messages: readonly BuildMessage[]): Problem[] {
  return messages.flatMap(({ line, column, severity, message }) =>
    line === undefined || column === undefined ? [] : [{ line, column, severity, message }],
  )
}
