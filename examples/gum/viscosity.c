// The budget of a published example: the viscosity of
// a glass melt, NIST Technical Note 1900, example E3.
#include <uxhw-gum.h>

int main(void)
{
  double calibration = UxHwDoubleGaussDist(4.63, 0.0463);  // calibration liquid, mPa s
  double fallMelt    = UxHwDoubleGaussDist(61, 6.1);       // falling times, s
  double fallLiquid  = UxHwDoubleGaussDist(36.6, 5.49);
  double ball        = UxHwDoubleGaussDist(2217, 0.5);     // densities, kg/m³
  double melt        = UxHwDoubleGaussDist(1180, 0.5);
  double liquid      = UxHwDoubleGaussDist(810, 0.5);

  double viscosity = calibration * fallMelt * (ball - melt)
                   / (fallLiquid * (ball - liquid));

  const GumInput inputs[] = {
    {"calibration liquid", calibration, INFINITY},
    {"falling time, melt", fallMelt, INFINITY},
    {"falling time, liquid", fallLiquid, INFINITY},
    {"density of the ball", ball, INFINITY},
    {"density of the melt", melt, INFINITY},
    {"density of the liquid", liquid, INFINITY},
  };
  gumPrintBudget(viscosity, inputs, 6);

  double low, high;
  gumShortestInterval(viscosity, 0.95, &low, &high);
  printf("\nshortest interval of 95 %%: %.2f to %.2f mPa s\n", low, high);
  printf("viscosity = %f mPa s\n", viscosity);
  return 0;
}
