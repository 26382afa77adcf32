/* numeric.c: numeric intrinsics that are no single instruction. 16.9 of Fortran 2018. Arithmetic of uncertain numbers follows every sample; what asks for the bits
 * of a number, as EXPONENT does, asks those of the particle. */
#include "uncertain.h"
#include "descriptor.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#define RT(name) _FortranA##name

/* ---- MOD and MODULO */

#define REMAINDERS(kind, T, remainder) \
  T RT(ModReal##kind)(T a, T p, const char *source, int line) { \
    (void)source, (void)line; \
    return remainder(a, p); \
  } \
  T RT(ModuloReal##kind)(T a, T p, const char *source, int line) { \
    (void)source, (void)line; \
    T rest = remainder(a, p); \
    return rest != 0 && (rest < 0) != (p < 0) ? rest + p : rest; \
  }
REMAINDERS(4, float, fmodf)
REMAINDERS(8, double, fmod)
#define INTEGER_REMAINDERS(kind, T) \
  T RT(ModInteger##kind)(T a, T p, const char *source, int line) { \
    if (!p) fail(source, line, "MOD with P = 0"); \
    return p == -1 ? 0 : a % p; \
  } \
  T RT(ModuloInteger##kind)(T a, T p, const char *source, int line) { \
    if (!p) fail(source, line, "MODULO with P = 0"); \
    T rest = p == -1 ? 0 : a % p; \
    return rest && (rest < 0) != (p < 0) ? rest + p : rest; \
  }
INTEGER_REMAINDERS(1, int8_t)
INTEGER_REMAINDERS(2, int16_t)
INTEGER_REMAINDERS(4, int32_t)
INTEGER_REMAINDERS(8, int64_t)

/* ---- Powers with an integer exponent, by squaring */

#define POWER(name, T, E) \
  T RT(name)(T base, E exponent) { \
    T result = 1; \
    bool negative = exponent < 0; \
    for (uint64_t left = negative ? -(uint64_t)exponent : (uint64_t)exponent; left; left >>= 1) { \
      if (left & 1) result *= base; \
      if (left > 1) base *= base; \
    } \
    return negative ? 1 / result : result; \
  }
POWER(FPow4i, float, int32_t)
POWER(FPow4k, float, int64_t)
POWER(FPow8i, double, int32_t)
POWER(FPow8k, double, int64_t)
#define COMPLEX_POWER(name, T, E) \
  void RT(name)(T *result, const T *given, E exponent) { \
    T base[2] = { given[0], given[1] }, power[2] = { 1, 0 }; \
    for (uint64_t left = exponent < 0 ? -(uint64_t)exponent : (uint64_t)exponent; left; left >>= 1) { \
      T real; \
      if (left & 1) { \
        real = power[0] * base[0] - power[1] * base[1]; \
        power[1] = power[0] * base[1] + power[1] * base[0]; \
        power[0] = real; \
      } \
      real = base[0] * base[0] - base[1] * base[1]; \
      base[1] = 2 * base[0] * base[1]; \
      base[0] = real; \
    } \
    if (exponent < 0) { \
      T size = power[0] * power[0] + power[1] * power[1]; \
      power[0] = power[0] / size; \
      power[1] = -power[1] / size; \
    } \
    result[0] = power[0]; \
    result[1] = power[1]; \
  }
COMPLEX_POWER(zpowi, double, int32_t)
COMPLEX_POWER(zpowk, double, int64_t)
/* Single complex results come as one integer. */
COMPLEX_POWER(single_powi, float, int32_t)
COMPLEX_POWER(single_powk, float, int64_t)
static int64_t packed(const float *parts) {
  int64_t both;
  memcpy(&both, parts, 8);
  return both;
}
int64_t RT(cpowi)(const float *base, int32_t exponent) {
  float result[2];
  RT(single_powi)(result, base, exponent);
  return packed(result);
}
int64_t RT(cpowk)(const float *base, int64_t exponent) {
  float result[2];
  RT(single_powk)(result, base, exponent);
  return packed(result);
}

/* ---- The model of numbers, 16.4: of the particle where the bits are asked for */

static int exponent_of(double x) {
  int exponent;
  x = ux_plain(x);
  if (x == 0 || !isfinite(x)) return x == 0 ? 0 : INT32_MAX;
  frexp(x, &exponent);
  return exponent;
}
int32_t RT(Exponent4_4)(float x) { return exponent_of(ux_widen(x)); }
int64_t RT(Exponent4_8)(float x) { return exponent_of(ux_widen(x)); }
int32_t RT(Exponent8_4)(double x) { return exponent_of(x); }
int64_t RT(Exponent8_8)(double x) { return exponent_of(x); }
double RT(Fraction8)(double x) { return ldexp(x, -exponent_of(x)); }
float RT(Fraction4)(float x) { return ldexpf(x, -exponent_of(ux_widen(x))); }
/* NINT of kind 8. */
int64_t fortran_nint64(double x) { return llround(x); }
int64_t fortran_nint32(float x) { return llroundf(x); }
static int bounded(int64_t power) { return power > 10000 ? 10000 : power < -10000 ? -10000 : (int)power; }
double RT(Scale8)(double x, int64_t power) { return ldexp(x, bounded(power)); }
float RT(Scale4)(float x, int64_t power) { return ldexpf(x, bounded(power)); }
double RT(SetExponent8)(double x, int64_t power) { return x == 0 ? x : ldexp(x, bounded(power) - exponent_of(x)); }
float RT(SetExponent4)(float x, int64_t power) { return x == 0 ? x : ldexpf(x, bounded(power) - exponent_of(ux_widen(x))); }
double RT(Spacing8)(double x) {
  int exponent = exponent_of(x);
  return ux_plain(x) == 0 || exponent - 53 < -1021 ? DBL_MIN : ldexp(1, exponent - 53);
}
float RT(Spacing4)(float x) {
  int exponent = exponent_of(ux_widen(x));
  return ux_plain(ux_widen(x)) == 0 || exponent - 24 < -125 ? FLT_MIN : ldexpf(1, exponent - 24);
}
double RT(RRSpacing8)(double x) { return ux_plain(x) == 0 ? 0 : ldexp(fabs(x), 53 - exponent_of(x)); }
float RT(RRSpacing4)(float x) { return ux_plain(ux_widen(x)) == 0 ? 0 : ldexpf(fabsf(x), 24 - exponent_of(ux_widen(x))); }
double RT(Nearest8)(double x, bool up) { return nextafter(x, up ? INFINITY : -INFINITY); }
float RT(Nearest4)(float x, bool up) { return nextafterf(x, up ? INFINITY : -INFINITY); }

int32_t RT(SelectedIntKind)(const char *source, int line, const void *range, int kind) {
  (void)source, (void)line;
  int64_t r = integer_at(range, kind);
  return r <= 2 ? 1 : r <= 4 ? 2 : r <= 9 ? 4 : r <= 18 ? 8 : -1;
}
int32_t RT(SelectedLogicalKind)(const char *source, int line, const void *bits, int kind) {
  (void)source, (void)line;
  int64_t b = integer_at(bits, kind);
  return b <= 8 ? 1 : b <= 16 ? 2 : b <= 32 ? 4 : b <= 64 ? 8 : -1;
}
int32_t RT(SelectedRealKind)(const char *source, int line, const void *precision, int kind1, const void *range, int kind2, const void *radix, int kind3) {
  (void)source, (void)line;
  int64_t p = precision ? integer_at(precision, kind1) : 0, r = range ? integer_at(range, kind2) : 0, x = radix ? integer_at(radix, kind3) : 2;
  if (x != 2) return -5;
  int byPrecision = p <= 6 ? 4 : p <= 15 ? 8 : 0, byRange = r <= 37 ? 4 : r <= 307 ? 8 : 0;
  if (!byPrecision && !byRange) return -3;
  if (!byPrecision) return -1;
  if (!byRange) return -2;
  return byPrecision > byRange ? byPrecision : byRange;
}
int32_t RT(SelectedCharKind)(const char *source, int line, const char *name, int64_t length) {
  (void)source, (void)line;
  while (length > 0 && name[length - 1] == ' ') length--;
  static const struct { const char *name; int kind; } known[] = { { "ascii", 1 }, { "default", 1 }, { "ucs-2", 2 }, { "iso_10646", 4 } }; /* as flang folds them */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (length == (int64_t)strlen(known[i].name) && !strncasecmp(name, known[i].name, (size_t)length)) return known[i].kind;
  return -1;
}

/* ---- Special functions: ERFC_SCALED by its continued fraction where erfc underflows (Abramowitz and Stegun 7.1.14) */

double RT(ErfcScaled8)(double x) {
  if (ux_plain(x) < 20) return exp(x * x) * erfc(x);
  double fraction = 0;
  for (int k = 60; k > 0; k--) fraction = k / 2. / (x + fraction);
  return 1 / ((x + fraction) * 1.7724538509055160273) /* the root of pi */;
}
float RT(ErfcScaled4)(float x) { return (float)RT(ErfcScaled8)(x); }

static void bessels(struct descriptor *result, int n1, int n2, double x, int kind, double (*function)(int, double)) {
  int64_t extent = n2 >= n1 ? n2 - n1 + 1 : 0;
  allocate_result(result, kind == 4 ? TYPE_REAL32 : TYPE_REAL64, kind, 1, &extent);
  for (int64_t i = 0; i < extent; i++) {
    double value = function(n1 + (int)i, x);
    if (kind == 4) *(float *)(void *)element_at(result, &i) = (float)value;
    else *(double *)(void *)element_at(result, &i) = value;
  }
}
#define BESSELS(Name, function, zero) \
  void RT(Name##_4)(struct descriptor *result, int n1, int n2, float x, float a, float b, const char *source, int line) { \
    (void)a, (void)b, (void)source, (void)line; \
    bessels(result, n1, n2, x, 4, function); \
  } \
  void RT(Name##_8)(struct descriptor *result, int n1, int n2, double x, double a, double b, const char *source, int line) { \
    (void)a, (void)b, (void)source, (void)line; \
    bessels(result, n1, n2, x, 8, function); \
  } \
  void RT(Name##X0_4)(struct descriptor *result, int n1, int n2, const char *source, int line) { \
    (void)source, (void)line; \
    bessels(result, n1, n2, 0, 4, function); \
  } \
  void RT(Name##X0_8)(struct descriptor *result, int n1, int n2, const char *source, int line) { \
    (void)source, (void)line; \
    bessels(result, n1, n2, 0, 8, function); \
  }
double jn(int, double);
double yn(int, double);
BESSELS(BesselJn, jn, 0)
BESSELS(BesselYn, yn, 0)
