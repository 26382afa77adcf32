// What share of the parts is good? Seven of ten were.
#include <stdio.h>
#include <uxhw.h>

// One part: 1 when it is good.
static double part(void *unused, double share) {
  (void)unused;
  return UxHwDoubleMixture(1, 0, share);
}

int main(void) {
  double share = UxHwDoubleUniformDist(0, 1);      // before: anything
  double parts = UxHwDoubleMixture(1, 0, 0.7);     // observed: 70 % of them good …
  double after = UxHwDoubleBayesLaplace(part, NULL, share, parts, 10);  // … of ten

  printf("share of good parts: %.3f\n", after);
  printf("95 %% credible interval: %.2f to %.2f\n",
    UxHwDoubleQuantile(after, 0.025), UxHwDoubleQuantile(after, 0.975));
  return 0;
}
