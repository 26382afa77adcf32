// Resistance and reactance from voltage, current and phase that were read
// together: GUM (JCGM 100:2008), H.2. Inputs from a covariance matrix.
#include <uxhw-gum.h>

enum { N = 3, READINGS = 5 };

// Normal quantities with these means and this covariance matrix, which is
// symmetric and positive definite: x = mean + L z, with L L' = covariance.
static void correlated(const double mean[N], double covariance[N][N], double x[N])
{
  double L[N][N] = {{0}}, z[N]; // Cholesky, row by row
  for (int i = 0; i < N; i++) {
    z[i] = UxHwDoubleGaussDist(0, 1);
    x[i] = mean[i];
    for (int j = 0; j <= i; j++) {
      double rest = covariance[i][j];
      for (int k = 0; k < j; k++) rest -= L[i][k] * L[j][k];
      L[i][j] = i == j ? sqrt(rest) : rest / L[j][j];
      x[i] += L[i][j] * z[j];
    }
  }
}

int main(void)
{
  const double readings[N][READINGS] = {
    {5.007, 4.994, 5.005, 4.990, 4.999},          // V
    {0.019663, 0.019639, 0.019640, 0.019685, 0.019678}, // A
    {1.0456, 1.0438, 1.0468, 1.0428, 1.0433},     // rad
  };
  double mean[N] = {0}, covariance[N][N] = {{0}}; // of the means (5.2.3)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < READINGS; k++) mean[i] += readings[i][k] / READINGS;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < READINGS; k++)
        covariance[i][j] += (readings[i][k] - mean[i]) * (readings[j][k] - mean[j])
                            / (READINGS * (READINGS - 1));

  double x[N];
  correlated(mean, covariance, x);
  double impedance = x[0] / x[1];
  double resistance = impedance * cos(x[2]), reactance = impedance * sin(x[2]);

  printf("r of the inputs: V, I %.2f; V, phase %.2f; I, phase %.2f\n",
    gumCorrelation(x[0], x[1]), gumCorrelation(x[0], x[2]), gumCorrelation(x[1], x[2]));
  printf("r of the results: R, X %.3f; R, Z %.3f; X, Z %.3f\n",
    gumCorrelation(resistance, reactance), gumCorrelation(resistance, impedance),
    gumCorrelation(reactance, impedance));
  printf("R = %f Ohm\nX = %f Ohm\nZ = %f Ohm\n", resistance, reactance, impedance);
  return 0;
}
