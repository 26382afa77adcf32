// Rain of a month: shape 2.2, scale 30 mm.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double rain = UxHwDoubleGammaDist(2.2, 30);

  printf("rain: %.1f mm\n", rain);
  printf("probability of a dry month (under 15 mm): %.4f\n",
    1 - UxHwDoubleProbabilityGT(rain, 15));
  return 0;
}
