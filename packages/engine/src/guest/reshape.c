/* reshape.c: independent copies and truncation. */
#include "uncertain.h"
#include <math.h>
#include <uxhw.h>

double UxHwDoubleGetIndependentCopy(double value) { return ux_is_uncertain(value) ? ux_copy(value) : value; }
float UxHwFloatGetIndependentCopy(float value) { return ux_is_uncertain_f(value) ? ux_narrow(ux_copy(ux_promote(value))) : value; }
double UxHwDoubleCopyDistShape(double value) { return UxHwDoubleGetIndependentCopy(value); }
float UxHwFloatCopyDistShape(float value) { return UxHwFloatGetIndependentCopy(value); }

void UxHwDoubleGetIndependentJointMultidimensionalCopy(double *source, double *destination, size_t count) {
  if (!source || !destination) {
    ux_complain("UxHwDoubleGetIndependentJointMultidimensionalCopy: no source or no destination");
    return;
  }
  ux_clear();
  for (size_t i = 0; i < count; i++) ux_put(source[i]);
  ux_jointcopy();
  for (size_t i = 0; i < count; i++) destination[i] = ux_is_uncertain(source[i]) ? ux_get(i) : source[i];
}

void UxHwFloatGetIndependentJointMultidimensionalCopy(float *source, float *destination, size_t count) {
  if (!source || !destination) {
    ux_complain("UxHwFloatGetIndependentJointMultidimensionalCopy: no source or no destination");
    return;
  }
  ux_clear();
  for (size_t i = 0; i < count; i++) ux_put(ux_widen(source[i]));
  ux_jointcopy();
  for (size_t i = 0; i < count; i++) destination[i] = ux_is_uncertain_f(source[i]) ? ux_narrow(ux_get(i)) : source[i];
}

double UxHwDoubleLimitDistributionSupport(double value, double supportMin, double supportMax) {
  double least = ux_plain(supportMin), most = ux_plain(supportMax);
  if (ux_is_uncertain(value)) return ux_limit(value, least, most);
  return least <= value && value <= most ? value : NAN;
}
float UxHwFloatLimitDistributionSupport(float value, float supportMin, float supportMax) {
  return ux_narrow(UxHwDoubleLimitDistributionSupport(ux_widen(value), ux_widen(supportMin), ux_widen(supportMax)));
}
