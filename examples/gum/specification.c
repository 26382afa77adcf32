// Specifications of data sheets as distributions:
// % of reading + digits, ppm of reading + ppm of range, % of full scale.
#include <uxhw-gum.h>

int main(void)
{
  // A voltmeter: ±(0.02 % of reading + 2 digits). Shown is 10.004 V, so a digit is 1 mV.
  double shown = 10.004, a = 0.0002 * fabs(shown) + 2 * 0.001;
  double voltage = shown + UxHwDoubleUniformDist(-a, a);
  printf("0.02 %% + 2 digits:     u = %.3f mV, exact %.3f mV\n",
    1e3 * gumStandardUncertainty(voltage), 1e3 * a / sqrt(3));

  // A calibrator: ±(8 ppm of setting + 3 ppm of range), stated
  // with a coverage of 95 %. Set to 10 V in the range of 20 V.
  double b = 8e-6 * 10 + 3e-6 * 20;
  double calibrator = 10 + UxHwDoubleGaussDist(0, b / 1.96);
  printf("ppm, coverage of 95 %%: u = %.2f µV, exact %.2f µV\n",
    1e6 * gumStandardUncertainty(calibrator), 1e6 * b / 1.96);

  // A pressure transmitter of 16 bar: ±0.25 % of full scale, the same at every pressure.
  double c = 0.0025 * 16;
  double pressure = 4.20 + UxHwDoubleUniformDist(-c, c);
  printf("0.25 %% of full scale:  u = %.2f mbar, exact %.2f mbar\n",
    1e3 * gumStandardUncertainty(pressure), 1e3 * c / sqrt(3));

  printf("%f V\n%f V\n%f bar\n", voltage, calibrator, pressure);
  return 0;
}
