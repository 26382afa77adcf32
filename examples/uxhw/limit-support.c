// A concentration was measured as 0.2 ± 0.2 mg/l, but cannot be negative.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double measured = UxHwDoubleGaussDist(0.2, 0.2);
  double concentration = UxHwDoubleLimitDistributionSupport(measured, 0, 1e9);

  printf("measured: %.4f mg/l\n", measured);
  printf("possible: %.4f mg/l\n", concentration);
  printf("support: from %.4f\n", UxHwDoubleSupportMin(concentration));
  return 0;
}
