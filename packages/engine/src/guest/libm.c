/* libm.c: the functions of <math.h> that are one operation of the runtime, for double, float and long double.
 * Every one tests its arguments once: without a handle the C library's own function answers, bit for bit.
 * A float goes through double, so its particle is the double result rounded. The rest of <math.h> is in libm-bits.c. */
#define _GNU_SOURCE /* exp10, Bessel functions, significand, scalb */
#include "uncertain.h"
#include <math.h>

#define UNARY_WITHOUT_LONG_DOUBLE(name, operation) \
  double __real_##name(double); \
  float __real_##name##f(float); \
  double __wrap_##name(double x) { return ux_is_uncertain(x) ? ux_unary(operation, x) : __real_##name(x); } \
  float __wrap_##name##f(float x) { return ux_is_uncertain_f(x) ? ux_narrow(ux_unary(operation, ux_promote(x))) : __real_##name##f(x); }
#define UNARY(name, operation) \
  UNARY_WITHOUT_LONG_DOUBLE(name, operation) \
  long double __real_##name##l(long double); \
  long double __wrap_##name##l(long double x) { \
    return ux_is_uncertain_l(x) ? ux_to_quad(ux_unary(operation, ux_of_quad(x))) : __real_##name##l(x); \
  }
UNARY(exp, UX_OP_EXP)
UNARY(exp2, UX_OP_EXP2)
UNARY(expm1, UX_OP_EXPM1)
UNARY(log, UX_OP_LOG)
UNARY(log2, UX_OP_LOG2)
UNARY(log10, UX_OP_LOG10)
UNARY(log1p, UX_OP_LOG1P)
UNARY(sin, UX_OP_SIN)
UNARY(cos, UX_OP_COS)
UNARY(tan, UX_OP_TAN)
UNARY(asin, UX_OP_ASIN)
UNARY(acos, UX_OP_ACOS)
UNARY(atan, UX_OP_ATAN)
UNARY(sinh, UX_OP_SINH)
UNARY(cosh, UX_OP_COSH)
UNARY(tanh, UX_OP_TANH)
UNARY(asinh, UX_OP_ASINH)
UNARY(acosh, UX_OP_ACOSH)
UNARY(atanh, UX_OP_ATANH)
UNARY(sqrt, UX_OP_SQRT)
UNARY(cbrt, UX_OP_CBRT)
UNARY(fabs, UX_OP_FABS)
UNARY(floor, UX_OP_FLOOR)
UNARY(ceil, UX_OP_CEIL)
UNARY(trunc, UX_OP_TRUNC)
UNARY(rint, UX_OP_RINT)
UNARY(nearbyint, UX_OP_RINT)
UNARY(round, UX_OP_ROUND)
UNARY(erf, UX_OP_ERF)
UNARY(erfc, UX_OP_ERFC)
UNARY(tgamma, UX_OP_TGAMMA)
UNARY(logb, UX_OP_LOGB)
UNARY_WITHOUT_LONG_DOUBLE(significand, UX_OP_SIGNIFICAND)
UNARY_WITHOUT_LONG_DOUBLE(j0, UX_OP_J0)
UNARY_WITHOUT_LONG_DOUBLE(j1, UX_OP_J1)
UNARY_WITHOUT_LONG_DOUBLE(y0, UX_OP_Y0)
UNARY_WITHOUT_LONG_DOUBLE(y1, UX_OP_Y1)

#define BESSEL(name, operation) \
  double __real_##name(int, double); \
  float __real_##name##f(int, float); \
  double __wrap_##name(int n, double x) { return ux_is_uncertain(x) ? ux_binary(operation, n, x) : __real_##name(n, x); } \
  float __wrap_##name##f(int n, float x) { return ux_is_uncertain_f(x) ? ux_narrow(ux_binary(operation, n, ux_promote(x))) : __real_##name##f(n, x); }
BESSEL(jn, UX_OP_JN)
BESSEL(yn, UX_OP_YN)

#define BINARY(name, function) \
  double __real_##name(double, double); \
  float __real_##name##f(float, float); \
  long double __real_##name##l(long double, long double); \
  double __wrap_##name(double x, double y) { return ux_is_uncertain(x) || ux_is_uncertain(y) ? function(x, y) : __real_##name(x, y); } \
  float __wrap_##name##f(float x, float y) { \
    return ux_is_uncertain_f(x) || ux_is_uncertain_f(y) ? ux_narrow(function(ux_widen(x), ux_widen(y))) : __real_##name##f(x, y); \
  } \
  long double __wrap_##name##l(long double x, long double y) { \
    return ux_is_uncertain_l(x) || ux_is_uncertain_l(y) ? ux_to_quad(function(ux_widest(x), ux_widest(y))) : __real_##name##l(x, y); \
  }
#define OPERATION(name, operation) \
  static double name##_of_uncertain(double x, double y) { return ux_binary(operation, x, y); } \
  BINARY(name, name##_of_uncertain)
OPERATION(atan2, UX_OP_ATAN2)
OPERATION(hypot, UX_OP_HYPOT)
OPERATION(fmod, UX_OP_FMOD)
OPERATION(fmin, UX_OP_FMIN)
OPERATION(fmax, UX_OP_FMAX)
OPERATION(fdim, UX_OP_FDIM)
OPERATION(remainder, UX_OP_REMAINDER)
OPERATION(copysign, UX_OP_COPYSIGN)

/* The powers that an optimising compiler replaces by other operations are those operations here too, so that -O0 and -O2 print the
 * same bytes. Source: LLVM, LibCallSimplifier::optimizePow. Only plain numbers are compared: the compiler may turn a comparison of bits
 * into one of numbers, which the particle of an uncertain one would answer. */
static double pow_of_uncertain(double x, double y) {
  if (!ux_is_uncertain(y)) {
    if (y == 2) return ux_mul64(x, x);
    if (y == 0.5) return ux_abs64(ux_sqrt64(x));
    if (y == 1) return x;
    if (y == -1) return ux_div64(1, x);
    if (y == 0) return 1;
  } else if (!ux_is_uncertain(x)) {
    if (x == 1) return 1;
    if (x == 2) return ux_unary(UX_OP_EXP2, y);
  }
  return ux_binary(UX_OP_POW, x, y);
}
BINARY(pow, pow_of_uncertain)

double __real_exp10(double);
float __real_exp10f(float);
long double __real_exp10l(long double);
double __wrap_exp10(double x) { return ux_is_uncertain(x) ? ux_binary(UX_OP_POW, 10, x) : __real_exp10(x); }
float __wrap_exp10f(float x) { return ux_is_uncertain_f(x) ? ux_narrow(ux_binary(UX_OP_POW, 10, ux_promote(x))) : __real_exp10f(x); }
long double __wrap_exp10l(long double x) {
  return ux_is_uncertain_l(x) ? ux_to_quad(ux_binary(UX_OP_POW, 10, ux_of_quad(x))) : __real_exp10l(x);
}
double __wrap_pow10(double x) { return exp10(x); }
float __wrap_pow10f(float x) { return exp10f(x); }
long double __wrap_pow10l(long double x) { return exp10l(x); }

double __real_fma(double, double, double);
float __real_fmaf(float, float, float);
long double __real_fmal(long double, long double, long double);
double __wrap_fma(double x, double y, double z) {
  return ux_is_uncertain(x) || ux_is_uncertain(y) || ux_is_uncertain(z) ? ux_fma(x, y, z) : __real_fma(x, y, z);
}
float __wrap_fmaf(float x, float y, float z) {
  bool uncertain = ux_is_uncertain_f(x) || ux_is_uncertain_f(y) || ux_is_uncertain_f(z);
  return uncertain ? ux_narrow(ux_fma(ux_widen(x), ux_widen(y), ux_widen(z))) : __real_fmaf(x, y, z);
}
long double __wrap_fmal(long double x, long double y, long double z) {
  bool uncertain = ux_is_uncertain_l(x) || ux_is_uncertain_l(y) || ux_is_uncertain_l(z);
  return uncertain ? ux_to_quad(ux_fma(ux_widest(x), ux_widest(y), ux_widest(z))) : __real_fmal(x, y, z);
}
