import { expect, test } from 'vitest'
import { printedExpression } from './printed-expression.ts'

const C = `#include <stdio.h>
int main(void) {
  double length = 2, width = 3, a[2];
  // printf("area: %f\\n", wrong);
  printf("area: %.3f m^2, ratio = %*.2f\\n", length * width, 8,
         ratio(length, width));
  printf("100 %% of %d rows, "
         "mean: %g\\n", 5, a[0]);
  for (int i = 0; i < 2; i++) fprintf(stdout, "row: %f\\n", a[i]);
  printf("row: %f\\n", length);
}
`
const of = (name: string, occurrence = 0) => printedExpression(C, 'C', name, occurrence)

test('what printf prints under a name is found with its line, whatever stands between', () => {
  expect(of('area')).toEqual({ line: 5, expression: 'length * width' })
  expect(of('ratio')).toEqual({ line: 5, expression: 'ratio(length, width)' })
  expect(of('mean')).toEqual({ line: 7, expression: 'a[0]' })
})
test('of several with one name the one is meant that stands there', () => {
  expect([of('row'), of('row', 1), of('row', 7)].map((each) => each?.line)).toEqual([9, 10, 9])
})
test('what is not printed so is not guessed', () => {
  expect([
    of('other'),
    of(''),
    printedExpression("print *, 'area:', area", 'Fortran', 'area'),
    printedExpression('printf("area: %f', 'C', 'area'),
  ]).toEqual([undefined, undefined, undefined, undefined])
})
test('streams name their values, too', () => {
  const program =
    '#include <iostream>\nint main() {\n  std::cout << "x = " << std::setprecision(3) << f(x << 1) << ", y = " << y << std::endl << "z: " << v[2];\n}\n'
  const name = (each: string) => printedExpression(program, 'C++', each)
  expect([name('x'), name('y'), name('z')]).toEqual([
    { line: 3, expression: 'f(x << 1)' },
    { line: 3, expression: 'y' },
    { line: 3, expression: 'v[2]' },
  ])
})
