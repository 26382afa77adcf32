/* queries.c: questions about a value. A value without a distribution is one point, and needs no host to answer. */
#include "uncertain.h"
#include <math.h>
#include <uxhw.h>

static double query(int kind, double value, double argument) { return ux_query(kind, ux_bits(value), argument); }

double UxHwDoubleSample(double value) { return ux_is_uncertain(value) ? query(UX_QUERY_SAMPLE, value, 0) : value; }
float UxHwFloatSample(float value) { return UxHwDoubleSample(ux_widen(value)); }

void UxHwDoubleSampleBatch(double value, double *samples, size_t count) {
  if (!samples) {
    ux_complain("UxHwDoubleSampleBatch: no destination");
    return;
  }
  for (size_t i = 0; i < count; i++) samples[i] = UxHwDoubleSample(value);
}

void UxHwFloatSampleBatch(float value, float *samples, size_t count) {
  if (!samples) {
    ux_complain("UxHwFloatSampleBatch: no destination");
    return;
  }
  double wide = ux_widen(value);
  for (size_t i = 0; i < count; i++) samples[i] = UxHwDoubleSample(wide);
}

double UxHwDoubleNthMoment(double value, size_t n) {
  if (n == 0) return 1;
  if (ux_is_uncertain(value)) return query(UX_QUERY_MOMENT, value, n);
  return n == 1 ? value : value - value; /* 0, and NaN where the value is not finite */
}
float UxHwFloatNthMoment(float value, size_t n) { return UxHwDoubleNthMoment(ux_widen(value), n); }

double UxHwDoubleNthMode(double value, size_t n) { return ux_is_uncertain(value) ? query(UX_QUERY_MODE, value, n ? n : 1) : value; }
float UxHwFloatNthMode(float value, size_t n) { return UxHwDoubleNthMode(ux_widen(value), n); }

double UxHwDoubleSupportMin(double value) { return ux_is_uncertain(value) ? query(UX_QUERY_SUPPORTMIN, value, 0) : value; }
float UxHwFloatSupportMin(float value) { return UxHwDoubleSupportMin(ux_widen(value)); }

double UxHwDoubleSupportMax(double value) { return ux_is_uncertain(value) ? query(UX_QUERY_SUPPORTMAX, value, 0) : value; }
float UxHwFloatSupportMax(float value) { return UxHwDoubleSupportMax(ux_widen(value)); }

double UxHwDoubleProbabilityGT(double value, double cutoff) {
  double above = ux_plain(cutoff);
  return ux_is_uncertain(value) ? query(UX_QUERY_GREATER, value, above) : value > above;
}
float UxHwFloatProbabilityGT(float value, float cutoff) { return UxHwDoubleProbabilityGT(ux_widen(value), ux_widen(cutoff)); }

double UxHwDoubleQuantile(double value, double probability) {
  double p = ux_plain(probability);
  if (!(p >= 0 && p <= 1)) return NAN;
  return ux_is_uncertain(value) ? query(UX_QUERY_QUANTILE, value, p) : value;
}
float UxHwFloatQuantile(float value, float probability) { return UxHwDoubleQuantile(ux_widen(value), ux_widen(probability)); }

double UxHwDoubleEvaluatePDF(double value, double domainValue) {
  double at = ux_plain(domainValue);
  if (ux_is_uncertain(value)) return query(UX_QUERY_DENSITY, value, at);
  return value == at ? INFINITY : 0;
}
float UxHwFloatEvaluatePDF(float value, float domainValue) { return UxHwDoubleEvaluatePDF(ux_widen(value), ux_widen(domainValue)); }
