// A variance that was estimated from few readings: s² of 6 normal readings was 0.04.
// With a flat prior on its logarithm, the variance follows an
// inverse gamma distribution: shape (n - 1)/2, scale (n - 1) s²/2.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double variance = UxHwDoubleInverseGammaDist(2.5, 2.5 * 0.04);

  printf("variance: %.4f\n", variance);
  printf("standard deviation, 95 %%: %.3f to %.3f\n",
    sqrt(UxHwDoubleQuantile(variance, 0.025)), sqrt(UxHwDoubleQuantile(variance, 0.975)));
  return 0;
}
