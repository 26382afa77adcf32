// One variable used twice is one variable.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleUniformDist(1, 2);

  printf("x - x = %f\n", x - x);
  printf("x / x = %f\n", x / x);
  printf("deviation of (x-1)(x+1) - (x*x-1): %.1g\n",
    sqrt(UxHwDoubleNthMoment((x - 1) * (x + 1) - (x * x - 1), 2)));
  return 0;
}
