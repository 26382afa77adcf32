// The budget of the end gauge of GUM H.1, with the inputs that GUM
// Supplement 1, 9.5 gives it: deviation from 50 mm, in nanometres.
#include <uxhw-gum.h>

// Curvilinear trapezoid: a rectangle on [-a, a] whose ends are known to within d.
static double bounded(double a, double d)
{
  return UxHwDoubleUniformDist(-1, 1) * (a + UxHwDoubleUniformDist(-d, d));
}

int main(void)
{
  double standard = 50000623 + 25 * UxHwDoubleStudentsTDist(18); // its certificate, nm
  double difference = 215 + 6 * UxHwDoubleStudentsTDist(24);     // mean of five, nm
  double random = 4 * UxHwDoubleStudentsTDist(5);                // of the comparator, nm
  double systematic = 7 * UxHwDoubleStudentsTDist(8);            // of the comparator, nm
  double expansion = UxHwDoubleUniformDist(9.5e-6, 13.5e-6);     // of the standard, 1/K
  double bed = UxHwDoubleGaussDist(-0.1, 0.2);                   // its mean, K from 20 °C
  double cycle = gumArcsine(-0.5, 0.5);                          // its variation, K
  double expansions = bounded(1e-6, 0.1e-6);                     // their difference, 1/K
  double temperatures = bounded(0.050, 0.025);                   // their difference, K

  double deviation = standard + difference + random + systematic
    - standard * (expansions * (bed + cycle) + expansion * temperatures) - 50000000;

  const GumInput inputs[] = {
    {"standard, nm", standard, 18},
    {"difference, nm", difference, 24},
    {"comparator, random, nm", random, 5},
    {"comparator, systematic, nm", systematic, 8},
    {"expansion, 1/K", expansion, INFINITY},
    {"bed, K", bed, INFINITY},
    {"cycle, K", cycle, INFINITY},
    {"difference of expansions, 1/K", expansions, 50}, // bounds sure to a tenth: G.4.2
    {"difference of temperatures, K", temperatures, 2}, // and to a half
  };
  gumPrintBudget(deviation, inputs, 9);

  double dof = gumEffectiveDegreesOfFreedom(deviation, inputs, 9);
  printf("\neffective degrees of freedom: %.1f, k for 99 %%: %.2f\n", dof,
    gumCoverageFactor(dof, 0.99));
  printf("99 %% lies between %.0f nm and %.0f nm\n",
    UxHwDoubleQuantile(deviation, 0.005), UxHwDoubleQuantile(deviation, 0.995));
  printf("deviation = %f nm\n", deviation);
  return 0;
}
