// One draw: a plain number, the same in every run of the same program.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double wind = UxHwDoubleWeibullDist(2, 8);

  printf("wind: %.2f m/s\n", wind);
  printf("one wind: %s\n",
    UxHwDoubleSample(wind) >= 0 ? "a number of at least 0" : "impossible");
  return 0;
}
