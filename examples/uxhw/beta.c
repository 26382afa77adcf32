// A share after 12 successes in 40 trials, with a flat prior.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double share = UxHwDoubleBetaDist(1 + 12, 1 + 28);

  printf("share: %.4f\n", share);
  printf("95 %% interval: %.4f to %.4f\n",
    UxHwDoubleQuantile(share, 0.025), UxHwDoubleQuantile(share, 0.975));
  return 0;
}
