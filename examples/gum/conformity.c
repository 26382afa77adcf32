// Does a part conform to its limits? The probability that
// it does not, guard bands, and decisions by three rules.
#include <uxhw-gum.h>

int main(void)
{
  const double lower = 9.95, upper = 10.05;     // tolerance, mm
  double error = gumCertificate(0, 0.016, 2);   // of the measurement: U = 0.016 mm, k = 2
  double reading = 10.038;                      // mm
  double diameter = reading - error;

  double risk = UxHwDoubleProbabilityGT(diameter, upper)
                + 1 - UxHwDoubleProbabilityGT(diameter, lower);
  printf("diameter = %f mm\n", diameter);
  printf("does not conform with probability %.4f\n\n", risk);

  // What a reading at the acceptance limit may be beyond the tolerance
  // with probability 5 %: from the distribution, of whatever shape it is.
  double guard = UxHwDoubleQuantile(diameter, 0.95) - reading;
  const struct {
    const char *rule;
    double guardBand;
  } rules[] = {
    {"simple acceptance, w = 0", 0},
    {"guarded, risk at most 5 %", guard},
    {"guarded, w = U", 2 * gumStandardUncertainty(diameter)},
  };
  for (int i = 0; i < 3; i++) {
    double limit = upper - rules[i].guardBand;
    printf("%-26s accepts up to %.4f mm: %s\n",
      rules[i].rule, limit, reading <= limit ? "pass" : "fail");
  }
  return 0;
}
