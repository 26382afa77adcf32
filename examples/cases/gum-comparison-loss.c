// GUM Supplement 1 (JCGM 101:2008), 9.4: comparison loss
// in microwave power meter calibration, y = x1^2 + x2^2.
// First-order propagation says y = 0 with u = 0 at
// the first point: its derivatives vanish there.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  const double u = 0.005;
  const double centres[] = {0, 0.010, 0.050};
  const double correlations[] = {0, 0.9};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      double r = correlations[j];
      double z1 = UxHwDoubleGaussDist(0, 1);
      double z2 = UxHwDoubleGaussDist(0, 1);
      double x1 = centres[i] + u * z1;
      double x2 = u * (r * z1 + sqrt(1 - r * r) * z2);    // correlation r with x1
      double y = 1e6 * (x1 * x1 + x2 * x2);

      printf("x1 = %.3f, r = %.1f: y = %f e-6\n", centres[i], r, y);
      printf("    mean %.0f, u %.0f; exact %.0f, %.0f\n",
        UxHwDoubleNthMoment(y, 1), sqrt(UxHwDoubleNthMoment(y, 2)),
        1e6 * (centres[i] * centres[i] + 2 * u * u),
        1e6 * sqrt(4 * u * u * u * u * (1 + r * r) + 4 * u * u * centres[i] * centres[i]));
    }
  return 0;
}
