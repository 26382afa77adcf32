// The runs of a sweep: cores times argument sets. Arguments have lists `{a,b}` and ranges `1:0.5:3`; each combination is one set.
import { idPattern } from '@credence/contract'

/** As many as an address can name. */
export const MOST_CELLS = 200

export interface Cell {
  readonly core: string
  readonly arguments: string
  /** Undefined: it was not started. */
  readonly task?: string
}
export interface SweepSearch {
  /** The build whose program runs. */
  readonly of?: string
  /** Names or ids of cores, with commas between them. */
  readonly cores?: string
  /** The pattern, one set of arguments a line. */
  readonly args?: string
  /** Ids of tasks in the order of the cells; `-` of one that was not started. */
  readonly tasks?: string
  /** Key of the value in the table. */
  readonly value?: string
  /** Probabilities of the quantiles, in percent. */
  readonly quantiles?: string
}
const isTask = (text: string): boolean => new RegExp(idPattern('task')).test(text)

export function sweepSearch(given: Record<string, unknown>): SweepSearch {
  const text = (name: string) => {
    const value = given[name]
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? { [name]: String(value) } : {}
  }
  const of = given['of']
  const tasks = typeof given['tasks'] === 'string' ? given['tasks'].split(',').slice(0, MOST_CELLS) : []
  return {
    ...(typeof of === 'string' && new RegExp(idPattern('build')).test(of) && { of }),
    ...text('cores'),
    ...text('args'),
    ...(tasks.length > 0 && tasks.every((task) => task === '-' || isTask(task)) && { tasks: tasks.join(',') }),
    ...text('value'),
    ...text('quantiles'),
  }
}

/** What is wrong with a pattern, in words; empty where nothing is. */
export function patternFault(pattern: string): string {
  try {
    argumentSets(pattern)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Every set of arguments that a pattern stands for, each once, the last list changing first.
 * @param pattern  lines of arguments; `{a,b}` is a or b, `1:3` is 1, 2, 3, `1:0.5:3` goes on in steps of 0.5. Inside quotes nothing is special
 * @throws RangeError  a brace is not closed, a range has no end, or there are too many
 */
export function argumentSets(pattern: string): string[] {
  const sets = new Set(pattern.split('\n').flatMap((line) => combined(choicesOf(line.trim()))))
  if (sets.size > MOST_CELLS) throw new RangeError(`${sets.size} sets of arguments are more than ${MOST_CELLS}.`)
  return [...sets]
}

/** Cores first, then arguments. @param tasks  in the same order */
export function cellsOf(cores: readonly string[], sets: readonly string[], tasks: readonly (string | undefined)[] = []): Cell[] {
  return cores.flatMap((core, row) =>
    sets.map((words, column) => {
      const task = tasks[row * sets.length + column]
      return { core, arguments: words, ...(task && { task }) }
    }),
  )
}
export const tasksIn = ({ tasks = '' }: SweepSearch): (string | undefined)[] =>
  tasks === '' ? [] : tasks.split(',').map((task) => (task === '-' ? undefined : task))
export const tasksAsText = (cells: readonly Cell[]): string | undefined =>
  cells.some(({ task }) => task) ? cells.map(({ task }) => task ?? '-').join(',') : undefined

export const listOf = (text: string | undefined): string[] => [...new Set((text ?? '').split(',').map((each) => each.trim()))].filter(Boolean)

/** Probabilities from percents that people type. Those that are none are dropped. */
export function probabilitiesOf(text: string | undefined): number[] {
  const given = (text ?? '2.5, 50, 97.5').split(/[,;\s]+/).map(Number)
  return [...new Set(given.filter((p) => p > 0 && p < 100))].slice(0, 9).map((p) => p / 100)
}

function choicesOf(line: string): string[][] {
  const choices: string[][] = []
  let text = ''
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (character === '"' || character === "'") {
      const end = line.indexOf(character, at + 1)
      if (end < 0) throw new RangeError(`The quote ${character} is never closed.`)
      text += line.slice(at, end + 1)
      at = end
    } else if (character === '{') {
      const end = line.indexOf('}', at)
      if (end < 0) throw new RangeError('A brace { is never closed.')
      choices.push(
        [text],
        line
          .slice(at + 1, end)
          .split(',')
          .flatMap((each) => rangeOf(each.trim()) ?? [each.trim()]),
      )
      text = ''
      at = end
    } else {
      const [word] =
        (at === 0 || /[\s=]/.test(line[at - 1]!) ? /^[-+]?[\d.][\d.eE+-]*(?::[-+]?[\d.][\d.eE+-]*){1,2}(?=\s|$)/.exec(line.slice(at)) : null) ?? []
      const range = word && rangeOf(word)
      if (word && range) {
        choices.push([text], range)
        text = ''
        at += word.length - 1
      } else text += character
    }
  }
  return [...choices, [text]]
}

/** Undefined: it is none. */
function rangeOf(text: string): string[] | undefined {
  const numbers = text.split(':')
  if (numbers.length < 2 || numbers.length > 3 || numbers.some((each) => each === '' || !Number.isFinite(Number(each)))) return undefined
  const [from, to] = [Number(numbers[0]), Number(numbers.at(-1))]
  const step = numbers.length === 3 ? Number(numbers[1]) : 1
  const count = Math.floor((to - from) / step + 1e-9) + 1
  if (step === 0 || count < 1) throw new RangeError(`The range ${text} never ends where it should.`)
  if (count > MOST_CELLS) throw new RangeError(`The range ${text} has ${count} numbers, more than ${MOST_CELLS}.`)
  // As many decimals as were written: 0.1 + 2 · 0.1 is 0.3 to people.
  const decimals = Math.max(...numbers.map((each) => /\.(\d+)$/.exec(each)?.[1]?.length ?? 0))
  const isDecimal = numbers.every((each) => /^[-+]?\d*\.?\d*$/.test(each))
  return Array.from({ length: count }, (_, i) => {
    const x = from + i * step
    return isDecimal ? String(Number(x.toFixed(decimals))) : String(Number(x.toPrecision(12)))
  })
}

function combined(choices: readonly string[][]): string[] {
  const count = choices.reduce((product, { length }) => product * length, 1)
  if (count > MOST_CELLS) throw new RangeError(`${count} sets of arguments are more than ${MOST_CELLS}.`)
  return choices.reduce<string[]>((sets, words) => sets.flatMap((set) => words.map((word) => set + word)), ['']).map((set) => set.trim())
}
