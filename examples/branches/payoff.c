// A call option on a share of uncertain price: worth
// something only where the price ends above the strike.
// Exact, by Black and Scholes 1973: mean pay-off 7.3451, and 0.4231 of the outcomes pay.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  double price = 100 * exp(0.03 - 0.02 + 0.2 * UxHwDoubleGaussDist(0, 1));
  double payoff = 0;
  int paid = 0;

  if (price > 105) {
    payoff = price - 105;
    paid = 1;
  }
  printf("pay-off %f\n", payoff);
  printf("paid %d\n", paid);
  return 0;
}
