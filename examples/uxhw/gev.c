// The worst gust of a year in standard units, with a heavy tail.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double gust = UxHwDoubleGEVDist(0.12);

  printf("gust: %.3f m/s\n", 24 + 3.5 * gust);
  printf("exceeded once in fifty years: %.2f m/s\n",
    UxHwDoubleQuantile(24 + 3.5 * gust, 0.98));
  return 0;
}
