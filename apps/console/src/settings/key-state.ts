const SOON_SECONDS = 7 * 86_400

/** Whether a key still works. @param validUntil  seconds since the epoch; null: for ever. @param now  milliseconds */
export function keyState(validUntil: number | null, now: number): 'valid' | 'soon' | 'over' {
  if (validUntil === null) return 'valid'
  const left = validUntil - now / 1000
  return left <= 0 ? 'over' : left < SOON_SECONDS ? 'soon' : 'valid'
}
