/* empirical.c: distributions from data, and mixtures. Samples, weights and probabilities are read as particles.
 * What is one point only is a plain number, so that a run with one sample is the scalar run. */
#include "uncertain.h"
#include <math.h>
#include <uxhw.h>

/* True when all put so far is one point. NaN equals NaN here: both are the same atom. */
static bool same(double a, double b) { return a == b || (a != a && b != b); }

double UxHwDoubleDistFromSamples(double *samples, size_t count) {
  if (!samples || !count) {
    ux_complain("UxHwDoubleDistFromSamples: no samples");
    return NAN;
  }
  double first = ux_plain(samples[0]);
  bool one = true;
  ux_clear();
  for (size_t i = 0; i < count; i++) {
    double sample = ux_plain(samples[i]);
    one &= same(sample, first);
    ux_put(sample);
  }
  return one ? first : ux_empirical(0);
}

float UxHwFloatDistFromSamples(float *samples, size_t count) {
  if (!samples || !count) {
    ux_complain("UxHwFloatDistFromSamples: no samples");
    return NAN;
  }
  double first = ux_plain(ux_widen(samples[0]));
  bool one = true;
  ux_clear();
  for (size_t i = 0; i < count; i++) {
    double sample = ux_plain(ux_widen(samples[i]));
    one &= same(sample, first);
    ux_put(sample);
  }
  return one ? first : ux_narrow(ux_empirical(0));
}

/* Weighted samples arrive one by one, from either type. */
struct weighted {
  double first; /* of positive weight */
  double sum;
  bool any, one, valid;
};

static void weigh(struct weighted *w, double sample, double weight) {
  w->valid &= weight >= 0;
  w->sum += weight;
  if (!(weight > 0)) return;
  if (!w->any) w->first = sample;
  w->one &= same(sample, w->first);
  w->any = true;
  ux_put(sample);
  ux_put(weight);
}

static double weighted(const struct weighted *w) {
  if (!w->valid || !w->any || !isfinite(w->sum)) return NAN;
  return w->one ? w->first : ux_empirical(1);
}

double UxHwDoubleDistFromWeightedSamples(WeightedDoubleSample *samples, size_t count, ...) {
  if (!samples || !count) {
    ux_complain("UxHwDoubleDistFromWeightedSamples: no samples");
    return NAN;
  }
  struct weighted w = { .one = true, .valid = true };
  ux_clear();
  for (size_t i = 0; i < count; i++) weigh(&w, ux_plain(samples[i].sample), ux_plain(samples[i].sampleWeight));
  return weighted(&w);
}

float UxHwFloatDistFromWeightedSamples(WeightedFloatSample *samples, size_t count, ...) {
  if (!samples || !count) {
    ux_complain("UxHwFloatDistFromWeightedSamples: no samples");
    return NAN;
  }
  struct weighted w = { .one = true, .valid = true };
  ux_clear();
  for (size_t i = 0; i < count; i++) weigh(&w, ux_plain(ux_widen(samples[i].sample)), ux_plain(ux_widen(samples[i].sampleWeight)));
  return ux_narrow(weighted(&w));
}

void UxHwDoubleDistFromMultidimensionalSamples(double *destination, void *samples, size_t count, size_t dimensions) {
  double **rows = samples;
  if (!destination || !rows || !count || !dimensions) {
    ux_complain("UxHwDoubleDistFromMultidimensionalSamples: no samples or no destination");
    return;
  }
  ux_clear();
  for (size_t i = 0; i < count; i++)
    for (size_t d = 0; d < dimensions; d++) ux_put(ux_plain(rows[i][d]));
  ux_joint(dimensions);
  for (size_t d = 0; d < dimensions; d++) {
    destination[d] = ux_get(d);
    bool one = true;
    for (size_t i = 1; i < count; i++) one &= same(ux_plain(rows[i][d]), ux_plain(rows[0][d]));
    if (one) destination[d] = ux_plain(rows[0][d]);
  }
}

void UxHwFloatDistFromMultidimensionalSamples(float *destination, void *samples, size_t count, size_t dimensions) {
  float **rows = samples;
  if (!destination || !rows || !count || !dimensions) {
    ux_complain("UxHwFloatDistFromMultidimensionalSamples: no samples or no destination");
    return;
  }
  ux_clear();
  for (size_t i = 0; i < count; i++)
    for (size_t d = 0; d < dimensions; d++) ux_put(ux_plain(ux_widen(rows[i][d])));
  ux_joint(dimensions);
  for (size_t d = 0; d < dimensions; d++) {
    destination[d] = ux_narrow(ux_get(d));
    bool one = true;
    for (size_t i = 1; i < count; i++) one &= same(ux_plain(ux_widen(rows[i][d])), ux_plain(ux_widen(rows[0][d])));
    if (one) destination[d] = ux_plain(ux_widen(rows[0][d]));
  }
}

double UxHwDoubleMixture(double a, double b, double aScale) {
  double probability = ux_plain(aScale);
  if (!(probability >= 0 && probability <= 1)) return NAN;
  if (probability == 1) return a;
  if (probability == 0) return b;
  bool plain = !ux_is_uncertain(a) && !ux_is_uncertain(b);
  return plain && same(a, b) ? a : ux_mixture(a, b, probability);
}

float UxHwFloatMixture(float a, float b, float aScale) {
  return ux_narrow(UxHwDoubleMixture(ux_widen(a), ux_widen(b), ux_widen(aScale)));
}
