// A thermistor in a voltage divider, read by a 12-bit
// converter: how well is the temperature known?
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static double temperature(double code, double series, double r25, double beta)
{
  double resistance = series * code / (4096 - code);
  return 1 / (1 / 298.15 + log(resistance / r25) / beta) - 273.15;
}

int main(void)
{
  double code = 1365 + UxHwDoubleUniformDist(-0.5, 0.5)          // reading, quantisation,
                + UxHwDoubleGaussDist(0, 2);                     // noise
  double series = UxHwDoubleUniformDist(9900, 10100);            // 10 kOhm, 1 %
  double r25 = UxHwDoubleUniformDist(9500, 10500);               // 10 kOhm, 5 %
  double beta = UxHwDoubleUniformDist(3950 * 0.99, 3950 * 1.01); // 3950 K, 1 %

  double t = temperature(code, series, r25, beta);
  printf("temperature = %f °C\n", t);
  printf("mean %.3f, u %.3f, 95 %% interval [%.2f, %.2f] °C\n",
    UxHwDoubleNthMoment(t, 1), sqrt(UxHwDoubleNthMoment(t, 2)),
    UxHwDoubleQuantile(t, 0.025), UxHwDoubleQuantile(t, 0.975));
  printf("probability of more than 42 °C: %.3f\n", UxHwDoubleProbabilityGT(t, 42));
  return 0;
}
