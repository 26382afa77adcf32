/* argmin.c: the joint outcome in which a value is smallest. Outcome i of every value is the same joint outcome, so the instance of each
 * argument is read off there, whether the arguments are independent or functions of one variable: both functions are one. */
#include "uncertain.h"
#include <math.h>
#include <uxhw.h>

static double instance(double value, double outcome) {
  return ux_is_uncertain(value) ? ux_query(UX_QUERY_INSTANCE, ux_bits(value), outcome) : value;
}

/* Asking for any instance computes a value; only when all are computed do outcomes keep their numbers. */
#define ARGMIN(Name, T, widen) \
  static T argminOf##Name(T output, T *arguments, size_t count, T *instances) { \
    double value = widen(output), outcome = 0; \
    bool wanted = arguments && instances; \
    if (ux_is_uncertain(value)) { \
      for (size_t i = 0; wanted && i < count; i++) instance(widen(arguments[i]), 0); \
      outcome = ux_query(UX_QUERY_LEAST, ux_bits(value), 0); \
    } \
    for (size_t i = 0; wanted && i < count; i++) { \
      double argument = widen(arguments[i]); \
      instances[i] = ux_is_uncertain(value) ? instance(argument, outcome) : ux_plain(argument); \
    } \
    return instance(value, outcome); \
  } \
  T UxHw##Name##Argmin(T output, T *arguments, size_t count, T *instances) { return argminOf##Name(output, arguments, count, instances); } \
  T UxHw##Name##ArgminTotallyCorrelatedInputs(T output, T *arguments, size_t count, T *instances) { \
    return argminOf##Name(output, arguments, count, instances); \
  }
ARGMIN(Double, double, )
ARGMIN(Float, float, ux_widen)
