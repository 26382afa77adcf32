// A value goes into bytes and comes back.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

int main(void) {
  double value = UxHwDoubleUniformDist(0, 1);
  size_t size = UxHwDoubleGetSizeOfDistributionByteArrayInBytes(value);
  uint8_t *bytes = malloc(size);
  printf("written: %zd of %zu bytes\n",
    UxHwDoubleDistributionToByteArray(value, bytes, size), size);

  double back = UxHwDoubleByteArrayToDistribution(bytes, size);
  printf("read: %.2f\n", back);
  free(bytes);
  return 0;
}
