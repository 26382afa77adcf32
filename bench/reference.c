// Programs that decide, by their number: each is what main does on a Reference core, and with -DNATIVE the body of a scalar Monte Carlo loop in native code
// (xoshiro256+, polar normals) that formats its result as the program does.
//   cc -O2 -DNATIVE reference.c -lm && ./a.out PROGRAM N     prints mean, deviation, nanoseconds of one draw
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef NATIVE
#include <stdint.h>
#include <time.h>
static uint64_t s[4] = {0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0x2545f4914f6cdd1d};
static uint64_t rotated(uint64_t x, int k) { return x << k | x >> (64 - k); }
static double unit(void) {
  uint64_t result = s[0] + s[3], t = s[1] << 17;
  s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotated(s[3], 45);
  return (double)(result >> 11) * 0x1p-53;
}
static double UxHwDoubleUniformDist(double a, double b) { return a + (b - a) * unit(); }
static double UxHwDoubleGaussDist(double mean, double deviation) {
  double u, v, r;
  do u = 2 * unit() - 1, v = 2 * unit() - 1, r = u * u + v * v;
  while (r >= 1 || r == 0);
  return mean + deviation * u * sqrt(-2 * log(r) / r);
}
#else
#include <uxhw.h>
#endif

static double payoff(void) {
  double price = 100 * exp(0.2 * UxHwDoubleGaussDist(0, 1) - 0.02);
  return price > 100 ? price - 100 : 0;
}
static double newton(void) {
  double a = UxHwDoubleUniformDist(0.01, 100), x = a;
  while (fabs(x * x - a) > 1e-12 * a) x = (x + a / x) / 2;
  return x;
}
static double rejection(void) {
  double x;
  do x = UxHwDoubleUniformDist(0, 1);
  while (x > 0.5);
  return x;
}
static double viscosity(void) {
  double ball = UxHwDoubleGaussDist(4.63, 0.0463), t = UxHwDoubleGaussDist(61, 6.1), tc = UxHwDoubleGaussDist(36.6, 5.49);
  double b = UxHwDoubleGaussDist(2217, 0.5), m = UxHwDoubleGaussDist(1180, 0.5), c = UxHwDoubleGaussDist(810, 0.5);
  return ball * t * (b - m) / (tc * (b - c));
}
static double motion(void) {
  double price = 100, step = 0.05 / 252 - 0.4 * 0.4 / 504, noise = 0.4 / sqrt(252);
  for (int i = 0; i < 252; i++) price *= exp(step + UxHwDoubleGaussDist(0, noise));
  return price;
}
static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static double sorted(void) {
  double x[64];
  for (int i = 0; i < 64; i++) x[i] = UxHwDoubleUniformDist(0, 1);
  qsort(x, 64, sizeof *x, order);
  return x[31];
}
static double (*const PROGRAMS[])(void) = {payoff, newton, rejection, viscosity, motion, sorted};

int main(int count, char **words) {
  double (*program)(void) = PROGRAMS[atoi(words[1])];
#ifdef NATIVE
  long n = atol(words[2]);
  double sum = 0, squares = 0, begin = (double)clock();
  char text[64];
  for (long i = 0; i < n; i++) {
    double x = program();
    snprintf(text, sizeof text, "%f\n", x);
    sum += x, squares += x * x;
  }
  double mean = sum / n;
  printf("%.17g %.17g %.17g\n", mean, sqrt(squares / n - mean * mean), ((double)clock() - begin) / CLOCKS_PER_SEC * 1e9 / n);
#else
  printf("%f\n", program());
#endif
  return 0;
}
