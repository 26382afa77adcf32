// A voltmeter shows 12.3 V in steps of 0.1 V: all that is known is the interval.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double voltage = UxHwDoubleUniformDist(12.25, 12.35);

  printf("voltage: %.3f V\n", voltage);
  printf("power in 50 ohms: %.4f W\n", voltage * voltage / 50);
  return 0;
}
