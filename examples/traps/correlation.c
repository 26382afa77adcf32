// How strongly do two values depend on each other? The covariance
// follows from the variances of their sum and their difference.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static double variance(double x) { return UxHwDoubleNthMoment(x, 2); }

// The correlation coefficient in per cent, rounded.
static long correlation(double a, double b)
{
  double covariance = (variance(a + b) - variance(a - b)) / 4;
  return lround(100 * covariance / sqrt(variance(a) * variance(b)));
}

int main(void)
{
  double offset = UxHwDoubleGaussDist(0, 0.3);
  double a = 20 + offset + UxHwDoubleGaussDist(0, 0.4);
  double b = 50 + offset + UxHwDoubleGaussDist(0, 0.4);

  printf("a and b share an offset: %4ld %%\n", correlation(a, b)); // exact: 0.09 / 0.25
  printf("a and itself:            %4ld %%\n", correlation(a, a));
  printf("a and a copy of it:      %4ld %%\n",
    correlation(a, UxHwDoubleGetIndependentCopy(a)));
  printf("a and its negative:      %4ld %%\n", correlation(a, -a));
  return 0;
}
