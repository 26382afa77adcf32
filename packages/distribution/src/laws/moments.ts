// Central moments without the cancellation of raw moments.
import { exp, log, pow } from '../special/elementary.ts'

/**
 * Central moments of a Pearson law. Its Stein kernel is a quadratic τ in the distance d from the mean, E[d·g(X)] = E[τ·g'(X)],
 * so E d^(n+1) = n·(slope·E d^n + constant·E d^(n−1)) / (1 − n·square) while n·square < 1 (Johnson, Kotz & Balakrishnan 1994, 12.4.1).
 */
export function pearsonMoments(kernel: { square: number; slope: number; constant: number }, symmetric: boolean): (n: number) => number {
  return (n) => {
    if (n > 1 && (n - 1) * kernel.square >= 1) return symmetric && n % 2 === 1 ? Number.NaN : Number.POSITIVE_INFINITY
    let [before, moment] = [1, 0]
    if (n === 0) return before
    for (let k = 1; k < n; k++) [before, moment] = [moment, (k * (kernel.slope * moment + kernel.constant * before)) / (1 - k * kernel.square)]
    return moment
  }
}

/** Central moments from cumulants: μ_n = κ_n + Σ_{k=2}^{n−2} C(n−1, k−1) κ_k μ_{n−k}. */
export function momentsFromCumulants(cumulant: (n: number) => number): (n: number) => number {
  return (n) => {
    const moments = [1, 0]
    for (let m = 2; m <= n; m++) {
      let sum = cumulant(m)
      let binomial = m - 1 // C(m−1, k−1) at k = 2
      for (let k = 2; k <= m - 2; k++) {
        sum += binomial * cumulant(k) * moments[m - k]!
        binomial *= (m - k) / k
      }
      moments.push(sum)
    }
    return moments[n]!
  }
}

/**
 * E g(Y) for Y = ln of a unit exponential, by the trapezoidal rule, which converges exponentially on the whole line (Trefethen & Weideman 2014).
 * @param rate  e^(rate·s) bounds the integrand for s → −∞; above 0
 */
export function meanOverLogExponential(g: (s: number) => number, rate: number): number {
  const step = 1 / 16
  let sum = 0
  for (let s = log(800); s > -750 / rate; s -= step) {
    const weight = exp(s - exp(s))
    sum += weight > 0 ? g(s) * weight : 0
  }
  return sum * step
}

/**
 * E g(Z)^n of a standard normal Z by the trapezoidal rule.
 * @param growth  g(z)^n may grow like e^(growth·z)
 */
export function meanPowerOverNormal(g: (z: number) => number, n: number, growth: number): number {
  const step = 1 / 16
  let sum = 0
  for (let z = -39; z < 39 + Math.min(growth, 1e4); z += step) {
    const base = g(z)
    const power = pow(base, n)
    // The power may overflow where the product with the density does not.
    sum += Number.isFinite(power) ? power * exp((-z * z) / 2) : pow(Math.sign(base), n) * exp(n * log(Math.abs(base)) - (z * z) / 2)
  }
  return (sum * step) / Math.sqrt(2 * Math.PI)
}

/** ζ(n) for n ≥ 2: direct sum, its remainder by Euler-Maclaurin. */
export function zeta(n: number): number {
  const last = 60
  let sum = 0
  for (let k = last - 1; k >= 1; k--) sum += pow(k, -n)
  const base = pow(last, -n)
  const b2 = (n * base) / last / 12
  const b4 = (n * (n + 1) * (n + 2) * base) / pow(last, 3) / 720
  const b6 = (n * (n + 1) * (n + 2) * (n + 3) * (n + 4) * base) / pow(last, 5) / 30240
  return sum + (base * last) / (n - 1) + base / 2 + b2 - b4 + b6
}

export function factorial(n: number): number {
  let product = 1
  for (let k = 2; k <= n; k++) product *= k
  return product
}
