// A resistor was calibrated twice, nine months passed since; it
// is measured by a bridge with hysteresis and non-linearity.
#include <uxhw-gum.h>

int main(void)
{
  // Two certificates, two years apart, made against one standard: its error is the
  // same in both and cancels in their difference. All in µOhm above 100 Ohm.
  double standard = gumCertificate(0, 300, 2);
  double firstError = gumCertificate(0, 80, 2), lastError = gumCertificate(0, 80, 2);
  double first = 120 + standard + firstError;
  double last = 320 + standard + lastError;
  double rate = (last - first) / 2;                  // a year
  double irregular = UxHwDoubleUniformDist(-50, 50); // by how much it may leave its trend
  double today = last + 0.75 * rate + irregular;

  // The bridge, in parts of 1e6 of its full scale of 200 Ohm, so 200 µOhm each.
  double hysteresis = UxHwDoubleUniformDist(-0.5, 0.5) * 200; // a loop 1 wide, side unknown
  double linearity = UxHwDoubleUniformDist(-0.8, 0.8) * 200;  // at most 0.8 off the line
  double shown = today + hysteresis + linearity;

  const GumInput inputs[] = {
    {"standard", standard, INFINITY},
    {"first certificate", firstError, INFINITY},
    {"last certificate", lastError, INFINITY},
    {"irregular", irregular, INFINITY},
    {"hysteresis", hysteresis, INFINITY},
    {"linearity", linearity, INFINITY},
  };
  gumPrintBudget(shown, inputs, 6);
  printf("\ntoday: %f µOhm above 100 Ohm\n", today);
  printf("shown: %f µOhm above 100 Ohm\n", shown);
  return 0;
}
