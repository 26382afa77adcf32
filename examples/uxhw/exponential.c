// Failures come every 4000 hours on average: how long until the first one?
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double hours = UxHwDoubleExponentialDist(4000);  // the mean, not the rate

  printf("time to failure: %.1f h\n", hours);
  printf("probability to last a year: %.4f\n", UxHwDoubleProbabilityGT(hours, 8760));
  return 0;
}
