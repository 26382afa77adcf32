// The number at a place of a program, and the same one turned by steps of its last digit: 4.63 becomes 4.64, 1.50e-6 becomes 1.51e-6.

export interface FoundNumber {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** With what follows the digits and belongs to them: 2.5f. */
const NUMBER = /(?<![\w.])(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?(?=[fFlLuU]*(?![\w.]))/g
/** A minus behind one of these is a sign, and a number behind one may get it. */
const BEFORE_SIGN = /[(,={[?:*/<>&|]\s*$|\breturn\s+$/

/** The decimal number that the place is in or beside; a minus that is its sign is a part of it. Undefined: there is none. */
export function numberAt(source: string, place: number): FoundNumber | undefined {
  const start = source.lastIndexOf('\n', place - 1) + 1
  const end = source.indexOf('\n', place)
  const line = source.slice(start, end === -1 ? undefined : end)
  for (const { 0: digits, index } of line.matchAll(NUMBER)) {
    const before = line.slice(0, index)
    const isSigned = before.endsWith('-') && BEFORE_SIGN.test(before.slice(0, -1))
    const from = start + index - Number(isSigned)
    const to = start + index + digits.length
    if (from <= place && place <= to) return { from, to, text: source.slice(from, to) }
  }
  return undefined
}

/** @returns the number's new text; the same one where a sign would be needed and none may stand */
export function turned(source: string, { from, text }: FoundNumber, steps: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^(-?)(\d*)(?:\.(\d*))?((?:[eE].*)?)$/.exec(text) ?? []
  const value = BigInt(`${sign}${whole}${fraction}`) + BigInt(steps)
  if (value < 0n && !sign && !BEFORE_SIGN.test(source.slice(0, from))) return text
  const digits = `${value < 0n ? -value : value}`.padStart(fraction.length + 1, '0')
  const point = digits.length - fraction.length
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${text.includes('.') ? '.' : ''}${digits.slice(point)}${exponent}`
}

/** Where who opens a program begins: at the first number that a constructor takes, else at the first there is. */
export function firstNumber(source: string): number {
  const call = /UxHw\w*Dist\w*\(\s*-?(?=[\d.])/.exec(source)
  return call ? call.index + call[0].length : 0
}
