// Range of a projectile without drag, R = v^2 sin(2 a) / g,
// whose speed and elevation are uncertain.
// Both enter independently, so the moments are known:
// E[v^2] = m^2 + s^2, E[sin 2a] = sin(2 a0) exp(-2 s_a^2).
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  const double g = 9.80665;
  double speed = UxHwDoubleGaussDist(300, 6);                                 // m/s
  double elevation = UxHwDoubleGaussDist(45, 2) * M_PI / 180;                 // rad
  double range = speed * speed * sin(2 * elevation) / g;

  printf("range = %f m\n", range);
  printf("the mean, %.1f m, is below the range of the mean angle, %.1f m\n",
    UxHwDoubleNthMoment(range, 1), 300 * 300 / g);
  printf("probability of more than 9000 m: %.3f\n", UxHwDoubleProbabilityGT(range, 9000));
  return 0;
}
