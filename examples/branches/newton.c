// The square root of an uncertain number, by Newton's method to
// a tolerance: every outcome takes as many steps as it needs.
// Exact: the mean of the root of a uniform number from 1 to 9 is 13/6.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  double a = UxHwDoubleUniformDist(1, 9), x = a;
  int steps = 0;

  while (fabs(x * x - a) > 1e-9) {
    x = (x + a / x) / 2;
    steps++;
  }
  printf("root %f after %d steps\n", x, steps);
  return 0;
}
