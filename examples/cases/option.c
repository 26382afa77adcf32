// A European call (Black and Scholes 1973) when
// the volatility is an estimate, not a number.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static double normalCdf(double x) { return erfc(-x / sqrt(2)) / 2; }

static double call(double spot, double strike, double years, double rate, double volatility)
{
  double spread = volatility * sqrt(years);
  double d1 = (log(spot / strike) + (rate + volatility * volatility / 2) * years) / spread;
  return spot * normalCdf(d1) - strike * exp(-rate * years) * normalCdf(d1 - spread);
}

int main(void)
{
  double volatility = UxHwDoubleLognormalDist(log(0.20), 0.15);      // median 20 % a year
  double price = call(100, 105, 0.5, 0.03, volatility);

  printf("price = %f\n", price);
  printf("at the median volatility %.4f; mean %.4f; 95 %% interval [%.2f, %.2f]\n",
    call(100, 105, 0.5, 0.03, 0.20), UxHwDoubleNthMoment(price, 1),
    UxHwDoubleQuantile(price, 0.025), UxHwDoubleQuantile(price, 0.975));
  return 0;
}
