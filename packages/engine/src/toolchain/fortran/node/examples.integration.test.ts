// The Fortran programs of the documentation, from source to output, against closed forms and values that are computed here another way.
import { readdirSync, readFileSync } from 'node:fs'
import { centralMoment, extractUx, mean, parseUx } from '@credence/distribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, openEngine } from '../../../index.ts'
import { TEST_CACHE } from '../../testing/toolchain.ts'
import { runSources } from '../testing/program.ts'
import { type Moments, moments, normal, uniform } from '../testing/quadrature.ts'
import { fortranSupport } from './flang.ts'

const EXAMPLES = new URL('../../../../../../examples/fortran/', import.meta.url)
const support = await fortranSupport()
const missing = 'missing' in support ? support.missing : undefined

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ cacheDir: TEST_CACHE, poolSize: 1 })
})
afterAll(() => engine?.close())

/** Means and deviations of what an example prints, and what it prints without the distributions. */
async function printed(name: string, level: string): Promise<{ values: Moments[]; text: string }> {
  const isFolder = !name.includes('.')
  const sources = isFolder ? textsOf(`${name}/src`) : { [name]: readFileSync(new URL(name, EXAMPLES), 'utf8') }
  const inputs = isFolder
    ? new Map(Object.entries(textsOf(`${name}/inputs`)).map(([file, text]) => [file, new TextEncoder().encode(text)]))
    : undefined
  const { stdout, code, notices } = await runSources(engine, { ...sources, 'config.mk': `OPTFLAGS = ${level}\n` }, {}, inputs)
  expect(code).toBe(0)
  expect(notices).toBeUndefined()
  const values = [...extractUx(stdout)].map(({ ux }): Moments => {
    const { mixture } = parseUx(ux)
    return [mean(mixture), Math.sqrt(centralMoment(mixture, 2))]
  })
  return { values, text: stdout.replaceAll(/Ux[0-9A-F]+/g, '') }
}
function textsOf(folder: string): Record<string, string> {
  const at = new URL(`${folder}/`, EXAMPLES)
  const names = readdirSync(new URL(`${folder.split('/')[0]}/`, EXAMPLES)).includes(folder.split('/')[1] ?? '') ? readdirSync(at) : []
  return Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, at), 'utf8')]))
}

interface Case {
  readonly expected: () => readonly Moments[]
  /** Of a mean, in deviations; and of a deviation, relative. */
  readonly within: readonly [mean: number, deviation: number]
}
const CASES: Readonly<Record<string, Case>> = {
  // Steady state: thermal resistances in series.
  'heat.f90': {
    expected: () => [
      [6.687, 0.3234],
      [19.6307, 0.1973],
    ],
    within: [0.005, 0.003],
  },
  // Closed solution of the damped oscillator.
  'spring.f': {
    expected: () => [
      moments([normal(4, 0.1), uniform(0.2, 0.4)], ([stiff, damp]) => {
        const w = Math.sqrt(stiff - (damp * damp) / 4)
        return Math.exp((-damp / 2) * 3) * (Math.cos(3 * w) + (damp / 2 / w) * Math.sin(3 * w))
      }),
    ],
    within: [0.005, 0.003],
  },
  // GUM, first order: the covariance of a fit is that of the readings times the inverse of JᵀJ at the minimum.
  'fit.f': { expected: fitted, within: [0.03, 0.01] },
  // Bateman's solution.
  'decay.f': { expected: bateman, within: [0.01, 0.005] },
  // The sine is an eigenvector of the scheme.
  'rod.f90': {
    expected: () => {
      const shrink = (alpha: number) => (1 - 4 * ((alpha * 0.25) / 0.005 ** 2) * Math.sin(Math.PI / 80) ** 2) ** 240
      const inputs = [uniform(3.2e-5, 3.6e-5), normal(80, 1)] as const
      const average = Array.from({ length: 40 }, (_, i) => Math.sin((Math.PI * i) / 40)).reduce((sum, x) => sum + x) / 40
      return [moments(inputs, ([alpha, peak]) => peak * shrink(alpha)), moments(inputs, ([alpha, peak]) => average * peak * shrink(alpha))]
    },
    within: [0.005, 0.003],
  },
  // The same three bodies by a Runge-Kutta method of fourth order.
  'bodies.f90': { expected: planet, within: [0.02, 0.005] },
  // Torricelli: the root of the level falls evenly.
  tank: {
    expected: () => [
      moments(
        [uniform(1.49, 1.51), normal(1, 0.02)],
        ([level, part]) => (Math.sqrt(level) - ((0.62 * part * 2e-4) / 1.2 / 2) * Math.sqrt(2 * 9.81) * 600) ** 2,
      ),
      [0.62, 0.0124],
    ],
    within: [0.005, 0.003],
  },
  // A line of 32 samples with deviation 0.2: both parts of its amplitude have 0.2·√(2/32).
  'fft.f90': {
    expected: () => [
      [2 + 0.05 ** 2 / 4, 0.05],
      [0.5, 0.025],
    ],
    within: [0.01, 0.005],
  },
  // The determinant is 5 a − 2.5 b, the elements its minors' parts; the last column holds plain numbers.
  // The determinant comes near to 0, so deviations hang on the far ends: to 1.5 %.
  'invert.f': {
    expected: () => {
      const of = (minor: (a: number, b: number) => number) => moments([uniform(1, 2), normal(1.5, 0.1)], ([a, b]) => minor(a, b) / (5 * a - 2.5 * b))
      const rows = [of(() => 5), of(() => -2.5), [0, 0], of((_, b) => 0.5 - 3 * b), of((a) => 3 * a - 0.25), [-0.2, 0]] as const
      return [...rows, of((_, b) => b - 1), of((a) => 0.5 - a), [0.4, 0], moments([uniform(1, 2), normal(1.5, 0.1)], ([a, b]) => 5 * a - 2.5 * b)]
    },
    within: [0.01, 0.015],
  },
  // The same random numbers; the exponential integral of second order is what they estimate.
  'slab.f90': { expected: photons, within: [0.005, 0.003] },
  // Weighted by 1/u².
  readings: {
    expected: () => {
      const [values, u] = [
        [100.012, 100.009, 100.016, 100.011, 100.015],
        [0.004, 0.004, 0.006, 0.004, 0.004],
      ] as const
      const weights = u.map((each) => 1 / each ** 2)
      const total = weights.reduce((sum, weight) => sum + weight)
      return [
        [values.reduce((sum, value, i) => sum + weights[i]! * value, 0) / total, 1 / Math.sqrt(total)],
        [0.003, Math.hypot(0.004, 0.004)],
      ]
    },
    within: [0.005, 0.003],
  },
  // Magnus' formula, inverted.
  dewpoint: {
    expected: () => {
      const inputs = [normal(21.4, 0.3), uniform(0.52, 0.58)] as const
      const exponent = (t: number) => (17.62 * t) / (243.12 + t)
      return [
        moments(inputs, ([t, relative]) => {
          const gamma = Math.log(relative) + exponent(t)
          return (243.12 * gamma) / (17.62 - gamma)
        }),
        moments(inputs, ([t, relative]) => (1000 * relative * 611.2 * Math.exp(exponent(t))) / (461.5 * (t + 273.15))),
      ]
    },
    within: [0.005, 0.003],
  },
}

describe.skipIf(missing)(`programs as people have them${missing ? `, skipped: ${missing}` : ''}`, () => {
  test('every program of the documentation is among them', () => {
    const names = readdirSync(EXAMPLES).filter((name) => !name.endsWith('.json'))
    expect(Object.keys(CASES).sort()).toEqual(names.sort())
  })
  test.each(Object.entries(CASES))('%s is right at -O0 and at -O2', async (name, { expected, within: [ofMean, ofDeviation] }) => {
    const wanted = expected()
    for (const level of ['-O0', '-O2']) {
      const { values } = await printed(name, level)
      expect(values).toHaveLength(wanted.length)
      for (const [index, [average, deviation]] of wanted.entries()) {
        const [foundMean, foundDeviation] = values[index]!
        const scale = deviation || 1e-9 // what cancels leaves rounding
        expect(Math.abs(foundMean - average) / scale, `mean ${index + 1} at ${level}: ${foundMean}, expected ${average}`).toBeLessThan(ofMean)
        expect(
          Math.abs(foundDeviation - deviation) / scale,
          `deviation ${index + 1} at ${level}: ${foundDeviation}, expected ${deviation}`,
        ).toBeLessThan(ofDeviation)
      }
    }
  })
  test('the light that a slab lets through is the exponential integral, as far as 4000 photons know it', () => {
    const tau = 1
    const steps = 100_000
    const integral = Array.from({ length: steps }, (_, i) => Math.exp((-tau * steps) / (i + 0.5))).reduce((sum, x) => sum + x) / steps
    expect(integral).toBeCloseTo(0.148495506775922, 9) // Abramowitz & Stegun, table 5.4: E2(1)
    expect(Math.abs(through(tau) / integral - 1)).toBeLessThan(1e-3)
  })
  test('a line that holds no reading is told, and passed over', async () => {
    expect((await printed('readings', '-O2')).text).toBe(
      "line 4: no reading in 'open door'\n5 readings, 1 skipped\nmean  100.0122 g\ndrift   0.0030 g\n",
    )
  })
})

function fitted(): Moments[] {
  const t = [1, 2, 3, 4, 5, 7, 9]
  const y = [7.9, 12.6, 15.5, 17.3, 18.4, 19.4, 19.8]
  let [a, b] = [20, 0.5]
  let [p, q, r] = [0, 0, 0] // JᵀJ
  for (let step = 0; step < 50; step++) {
    ;[p, q, r] = [0, 0, 0]
    let [g, h] = [0, 0]
    for (const [i, time] of t.entries()) {
      const decay = Math.exp(-b * time)
      const [da, db, off] = [1 - decay, a * time * decay, y[i]! - a * (1 - decay)]
      p += da * da
      q += da * db
      r += db * db
      g += da * off
      h += db * off
    }
    const determinant = p * r - q * q
    a += (r * g - q * h) / determinant
    b += (p * h - q * g) / determinant
  }
  const determinant = p * r - q * q
  return [
    [a, 0.05 * Math.sqrt(r / determinant)],
    [b, 0.05 * Math.sqrt(p / determinant)],
  ]
}

function bateman(): Moments[] {
  const inputs = [normal(0.3, 0.01), uniform(0.08, 0.12)] as const
  const parent = (first: number) => 100 * Math.exp(-first * 5)
  const daughter = (first: number, second: number) => ((100 * first) / (second - first)) * (Math.exp(-first * 5) - Math.exp(-second * 5))
  return [
    moments(inputs, ([first]) => parent(first)),
    moments(inputs, ([first, second]) => daughter(first, second)),
    moments(inputs, ([first, second]) => 100 - parent(first) - daughter(first, second)),
  ]
}

/** Part of the light through a slab of optical depth `tau`, by the random numbers of slab.f90. */
function through(tau: number): number {
  let [seed, sum] = [20240229, 0]
  for (let i = 0; i < 4000; i++) {
    seed = (16807 * seed) % 2147483647
    sum += Math.exp((-tau * 4000) / (i + seed / 2147483647))
  }
  return sum / 4000
}
function photons(): Moments[] {
  return [moments([normal(5, 0.2), uniform(0.19, 0.21)], ([attenuation, thickness]) => 100 * through(attenuation * thickness))]
}

/** Place and speed of the planet after a year, for each pair of masses. */
function planet(): Moments[] {
  const g = 39.47841760435743
  const ends = new Map<string, readonly number[]>()
  const end = (masses: readonly number[]) => {
    const key = masses.join()
    const kept = ends.get(key) ?? integrated([...masses, 1e-6], g)
    ends.set(key, kept)
    return kept
  }
  const inputs = [normal(1, 0.01), normal(0.1, 0.001)] as const
  return [
    moments(inputs, (masses) => end(masses)[4]!),
    moments(inputs, (masses) => end(masses)[5]!),
    moments(inputs, (masses) => Math.hypot(end(masses)[10]!, end(masses)[11]!)),
  ]
}
/** Three places, then three velocities. */
function integrated(masses: readonly number[], g: number): readonly number[] {
  let state: readonly number[] = [-0.02, 0, 0.18, 0, 2, 0, 0, -0.6, 0, 12, 0, 4.65]
  const slope = (s: readonly number[]): number[] => {
    const change = [...s.slice(6), 0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        if (i === j) continue
        const [x, y] = [s[2 * j]! - s[2 * i]!, s[2 * j + 1]! - s[2 * i + 1]!]
        const pull = (g * masses[j]!) / Math.hypot(x, y) ** 3
        change[6 + 2 * i]! += pull * x
        change[7 + 2 * i]! += pull * y
      }
    return change
  }
  const along = (s: readonly number[], k: readonly number[], h: number) => s.map((x, i) => x + h * k[i]!)
  const h = 2.5e-4
  for (let step = 0; step < 4000; step++) {
    const a = slope(state)
    const b = slope(along(state, a, h / 2))
    const c = slope(along(state, b, h / 2))
    const d = slope(along(state, c, h))
    state = state.map((x, i) => x + (h / 6) * (a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!))
  }
  return state
}
