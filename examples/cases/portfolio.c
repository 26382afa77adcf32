// Two correlated assets, geometric Brownian motion in
// 252 daily steps: value after a year and value at risk.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  const int days = 252;
  const double dt = 1.0 / 252, drift = 0.05;
  const double volatility[2] = {0.20, 0.35}, correlation = 0.6;
  double price[2] = {60, 40};

  for (int day = 0; day < days; day++) {
    double z = UxHwDoubleGaussDist(0, 1);
    double other = UxHwDoubleGaussDist(0, 1);
    double shocks[2] = {z, correlation * z + sqrt(1 - correlation * correlation) * other};
    for (int i = 0; i < 2; i++)
      price[i] *= exp((drift - volatility[i] * volatility[i] / 2) * dt
                      + volatility[i] * sqrt(dt) * shocks[i]);
  }
  double value = price[0] + price[1];

  printf("value = %f\n", value);
  printf("mean %.2f, standard deviation %.2f\n",
    UxHwDoubleNthMoment(value, 1), sqrt(UxHwDoubleNthMoment(value, 2)));
  printf("value at risk, 95 %%: %.1f; probability of a loss: %.2f\n",
    100 - UxHwDoubleQuantile(value, 0.05), UxHwDoubleProbabilityGT(100 - value, 0));
  return 0;
}
