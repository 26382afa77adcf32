// Scalar Monte Carlo of two models, as one would write it by hand: xoshiro256+ (Blackman and Vigna 2018), polar normals (Marsaglia and Bray 1964).
//   monte-carlo viscosity|gbm N SEED     writes N draws as doubles
//   monte-carlo viscosity|gbm N SEED -   prints the nanoseconds of one draw and their mean
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state[4];
static void seed(uint64_t x) // SplitMix64 (Steele, Lea and Flood 2014)
{
  for (int i = 0; i < 4; i++) {
    uint64_t z = (x += 0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    state[i] = z ^ z >> 31;
  }
}
static inline double uniform(void)
{
  uint64_t result = state[0] + state[3], t = state[1] << 17;
  state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
  state[2] ^= t, state[3] = state[3] << 45 | state[3] >> 19;
  return (result >> 11) * 0x1.0p-53;
}
static inline double normal(double mean, double deviation)
{
  static double spare;
  static int have;
  if (have) return have = 0, mean + deviation * spare;
  double u, v, s;
  do u = 2 * uniform() - 1, v = 2 * uniform() - 1, s = u * u + v * v;
  while (s >= 1 || s == 0);
  double scale = sqrt(-2 * log(s) / s);
  spare = v * scale, have = 1;
  return mean + deviation * u * scale;
}

static double viscosity(void)
{
  double ball = normal(4.63, 0.0463), time = normal(61, 6.1), reference = normal(36.6, 5.49);
  double rho_ball = normal(2217, 0.5), rho_fluid = normal(1180, 0.5), rho_reference = normal(810, 0.5);
  return ball * time * (rho_ball - rho_fluid) / (reference * (rho_ball - rho_reference));
}
static double gbm(void)
{
  double price = 100;
  for (int day = 0; day < 252; day++) price *= exp(normal((0.05 - 0.08) / 252, 0.4 / sqrt(252)));
  return price;
}

int main(int count, char **words)
{
  double (*model)(void) = strcmp(words[1], "gbm") ? viscosity : gbm;
  long n = atol(words[2]);
  seed(strtoull(words[3], 0, 10));
  if (count > 4) {
    struct timespec begin, end;
    double sum = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (long i = 0; i < n; i++) sum += model();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%.3f %.6f\n", ((end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec)) / n, sum / n);
    return 0;
  }
  for (long i = 0; i < n; i++) {
    double y = model();
    fwrite(&y, sizeof y, 1, stdout);
  }
  return 0;
}
