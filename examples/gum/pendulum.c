// The local acceleration of gravity from a pendulum: its length by a ruler,
// its period from ten swings by a stopwatch, timed six times.
#include <uxhw-gum.h>

int main(void)
{
  const double tenSwings[] = {20.08, 20.02, 20.11, 20.05, 20.06, 20.04}; // s
  double swings = gumTypeA(tenSwings, 6);
  double watch = UxHwDoubleUniformDist(-0.05, 0.05);            // its error, s
  double length = 1.000 + UxHwDoubleUniformDist(-0.001, 0.001); // m
  double period = (swings + watch) / 10;
  double g = 4 * M_PI * M_PI * length / (period * period);

  const GumInput inputs[] = {
    {"length, m", length, INFINITY},
    {"ten swings, s", swings, 5}, // six readings
    {"stopwatch, s", watch, INFINITY},
  };
  gumPrintBudget(g, inputs, 3);
  double dof = gumEffectiveDegreesOfFreedom(g, inputs, 3);
  gumPrintExpanded("g", g, gumCoverageFactor(dof, 0.95), "m/s^2");
  printf("g = %f m/s^2\n", g);
  return 0;
}
