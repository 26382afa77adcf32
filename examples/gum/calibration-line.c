// A thermometer was compared with a standard at 11 temperatures: its
// calibration line, and its correction at 30 °C. GUM (JCGM 100:2008), H.3.
#include <uxhw-gum.h>

enum { N = 11 };
static const double T0 = 20; // °C, chosen freely

// The least-squares line y = intercept + slope (t - T0).
// Uncertain y give an uncertain line.
static void fit(const double *t, const double *y, double *intercept, double *slope)
{
  double t1 = 0, t2 = 0, y1 = 0, ty = 0;
  for (int i = 0; i < N; i++) {
    double d = t[i] - T0;
    t1 += d, t2 += d * d, y1 += y[i], ty += d * y[i];
  }
  double D = N * t2 - t1 * t1;
  *intercept = (y1 * t2 - t1 * ty) / D;
  *slope = (N * ty - t1 * y1) / D;
}

int main(void)
{
  const double t[N] = { // shown, °C
    21.521, 22.012, 22.512, 23.003, 23.507, 23.999, 24.513, 25.002, 25.503, 26.010, 26.511};
  const double b[N] = { // correction, °C
    -0.171, -0.169, -0.166, -0.159, -0.164, -0.165, -0.156, -0.157, -0.159, -0.161, -0.160};
  double intercept, slope, squares = 0, uncertain[N];

  fit(t, b, &intercept, &slope); // the numbers alone, for the scatter about the line
  for (int i = 0; i < N; i++) squares += pow(b[i] - intercept - slope * (t[i] - T0), 2);
  double s = sqrt(squares / (N - 2));

  for (int i = 0; i < N; i++) uncertain[i] = b[i] + UxHwDoubleGaussDist(0, s);
  fit(t, uncertain, &intercept, &slope); // again, with what each point may be off
  double correction = intercept + slope * (30 - T0);

  printf("scatter s = %.4f °C, r(intercept, slope) = %.3f\n",
    s, gumCorrelation(intercept, slope));
  printf("intercept = %f °C\nslope = %f\n", intercept, slope);
  printf("correction at 30 °C = %f °C\n", correction);
  return 0;
}
