// Where the call that makes a chosen distribution goes in a program, with the lines it needs before.
import type { Language } from '@credence/contract'
import type { Insertion } from '../../values/constructor-calls.ts'

const HEADERS: Readonly<Record<Language, { readonly has: RegExp; readonly line: string }>> = {
  C: { has: /^\s*#\s*include\s*[<"]uxhw\.h[>"]/m, line: '#include <uxhw.h>\n' },
  'C++': { has: /^\s*#\s*include\s*[<"]uxhw\.h[>"]/m, line: '#include <uxhw.h>\n' },
  Fortran: { has: /^\s*use\s+uxhw\b/im, line: '' }, // belongs into the unit that calls, which only its author knows
}

/** Where an insertion goes, as offsets; `newLine` goes before it, where it gets a line of its own. */
export interface Place {
  readonly from: number
  readonly to: number
  readonly newLine?: string
}
/** The selection; or a new line at the beginning of the main function, as long as nobody has put the cursor anywhere. */
export function placeFor(source: string, selection: Place): Place {
  const head = selection.to === 0 ? /\bmain\b[^{;]*\{[^\S\n]*(?=\n)/.exec(source) : null
  if (!head) return { from: selection.from, to: selection.to }
  const at = head.index + head[0].length
  return { from: at, to: at, newLine: `\n${/^\n+([^\S\n]*)/.exec(source.slice(at))?.[1] || '  '}` }
}

export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}
/** The changes of a source that put an insertion at a place: the call, or a whole statement on a line that is empty. */
export function changesFor(source: string, at: Place, { declaration, call }: Insertion, name: string, language: Language): TextChange[] {
  const start = source.lastIndexOf('\n', at.from - 1) + 1
  const end = source.indexOf('\n', at.to)
  const line = source.slice(start, end < 0 ? source.length : end)
  const indent = at.newLine?.slice(1) ?? /^\s*/.exec(line)?.[0] ?? ''
  const isAlone = at.newLine !== undefined || line.slice(0, at.from - start).trim() + line.slice(at.to - start).trim() === ''
  const statement = language === 'Fortran' ? `${name} = ${call}` : `double ${name} = ${call};`
  const before = declaration === '' ? '' : `${declaration.replaceAll('\n', `\n${indent}`)}\n${indent}`
  const { has, line: header } = HEADERS[language]
  return [
    ...(has.test(source) || header === '' ? [] : [{ from: 0, to: 0, insert: header }]),
    ...(isAlone || before === '' ? [] : [{ from: start + indent.length, to: start + indent.length, insert: before }]),
    { from: at.from, to: at.to, insert: isAlone ? (at.newLine ?? '') + before + statement : call },
  ]
}
