// How many parts of a production are accepted although they are bad,
// and rejected although they are good? With and without a guard band.
#include <uxhw-gum.h>

// The probability that both are positive: that the smaller one is.
static double bothPositive(double a, double b)
{
  return UxHwDoubleProbabilityGT(fmin(a, b), 0);
}

int main(void)
{
  const double tolerance = 0.05, guardBands[] = {0, 0.005};   // mm, both ways
  double deviation = UxHwDoubleGaussDist(0, 0.03);            // of a part as it is made, mm
  double measured = deviation + UxHwDoubleGaussDist(0, 0.01); // as the gauge shows it

  printf("bad parts made: %.3f\n",
    1 - UxHwDoubleProbabilityGT(tolerance - fabs(deviation), 0));
  for (int i = 0; i < 2; i++) {
    double limit = tolerance - guardBands[i]; // of acceptance
    // The consumer's: a bad part passes. The producer's: a good one fails.
    double consumer = bothPositive(fabs(deviation) - tolerance, limit - fabs(measured));
    double producer = bothPositive(tolerance - fabs(deviation), fabs(measured) - limit);
    printf("guard band %.3f mm: consumer's risk %.3f, producer's risk %.3f\n",
      guardBands[i], consumer, producer);
  }
  return 0;
}
