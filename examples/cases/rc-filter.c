// Cut-off frequency of an RC low-pass from parts with
// tolerances, and the chance that it meets a specification.
// R and C are independent, so E[1/(RC)] = E[1/R] E[1/C],
// and E[1/R] of a rectangle on [a, b] is ln(b/a)/(b - a).
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  double resistance = UxHwDoubleUniformDist(0.95 * 10e3, 1.05 * 10e3);    // 10 kOhm, 5 %
  double capacitance = UxHwDoubleUniformDist(0.90 * 10e-9, 1.10 * 10e-9); // 10 nF, 10 %
  double cutoff = 1 / (2 * M_PI * resistance * capacitance);
  double gain = 1 / sqrt(1 + (1000 / cutoff) * (1000 / cutoff));              // at 1 kHz

  printf("cut-off = %f Hz\n", cutoff);
  printf("gain at 1 kHz = %f\n", gain);
  printf("probability of a cut-off from 1450 Hz to 1750 Hz: %.3f\n",
    UxHwDoubleProbabilityGT(cutoff, 1450) - UxHwDoubleProbabilityGT(cutoff, 1750));
  return 0;
}
