/* complex.c: the functions of <complex.h> whose C library form looks at the bits of a number, and the compiler's routines for a quotient,
 * which do so too; the others are made of these and of libm. For uncertain arguments: the formulas of Abramowitz & Stegun 1964, 4.3 to
 * 4.5, sample by sample. */
#include "uncertain.h"
#include <complex.h>
#include <math.h>

typedef double _Complex complex_d;

static complex_d exponential(double x, double y) {
  double scale = exp(x);
  return CMPLX(scale * cos(y), scale * sin(y));
}
static complex_d hyperbolicSine(double x, double y) { return CMPLX(sinh(x) * cos(y), cosh(x) * sin(y)); }
static complex_d hyperbolicCosine(double x, double y) { return CMPLX(cosh(x) * cos(y), sinh(x) * sin(y)); }
static complex_d hyperbolicTangent(double x, double y) {
  double t = tan(y), h = tanh(x), c = 1 / cosh(x);
  double denominator = 1 + h * h * (t * t);
  return CMPLX(h * (1 + t * t) / denominator, t * (c * c) / denominator);
}
/* The branch avoids the difference of two nearly equal numbers. */
static complex_d squareRoot(double x, double y) {
  double size = hypot(x, y);
  if (size == 0) return CMPLX(0, y);
  if (x >= 0) {
    double real = sqrt((size + x) / 2);
    return CMPLX(real, y / (2 * real));
  }
  double imaginary = sqrt((size - x) / 2);
  return CMPLX(fabs(y) / (2 * imaginary), copysign(imaginary, y));
}

#define COMPLEX(name, function) \
  complex_d __real_##name(complex_d); \
  float _Complex __real_##name##f(float _Complex); \
  long double _Complex __real_##name##l(long double _Complex); \
  complex_d __wrap_##name(complex_d z) { \
    double x = creal(z), y = cimag(z); \
    return ux_is_uncertain(x) || ux_is_uncertain(y) ? function(x, y) : __real_##name(z); \
  } \
  float _Complex __wrap_##name##f(float _Complex z) { \
    float x = crealf(z), y = cimagf(z); \
    if (!ux_is_uncertain_f(x) && !ux_is_uncertain_f(y)) return __real_##name##f(z); \
    complex_d result = function(ux_widen(x), ux_widen(y)); \
    return CMPLXF(ux_narrow(creal(result)), ux_narrow(cimag(result))); \
  } \
  long double _Complex __wrap_##name##l(long double _Complex z) { \
    long double x = creall(z), y = cimagl(z); \
    if (!ux_is_uncertain_l(x) && !ux_is_uncertain_l(y)) return __real_##name##l(z); \
    complex_d result = function(ux_widest(x), ux_widest(y)); \
    return CMPLXL(ux_to_quad(creal(result)), ux_to_quad(cimag(result))); \
  }
COMPLEX(cexp, exponential)
COMPLEX(csinh, hyperbolicSine)
COMPLEX(ccosh, hyperbolicCosine)
COMPLEX(ctanh, hyperbolicTangent)
COMPLEX(csqrt, squareRoot)

/* (a + bi) / (c + di) as the compiler's routine computes it: with c and d scaled by a power of 2 of their particles, so that no square
 * overflows. Where all are plain, that routine also puts right what is infinite. */
#define QUOTIENT(T, absolute, larger, exponent, scale) \
  static T _Complex quotient_##T(T a, T b, T c, T d) { \
    T size = exponent(larger(absolute(c), absolute(d))); \
    int steps = isfinite(size) ? (int)size : 0; \
    c = scale(c, -steps); \
    d = scale(d, -steps); \
    T denominator = c * c + d * d, result[] = { scale((a * c + b * d) / denominator, -steps), scale((b * c - a * d) / denominator, -steps) }; \
    T _Complex z; \
    memcpy(&z, result, sizeof z); \
    return z; \
  }
QUOTIENT(double, fabs, fmax, logb, scalbn)
QUOTIENT(float, fabsf, fmaxf, logbf, scalbnf)
complex_d __real___divdc3(double, double, double, double);
float _Complex __real___divsc3(float, float, float, float);
long double _Complex __real___divtc3(long double, long double, long double, long double);
complex_d __wrap___divdc3(double a, double b, double c, double d) {
  bool isPlain = !ux_is_uncertain(a) && !ux_is_uncertain(b) && !ux_is_uncertain(c) && !ux_is_uncertain(d);
  return isPlain ? __real___divdc3(a, b, c, d) : quotient_double(a, b, c, d);
}
float _Complex __wrap___divsc3(float a, float b, float c, float d) {
  bool isPlain = !ux_is_uncertain_f(a) && !ux_is_uncertain_f(b) && !ux_is_uncertain_f(c) && !ux_is_uncertain_f(d);
  return isPlain ? __real___divsc3(a, b, c, d) : quotient_float(a, b, c, d);
}
long double _Complex __wrap___divtc3(long double a, long double b, long double c, long double d) {
  bool isPlain = !ux_is_uncertain_l(a) && !ux_is_uncertain_l(b) && !ux_is_uncertain_l(c) && !ux_is_uncertain_l(d);
  if (isPlain) return __real___divtc3(a, b, c, d);
  complex_d z = quotient_double(ux_widest(a), ux_widest(b), ux_widest(c), ux_widest(d));
  return CMPLXL(ux_to_quad(creal(z)), ux_to_quad(cimag(z)));
}
