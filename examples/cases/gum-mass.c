// GUM Supplement 1 (JCGM 101:2008), 9.3: calibration
// of a mass, deviation from 100 g in milligrams.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static void shortest(double y, double coverage, double *low, double *high)
{
  const int steps = 200;
  *low = UxHwDoubleQuantile(y, 0);
  *high = UxHwDoubleQuantile(y, 1);
  for (int i = 0; i <= steps; i++) {
    double from = UxHwDoubleQuantile(y, (1 - coverage) * i / steps);
    double to = UxHwDoubleQuantile(y, coverage + (1 - coverage) * i / steps);
    if (to - from < *high - *low) *low = from, *high = to;
  }
}

int main(void)
{
  double reference = UxHwDoubleGaussDist(100000.000, 0.050);   // the reference, mg
  double added = UxHwDoubleGaussDist(1.234, 0.020);            // added to balance, mg
  double air = UxHwDoubleUniformDist(1.10, 1.30);              // density of air, kg/m3
  double densityWeight = UxHwDoubleUniformDist(7000, 9000);    // of the weight, kg/m3
  double densityReference = UxHwDoubleUniformDist(7950, 8050); // of the reference, kg/m3

  double buoyancy = (air - 1.2) * (1 / densityWeight - 1 / densityReference);
  double deviation = (reference + added) * (1 + buoyancy) - 100000;

  double low, high;
  shortest(deviation, 0.95, &low, &high);
  printf("deviation = %f mg\n", deviation);
  printf("mean %.4f, u %.4f, shortest 95 %% interval [%.4f, %.4f]\n",
    UxHwDoubleNthMoment(deviation, 1), sqrt(UxHwDoubleNthMoment(deviation, 2)), low, high);
  return 0;
}
