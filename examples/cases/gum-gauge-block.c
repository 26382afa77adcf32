// GUM Supplement 1 (JCGM 101:2008), 9.5: calibration of a gauge
// block, deviation from its nominal length of 50 mm in nanometres.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Curvilinear trapezoid: a rectangle on [a, b] whose ends are known to within d.
static double curvilinearTrapezoid(double a, double b, double d)
{
  double from = (a - d) + 2 * d * UxHwDoubleUniformDist(0, 1);
  double to = (a + b) - from;
  return from + (to - from) * UxHwDoubleUniformDist(0, 1);
}

// Arc sine (U-shaped) distribution on [a, b]: a cyclic variation met at a random moment.
static double arcsine(double a, double b)
{
  return (a + b) / 2 + (b - a) / 2 * sin(UxHwDoubleUniformDist(0, 2 * M_PI));
}

int main(void)
{
  double standard = 50000623 + 25 * UxHwDoubleStudentsTDist(18); // the standard, nm
  double difference = 215 + 6 * UxHwDoubleStudentsTDist(24);     // as observed, mean, nm
  double random = 4 * UxHwDoubleStudentsTDist(5);                // of the comparator, nm
  double systematic = 7 * UxHwDoubleStudentsTDist(8);            // of the comparator, nm
  double expansion = UxHwDoubleUniformDist(9.5e-6, 13.5e-6);     // of the standard, 1/K
  double bed = UxHwDoubleGaussDist(-0.1, 0.2);                   // its mean, K from 20 °C
  double cycle = arcsine(-0.5, 0.5);                             // its cyclic variation, K
  double expansionDifference = curvilinearTrapezoid(-1e-6, 1e-6, 0.1e-6);
  double temperatureDifference = curvilinearTrapezoid(-0.050, 0.050, 0.025);

  double deviation = standard + difference + random + systematic
    - standard * (expansionDifference * (bed + cycle) + expansion * temperatureDifference)
    - 50000000;

  printf("deviation = %f nm\n", deviation);
  printf("mean %.0f nm, u %.0f nm, 99 %% interval [%.0f, %.0f] nm\n",
    UxHwDoubleNthMoment(deviation, 1), sqrt(UxHwDoubleNthMoment(deviation, 2)),
    UxHwDoubleQuantile(deviation, 0.005), UxHwDoubleQuantile(deviation, 0.995));
  return 0;
}
