// Whether what a program printed of a value and its mean are told apart by eye.
import type { ValuePiece } from '@credence/distribution'

/** Of the standard deviation: what is nearer is one place in a plot, and one number to two digits of the uncertainty. */
const APART = 0.1

export function isApart({ decimal, mean, deviation }: ValuePiece): boolean {
  const particle = Number(decimal)
  if (!Number.isFinite(particle) || !Number.isFinite(mean) || !(deviation > 0) || deviation === Number.POSITIVE_INFINITY) return false
  return Math.abs(particle - mean) > Math.max(APART * deviation, halfPlaceOf(decimal))
}

/** Half of the last place that was printed: `5.8` may stand for 5.75 to 5.85. */
function halfPlaceOf(decimal: string): number {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e')
  const decimals = mantissa.includes('.') ? mantissa.length - mantissa.indexOf('.') - 1 : 0
  return 0.5 * 10 ** (Number(exponent) - decimals)
}
