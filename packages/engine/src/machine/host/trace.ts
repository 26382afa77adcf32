// What a run records of trace variables. Each pass of a line is a record of its own; those beyond the limits are counted only. A value that was recorded when
// the particle's path had left what holds for all samples stands, as a printed number does, for the values that all paths have at that pass.
import { LIMITS } from '@credence/contract/limits'
import type { Traced, TracedValue } from '../../types.ts'
import type { Key, Printed, Prints } from '../paths/prints.ts'

/** @param tail  the text behind the number, as the path alone has it @param isUnsettled  samples would have decided otherwise before */
export type RecordValue = (variable: number, element: number, value: () => Printed, tail: () => string, isUnsettled: boolean) => void

export interface Recorder {
  readonly record: RecordValue
  readonly recorded: () => Recorded
}
/** By the particle's path. */
export interface Recorded {
  /** Those that hold for all samples as they are. */
  readonly settled: readonly One[]
  /** Of those that all paths have a part in. */
  readonly keys: ReadonlySet<Key>
  /** Whether the line was passed so often, recorded or not. */
  readonly isPassed: (variable: number, element: number, pass: number) => boolean
  /** Undefined where nothing was. @param tailOf  the text of all paths behind a number; absent: that of the particle's path alone @param others  stand behind its own @param byMajority  shares of samples */
  readonly traced: (tailOf?: (key: Key, particle: number) => string, others?: readonly TracedValue[], byMajority?: Shares) => Traced | undefined
}

type Shares = (key: Key) => number
function shareOf(key: Key, shares: Shares | undefined): { readonly byMajority?: number } {
  const byMajority = shares?.(key) ?? 0
  return byMajority > 0 ? { byMajority } : {}
}

interface One extends TracedValue {
  readonly particle: number
  /** Absent: it holds for all samples as it is. */
  readonly key?: Key
}

/** @param before  of the same path with all samples: what it recorded as long as that held for all of them stands */
export function createRecorder(before?: Recorded): Recorder {
  const ones: One[] = []
  const keys = new Set<Key>()
  const passes = createPasses()
  const room = createRoom()
  let more = 0
  return {
    record(variable, element, value, tail, isUnsettled) {
      const pass = passes.next(variable, element)
      const { particle } = value()
      const one = { variable, element, pass, path: 0, value: `${particle}${tail()}`, particle }
      if (!room.takes(one)) more++
      else if (!isUnsettled) ones.push(before?.settled[ones.length] ?? one)
      else {
        const key = keyOf(variable, element, pass)
        keys.add(key)
        ones.push({ ...one, key })
      }
    },
    recorded: () => ({
      settled: ones.filter(({ key }) => key === undefined),
      keys,
      isPassed: (variable, element, pass) => pass < passes.count(variable, element),
      traced(tailOf, others = [], byMajority) {
        const values = ones.map(({ particle, key, ...one }) =>
          tailOf && key ? { ...one, value: `${particle}${tailOf(key, particle)}`, ...shareOf(key, byMajority) } : one,
        )
        const all = [...values, ...others]
        return all.length + more > 0 ? withinRoom(all, more) : undefined
      },
    }),
  }
}

export interface Matching {
  readonly record: RecordValue
  /** Whether there was no room for a value that the particle's path does not have. */
  readonly isAstray: () => boolean
}
/** Of another path: its values are told where the particle's path recorded one that all paths have a part in, and where it never passed so often. */
export function createMatching({ keys, isPassed }: Pick<Recorded, 'keys' | 'isPassed'>, { tell }: Pick<Prints, 'tell'>, others: Others): Matching {
  const passes = createPasses()
  let isAstray = false
  return {
    record(variable, element, value, tail) {
      const pass = passes.next(variable, element)
      const key = keyOf(variable, element, pass)
      if (keys.has(key)) tell(key, value, tail)
      else if (isPassed(variable, element, pass)) return
      else if (others.takes(key, { variable, element, pass })) tell(key, value, tail)
      else isAstray = true
    },
    isAstray: () => isAstray,
  }
}

type Place = Pick<TracedValue, 'variable' | 'element' | 'pass'>
/** What other paths record and the particle's does not. */
export interface Others {
  /** Whether there is room for it. */
  readonly takes: (key: Key, place: Place) => boolean
  /** In the order of variables and passes. @param textOf  undefined where no path that recorded it came to its end */
  readonly values: (textOf: (key: Key) => string | undefined, byMajority?: Shares) => readonly TracedValue[]
}
export function createOthers({ adopt }: { readonly adopt: (key: Key) => void }): Others {
  const places = new Map<Key, Place>()
  return {
    takes(key, place) {
      if (places.has(key)) return true
      if (places.size >= LIMITS.trace.records) return false
      places.set(key, place)
      adopt(key)
      return true
    },
    values: (textOf, byMajority) =>
      [...places]
        .flatMap(([key, place]) => {
          const value = textOf(key)
          return value === undefined ? [] : [{ ...place, path: OTHERS, value, ...shareOf(key, byMajority) }]
        })
        .sort((one, other) => one.variable - other.variable || one.pass - other.pass || one.element - other.element),
  }
}
/** The path of a value that the one which gave the text does not record. */
export const OTHERS = 1

/** As many of the values as the limits allow, in their order. @param more  that were left out before */
export function withinRoom(values: readonly TracedValue[], more: number): Traced {
  const room = createRoom()
  const kept = values.filter((one) => room.takes(one))
  return { values: kept, more: more + values.length - kept.length }
}
function createRoom() {
  let [records, characters] = [0, 0]
  return {
    takes({ value }: TracedValue): boolean {
      if (records >= LIMITS.trace.records || characters + value.length > LIMITS.trace.characters) return false
      records++
      characters += value.length
      return true
    },
  }
}

function createPasses() {
  const counts = new Map<number, number>()
  const place = (variable: number, element: number) => variable * LIMITS.trace.elements + element
  const count = (variable: number, element: number) => counts.get(place(variable, element)) ?? 0
  return {
    count,
    next(variable: number, element: number): number {
      const pass = count(variable, element)
      counts.set(place(variable, element), pass + 1)
      return pass
    },
  }
}

/** Printed numbers have keys of three numbers. */
const keyOf = (variable: number, element: number, pass: number): Key => `traced ${variable} ${element} ${pass}`
