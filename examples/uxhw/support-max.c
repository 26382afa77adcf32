// The upper end of a support.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double current = 5.0 / UxHwDoubleUniformDist(99, 101);

  printf("current: %.5f A\n", current);
  printf("never above %.4f A\n", UxHwDoubleSupportMax(current));
  return 0;
}
