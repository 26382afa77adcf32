// Sizes of insurance claims between 1000 and 1000000.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double claim = UxHwDoubleBoundedparetoDist(1.2, 1e3, 1e6);

  printf("claim: %.2f\n", claim);
  printf("probability of a claim above 100000: %.5f\n",
    UxHwDoubleProbabilityGT(claim, 1e5));
  return 0;
}
