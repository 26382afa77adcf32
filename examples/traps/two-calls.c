// Two calls of a constructor are two independent values, even with the same parameters.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double first = UxHwDoubleGaussDist(0, 1);
  double second = UxHwDoubleGaussDist(0, 1);

  printf("first - second = %.1f\n", first - second);
  printf("variance of the difference: %.2f\n", UxHwDoubleNthMoment(first - second, 2));
  return 0;
}
