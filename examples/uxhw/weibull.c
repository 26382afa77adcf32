// Life of a bearing: shape first, then scale.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double life = UxHwDoubleWeibullDist(1.5, 12000);  // h

  printf("life: %.1f h\n", life);
  printf("hours that 90 of 100 reach: %.0f\n", UxHwDoubleQuantile(life, 0.10));
  return 0;
}
