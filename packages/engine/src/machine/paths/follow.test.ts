// The order in which paths are followed, and what a budget leaves: with a program that decides on the bits of a sample's number, one after the other.
import { expect, test } from 'vitest'
import { type Budget, follow, type WalkAlone, type Walking, type Went } from './follow.ts'
import type { Costs } from './ledger.ts'
import { type Path, partOf, type Single } from './path.ts'

const BITS = 6
const SAMPLES = 2 ** BITS
const COSTS = { instructions: 1000, values: 100 }
const BUDGET: Budget = { milliseconds: 1000, runs: 1000, pathMilliseconds: 100 }

function walk(path: Path): Went {
  let live = [...path.which]
  let outvoted = 0
  for (let bit = path.decided.answers.length; bit < BITS; bit++) {
    const classes = Uint32Array.from(live, (number) => (number >> bit) & 1)
    const ones = classes.filter((one) => one === 1).length
    if (ones === 0 || ones === live.length) continue
    if (path.way !== 'majority') {
      const { which, births, samples, decided } = path
      return { split: { classes, answers: Float64Array.of(0, 1), converts: false, which, births, samples, decided }, ...COSTS }
    }
    outvoted += Math.min(ones, live.length - ones)
    live = live.filter((_, index) => (classes[index] === 1) === 2 * ones >= live.length)
  }
  return { finished: true, outvoted, ...COSTS }
}
function walking(given: Partial<Walking> = {}): Walking {
  let time = 0
  const within: Walking['within'] = (call) => {
    call()
    return 'itself'
  }
  return { walk, within, now: () => time++ / 1000, ...given }
}
const single = ({ of, index }: Single): Path => partOf(of, [index])
function goAlone(one: Single): Costs {
  const went = walk(single(one))
  expect(went).not.toHaveProperty('split')
  return went
}
/** @param most  so many go at a time */
function oneByOne(go: (one: Single) => Costs, most = Number.POSITIVE_INFINITY): WalkAlone {
  let all: Costs[] = []
  return {
    go(singles) {
      all = []
      for (const one of singles.slice(0, most)) all.push(go(one))
    },
    gone: (each) => {
      for (const { instructions } of all.splice(0)) each(instructions)
    },
  }
}
const walkAlone = oneByOne(goAlone)

test('every path is followed to its end, and each sample takes one', () => {
  expect(follow(SAMPLES, COSTS, walking(), BUDGET)).toEqual({ paths: 64, samples: 64, outvoted: 0, endless: 0, runs: 127, cancelled: false })
})
test('beyond the budget the larger part of a path decides for all of it, and no sample is left', () => {
  const found = follow(SAMPLES, COSTS, walking(), { ...BUDGET, runs: 7 })
  expect(found).toMatchObject({ samples: 64, paths: 8, runs: 15 })
  expect(found.outvoted).toBe(8 * (4 + 2 + 1))
})
test('samples go one by one where that costs less than the paths that are left', () => {
  const found = follow(SAMPLES, COSTS, walking({ walkAlone }), BUDGET)
  expect(found).toMatchObject({ samples: 64, paths: 64, outvoted: 0 })
  expect(found.runs).toBeLessThan(127)
})
test('what runs without an end may cost is a small part of what all samples cost one by one', () => {
  const samples = 4096
  const count = { split: 0, single: 0 }
  const deep = (path: Path): Went => {
    count.split++
    const { which, births, samples: held, decided } = path
    const classes = Uint32Array.from(which, (_, index) => Number(2 * index >= which.length))
    return {
      split: { classes, answers: Float64Array.of(0, 1), converts: false, which, births, samples: held, decided },
      instructions: 1e4,
      values: 1e3,
    }
  }
  const alone = (): Costs => {
    count.single++
    return { instructions: 1e5, values: 0 }
  }
  const found = follow(samples, { instructions: 1e5, values: 1e4 }, walking({ walk: deep, walkAlone: oneByOne(alone) }), BUDGET)
  expect(found).toMatchObject({ samples, paths: samples, outvoted: 0 })
  expect(count.single).toBe(samples)
  expect(count.split).toBeLessThan(100)
})
test('where there is no time for all samples, those that go lie evenly among all', () => {
  let milliseconds = 0
  const gone: number[] = []
  const slow = (path: Path): Went => {
    milliseconds += 20
    return walk(path)
  }
  const slowAlone = (one: Single): Costs => {
    milliseconds += 20
    gone.push(one.of.which[one.index]!)
    return goAlone(one)
  }
  const found = follow(SAMPLES, COSTS, walking({ walk: slow, walkAlone: oneByOne(slowAlone), now: () => milliseconds }), BUDGET)
  expect(found.samples).toBeGreaterThan(20)
  expect(found.samples).toBeLessThan(60)
  for (const quarter of [0, 1, 2, 3]) expect(gone.filter((number) => number >> 4 === quarter).length).toBeGreaterThan(gone.length / 8)
})
test('a path without end is given up, and the others are followed', () => {
  const endless = new Error('endless')
  const stuck = (path: Path) => {
    if (path.decided.answers.length > 0 && path.which.every((number) => (number & 1) === 1)) throw endless
    return walk(path)
  }
  const within: Walking['within'] = (call) => {
    try {
      call()
      return 'itself'
    } catch (error) {
      if (error !== endless) throw error
      return 'time'
    }
  }
  expect(follow(SAMPLES, COSTS, walking({ walk: stuck, within }), BUDGET)).toMatchObject({ samples: 32, endless: 32, cancelled: false })
})
test('whoever cancels gets no more paths', () => {
  expect(follow(SAMPLES, COSTS, walking({ within: () => 'user' }), BUDGET)).toMatchObject({ paths: 0, runs: 0, cancelled: true })
})
