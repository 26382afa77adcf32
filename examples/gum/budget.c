// A current from the voltage across a shunt: which
// input makes its uncertainty, and how is it reported?
#include <uxhw-gum.h>

int main(void)
{
  // Readings of the voltage, mV
  const double readings[] = {100.012, 100.031, 100.007, 100.028, 100.026, 99.998};
  double voltage = gumTypeA(readings, 6);
  double voltmeter = gumCertificate(0, 0.006, 2);             // its error, mV, k = 2
  double resolution = UxHwDoubleUniformDist(-0.0005, 0.0005); // half a digit, mV
  double shunt = gumCertificate(10.0015, 0.0010, 2);          // mOhm
  double drift = gumTriangular(-0.0010, 0.0010);              // of the shunt, mOhm

  double current = (voltage + voltmeter + resolution) / (shunt + drift); // A

  const GumInput inputs[] = {
    {"voltage", voltage, 5}, // six readings
    {"voltmeter", voltmeter, INFINITY},
    {"resolution", resolution, INFINITY},
    {"shunt", shunt, INFINITY},
    {"drift of the shunt", drift, INFINITY},
  };
  gumPrintBudget(current, inputs, 5);

  double dof = gumEffectiveDegreesOfFreedom(current, inputs, 5);
  printf("\neffective degrees of freedom: %.1f\n", dof);
  gumPrintExpanded("I", current, gumCoverageFactor(dof, 0.95), "A");
  printf("I = %f A\n", current);
  return 0;
}
