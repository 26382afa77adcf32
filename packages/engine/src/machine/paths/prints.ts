// Numbers that a run prints, by what they are printed by and how often that was printed before; and what all paths together print there.
import { formatUxTail, ttrOfSamples } from '@credence/distribution'
import { MARK } from '../../abi.ts'
import { bytesOf, charactersOf } from '../../latin1.ts'

/** A number as a path prints it. */
export interface Printed {
  readonly particle: number
  /** Absent: a plain number. */
  readonly samples?: Float64Array
}
/** Of what is printed: by what, how often, which of its numbers. */
export type Key = string
export const keyOf = (by: number, times: number, index: number): Key => `${by} ${times} ${index}`

/** What the numbers of a path are told to. Returns the number of the mark that stands for what all paths print there, negative where it is to stand in files, too; or 0. */
export interface Prints {
  /** @param tail  the text behind the number, as the path alone has it */
  readonly tell: (key: Key, value: () => Printed, tail: () => string) => number
  /** A tail that was written elsewhere than to a standard stream: that of the number that was told last. */
  readonly wrote: (text: string) => void
}

/** Those of the particle's path: each leaves a mark. */
export interface Transcript extends Prints {
  readonly keys: readonly Key[]
  /** As the text has them. */
  readonly particles: readonly number[]
  /** Of the particle's path alone, by number of the mark, from 1. */
  readonly tails: readonly string[]
  /** What a stream or a file holds, with all marks and tails replaced by `texts`, which are by number of the mark, from 1. */
  readonly resolved: (bytes: Uint8Array, texts: readonly string[]) => Uint8Array
  /** The same of what comes in parts. */
  readonly resolvedParts: (parts: Iterable<Uint8Array>, texts: readonly string[]) => Generator<Uint8Array>
}
const PATTERN = new RegExp(`${escaped(MARK.begin)}(\\d+)${escaped(MARK.end)}|Ux[0-9A-F]{42,}`, 'g')
/** What a part may end with that goes on in the next: a mark, or the text of a distribution. */
const OPEN = /(?:\x1b(?:_(?:U(?:x(?:\d*\x1b?)?)?)?)?|U(?:x[0-9A-F]*)?)$/
/** Longer than any text of a distribution: 32 digits for each of at most so many Diracs. */
const LONGEST_OPEN = 1 << 20
/** What a text may end with that a tail changes. */
const MINUS_ZERO = /-(0?(?:\.0*)?(?:[eE](?:[+-]0*)?)?)$/
const LONGEST_ZERO = 64

/**
 * Where the particle went on as a plain number, its text is that of one. Behind a number stands a tail without padding between them, and a particle that prints as
 * zero has no sign (`guest/printf.c`).
 */
function beforeTail(text: string): string {
  const number = withoutPadding(text)
  const sign = MINUS_ZERO.exec(number.slice(-LONGEST_ZERO))
  return sign ? number.slice(0, number.length - sign[0].length) + sign[1] : number
}
/** Where begins what `beforeTail` may change, should a mark follow. */
function openFrom(text: string): number {
  const number = withoutPadding(text)
  return number.length - (MINUS_ZERO.exec(number.slice(-LONGEST_ZERO))?.[0].length ?? 0)
}
function withoutPadding(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

/** @param inFiles  marks are to stand in files, too */
export function createTranscript(inFiles = false): Transcript {
  const keys: Key[] = []
  const particles: number[] = []
  const tails: string[] = []
  const written = new Map<string, number[]>() // the same text may stand behind several numbers: in the order in which it was written
  const replaced = (text: string, texts: readonly string[]): string => {
    const pieces: string[] = []
    let from = 0
    for (const { 0: found, 1: mark, index } of text.matchAll(PATTERN)) {
      const number = mark === undefined ? oldest(written.get(found)) : Number(mark)
      const isOurs = number !== undefined && number >= 1 && number <= keys.length
      const tail = isOurs ? (texts[number - 1] ?? '') : found
      const before = text.slice(from, index)
      pieces.push(isOurs && mark !== undefined && tail !== '' ? beforeTail(before) : before, tail)
      from = index + found.length
    }
    return from === 0 ? text : pieces.join('') + text.slice(from)
  }
  return {
    keys,
    particles,
    tails,
    tell(key, value, tail) {
      particles.push(value().particle)
      tails.push(tail())
      const number = keys.push(key)
      return inFiles ? -number : number
    },
    wrote(text) {
      if (keys.length === 0) return
      const known = written.get(text)
      if (known) known.push(keys.length)
      else written.set(text, [keys.length])
    },
    resolved(bytes, texts) {
      const text = charactersOf(bytes)
      const own = replaced(text, texts)
      return own === text ? bytes : bytesOf(own)
    },
    *resolvedParts(parts, texts) {
      let open = ''
      for (const part of parts) {
        const text = open + charactersOf(part)
        const [last = ''] = OPEN.exec(text.slice(-LONGEST_OPEN)) ?? []
        const from = openFrom(text.slice(0, text.length - last.length))
        yield bytesOf(replaced(text.slice(0, from), texts))
        open = text.slice(from)
      }
      yield bytesOf(replaced(open, texts))
    },
  }
}
function oldest(numbers: number[] | undefined): number | undefined {
  return numbers && numbers.length > 1 ? numbers.shift() : numbers?.[0]
}

/** Numbers of all paths that lie in memory at once. */
const MOST_KEPT = 1 << 25

/** What all paths print where the particle's path prints something. */
export interface Merged {
  /** For one path; its prints count once `add` has been called. `outvoted`: of its samples, those that went with the majority somewhere. */
  readonly path: (samples: number) => { readonly prints: Prints; readonly add: (outvoted?: number) => void }
  /** For samples that go alone, one after the other. */
  readonly singles: Singles
  /** The text behind the number with that key: none where it is that plain number on all paths that print it. */
  readonly tail: (key: Key, particle: number, type: number, order: number) => string
  /** From now on what paths tell of this key is kept, too. */
  readonly adopt: (key: Key) => void
  /** Mean and text of what paths told of a key that was adopted; undefined where none of them came to its end. */
  readonly whole: (key: Key, type: number, order: number) => string | undefined
  /** The share of all samples that print there, on a path on which the majority decided for them. */
  readonly byMajority: (key: Key) => number
  /** Samples of paths that printed numbers which the particle's path does not print. */
  readonly elsewhere: () => number
  /** Samples of paths some numbers of which found no room. */
  readonly crowded: () => number
}
export interface Singles {
  /** A sample goes. */
  readonly begin: () => void
  /** It prints a number: by what, how often, which of its numbers. */
  readonly print: (by: number, times: number, index: number, number: number) => void
  readonly tell: (key: Key, number: number) => void
  /** It prints more, for which there was no room. */
  readonly crowd: () => void
  /** It came to its end: what it printed counts. */
  readonly add: () => void
}
/** Numbers of samples that went alone, in any order: the first `count`. Not an array, which would lie in the heap, where there is room for few. */
interface Column {
  numbers: Float64Array
  count: number
}
const newColumn = (): Column => ({ numbers: new Float64Array(16), count: 0 })
function add(column: Column, number: number): void {
  if (column.count === column.numbers.length) {
    const longer = new Float64Array(2 * column.count)
    longer.set(column.numbers)
    column.numbers = longer
  }
  column.numbers[column.count++] = number
}
const numbersOf = ({ numbers, count }: Column): Float64Array => numbers.subarray(0, count)
/** What one path prints at a place. */
interface Part {
  readonly values: number | Float64Array
  readonly samples: number
  readonly outvoted: number
}
interface Told {
  readonly parts: Part[]
  readonly column: Column
}
/** @param all  samples of all paths @param wanted  of the particle's path */
export function createMerged(all: number, wanted: readonly Key[]): Merged {
  const known = new Map<Key, Told>(wanted.map((key) => [key, { parts: [], column: newColumn() }]))
  let [kept, crowded, elsewhere] = [0, 0, 0]
  const together = ({ parts, column }: Told, type: number, order: number) => {
    const count = parts.reduce((sum, { samples }) => sum + samples, column.count)
    const values = new Float64Array(count)
    values.set(numbersOf(column))
    let at = column.count
    for (const { values: own, samples } of parts) {
      if (typeof own === 'number') values.fill(own, at, at + samples)
      else values.set(own, at)
      at += samples
    }
    const sorted = ascending(values)
    let sum = 0
    for (let i = 0; i < count; i++) sum += sorted[i]!
    const mean = sum / count // whatever the order in which paths were followed
    const { positions, masses } = ttrOfSamples(sorted, order)
    const mixture = { positions, masses: masses.map((mass) => (mass * count) / all) }
    return { mean, text: formatUxTail({ type, sampleCount: 1, mean, mixture }) }
  }
  return {
    path(samples) {
      const own: [Key, number | Float64Array][] = []
      let [strays, isCrowded] = [false, false]
      return {
        prints: {
          tell(key, value) {
            if (!known.has(key)) strays = true
            else if (kept > MOST_KEPT) isCrowded = true
            else {
              const { particle, samples = particle } = value()
              kept += typeof samples === 'number' ? 1 : samples.length
              own.push([key, samples])
            }
            return 0
          },
          wrote: () => {},
        },
        add(outvoted = 0) {
          if (strays) elsewhere += samples
          if (isCrowded) crowded += samples
          for (const [key, values] of own) known.get(key)!.parts.push({ values, samples, outvoted })
        },
      }
    },
    singles: createSingles(
      (key) => known.get(key)?.column,
      (numbers, strays, isCrowded) => {
        kept += numbers
        if (strays) elsewhere++
        if (isCrowded) crowded++
      },
      () => kept <= MOST_KEPT,
    ),
    tail(key, particle, type, order) {
      const told = known.get(key)
      if (!told) return ''
      const isParticle = (value: number) => value === particle || (Number.isNaN(value) && Number.isNaN(particle))
      const isText = ({ values }: Part) => (typeof values === 'number' ? isParticle(values) : values.every(isParticle))
      return told.parts.every(isText) && numbersOf(told.column).every(isParticle) ? '' : together(told, type, order).text
    },
    adopt(key) {
      if (!known.has(key)) known.set(key, { parts: [], column: newColumn() })
    },
    whole(key, type, order) {
      const told = known.get(key)
      if (!told || told.parts.length + told.column.count === 0) return undefined
      const { mean, text } = together(told, type, order)
      return `${mean}${text}`
    },
    byMajority: (key) => (known.get(key)?.parts ?? []).reduce((sum, { outvoted }) => sum + outvoted, 0) / all,
    elsewhere: () => elsewhere,
    crowded: () => crowded,
  }
}

/**
 * @param columnOf  of a key that is wanted
 * @param ended     a sample came to its end: so many numbers, whether it printed some that are not wanted, or some for which there was no room
 */
function createSingles(
  columnOf: (key: Key) => Column | undefined,
  ended: (numbers: number, strays: boolean, isCrowded: boolean) => void,
  hasRoom: () => boolean,
): Singles {
  const columns = new Map<number, Column[][]>() // of what is printed, so that no key is made for each number
  const [to, numbers]: [Column[], number[]] = [[], []]
  let count = 0
  let [strays, isCrowded] = [false, false]
  const put = (column: Column | undefined, number: number) => {
    if (!column) strays = true
    else if (!hasRoom()) isCrowded = true
    else {
      to[count] = column
      numbers[count++] = number
    }
  }
  const find = (by: number, times: number, index: number): Column | undefined => {
    const column = columnOf(keyOf(by, times, index))
    if (!column) return undefined
    const all = columns.get(by) ?? []
    columns.set(by, all)
    all[times] ??= []
    all[times][index] = column
    return column
  }
  return {
    begin() {
      count = 0
      strays = isCrowded = false
    },
    print: (by, times, index, number) => put(columns.get(by)?.[times]?.[index] ?? find(by, times, index), number),
    tell: (key, number) => put(columnOf(key), number),
    crowd() {
      isCrowded = true
    },
    add() {
      for (let i = 0; i < count; i++) add(to[i]!, numbers[i]!)
      ended(count, strays, isCrowded)
    },
  }
}

/** Non-finite numbers last. Without a function for each number where all are finite, which is nearly always so. */
function ascending(values: Float64Array): Float64Array {
  let finites = 0
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) finites++
  if (finites === values.length) return values.sort()
  const sorted = new Float64Array(values.length)
  sorted.set(values.filter(Number.isFinite).sort())
  for (const value of values) if (!Number.isFinite(value)) sorted[finites++] = value
  return sorted
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
