// Viscosity of a glass melt from the time a ball takes to
// fall through it (NIST Technical Note 1900, example E3).
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double calibration = UxHwDoubleGaussDist(4.63, 0.0463);  // calibration liquid, mPa s
  double fallMelt    = UxHwDoubleGaussDist(61, 6.1);       // falling times, s
  double fallLiquid  = UxHwDoubleGaussDist(36.6, 5.49);
  double ball        = UxHwDoubleGaussDist(2217, 0.5);     // densities, kg/m³
  double melt        = UxHwDoubleGaussDist(1180, 0.5);
  double liquid      = UxHwDoubleGaussDist(810, 0.5);

  double viscosity = calibration * fallMelt * (ball - melt)
                   / (fallLiquid * (ball - liquid));

  printf("viscosity: %.3f mPa s\n", viscosity);
  printf("95 %% of it lies between %.2f and %.2f\n",
    UxHwDoubleQuantile(viscosity, 0.025), UxHwDoubleQuantile(viscosity, 0.975));
  return 0;
}
