// The form of a command: its words, options and examples as data, from which parsing and help are made, and what it does.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Installation } from './service/place.ts'
import type { Terminal } from './terminal.ts'

export interface OptionRow {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** What stands for the value in the help. */
  readonly value?: string
  /** That a shell offers for the value; others may do. */
  readonly words?: readonly string[]
  /** It may be given several times; its values are the lines of one text. */
  readonly isList?: true
  readonly about: string
}
export type OptionRows = Readonly<Record<string, OptionRow>>
export interface PositionalRow {
  readonly name: string
  readonly about: string
  readonly isOptional?: boolean
}
export interface Example {
  readonly line: string
  readonly about: string
}

export interface Context {
  readonly terminal: Terminal
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  /** The checkout, where its launcher started the command. */
  readonly installation?: Installation
}
/** The values of options: a text, true, or undefined where it was not given. */
export type Values<Rows extends OptionRows> = { readonly [Name in keyof Rows]?: Rows[Name]['type'] extends 'boolean' ? boolean : string }
interface Given<Rows extends OptionRows> {
  readonly values: Values<Rows>
  /** Required ones are there. */
  readonly positionals: readonly string[]
  /** The words behind `--`. */
  readonly rest: readonly string[]
}

export interface Command {
  /** `run`, or `builds create`. */
  readonly name: string
  /** One line, for the list of commands. */
  readonly summary: string
  readonly description: string
  readonly positionals: readonly PositionalRow[]
  /** What the words behind `--` are; absent: there may be none. */
  readonly rest?: string
  readonly options: OptionRows
  readonly examples: readonly Example[]
  /** Parses the words behind the command's name and does it. @returns the exit code @throws UsageError */
  execute(words: readonly string[], context: Context): Promise<number>
}

/** The command line is wrong; the message says what and how it should be. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export function command<const Rows extends OptionRows>(
  row: Omit<Command, 'execute' | 'options'> & { readonly options: Rows; readonly run: (given: Given<Rows>, context: Context) => Promise<number> },
): Command {
  const { run, ...rest } = row
  return { ...rest, execute: (words, context) => run(parse(rest, words) as Given<Rows>, context) } // parse keeps to the rows
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean>>
  readonly positionals: readonly string[]
  readonly rest: readonly string[]
}
/** @throws UsageError for an unknown option, a missing or a superfluous word */
export function parse(row: Omit<Command, 'execute'>, words: readonly string[]): Parsed {
  const split = words.indexOf('--')
  const own = split < 0 ? words : words.slice(0, split)
  const rest = split < 0 ? [] : words.slice(split + 1)
  const { values, positionals } = parseOptions(row, own)
  const missing = row.positionals.find((positional, at) => !positional.isOptional && positionals[at] === undefined)
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.about}`)
  const superfluous = positionals[row.positionals.length]
  if (superfluous !== undefined)
    throw new UsageError(
      `one word too many: '${superfluous}'${row.rest ? `. Behind -- stand ${row.rest}; several sources are given as their folder.` : ''}`,
    )
  if (rest.length > 0 && !row.rest)
    throw new UsageError(
      `nothing may follow --, but '${rest[0]}' does${'arguments' in row.options ? '; what the program is given goes into --arguments' : ''}`,
    )
  return { values, positionals, rest }
}

/** `--help` or `-h` among the command's own words; a value, or what follows `--`, is none of them. */
export function asksForHelp(row: Omit<Command, 'execute'>, words: readonly string[]): boolean {
  return tokensOf(row, words).some((token) => token.kind === 'option' && token.name === 'help')
}

function tokensOf(row: Omit<Command, 'execute'>, words: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    Object.entries(row.options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  )
  options['help'] = { type: 'boolean', short: 'h' }
  return parseArgs({ args: [...words], options, strict: false, tokens: true, allowPositionals: true }).tokens
}

function parseOptions(row: Omit<Command, 'execute'>, words: readonly string[]) {
  const values: Record<string, string | boolean> = {}
  const positionals: string[] = []
  for (const token of tokensOf(row, words)) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const known = row.options[token.name]
    if (!known) throw new UsageError(unknownOption(token.rawName, Object.keys(row.options)))
    if (known.type === 'boolean' && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`)
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('--') && token.value.slice(2) in row.options)
    if (known.type === 'string' && isMissing) throw new UsageError(`${token.rawName} needs a value: ${known.about}`)
    const earlier = values[token.name]
    values[token.name] = known.isList && earlier !== undefined ? `${earlier}\n${token.value}` : (token.value ?? true)
  }
  return { values, positionals }
}

function unknownOption(given: string, known: readonly string[]): string {
  const nearest = nearestOf(given.replace(/^-+/, ''), known)
  return `there is no option ${given}${nearest ? `; did you mean --${nearest}?` : ''}`
}

/** The word that is at most two edits away, if there is one. */
export function nearestOf(given: string, known: readonly string[]): string | undefined {
  const ranked = known.map((word) => ({ word, edits: editDistance(given, word) })).sort((a, b) => a.edits - b.edits)
  return ranked[0] && ranked[0].edits <= 2 && ranked[0].edits < ranked[0].word.length ? ranked[0].word : undefined
}

/** Levenshtein 1966: insertions, deletions and substitutions that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, substitution))
    }
    previous = current
  }
  return previous[b.length]!
}

/** A whole number from an option. @throws UsageError */
export function wholeNumber(name: string, text: string | undefined, { min, max }: { min: number; max: number }): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  const limits = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  if (!Number.isInteger(value) || value < min || value > max) throw new UsageError(`--${name} is a whole number ${limits}, not '${text}'`)
  return value
}
/** A number from an option. @throws UsageError */
export function realNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`--${name} is a number, not '${text}'`)
  return value
}
