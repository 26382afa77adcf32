// A variance from ten readings has nine degrees of freedom.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double chi2 = UxHwDoubleChiSquaredDist(9);

  double variance = 9 * 0.36 / chi2;  // from a sample variance of 0.36
  printf("true variance: %.4f\n", variance);
  return 0;
}
