// One measurement model, three ways to its uncertainty: in one run on uncertain values, by Monte Carlo, by first-order propagation.
//   methods MODEL track | methods MODEL draw N | methods MODEL first
// Prints mean, deviation, 2.5 % and 97.5 % quantile with all digits.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

typedef struct { char law; double a, b; } Source; // n: mean, deviation; u: ends
typedef struct { const char *name; int count; Source sources[6]; double (*model)(const double *); } Model;

static double viscosity(const double *x) { return x[0] * x[1] * (x[3] - x[4]) / (x[2] * (x[3] - x[5])); }
static double mass(const double *x) { return (x[0] + x[1]) * (1 + (x[2] - 1.2) * (1 / x[3] - 1 / x[4])) - 100000; }
static double loss(const double *x) { return 1e6 * (x[0] * x[0] + x[1] * x[1]); }
static double thermistor(const double *x)
{
  double code = 1365 + x[0] + x[1];
  return 1 / (1 / 298.15 + log(x[2] * code / (4096 - code) / x[3]) / x[4]) - 273.15;
}
static double share(const double *x) { return x[0] / (x[0] + x[1]); }

static const Model MODELS[] = {
  {"viscosity", 6, {{'n', 4.63, 0.0463}, {'n', 61, 6.1}, {'n', 36.6, 5.49}, {'n', 2217, 0.5}, {'n', 1180, 0.5}, {'n', 810, 0.5}}, viscosity},
  {"mass", 5, {{'n', 100000, 0.05}, {'n', 1.234, 0.02}, {'u', 1.1, 1.3}, {'u', 7000, 9000}, {'u', 7950, 8050}}, mass},
  {"comparison loss", 2, {{'n', 0, 0.005}, {'n', 0, 0.005}}, loss},
  {"thermistor", 5, {{'u', -0.5, 0.5}, {'n', 0, 2}, {'u', 9900, 10100}, {'u', 9500, 10500}, {'u', 3910.5, 3989.5}}, thermistor},
  {"share x/(x+y)", 2, {{'u', 1, 2}, {'u', 1, 2}}, share},
};

// xoshiro256+ (Blackman and Vigna 2018) and the polar method (Marsaglia and Bray 1964).
static uint64_t state[4] = {0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x2545F4914F6CDD1D};
static double uniform(void)
{
  uint64_t result = state[0] + state[3], t = state[1] << 17;
  state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
  state[2] ^= t, state[3] = state[3] << 45 | state[3] >> 19;
  return (result >> 11) * 0x1.0p-53;
}
static double normal(void)
{
  static double spare;
  static int have;
  if (have) return have = 0, spare;
  double u, v, s;
  do u = 2 * uniform() - 1, v = 2 * uniform() - 1, s = u * u + v * v;
  while (s >= 1 || s == 0);
  double scale = sqrt(-2 * log(s) / s);
  spare = v * scale, have = 1;
  return u * scale;
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static double mean(Source s) { return s.law == 'n' ? s.a : (s.a + s.b) / 2; }
static double deviation(Source s) { return s.law == 'n' ? s.b : (s.b - s.a) / sqrt(12); }

int main(int argc, char *argv[])
{
  if (argc < 3) return 2;
  const Model *m = NULL;
  for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++)
    if (!strcmp(MODELS[i].name, argv[1])) m = &MODELS[i];
  if (!m) return 2;
  double x[6];
  if (!strcmp(argv[2], "track")) {
    for (int i = 0; i < m->count; i++) {
      Source s = m->sources[i];
      x[i] = s.law == 'n' ? UxHwDoubleGaussDist(s.a, s.b) : UxHwDoubleUniformDist(s.a, s.b);
    }
    double y = m->model(x);
    printf("%.17g %.17g %.17g %.17g\n", UxHwDoubleNthMoment(y, 1), sqrt(UxHwDoubleNthMoment(y, 2)), UxHwDoubleQuantile(y, 0.025), UxHwDoubleQuantile(y, 0.975));
  } else if (!strcmp(argv[2], "draw")) {
    long n = atol(argv[3]);
    double *y = malloc(n * sizeof *y), sum = 0, squares = 0;
    if (!y) return 3;
    if (argc > 4) state[0] ^= atol(argv[4]) * 0x9E3779B97F4A7C15;
    for (int i = 0; i < 100; i++) uniform();
    for (long k = 0; k < n; k++) {
      for (int i = 0; i < m->count; i++) {
        Source s = m->sources[i];
        x[i] = s.law == 'n' ? s.a + s.b * normal() : s.a + (s.b - s.a) * uniform();
      }
      sum += y[k] = m->model(x);
    }
    for (long k = 0; k < n; k++) squares += (y[k] - sum / n) * (y[k] - sum / n);
    qsort(y, n, sizeof *y, ascending);
    printf("%.17g %.17g %.17g %.17g\n", sum / n, sqrt(squares / (n - 1)), y[(long)(0.025 * n)], y[(long)(0.975 * n)]);
  } else {
    double variance = 0;
    for (int i = 0; i < m->count; i++) x[i] = mean(m->sources[i]);
    double y = m->model(x);
    for (int i = 0; i < m->count; i++) {
      double u = deviation(m->sources[i]), at = x[i], h = 1e-4 * u;
      x[i] = at + h;
      double above = m->model(x);
      x[i] = at - h;
      double slope = (above - m->model(x)) / (2 * h);
      x[i] = at, variance += slope * slope * u * u;
    }
    printf("%.17g %.17g %.17g %.17g\n", y, sqrt(variance), y - 1.959964 * sqrt(variance), y + 1.959964 * sqrt(variance));
  }
  return 0;
}
