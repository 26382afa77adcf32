// exp, log and their kin, written out: JavaScript leaves the last bit of Math.exp, Math.log and ** to the engine (ECMA-262, 21.3.2), and it
// differs between Node and browsers. A distribution must have the same bits everywhere, so nothing that computes one may call those.
// Reductions and compensations as in Tang 1989/1990 and Muller et al., Handbook of Floating-Point Arithmetic, chapters 4 and 11.

const LOG2_E = Math.LOG2E
// ln 2 = LN2_HIGH + LN2_LOW; the low 21 bits of LN2_HIGH are zero, so that k·LN2_HIGH is exact for every exponent k.
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
const SQRT_TWO = Math.SQRT2
const SPLITTER = 134217729 // 2^27 + 1

const bits = new DataView(new ArrayBuffer(8))

/** e^x; error below 1 unit in the last place. */
export function exp(x: number): number {
  if (!(x < 709.7827128933841)) return Number.isNaN(x) ? x : Number.POSITIVE_INFINITY
  return x < -745.1332191019412 ? 0 : expOfSum(x, 0)
}

/** exp(x + rest) for |rest| far below |x|. */
function expOfSum(x: number, rest: number): number {
  const k = Math.round(x * LOG2_E)
  return scale(1 + expm1Reduced(x - k * LN2_HIGH, k * LN2_LOW - rest), k)
}

/** e^x − 1; error below 2 units in the last place. */
export function expm1(x: number): number {
  if (x > -0.34 && x < 0.34) return x === 0 ? x : expm1Reduced(x, 0)
  if (x < -38) return -1
  const k = Math.round(x * LOG2_E)
  if (!(k <= 60)) return exp(x) - 1
  const power = scale(1, k)
  return power * expm1Reduced(x - k * LN2_HIGH, k * LN2_LOW) + (power - 1)
}

/** exp(high − low) − 1 for |high| ≤ ln 2 / 2 and |low| far below it, by its Taylor series: the first term left out is below 2^-63. */
function expm1Reduced(high: number, low: number): number {
  const r = high - low
  let sum = 1 / 87178291200
  for (let n = EXP_SERIES.length - 1; n >= 0; n--) sum = EXP_SERIES[n]! + r * sum
  return high + (r * r * sum - low)
}
// 1/2!, 1/3!, … 1/13!
const EXP_SERIES = [2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800].map((factorial) => 1 / factorial)

/** Natural logarithm; error below 1 unit in the last place. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  const k = exponentOf(x)
  return logReduced(scale(x, -k) - 1, k, 0)
}

/** log(1 + x); error below 2 units in the last place. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY || (x > -1e-17 && x < 1e-17)) return x
  if (x > -0.29 && x < 0.41) return logReduced(x, 0, 0)
  const u = 1 + x
  const k = exponentOf(u)
  const lost = x >= 1 ? 1 - (u - x) : x - (u - 1)
  return logReduced(scale(u, -k) - 1, k, lost / u)
}

/** k·ln 2 + log(1 + f) + correction for 1 + f in [√½, √2]. */
function logReduced(f: number, k: number, correction: number): number {
  const s = f / (2 + f)
  const half = (f * f) / 2
  // log(1 + f) = 2s + s·tail(s²), and 2s = f − f²/2 + s·f²/2: the large part, f, stays exact.
  return k * LN2_HIGH - (half - (s * (half + atanhTail(s * s)) + (k * LN2_LOW + correction)) - f)
}

/** 2(z/3 + z²/5 + z³/7 + …) = (2 artanh √z)/√z − 2 for z ≤ (√2 − 1)^4 ≈ 0.0295. */
function atanhTail(z: number): number {
  let sum = 0
  for (let n = 25; n >= 3; n -= 2) sum = z * (2 / n + sum)
  return sum
}

/** ⌊log₂ n⌋ of a number in [1, 2^32). */
export function floorLog2(n: number): number {
  return 31 - Math.clz32(n)
}

/** x^y as ECMA-262's Number::exponentiate has it; error below 1 unit in the last place while |y·log x| ≤ 8, and 4 units at the ends of the range. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1
  if (y === 1) return x
  if (y === 2) return x * x
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  const whole = Number.isInteger(y)
  const sign = x < 0 || Object.is(x, -0) ? (whole && y % 2 !== 0 ? -1 : 1) : 1
  const a = Math.abs(x)
  if (a === 1) return Number.isFinite(y) ? (x < 0 && !whole ? Number.NaN : sign) : Number.NaN
  if (a === 0 || a === Number.POSITIVE_INFINITY || !Number.isFinite(y)) return sign * (a > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0)
  if (x < 0 && !whole) return Number.NaN
  return sign * powPositive(a, y)
}

/** exp(y·log a) with log a to about 2^-60, as a sum of two numbers. */
function powPositive(a: number, y: number): number {
  const k = exponentOf(a)
  const m = scale(a, -k)
  const f = m - 1
  const d = 1 + m
  const s = f / d
  const sLow = (f - s * d - productError(s, d) - s * (m - (d - 1))) / d
  const large = k * LN2_HIGH
  const sum = large + 2 * s
  const part = sum - large
  const lost = large - (sum - part) + (2 * s - part)
  const low = lost + (2 * sLow + s * atanhTail(s * s) + k * LN2_LOW)
  const high = sum + low
  const product = y * high
  if (product > 710) return Number.POSITIVE_INFINITY
  if (product < -746) return 0
  return expOfSum(product, productError(y, high) + y * (low - (high - sum)))
}

/** a·b − fl(a·b), exact (Dekker 1971). */
function productError(a: number, b: number): number {
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)]
  const [aLow, bLow] = [a - aHigh, b - bHigh]
  return aLow * bLow - (a * b - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

function upperHalf(a: number): number {
  const c = SPLITTER * a
  return c - (c - a)
}

/** The k for which x/2^k lies in [√½, √2), of a positive finite number. */
function exponentOf(x: number): number {
  if (x < 2.2250738585072014e-308) return exponentOf(x * 18014398509481984) - 54
  bits.setFloat64(0, x)
  const k = (bits.getUint32(0) >>> 20) - 1023
  bits.setUint32(0, (bits.getUint32(0) & 0xfffff) | 0x3ff00000)
  return bits.getFloat64(0) > SQRT_TWO ? k + 1 : k
}

/** x·2^k, rounded once. */
function scale(x: number, k: number): number {
  if (k > 1023) return x * powerOfTwo(1023) * powerOfTwo(k - 1023)
  if (k < -1022) return x * powerOfTwo(k + 200) * powerOfTwo(-200)
  return x * powerOfTwo(k)
}

function powerOfTwo(k: number): number {
  bits.setUint32(0, (k + 1023) << 20)
  bits.setUint32(4, 0)
  return bits.getFloat64(0)
}
