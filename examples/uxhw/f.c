// The ratio of two sample variances when the true ones are equal.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double ratio = UxHwDoubleFDist(9, 14);

  printf("ratio: %.4f\n", ratio);
  printf("5 %% of the ratios lie above %.3f\n", UxHwDoubleQuantile(ratio, 0.95));
  return 0;
}
