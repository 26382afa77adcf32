/* complex.c: the functions of <complex.h> whose C library form looks at the bits of a number; the others are made of these and of
 * libm. For uncertain arguments: the formulas of Abramowitz & Stegun 1964, 4.3 to 4.5, sample by sample. */
#include "value.h"
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
