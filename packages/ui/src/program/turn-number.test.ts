import { describe, expect, test } from 'vitest'
import { firstNumber, numberAt, turned } from './turn-number.ts'

/** The source with its number turned; `|` is the place. */
function turn(marked: string, steps: number): string | undefined {
  const source = marked.replace('|', '')
  const found = numberAt(source, marked.indexOf('|'))
  return found && source.slice(0, found.from) + turned(source, found, steps) + source.slice(found.to)
}

describe('a number is turned by its last digit', () => {
  test.each([
    ['f(4.6|3, 1)', 1, 'f(4.64, 1)'],
    ['f(|0.0463)', -1, 'f(0.0462)'],
    ['f(61|);', 10, 'f(71);'],
    ['f(9.9|)', 1, 'f(10.0)'],
    ['f(10.0|)', -1, 'f(9.9)'],
    ['f(1.50e-6|)', 1, 'f(1.51e-6)'],
    ['f(.5|)', 1, 'f(0.6)'],
    ['f(2.|)', 1, 'f(3.)'],
    ['float x = 2.5|f;', 1, 'float x = 2.6f;'],
    ['f(123456789012345678901234567890|)', 1, 'f(123456789012345678901234567891)'],
  ])('%s by %d', (source, steps, expected) => expect(turn(source, steps)).toBe(expected))
})
describe('its sign goes with it, and comes where one may stand', () => {
  test.each([
    ['f(-0.1|)', 1, 'f(0.0)'],
    ['f(-0.1|, 2)', -1, 'f(-0.2, 2)'],
    ['f(0|)', -1, 'f(-1)'],
    ['x = 0.0|;', -2, 'x = -0.2;'],
    ['return 0|;', -1, 'return -1;'],
    ['a - 1|', -3, 'a - 1'],
    ['a-1|', 1, 'a-2'],
  ])('%s by %d', (source, steps, expected) => expect(turn(source, steps)).toBe(expected))
})
test.each(['UxHwDouble64|', 'x1|', 'a.x|', 'v1.2.3|', '0x1f|', '  |  '])('%s holds no number to turn', (source) =>
  expect(turn(source, 1)).toBeUndefined(),
)
test('a program is begun at the first number of a constructor', () => {
  const source = '// TN 1900\n#define N 4\ndouble x = UxHwDoubleGaussDist( -4.63, 0.05);\n'
  expect(source.slice(firstNumber(source))).toMatch(/^4\.63/)
  expect(firstNumber('int main(void) { return 0; }')).toBe(0)
})
