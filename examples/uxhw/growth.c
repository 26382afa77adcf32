// A deposit of 100 000 grows by a rate between 5 % and 7 %.
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  printf("%lf\n", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07)));
  return 0;
}
