// The highest water of a year at a gauge.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double level = UxHwDoubleGumbel1Dist(4.2, 0.55);  // location and scale, m

  printf("highest water: %.2f m\n", level);
  printf("probability to exceed a dike of 7 m: %.5f\n",
    UxHwDoubleProbabilityGT(level, 7.0));
  return 0;
}
