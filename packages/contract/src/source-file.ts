// The name that the one file of a source-code build has: messages of the compiler and trace variables use it.
import type { Language } from './enums.ts'

/** @param code  the program; Fortran in fixed form, as on punched cards, has a name that says so */
export function sourceFile(language: Language, code: string): string {
  if (language === 'Fortran') return isFixedForm(code) ? 'main.f' : 'main.f90'
  return language === 'C' ? 'main.c' : 'main.cpp'
}

/** Statements of free form that begin with the letter of a comment of fixed form. */
const WORD_WITH_C = /^c(all|ontains|haracter|omplex|lass|ase|lose|ycle|ommon|ontinue|odimension|o_[a-z]+)\b/i
const NAME_WITH_C = /^c\w*\s*(=|%|\()/i
const STATEMENT_COLUMNS = /^(?:[ \d]{5}[ 0]|[ \d]{0,5}\t)/
const CONTINUATION = /^ {5}[^ 0]/

/**
 * Whether a Fortran source is in fixed form: labels in columns 1 to 5, marks of continuation in column 6, statements from column 7 to 72. What is valid in both
 * forms is told by comments with C or * and by continuations; without any it is taken for free form where a line is longer than 72. Source: Fortran 2018, 6.3.3.
 */
export function isFixedForm(code: string): boolean {
  let [marks, longest, statements] = [0, 0, 0]
  for (const line of code.split(/\r?\n/)) {
    if (/^\s*(!|#|$)/.test(line)) continue
    if (line.startsWith('*')) marks++
    else if (/^c/i.test(line)) {
      if (WORD_WITH_C.test(line) || NAME_WITH_C.test(line)) return false
      marks++
    } else if (CONTINUATION.test(line)) marks++
    else if (!STATEMENT_COLUMNS.test(line) || /&\s*(!.*)?$/.test(line.slice(0, 72))) return false
    else {
      statements++
      longest = Math.max(longest, line.replace(/!.*$/, '').trimEnd().length)
    }
  }
  return statements > 0 && (marks > 0 || longest <= 72)
}
