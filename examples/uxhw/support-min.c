// The worst that a sum of bounded errors can do.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double resistance = UxHwDoubleUniformDist(99, 101);

  printf("resistance: %.2f ohm\n", resistance);
  printf("never below %.2f ohm\n", UxHwDoubleSupportMin(resistance));
  return 0;
}
