// Two thermometers measure one bath. Weighting by the
// inverse variance gives the best linear combination.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  double first = UxHwDoubleGaussDist(21.3, 0.5), second = UxHwDoubleGaussDist(20.9, 0.2);
  double w1 = 1 / UxHwDoubleNthMoment(first, 2), w2 = 1 / UxHwDoubleNthMoment(second, 2);
  double fused = (w1 * first + w2 * second) / (w1 + w2);
  double difference = first - second;

  printf("fused = %f °C, u = %.4f °C\n", fused, sqrt(UxHwDoubleNthMoment(fused, 2)));
  printf("difference = %f °C, %.2f standard deviations from 0\n", difference,
    UxHwDoubleNthMoment(difference, 1) / sqrt(UxHwDoubleNthMoment(difference, 2)));
  return 0;
}
