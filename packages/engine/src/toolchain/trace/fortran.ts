// Where the value of a trace variable is taken in a Fortran source, and how: with the statement on its line done, as decision note 0063 says.
// Calls stand on the lines of the user's statements; what they call is a module of ours, used by the program unit around them. The value is a scalar
// that can be a real number; where it is not, the compiler says so.

import type { SourceForm } from '../fortran/sources.ts'
import { FIXED_WIDTH, type Statement, statementsOf } from '../fortran/statements.ts'
import type { Place } from './place.ts'

/** What traced sources use. */
export const TRACE_MODULE = {
  name: 'credence_trace',
  text: `module credence_trace
  interface
    pure subroutine credence_trace_value(variable, element, value) bind(c)
      integer(4), value :: variable, element
      real(8), value :: value
    end subroutine
  end interface
end module
`,
} as const
const USE = `use ${TRACE_MODULE.name}, only: credence_trace_value`

export const traceCall = (variable: number, element: number, expression: string): string =>
  `call credence_trace_value(${variable}, ${element}, dble(${expression}))`

/** A source whose calls have room: in fixed form columns behind the last become blank, and lines may be longer. */
export function roomyText(source: string, form: SourceForm): string {
  if (form === 'free') return source
  return source
    .split('\n')
    .map((line) => (/\t|^[cCdD*!#]/.test(line) ? line : line.replace(/\r$/, '').slice(0, FIXED_WIDTH).padEnd(FIXED_WIDTH)))
    .join('\n')
}
/** Of flang, for a source that has room. */
export const ROOMY_OPTIONS = { fixed: ['-ffixed-line-length=none'], free: [] } as const

/** @returns where to stand, best first, each with what the unit around it needs; or why there is no place */
export function fortranPlaces(source: string, form: SourceForm, line: number): { readonly places: readonly Place[] } | { readonly fault: string } {
  const statements = statementsOf(source, form)
  const at = statements.findLastIndex((one) => one.line <= line && line <= one.lastLine)
  const here = at < 0 ? statements.findIndex((one) => one.line > line) : at
  const unit = here < 0 ? undefined : unitAround(statements, here)
  if (unit === undefined) return { fault: 'no procedure or main program is at that line' }
  const places = placesAt(statements, here, at >= 0).map((place) => ({ ...place, once: unit }))
  return places.length > 0 ? { places: places.slice(0, MOST_PLACES) } : { fault: 'there is no statement behind that line' }
}
const MOST_PLACES = 12

const before = ({ start }: Statement): Place => ({ at: start, lead: '', tail: '; ' })
const behind = ({ end }: Statement): Place => ({ at: end, lead: '; ', tail: '' })

function placesAt(statements: readonly Statement[], here: number, covers: boolean): Place[] {
  const statement = statements[here]!
  const rest = statements.slice(here + 1)
  if (isDeclaration(statement.text)) {
    const executable = rest.findIndex(({ text }) => !isDeclaration(text))
    return executable < 0
      ? []
      : [rest[executable]!, ...rest.slice(executable + 1, executable + MOST_PLACES).filter(({ text }) => !isEnd(text))].map(before)
  }
  if (!covers) return [before(statement)]
  if (isJump(statement.text) || isEnd(statement.text)) return [before(statement)]
  if (isBranch(statement.text)) return [before(statement), behind(statement)]
  const enclosing = rest.find(({ text }) => /^end(where|forall)/.test(text))
  return [behind(statement), before(statement), ...(enclosing ? [behind(enclosing)] : [])]
}

/** With what stands in parentheses taken out. */
function flat(text: string): string {
  let depth = 0
  let made = ''
  for (const letter of text) {
    if (letter === ')') depth--
    if (depth <= 0) made += letter
    if (letter === '(') depth++
  }
  return made
}
function isAssignment(text: string): boolean {
  const plain = flat(text)
  return /^[a-z]\w*(\(\))?(%[a-z]\w*(\(\))?)*=(?!=)/.test(plain) && !(plain.startsWith('do') && plain.includes(','))
}

const HEAD =
  /^((pure|impure|elemental|recursive|non_recursive|module|integer(\(\)|\*\d+)?|real(\(\)|\*\d+)?|complex(\(\)|\*\d+)?|logical(\(\)|\*\d+)?|character(\(\)|\*(\d+|\(\)))?|doubleprecision|type\(\)|class\(\))*(subroutine|function)[a-z]|moduleprocedure[a-z]|program[a-z]|module[a-z]|submodule\(|blockdata|block$|(abstract)?interface\b|interface)/
const SPECIFICATION =
  /^(use\b|use[a-z,:]|import|implicit|integer|real|complex|logical|character|doubleprecision|doublecomplex|byte|type[,(:]|type[a-z]|endtype|class\(|procedure\(|parameter\(|dimension|save|data|common|equivalence|external|intrinsic|allocatable|pointer|target|optional|value|volatile|asynchronous|contiguous|protected|bind\(|namelist|enum|endenum|enumerator|format\(|include|public|private|intent\(|endinterface|generic|final|sequence|moduleprocedure|procedure,|procedure::|static|automatic|codimension)/

function isDeclaration(text: string): boolean {
  if (isAssignment(text)) return false
  return HEAD.test(flat(text)) || (SPECIFICATION.test(text) && !/^type(is)\(/.test(text))
}
/** Control goes elsewhere. */
function isJump(text: string): boolean {
  if (isAssignment(text)) return false
  const jump = /^(goto|return|stop|errorstop|exit|cycle)/
  const [, rest = ''] = /^if\((.*)$/.test(text) ? (/^if\(\)(.*)$/.exec(flat(text)) ?? []) : []
  return jump.test(text) || jump.test(rest) || /^\d+,\d+,\d+$/.test(rest)
}
/** Of a program unit, or where its statements end. */
const isEnd = (text: string): boolean => /^(end|contains|end(program|subroutine|function|procedure|module|submodule|blockdata)\w*)$/.test(text)
const isBranch = (text: string): boolean => !isAssignment(text) && /^(if\(.*\)then|select(case|type|rank)\(.*|where\(.*\)|forall\(.*\))$/.test(text)

type Scope = 'unit' | 'module' | 'interface'
function opens(text: string, isOutermost: boolean): Scope | undefined {
  if (isAssignment(text) || text === 'block') return undefined
  if (/^(abstract)?interface/.test(text)) return 'interface'
  if (isOutermost && /^(blockdata|submodule\(|module)/.test(text)) return 'module'
  return HEAD.test(flat(text)) ? 'unit' : undefined
}

/**
 * Where the outermost program unit around a statement takes what it uses.
 * @returns undefined: the statement is in no procedure or main program
 */
function unitAround(statements: readonly Statement[], here: number): NonNullable<Place['once']> | undefined {
  const open: { readonly kind: Scope; readonly place: NonNullable<Place['once']> }[] = []
  for (const [index, statement] of statements.entries()) {
    const { text } = statement
    const kind = opens(text, open.length === 0)
    const isListed = open.at(-1)?.kind === 'interface' && text.startsWith('moduleprocedure')
    if (kind && !isListed) open.push({ kind, place: { at: statement.end, text: `; ${USE}` } })
    else if (open.length === 0) open.push({ kind: 'unit', place: { at: statement.start, text: `${USE}; ` } }) // a main program without its statement
    if (index === here) {
      const inside = open.some((one) => one.kind === 'unit') && !open.some((one) => one.kind === 'interface')
      return inside ? open[0]!.place : undefined
    }
    if (!isAssignment(text) && /^end$|^end(program|subroutine|function|procedure|module|submodule|blockdata|interface)/.test(text)) open.pop()
  }
  return undefined
}

/** The expressions that are recorded, in order; or what is wrong with the text, in words. */
export function fortranElements(expression: string): readonly string[] | { readonly fault: string } {
  if (expression.trim() === '') return { fault: 'the expression is empty' }
  const stray = /[\n\r\0;!&#]/.exec(expression)?.[0]
  if (stray !== undefined) return { fault: 'an expression is one line, without comments and other statements' }
  let depth = 0
  for (const letter of expression.replace(/'[^']*'|"[^"]*"/g, '')) {
    if (letter === '(') depth++
    if (letter === "'" || letter === '"' || (letter === ')' && --depth < 0)) return { fault: `'${letter}' does not belong there` }
  }
  if (depth > 0) return { fault: "'(' does not belong there" }
  const range = fortranRange(expression)
  if (range === undefined) return [expression]
  if (range.count < 1) return { fault: 'the end of the range lies before its begin' }
  return Array.from({ length: range.count }, (_, index) => `${range.before}${range.from + index}${range.after}`)
}
/** Of a subscript `(1:3)`, both ends included. */
export function fortranRange(expression: string): { before: string; from: number; count: number; after: string } | undefined {
  const [, before, from, to, after] = /^(.*[(,]\s*)(-?\d{1,9})\s*:\s*(-?\d{1,9})(\s*[,)].*)$/.exec(expression) ?? []
  return before === undefined ? undefined : { before, from: Number(from), count: Number(to) - Number(from) + 1, after: after! }
}
