// Mean of five readings with an unknown variance: four degrees of freedom.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double mean = 20.13 + 0.04 / 2.2360679775 * UxHwDoubleStudentsTDist(4);

  printf("mean: %.4f\n", mean);
  printf("95 %% interval: %.4f to %.4f\n",
    UxHwDoubleQuantile(mean, 0.025), UxHwDoubleQuantile(mean, 0.975));
  return 0;
}
