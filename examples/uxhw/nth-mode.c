// A signal that is high or low: where are its peaks?
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double high = UxHwDoubleGaussDist(5.0, 0.2), low = UxHwDoubleGaussDist(0.0, 0.2);
  double level = UxHwDoubleMixture(high, low, 0.6);

  printf("level: %.2f\n", level);
  printf("first mode near %.1f, second near %.1f\n",
    UxHwDoubleNthMode(level, 1), UxHwDoubleNthMode(level, 2) + 0.0);
  return 0;
}
