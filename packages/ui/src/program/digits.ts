/** As many decimals as the deviation makes meaningful, and two more. */
export function digits(value: number, deviation: number): string {
  if (!Number.isFinite(value) || !(deviation > 0)) return String(value)
  const decimals = Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(deviation))))
  return Math.abs(value) >= 1e7 || (value !== 0 && Math.abs(value) < 1e-5) ? value.toExponential(4) : value.toFixed(decimals)
}
