// Ticks of a linear axis: few, at round values, with labels as short as the axis allows.
// Very large and very small values share a power of ten, values that differ only in late digits share an offset; both are said once, in a note.

export interface Ticks {
  readonly positions: readonly number[]
  readonly labels: readonly string[]
  /** What every label is multiplied with and what is added then: 10^exponent, offset. */
  readonly exponent: number
  readonly offset: string
}

/** Labels with more digits share an offset, and keep up to so many behind it. */
const MAX_DIGITS = 7
const OFFSET_DIGITS = 4

/** Ends and steps that miss a round value by rounding alone still meet it. */
const SLACK = 1e-6

/** At most about `target` ticks in [min, max], max above min, at multiples of 1, 2 or 5 times a power of ten. */
export function ticks(min: number, max: number, target: number): Ticks {
  const { factor, power } = niceStep((max - min) / target)
  const step = factor * tenTo(power)
  const first = Math.ceil(min / step - SLACK)
  const last = Math.floor(max / step + SLACK)
  // In units of 10^power, so that every tick is a whole number.
  const units = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * factor)
  const positions = units.map((unit) => scaled(unit, power))
  const offsetUnits = commonOffset(units)
  const rest = units.map((unit) => unit - offsetUnits)
  const exponent = commonExponent(rest, power)
  const decimals = Math.max(0, exponent - power)
  const labels = rest.map((unit) => formatFixed(scaled(unit, power - exponent), decimals))
  return { positions, labels, exponent, offset: offsetUnits === 0 ? '' : formatPlain(scaled(offsetUnits, power)) }
}

/** The smallest of 1, 2, 5 times a power of ten that is not below x. */
function niceStep(x: number): { factor: number; power: number } {
  const power = decimalExponent(x)
  const fraction = x / tenTo(power)
  for (const factor of [1, 2, 5]) if (fraction <= factor * (1 + SLACK)) return { factor, power }
  return { factor: 1, power: power + 1 }
}

/** Where labels would need too many digits: the leading digits that all ticks share, as a number of units with as few digits as possible. */
function commonOffset(units: readonly number[]): number {
  const largest = Math.max(0, ...units.map(Math.abs))
  if (largest < tenTo(MAX_DIGITS)) return 0
  let grain = tenTo(decimalExponent(largest))
  const rest = (unit: number) => unit - Math.floor(units[0]! / grain) * grain
  while (grain > 1 && rest(units.at(-1)!) >= tenTo(OFFSET_DIGITS)) grain /= 10
  return Math.floor(units[0]! / grain) * grain
}

/** The power of ten all labels share: 0 while the largest is from 0.001 to below a million. */
function commonExponent(units: readonly number[], power: number): number {
  const largest = Math.max(0, ...units.map(Math.abs))
  if (largest === 0) return 0
  const exponent = decimalExponent(largest) + power
  return exponent >= 6 || exponent < -3 ? exponent : 0
}

/** units · 10^power; a division for negative powers, which is exact where the decimal is. */
function scaled(units: number, power: number): number {
  return power < 0 && power > -300 ? units / tenTo(-power) : units * tenTo(power)
}

// Read from and written as text, which ECMA-262 rounds correctly: Math.log10 and ** differ in the last bit from engine to engine.

function tenTo(power: number): number {
  return Number(`1e${power}`)
}

/** ⌈log₁₀ x⌉ of a positive number. */
export function exponentAbove(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return x
  const power = decimalExponent(x)
  return x > tenTo(power) ? power + 1 : power
}

/** ⌊log₁₀ x⌋ of a positive finite number. */
function decimalExponent(x: number): number {
  return Number(x.toExponential().split('e')[1])
}

/** Decimal places as given, a real minus sign, thin spaces between groups of three digits from five digits on. */
function formatFixed(x: number, decimals: number): string {
  const [whole, fraction] = Math.abs(x).toFixed(decimals).split('.') as [string, string?]
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u2009') : whole
  const negative = x < 0 && /[1-9]/.test(whole + (fraction ?? ''))
  return (negative ? '\u2212' : '') + grouped + (fraction ? `.${fraction}` : '')
}

function formatPlain(x: number): string {
  return String(x).replace('-', '\u2212').replace('e+', 'e')
}
