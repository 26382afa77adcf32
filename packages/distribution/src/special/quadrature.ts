// Numerical integration: Gauss-Legendre panels, on a fixed grid, adaptively, and outwards into a tail.

const POINTS = 20
const { nodes: NODES, weights: WEIGHTS } = legendre(POINTS)

/** Integrates f and (t − middle)·f over [a, b] by one panel of 20 points: exact for polynomials up to degree 39. */
function panel(f: (t: number) => number, a: number, b: number): number {
  const middle = a / 2 + b / 2
  const half = (b - a) / 2
  let sum = 0
  for (let i = 0; i < POINTS; i++) sum += WEIGHTS[i]! * f(middle + half * NODES[i]!)
  return sum * half
}

/** ∫ f over [a, b] in equal panels; for smooth f whose features are not narrower than a panel. */
export function integrate(f: (t: number) => number, a: number, b: number, panels: number): number {
  let sum = 0
  for (let i = 0; i < panels; i++) sum += panel(f, a + ((b - a) * i) / panels, a + ((b - a) * (i + 1)) / panels)
  return sum
}

/** ∫ f from `from` outwards in steps of `width` (negative: downwards) until a panel no longer counts. f must fall off in the end. */
export function integrateTail(f: (t: number) => number, from: number, width: number): number {
  let sum = 0
  for (let i = 0; i < 5000; i++) {
    const part = panel(f, from + i * width, from + (i + 1) * width)
    sum += part
    if (Math.abs(part) <= 1e-18 * Math.abs(sum)) break
  }
  return Math.sign(width) * sum
}

export interface MassAndMean {
  readonly mass: number
  readonly mean: number
}
/**
 * Mass of a density over [a, b] and the mean of that part, by bisection until halving a panel changes next to nothing.
 * The mean is measured from the middle, so its error is relative to the width b − a.
 */
export function massAndMean(f: (t: number) => number, a: number, b: number): MassAndMean {
  const origin = a / 2 + b / 2
  const [mass, moment] = refine(f, a, b, origin, moments(f, a, b, origin), Number.POSITIVE_INFINITY)
  return { mass, mean: mass > 0 ? Math.min(Math.max(origin + moment / mass, a), b) : origin }
}

type Moments = readonly [mass: number, moment: number]

/**
 * Halves agree with the whole to 1e-12 only where the halves themselves are exact to rounding: each halving of a smooth panel
 * squares its error at least. Where a halving no longer helps, what is left is the rounding of f.
 */
function refine(f: (t: number) => number, a: number, b: number, origin: number, whole: Moments, changeBefore: number): Moments {
  const middle = a / 2 + b / 2
  const left = moments(f, a, middle, origin)
  const right = moments(f, middle, b, origin)
  const sum: Moments = [left[0] + right[0], left[1] + right[1]]
  const change = Math.abs(sum[0] - whole[0]) + Math.abs(sum[1] - whole[1]) / (b - a)
  if (change <= 1e-12 * sum[0] || change > changeBefore / 4) return sum
  const [l, r] = [refine(f, a, middle, origin, left, change), refine(f, middle, b, origin, right, change)]
  return [l[0] + r[0], l[1] + r[1]]
}

function moments(f: (t: number) => number, a: number, b: number, origin: number): Moments {
  const middle = a / 2 + b / 2
  const half = b / 2 - a / 2
  let [mass, moment] = [0, 0]
  for (let i = 0; i < POINTS; i++) {
    const value = WEIGHTS[i]! * f(middle + half * NODES[i]!)
    mass += value
    moment += value * NODES[i]!
  }
  return [mass * half, moment * half * half + mass * half * (middle - origin)]
}

/** Gauss-Legendre nodes and weights on [-1, 1], by Newton's method from the asymptotic positions of the roots (Abramowitz & Stegun 25.4.30). */
function legendre(n: number): { nodes: Float64Array; weights: Float64Array } {
  const nodes = new Float64Array(n)
  const weights = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const angle = (Math.PI * (i + 0.75)) / (n + 0.5) - Math.PI / 2
    const square = angle * angle
    let x = angle * (1 - (square / 6) * (1 - (square / 20) * (1 - square / 42))) // its sine, near enough to start from
    let slope = 0
    for (let step = 0; step < 6; step++) {
      let [previous, value] = [1, x]
      for (let k = 2; k <= n; k++) [previous, value] = [value, ((2 * k - 1) * x * value - (k - 1) * previous) / k]
      slope = (n * (x * value - previous)) / (x * x - 1)
      x -= value / slope
    }
    nodes[i] = x
    weights[i] = 2 / ((1 - x * x) * slope * slope)
  }
  return { nodes, weights }
}
