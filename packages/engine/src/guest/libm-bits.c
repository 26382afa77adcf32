/* libm-bits.c: the functions of <math.h> that split a number or give an integer.
 * Their integers are decided like casts: the exponents of frexp and ilogb, the quotient of remquo, what lround and the like
 * give. The sign of lgamma_r is that of the particle.
 * A function calls another of this list by its plain name: the linker has `__real_f` only where somebody calls `f`.
 * Source of the exact parts: x = frexp · 2^e and x = modf + integer part hold sample by sample. */
#define _GNU_SOURCE /* scalb, drem, lgamma_r */
#include "uncertain.h"
#include <math.h>

/* ---- double ---- */

double __real_frexp(double, int *);
double __real_ldexp(double, int);
double __real_scalbn(double, int);
double __real_scalbln(double, long);
double __real_scalb(double, double);
double __real_modf(double, double *);
int __real_ilogb(double);
long __real_lrint(double);
long __real_lround(double);
long long __real_llrint(double);
long long __real_llround(double);
double __real_remquo(double, double, int *);
double __real_drem(double, double);
double __real_lgamma(double);
double __real_lgamma_r(double, int *);
void __real_sincos(double, double *, double *);

/* The number that an integer result describes. */
static double decided(double x, int asked) { return ux_is_uncertain(x) ? ux_integer64(x, asked, UX_PLACE_CALLER) : x; }

/* x · 2^n of an uncertain x. Beyond ±3300 every result is 0 or infinite. */
static double scaled(double x, long n) {
  long left = n > 3300 ? 3300 : n < -3300 ? -3300 : n;
  for (; left > 1000; left -= 1000) x = ux_mul64(x, 0x1p1000);
  for (; left < -1000; left += 1000) x = ux_mul64(x, 0x1p-1000);
  return left ? ux_mul64(x, scalbn(1, left)) : x;
}

double __wrap_ldexp(double x, int n) { return ux_is_uncertain(x) ? scaled(x, n) : __real_ldexp(x, n); }
double __wrap_scalbn(double x, int n) { return ux_is_uncertain(x) ? scaled(x, n) : __real_scalbn(x, n); }
double __wrap_scalbln(double x, long n) { return ux_is_uncertain(x) ? scaled(x, n) : __real_scalbln(x, n); }
double __wrap_scalb(double x, double y) {
  if (ux_is_uncertain(y)) return ux_binary(UX_OP_SCALB, x, y);
  return ux_is_uncertain(x) && y == rint(y) ? scaled(x, y > 9999 ? 9999 : y < -9999 ? -9999 : (long)y) : __real_scalb(x, y);
}
double __wrap_frexp(double x, int *exponent) {
  if (!ux_is_uncertain(x)) return __real_frexp(x, exponent);
  *exponent = 0; /* what it stays for a particle that is not finite */
  __real_frexp(decided(x, UX_ASKED_EXPONENT), exponent);
  return scaled(x, -*exponent);
}
double __wrap_modf(double x, double *whole) {
  if (!ux_is_uncertain(x)) return __real_modf(x, whole);
  *whole = ux_trunc64(x);
  return ux_sub64(x, *whole);
}
int __wrap_ilogb(double x) { return __real_ilogb(decided(x, UX_ASKED_EXPONENT)); }

static double rounded(int operation, double x) { return ux_is_uncertain(x) ? ux_integer64(ux_unary(operation, x), UX_ASKED_WHOLE, UX_PLACE_CALLER) : x; }
long __wrap_lrint(double x) { return __real_lrint(rounded(UX_OP_RINT, x)); }
long __wrap_lround(double x) { return __real_lround(rounded(UX_OP_ROUND, x)); }
long long __wrap_llrint(double x) { return __real_llrint(rounded(UX_OP_RINT, x)); }
long long __wrap_llround(double x) { return __real_llround(rounded(UX_OP_ROUND, x)); }

double __wrap_remquo(double x, double y, int *quotient) {
  if (!ux_is_uncertain(x) && !ux_is_uncertain(y)) return __real_remquo(x, y, quotient);
  double rest = ux_binary(UX_OP_REMAINDER, x, y), whole = rounded(UX_OP_RINT, ux_div64(ux_sub64(x, rest), y));
  *quotient = whole - whole == 0 ? (int)fmod(whole, 0x1p31) : 0; /* the sign and the last bits count (C17 7.12.10.3) */
  return rest;
}
double __wrap_drem(double x, double y) {
  return ux_is_uncertain(x) || ux_is_uncertain(y) ? ux_binary(UX_OP_REMAINDER, x, y) : __real_drem(x, y);
}
double __wrap_lgamma(double x) {
  double result = __real_lgamma(ux_plain(x)); /* it sets signgam */
  return ux_is_uncertain(x) ? ux_unary(UX_OP_LGAMMA, x) : result;
}
double __wrap_lgamma_r(double x, int *sign) {
  double result = __real_lgamma_r(ux_plain(x), sign);
  return ux_is_uncertain(x) ? ux_unary(UX_OP_LGAMMA, x) : result;
}
void __wrap_sincos(double x, double *sine, double *cosine) {
  if (!ux_is_uncertain(x)) {
    __real_sincos(x, sine, cosine);
    return;
  }
  *sine = ux_unary(UX_OP_SIN, x);
  *cosine = ux_unary(UX_OP_COS, x);
}
int __real_finite(double);
int __wrap_finite(double x) { return __real_finite(decided(x, UX_ASKED_CLASS)); }

/* ---- float and long double: as double, when the argument is uncertain ---- */

#define VIA_DOUBLE(suffix, T, uncertain, widen, narrow) \
  T __real_frexp##suffix(T, int *); \
  T __real_ldexp##suffix(T, int); \
  T __real_scalbn##suffix(T, int); \
  T __real_scalbln##suffix(T, long); \
  T __real_modf##suffix(T, T *); \
  int __real_ilogb##suffix(T); \
  long __real_lrint##suffix(T); \
  long __real_lround##suffix(T); \
  long long __real_llrint##suffix(T); \
  long long __real_llround##suffix(T); \
  T __real_remquo##suffix(T, T, int *); \
  T __real_lgamma##suffix(T); \
  T __real_lgamma##suffix##_r(T, int *); \
  void __real_sincos##suffix(T, T *, T *); \
  T __wrap_ldexp##suffix(T x, int n) { return uncertain(x) ? narrow(scaled(widen(x), n)) : __real_ldexp##suffix(x, n); } \
  T __wrap_scalbn##suffix(T x, int n) { return uncertain(x) ? narrow(scaled(widen(x), n)) : __real_scalbn##suffix(x, n); } \
  T __wrap_scalbln##suffix(T x, long n) { return uncertain(x) ? narrow(scaled(widen(x), n)) : __real_scalbln##suffix(x, n); } \
  T __wrap_frexp##suffix(T x, int *exponent) { \
    return uncertain(x) ? narrow(frexp(widen(x), exponent)) : __real_frexp##suffix(x, exponent); \
  } \
  T __wrap_modf##suffix(T x, T *whole) { \
    if (!uncertain(x)) return __real_modf##suffix(x, whole); \
    double wide = widen(x), part = ux_trunc64(wide); \
    *whole = narrow(part); \
    return narrow(ux_sub64(wide, part)); \
  } \
  int __wrap_ilogb##suffix(T x) { return uncertain(x) ? ilogb(widen(x)) : __real_ilogb##suffix(x); } \
  long __wrap_lrint##suffix(T x) { return uncertain(x) ? lrint(widen(x)) : __real_lrint##suffix(x); } \
  long __wrap_lround##suffix(T x) { return uncertain(x) ? lround(widen(x)) : __real_lround##suffix(x); } \
  long long __wrap_llrint##suffix(T x) { return uncertain(x) ? llrint(widen(x)) : __real_llrint##suffix(x); } \
  long long __wrap_llround##suffix(T x) { return uncertain(x) ? llround(widen(x)) : __real_llround##suffix(x); } \
  T __wrap_remquo##suffix(T x, T y, int *quotient) { \
    if (uncertain(x) || uncertain(y)) return narrow(remquo(widen(x), widen(y), quotient)); \
    return __real_remquo##suffix(x, y, quotient); \
  } \
  T __wrap_lgamma##suffix(T x) { return uncertain(x) ? narrow(lgamma(widen(x))) : __real_lgamma##suffix(x); } \
  T __wrap_lgamma##suffix##_r(T x, int *sign) { \
    return uncertain(x) ? narrow(lgamma_r(widen(x), sign)) : __real_lgamma##suffix##_r(x, sign); \
  } \
  void __wrap_sincos##suffix(T x, T *sine, T *cosine) { \
    if (!uncertain(x)) { \
      __real_sincos##suffix(x, sine, cosine); \
      return; \
    } \
    *sine = narrow(ux_unary(UX_OP_SIN, widen(x))); \
    *cosine = narrow(ux_unary(UX_OP_COS, widen(x))); \
  }
VIA_DOUBLE(f, float, ux_is_uncertain_f, ux_widen, ux_narrow)
VIA_DOUBLE(l, long double, ux_is_uncertain_l, ux_widest, ux_to_quad)

float __real_scalbf(float, float);
float __real_dremf(float, float);
int __real_finitef(float);
float __wrap_scalbf(float x, float y) {
  return ux_is_uncertain_f(x) || ux_is_uncertain_f(y) ? ux_narrow(scalb(ux_widen(x), ux_widen(y))) : __real_scalbf(x, y);
}
float __wrap_dremf(float x, float y) {
  return ux_is_uncertain_f(x) || ux_is_uncertain_f(y) ? ux_narrow(drem(ux_widen(x), ux_widen(y))) : __real_dremf(x, y);
}
int __wrap_finitef(float x) { return ux_is_uncertain_f(x) ? finite(ux_promote(x)) : __real_finitef(x); }
