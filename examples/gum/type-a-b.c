// Ten readings of a thermometer, its certificate, and the digit that its
// display rounds to: Type A and Type B evaluations of one temperature.
#include <uxhw-gum.h>

int main(void)
{
  const double readings[] = { // °C
    20.31, 20.27, 20.34, 20.29, 20.30, 20.33, 20.28, 20.32, 20.30, 20.26};
  double indication = gumTypeA(readings, 10);
  double correction = gumCertificate(-0.05, 0.04, 2);          // °C, U = 0.04 °C with k = 2
  double resolution = UxHwDoubleUniformDist(-0.005, 0.005);    // half of the last digit, °C
  double temperature = indication + correction + resolution;

  printf("Type A, readings:    u = %.4f °C\n", gumStandardUncertainty(indication));
  printf("Type B, certificate: u = %.4f °C\n", gumStandardUncertainty(correction));
  printf("Type B, resolution:  u = %.4f °C\n", gumStandardUncertainty(resolution));
  printf("temperature = %f °C\n", temperature);
  return 0;
}
