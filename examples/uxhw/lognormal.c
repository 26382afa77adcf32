// The price of a share after a year, when its logarithm is normal.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double growth = UxHwDoubleLognormalDist(0.05 - 0.2 * 0.2 / 2, 0.2);

  printf("price: %.2f\n", 100 * growth);
  printf("probability of a loss: %.4f\n", 1 - UxHwDoubleProbabilityGT(100 * growth, 100));
  return 0;
}
