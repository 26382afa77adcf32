// Two resistors from one batch: the same distribution, but not the same resistor.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double first = UxHwDoubleUniformDist(95, 105);
  double second = UxHwDoubleGetIndependentCopy(first);

  printf("the same one twice in series: %.1f\n", first + first);
  printf("two of them in series: %.1f\n", first + second);
  printf("deviations: %.3f and %.3f\n",
    sqrt(UxHwDoubleNthMoment(first + first, 2)),
    sqrt(UxHwDoubleNthMoment(first + second, 2)));
  return 0;
}
