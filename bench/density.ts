// The density that a plot shows against exact laws: integrated absolute error and largest tooth, drawn by the parts of its TTR and as the samples support.
//   node bin/node.cjs bench/density.ts
// Every value goes the way of a printed one: samples of the runtime, its Dirac deltas, the bars of a plot of the default resolution.
//   error   ∫ |bars − density|, in per cent of the mass; a law without mass outside of the bars. The bars of an exact law have one too: their width
//   tooth   how far a bar stands out between its two neighbours, compared with the law's own means over the same bars; in per cent of the highest
//           of these means
import { type Histogram, law, mixtureOf, plotBins, supportedBars, ttrOfSamples } from '@credence/distribution'
import { type Bits, bits, startRuntime, type TestRuntime } from '../packages/engine/src/ensemble/testing/runtime.ts'
import { conditions } from '../tools/conditions.ts'

const MOST_BARS = 64
const ATOM = 1e-3
/** N and P of cores: C0-S+ and C0-L+. */
const SIZES = [
  { samples: 4096, atoms: 64 },
  { samples: 16384, atoms: 256 },
]

interface Case {
  readonly program: (runtime: TestRuntime) => Bits
  readonly density: (x: number) => number
  /** Mass that is no density; what the bars have within ATOM of it is compared as a whole. */
  readonly atom?: { readonly at: number; readonly mass: number }
}

const gauss = law('gauss', 0, 0)
const times = (count: number, term: () => Bits, combine: (a: Bits, b: Bits) => Bits): Bits =>
  Array.from({ length: count }, term).reduce((sum, next) => combine(sum, next))
/** The same law, of which sums know nothing. */
const bySamples = (runtime: TestRuntime, value: Bits): Bits => runtime.jointcopy([value])[0]!
const gamma = (k: number): Case => ({
  program: (r) => times(k, () => r.source('exponential', 0, 1, 1), r.add),
  density: law('gamma', k, 0).pdf,
})
const irwinHall = (n: number): Case => ({ program: (r) => times(n, () => r.uniform(0, 1), r.add), density: irwinHallDensity(n) })

const CASES: Readonly<Record<string, Case>> = {
  'one Gaussian': { program: (r) => r.gauss(0, 1), density: gauss.pdf },
  'difference of two Gaussians': { program: (r) => r.sub(r.gauss(5, 0.6), r.gauss(5, 0.8)), density: gauss.pdf },
  'the same, by samples': { program: (r) => r.sub(bySamples(r, r.gauss(5, 0.6)), r.gauss(5, 0.8)), density: gauss.pdf },
  'sum of 50 Gaussians': { program: (r) => times(50, () => r.gauss(0, Math.sqrt(0.02)), r.add), density: gauss.pdf },
  'the same 50, by samples': { program: (r) => times(50, () => bySamples(r, r.gauss(0, Math.sqrt(0.02))), r.add), density: gauss.pdf },
  'Irwin-Hall, 2': irwinHall(2),
  'Irwin-Hall, 4': irwinHall(4),
  'Irwin-Hall, 12': irwinHall(12),
  'Gamma, 3 exponentials': gamma(3),
  'Gamma, 20 exponentials': gamma(20),
  'product of 8 lognormals': {
    program: (r) => times(8, () => r.unary('exp', r.gauss(0, 0.25)), r.mul),
    density: (x) => (x > 0 ? gauss.pdf(Math.log(x) / Math.SQRT1_2) / (x * Math.SQRT1_2) : 0),
  },
  'mixture of two modes': {
    program: (r) => r.call('mixture', r.gauss(-2, 0.3), r.add(r.gauss(1, 0.6), r.gauss(1, 0.8)), bits(0.4)),
    density: (x) => (0.4 * gauss.pdf((x + 2) / 0.3)) / 0.3 + 0.6 * gauss.pdf(x - 2),
  },
  'modes with a gap': {
    program: (r) => r.call('mixture', r.gauss(0, 1), r.gauss(30, 2), bits(0.3)),
    density: (x) => 0.3 * gauss.pdf(x) + (0.7 * gauss.pdf((x - 30) / 2)) / 2,
  },
  'six modes: a die and noise': {
    program: (r) => r.add(r.empirical([1, 2, 3, 4, 5, 6]), bySamples(r, r.gauss(0, 0.15))),
    density: (x) => [1, 2, 3, 4, 5, 6].reduce((sum, face) => sum + gauss.pdf((x - face) / 0.15) / 0.9, 0),
  },
  uniform: { program: (r) => r.uniform(0, 1), density: (x) => (x > 0 && x < 1 ? 1 : 0) },
  'uniform, by samples of a sum': {
    program: (r) => {
      const [x, y, z] = [r.uniform(0, 1), r.uniform(0, 1), r.uniform(0, 1)]
      const fraction = (sum: Bits) => r.sub(sum, r.call('floor64', sum))
      return fraction(r.add(fraction(r.add(x, y)), z)) // modulo 1 the sum of uniforms is uniform
    },
    density: (x) => (x > 0 && x < 1 ? 1 : 0),
  },
  'exponential of a uniform': { program: (r) => r.unary('exp', r.uniform(0, 2)), density: (x) => (x > 1 && x < Math.exp(2) ? 1 / (2 * x) : 0) },
  'square of a Gaussian': {
    program: (r) => {
      const x = r.gauss(0, 1)
      return r.mul(x, x)
    },
    density: (x) => (x > 0 ? gauss.pdf(Math.sqrt(x)) / Math.sqrt(x) : 0),
  },
  'sine of a uniform angle': {
    program: (r) => r.unary('sin', r.uniform(-Math.PI / 2, Math.PI / 2)),
    density: (x) => (Math.abs(x) < 1 ? 1 / (Math.PI * Math.sqrt(1 - x * x)) : 0),
  },
  'Gaussian clamped at 0': {
    program: (r) => r.call('max64', r.sub(r.gauss(5, 0.6), r.gauss(5, 0.8)), bits(0)),
    density: (x) => (x > 0 ? gauss.pdf(x) : 0),
    atom: { at: 0, mass: 0.5 },
  },
}

/** Feller, An Introduction to Probability Theory II, I.9. */
function irwinHallDensity(n: number): (x: number) => number {
  const factorial = Array.from({ length: n }, (_, i) => i + 1).reduce((product, i) => product * i, 1)
  return (x) => {
    const from = Math.min(x, n - x) // symmetric; fewer terms that cancel
    let [sum, choose] = [0, 1]
    for (let k = 0; k < from; choose = (choose * (n - k)) / ++k) sum += (k % 2 ? -1 : 1) * choose * (from - k) ** (n - 1)
    return (sum * n) / factorial
  }
}

/** The Dirac deltas that a print has. */
function printed(runtime: TestRuntime, value: Bits, atoms: number) {
  const { positions, masses } = runtime.describe(value)
  return positions.length > 0 ? mixtureOf(positions, masses) : ttrOfSamples(runtime.sorted(value), Math.log2(atoms))
}

/** In per cent. */
function measure({ edges, heights }: Histogram, { density, atom }: Case): { error: number; tooth: number } {
  const POINTS = 400
  let [off, reached] = [0, atom?.mass ?? 0]
  let atAtom = 0
  const exact = heights.map((height, i) => {
    const step = (edges[i + 1]! - edges[i]!) / POINTS
    let sum = 0
    for (let k = 0; k < POINTS; k++) {
      const x = edges[i]! + (k + 0.5) * step
      const at = density(x)
      sum += at / POINTS
      if (atom && Math.abs(x - atom.at) < ATOM) atAtom += height * step
      else off += Math.abs(height - at) * step
    }
    reached += sum * step * POINTS
    return sum
  })
  if (atom) off += Math.abs(atAtom - atom.mass)
  const above = heights.map((height, i) => height - exact[i]!)
  const near = (i: number) => atom && edges[i - 1]! < atom.at + ATOM && edges[i + 2]! > atom.at - ATOM
  const teeth = above.map((each, i) => {
    const [left, right] = [each - above[i - 1]!, each - above[i + 1]!]
    return left * right > 0 && !near(i) ? Math.min(Math.abs(left), Math.abs(right)) : 0 // of the first and the last, NaN > 0 is false
  })
  return { error: 100 * (off + Math.max(0, 1 - reached)), tooth: (100 * Math.max(...teeth)) / Math.max(...exact) }
}

const columns = (found: { error: number; tooth: number }) => `${found.error.toFixed(1)} / ${found.tooth.toFixed(1)}`
const rows: Record<string, Record<string, string>> = {}
for (const [name, each] of Object.entries(CASES)) {
  for (const { samples, atoms } of SIZES) {
    const runtime = await startRuntime({ samples, atoms })
    const mixture = printed(runtime, each.program(runtime), atoms)
    const bars = [plotBins(mixture, MOST_BARS), supportedBars(mixture, MOST_BARS)] as [Histogram, Histogram]
    for (const { edges, heights } of bars) {
      const mass = heights.reduce((sum, height, i) => sum + height * (edges[i + 1]! - edges[i]!), 0)
      if (!(Math.abs(mass - 1) < 1e-9)) throw new Error(`${name}: the bars have the mass ${mass}`)
    }
    const [byParts, asSupported] = bars.map((drawn) => columns(measure(drawn, each)))
    rows[name] = { ...rows[name], [`${samples} by parts`]: byParts!, [`${samples} as supported`]: asSupported! }
  }
}
console.log('error / tooth in per cent, of plots of 64 bars')
console.table(rows)
console.log(conditions())
