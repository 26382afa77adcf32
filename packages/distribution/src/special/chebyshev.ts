// Evaluation of Chebyshev series; the coefficients in this folder were computed with 40 digits by fixtures/coefficients.py.

/** Σ c_k T_k(t) for −1 ≤ t ≤ 1, by Clenshaw's recurrence. */
export function chebyshev(coefficients: readonly number[], t: number): number {
  let [b1, b2] = [0, 0]
  for (let k = coefficients.length - 1; k > 0; k--) {
    const b0 = 2 * t * b1 - b2 + coefficients[k]!
    b2 = b1
    b1 = b0
  }
  return t * b1 - b2 + coefficients[0]!
}
