// A Kalman filter (Kalman 1960) for a random walk,
// carried by its own error: estimate minus truth.
// Truth, measurements and estimate share their sources, so the
// subtraction is exact and its variance must follow Riccati's recursion.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  const double processNoise = 0.5, measurementNoise = 2;
  double truth = UxHwDoubleGaussDist(20, 3); // what we know before the first measurement
  double estimate = 20, variance = 9;

  for (int step = 1; step <= 10; step++) {
    truth += UxHwDoubleGaussDist(0, processNoise);
    variance += processNoise * processNoise;

    double measured = truth + UxHwDoubleGaussDist(0, measurementNoise);
    double gain = variance / (variance + measurementNoise * measurementNoise);
    estimate += gain * (measured - estimate);
    variance *= 1 - gain;

    double error = estimate - truth;
    printf("step %2d: standard deviation of the error %.4f, by Riccati's recursion %.4f\n",
      step, sqrt(UxHwDoubleNthMoment(error, 2)), sqrt(variance));
  }
  printf("error = %f\n", estimate - truth);
  return 0;
}
