// Conventional radiocarbon age: t = -8033 ln(A / A0), from two counted activities.
// P(A/A0 < r) = Phi((r m0 - m) / sqrt(r^2 s0^2 + s^2)) for
// independent normal counts, which gives exact quantiles of t.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  double sample = UxHwDoubleGaussDist(4900, sqrt(4900));     // counts: Poisson, near normal
  double standard = UxHwDoubleGaussDist(10000, sqrt(10000)); // of the modern standard
  double age = -8033 * log(sample / standard);

  printf("age = %f years\n", age);
  printf("mean %.0f, u %.0f, 95 %% interval [%.0f, %.0f] years\n",
    UxHwDoubleNthMoment(age, 1), sqrt(UxHwDoubleNthMoment(age, 2)),
    UxHwDoubleQuantile(age, 0.025), UxHwDoubleQuantile(age, 0.975));
  return 0;
}
