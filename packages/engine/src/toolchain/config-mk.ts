// config.mk: a make fragment that configures a build. Variables, conditionals and the text functions of make are evaluated;
// rules, recipes and unknown directives are ignored; nothing is ever executed (`shell` gives nothing).
// What the variables do is in docs/engine/builds.md. Source of the syntax: GNU make manual, chapters 3.1, 6, 7 and 8.
import { filePattern, makePattern } from './patterns.ts'

export interface ConfigMk {
  /** The expanded value of a variable; '' when it is not set. */
  readonly value: (name: string) => string
  /** The value as words. */
  readonly words: (name: string) => string[]
  readonly isSet: (name: string) => boolean
  /** What was not understood or not done, for the build output. */
  readonly notes: readonly string[]
}

/**
 * Evaluates the text of a config.mk.
 * @param files paths that `wildcard` sees, relative to the build directory
 * @param preset variables that the build sets and the text may read or change
 */
export function evaluateConfigMk(text: string, files: Iterable<string>, preset: Readonly<Record<string, string>> = {}): ConfigMk {
  const scope = new Scope([...files].sort(), preset)
  const conditions: Condition[] = []
  let inRule = false
  let inDefine = false
  for (const { line, number } of logicalLines(text)) {
    const recipe = line.startsWith('\t') && inRule
    const statement = stripComment(line).trim()
    if (inDefine) {
      inDefine = !/^endef\b/.test(statement)
      continue
    }
    if (recipe || statement === '') continue
    if (conditional(statement, conditions, scope)) continue
    if (conditions.some(({ active }) => !active)) continue
    inDefine = /^(override\s+|export\s+)*define\b/.test(statement)
    if (inDefine) continue
    const assigned = assignment(statement)
    inRule = assigned === undefined && isRule(statement)
    if (assigned !== undefined) scope.assign(assigned)
    else if (/^-?include\b|^sinclude\b/.test(statement)) scope.note(`config.mk:${number}: 'include' is not supported and was ignored`)
  }
  if (conditions.length > 0) scope.note('config.mk: a conditional has no endif')
  return {
    value: (name) => scope.value(name).trim(),
    words: (name) => words(scope.value(name)),
    isSet: (name) => scope.has(name),
    notes: scope.notes,
  }
}

/** Physical lines joined at a trailing backslash; also at the last line, where nothing follows. */
function* logicalLines(text: string): Generator<{ line: string; number: number }> {
  const lines = text.split(/\r?\n/)
  for (let index = 0; index < lines.length; index++) {
    const number = index + 1
    let line = lines[index]!
    while (/(^|[^\\])(\\\\)*\\$/.test(line)) {
      line = `${line.slice(0, -1).trimEnd()} ${(lines[++index] ?? '').trimStart()}`
      if (index >= lines.length) break
    }
    yield { line, number }
  }
}

/** `\#` is a plain number sign. */
function stripComment(line: string): string {
  return line.replace(/(^|[^\\])#.*$/, '$1').replaceAll('\\#', '#')
}

interface Assignment {
  readonly name: string
  readonly operator: '=' | ':=' | '+=' | '?='
  readonly text: string
}
function assignment(statement: string): Assignment | undefined {
  const match = /^(?:(?:export|override|private|unexport)\s+)*([^\s:=+?#$]+)\s*(:::=|::=|:=|\+=|\?=|=)\s*(.*)$/s.exec(statement)
  if (match === null) return undefined
  const operator = match[2] === '::=' || match[2] === ':::=' ? ':=' : (match[2] as Assignment['operator'])
  return { name: match[1]!, operator, text: match[3]! }
}
/** A rule stays in force for the recipe lines, which start with a tab, until the next statement. */
function isRule(statement: string): boolean {
  return /^[^=]*:/.test(statement)
}

interface Condition {
  active: boolean
  /** A branch of it was already active, so that no `else` may be. */
  taken: boolean
}
/** Handles ifeq, ifneq, ifdef, ifndef, else and endif. False: the statement is something else. */
function conditional(statement: string, stack: Condition[], scope: Scope): boolean {
  const match = /^(ifeq|ifneq|ifdef|ifndef|else|endif)\b\s*(.*)$/s.exec(statement)
  if (match === null) return false
  const [, word = '', rest = ''] = match
  const top = stack.at(-1)
  if (word === 'endif') stack.pop()
  else if (word !== 'else') {
    const active = holds(word, rest, scope)
    stack.push({ active, taken: active })
  } else if (top !== undefined) {
    const nested = /^(ifeq|ifneq|ifdef|ifndef)\b\s*(.*)$/s.exec(rest)
    top.active = !top.taken && (nested === null || holds(nested[1]!, nested[2]!, scope))
    top.taken ||= top.active
  }
  return true
}
function holds(word: string, text: string, scope: Scope): boolean {
  if (word === 'ifdef' || word === 'ifndef') return scope.has(scope.expand(text).trim()) === (word === 'ifdef')
  const [left, right] = comparands(text)
  return (scope.expand(left).trim() === scope.expand(right).trim()) === (word === 'ifeq')
}
/** `(a,b)`, `"a" "b"` or `'a' 'b'`. */
function comparands(text: string): [string, string] {
  const quoted = /^\s*(["'])(.*?)\1\s*(["'])(.*?)\3/.exec(text)
  if (quoted !== null) return [quoted[2]!, quoted[4]!]
  const [left = '', ...right] = splitArguments(text.trim().replace(/^\(/, '').replace(/\)$/, ''))
  return [left, right.join(',')]
}

type Variable = { readonly recursive: boolean; readonly text: string }
/** More than a real configuration needs, and little enough that a hostile one ends at once. */
const LARGEST_EXPANSION = 1_000_000
const DEEPEST_EXPANSION = 100

class Scope {
  readonly notes: string[] = []
  readonly #variables = new Map<string, Variable>()
  readonly #files: readonly string[]
  #expanded = 0

  constructor(files: readonly string[], preset: Readonly<Record<string, string>>) {
    this.#files = files
    for (const [name, text] of Object.entries(preset)) this.#variables.set(name, { recursive: false, text })
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
  }
  has(name: string): boolean {
    return (this.#variables.get(name)?.text ?? '') !== ''
  }
  value(name: string): string {
    return this.expand(`$(${name})`)
  }

  assign({ name, operator, text }: Assignment): void {
    const old = this.#variables.get(name)
    if (operator === '=') this.#variables.set(name, { recursive: true, text })
    else if (operator === ':=') this.#variables.set(name, { recursive: false, text: this.expand(text) })
    else if (operator === '?=') old ?? this.#variables.set(name, { recursive: true, text })
    else if (old === undefined) this.#variables.set(name, { recursive: true, text })
    else this.#variables.set(name, { recursive: old.recursive, text: `${old.text} ${old.recursive ? text : this.expand(text)}` })
    this.#count(this.#variables.get(name)!.text.length, name)
  }

  /** Replaces `$(…)`, `${…}`, `$x` and `$$`; automatic variables are empty, because there are no rules. */
  expand(text: string, depth = 0): string {
    if (depth > DEEPEST_EXPANSION) throw new ConfigMkError('a variable of config.mk refers to itself')
    let result = ''
    for (let index = 0; index < text.length; index++) {
      if (text[index] !== '$') {
        result += text[index]
        continue
      }
      const opening = text[++index]
      if (opening === '$') result += '$'
      else if (opening === '(' || opening === '{') {
        const end = closing(text, index)
        result += this.#reference(text.slice(index + 1, end), depth + 1)
        index = end
      } else if (opening !== undefined) result += this.#reference(opening, depth + 1)
    }
    this.#count(result.length, 'expansion')
    return result
  }

  #count(length: number, name: string): void {
    this.#expanded += length
    if (this.#expanded > 20 * LARGEST_EXPANSION || length > LARGEST_EXPANSION) {
      throw new ConfigMkError(`config.mk: '${name}' is longer than the limit of ${LARGEST_EXPANSION} characters`)
    }
  }

  #reference(inside: string, depth: number): string {
    const call = /^([a-z-]+)[ \t]+(.*)$/s.exec(inside)
    if (call !== null && (SPECIAL_FUNCTIONS.includes(call[1]!) || Object.hasOwn(FUNCTIONS, call[1]!))) {
      return this.#call(call[1]!, call[2]!, depth)
    }
    if (call !== null) {
      this.note(`config.mk: the function '${call[1]}' is not supported; it gives nothing`)
      return ''
    }
    const substitution = /^([^:]+):([^=]*)=(.*)$/s.exec(inside)
    if (substitution !== null) {
      const [, name = '', from = '', to = ''] = substitution
      const pattern = from.includes('%') ? from : `%${from}`
      return patsubst(this.expand(pattern, depth), this.expand(from.includes('%') ? to : `%${to}`, depth), this.#reference(name, depth))
    }
    const variable = this.#variables.get(this.expand(inside, depth).trim())
    if (variable === undefined) return ''
    return variable.recursive ? this.expand(variable.text, depth) : variable.text
  }

  #call(name: string, text: string, depth: number): string {
    const parts = splitArguments(text)
    if (name === 'if') {
      const [condition = '', yes = '', ...no] = parts
      return this.expand((this.expand(condition.trim(), depth).trim() !== '' ? yes : no.join(',')).trim(), depth)
    }
    if (name === 'foreach') return this.#forEach(parts, depth)
    const given = parts.map((part) => this.expand(part, depth))
    if (name === 'wildcard')
      return words(given.join(' '))
        .flatMap((pattern) => this.#wildcard(pattern))
        .join(' ')
    return FUNCTIONS[name]!(given)
  }
  #forEach([name = '', list = '', ...body]: string[], depth: number): string {
    const variable = this.expand(name, depth).trim()
    const before = this.#variables.get(variable)
    const results = words(this.expand(list, depth)).map((word) => {
      this.#variables.set(variable, { recursive: false, text: word })
      return this.expand(body.join(','), depth)
    })
    if (before === undefined) this.#variables.delete(variable)
    else this.#variables.set(variable, before)
    return results.join(' ')
  }
  #wildcard(pattern: string): string[] {
    const matches = filePattern(pattern.replace(/^(\.\/)+/, ''))
    const prefix = /^(\.\/)+/.exec(pattern)?.[0] ?? ''
    return this.#files.filter((file) => matches.test(file)).map((file) => prefix + file)
  }
}

export class ConfigMkError extends Error {}

/** They look at files or choose what to expand. */
const SPECIAL_FUNCTIONS = ['wildcard', 'if', 'foreach']
/** The functions of make that work on words alone. */
const FUNCTIONS: Readonly<Record<string, (given: string[]) => string>> = {
  subst: ([from = '', to = '', ...text]) => (from === '' ? text.join(',') + to : text.join(',').replaceAll(from, to)),
  patsubst: ([from = '', to = '', ...text]) => patsubst(from.trim(), to.trim(), text.join(',')),
  filter: ([patterns = '', ...text]) => selected(patterns, text.join(','), true),
  'filter-out': ([patterns = '', ...text]) => selected(patterns, text.join(','), false),
  addprefix: ([prefix = '', ...text]) => each(text.join(','), (word) => prefix.trim() + word),
  addsuffix: ([suffix = '', ...text]) => each(text.join(','), (word) => word + suffix.trim()),
  notdir: (given) => each(given.join(','), (word) => word.slice(word.lastIndexOf('/') + 1)),
  dir: (given) => each(given.join(','), (word) => (word.includes('/') ? word.slice(0, word.lastIndexOf('/') + 1) : './')),
  basename: (given) => each(given.join(','), (word) => word.replace(/\.[^./]*$/, '')),
  suffix: (given) => each(given.join(','), (word) => /\.[^./]*$/.exec(word)?.[0] ?? ''),
  sort: (given) => [...new Set(words(given.join(',')))].sort().join(' '),
  strip: (given) => words(given.join(',')).join(' '),
  firstword: (given) => words(given.join(','))[0] ?? '',
  lastword: (given) => words(given.join(',')).at(-1) ?? '',
  words: (given) => String(words(given.join(',')).length),
  findstring: ([part = '', ...text]) => (text.join(',').includes(part) ? part : ''),
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
function each(text: string, change: (word: string) => string): string {
  return words(text)
    .map(change)
    .filter((word) => word !== '')
    .join(' ')
}
function selected(patterns: string, text: string, keep: boolean): string {
  const tests = words(patterns).map(makePattern)
  return words(text)
    .filter((word) => tests.some((test) => test.test(word)) === keep)
    .join(' ')
}
function patsubst(from: string, to: string, text: string): string {
  const pattern = makePattern(from)
  return each(text, (word) => {
    const match = pattern.exec(word)
    return match === null ? word : to.replace('%', () => match[1] ?? '%')
  })
}

/** Index of the bracket that closes the one at `open`; the end of the text if there is none. */
function closing(text: string, open: number): number {
  const left = text[open]!
  const right = left === '(' ? ')' : '}'
  let depth = 0
  for (let index = open; index < text.length; index++) {
    if (text[index] === left) depth++
    else if (text[index] === right && --depth === 0) return index
  }
  return text.length
}
/** At commas outside brackets. The blanks before the first argument are gone already; the others keep theirs, as in make. */
function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if (character === '(' || character === '{') depth++
    else if (character === ')' || character === '}') depth--
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return [...parts, text.slice(start)]
}
