/* The tables of lanes.h, computed in 113-bit arithmetic when the first elementary function is called. */
#include "lanes.h"
#include "handle.h"
#include <stdbool.h>

lane_tables lanes;

/* log x for 0.5 < x < 2: 2 atanh((x − 1)/(x + 1)). */
static long double exact_log(long double x) {
  long double s = (x - 1) / (x + 1), s2 = s * s, sum = 0;
  for (int n = 81; n > 0; n -= 2) sum = sum * s2 + 1 / (long double)n;
  return 2 * s * sum;
}

static long double exact_exp(long double x) {
  long double sum = 1;
  for (int n = 40; n > 0; n--) sum = 1 + x / n * sum;
  return sum;
}

static long double exact_sin(long double x) {
  long double sum = 0;
  for (int n = 61; n > 0; n -= 2) sum = 1 - x * x / ((n + 1) * (n + 2)) * sum;
  return x * sum;
}

/* The 9-bit number closest to the reciprocal of the middle of interval i; exactly 1 for the two intervals at 1. */
static double reciprocal_of(int i) {
  const uint64_t step = 1ULL << 45, first = 0x3fe6000000000000 + (uint64_t)i * step, one = 0x3ff0000000000000;
  if (first == one || first + step == one) return 1;
  return __builtin_rint(512 / (from_bits(first) + from_bits(first + step))) / 256;
}

void lanes_prepare(void) {
  static bool done;
  if (done) return;
  done = true;
  const long double ln2 = exact_log(1.5L) + exact_log(4 / 3.0L);
  for (int j = 0; j < EXP_STEPS; j++) {
    long double power = exact_exp(ln2 * j / EXP_STEPS);
    lanes.exp[j][0] = (double)power;
    lanes.exp[j][1] = (double)(power - lanes.exp[j][0]);
  }
  for (int i = 0; i < LOG_STEPS; i++) {
    double c = reciprocal_of(i);
    long double log_c = -exact_log(c);
    lanes.log[i][0] = c;
    lanes.log[i][1] = __builtin_rint((double)log_c * 0x1p42) * 0x1p-42;
    lanes.log[i][2] = (double)(log_c - lanes.log[i][1]);
  }
  const long double step = 3.14159265358979323846264338327950288419716939937510L * 2 / TURN_STEPS;
  for (int j = 0; j < TURN_STEPS; j++) {
    long double sine = j % (TURN_STEPS / 2) ? exact_sin(step * j) : 0;
    lanes.sin[j][0] = (double)sine;
    lanes.sin[j][1] = (double)(sine - lanes.sin[j][0]);
    lanes.sin[j][2] = j % (TURN_STEPS / 2) == TURN_STEPS / 4 ? 0 : (double)exact_sin(step * (j + TURN_STEPS / 4));
  }
}
