/* longdouble.c: the compiler's routines for 128-bit floating point. Plain numbers keep all their bits; an uncertain one keeps its
 * distribution, at double precision. Results of the comparisons: only the sign, and whether it is 0, mean something, as in libgcc. */
#include "uncertain.h"

#define ARITHMETIC(name, operation) \
  long double __real_##name(long double, long double); \
  long double __wrap_##name(long double x, long double y) { \
    return ux_is_uncertain_l(x) || ux_is_uncertain_l(y) ? ux_to_quad(operation(ux_widest(x), ux_widest(y))) : __real_##name(x, y); \
  }
ARITHMETIC(__addtf3, ux_add64)
ARITHMETIC(__subtf3, ux_sub64)
ARITHMETIC(__multf3, ux_mul64)
ARITHMETIC(__divtf3, ux_div64)

#define COMPARISON(name, comparison, yes, no) \
  int __real_##name(long double, long double); \
  int __wrap_##name(long double x, long double y) { \
    if (ux_is_uncertain_l(x) || ux_is_uncertain_l(y)) return comparison(ux_widest(x), ux_widest(y), UX_PLACE_CALLER) ? yes : no; \
    return __real_##name(x, y); \
  }
static int unordered(double x, double y, int place) { return ux_ne64(x, x, place) || ux_ne64(y, y, place); }
COMPARISON(__eqtf2, ux_eq64, 0, 1)
COMPARISON(__netf2, ux_ne64, 1, 0)
COMPARISON(__lttf2, ux_lt64, -1, 1)
COMPARISON(__letf2, ux_le64, -1, 1)
COMPARISON(__gttf2, ux_gt64, 1, -1)
COMPARISON(__getf2, ux_ge64, 1, -1)
COMPARISON(__unordtf2, unordered, 1, 0)

#define TO_INTEGER(name, T) \
  T __real_##name(long double); \
  T __wrap_##name(long double x) { return __real_##name(ux_is_uncertain_l(x) ? (long double)ux_integer64(ux_of_quad(x), UX_ASKED_WHOLE, UX_PLACE_CALLER) : x); }
TO_INTEGER(__fixtfsi, int)
TO_INTEGER(__fixtfdi, long long)
TO_INTEGER(__fixtfti, __int128)
TO_INTEGER(__fixunstfsi, unsigned)
TO_INTEGER(__fixunstfdi, unsigned long long)
TO_INTEGER(__fixunstfti, unsigned __int128)

/* A double or float to an integer of 128 bits is a routine of the compiler too. */
#define TO_WIDE_INTEGER(name, T, F, plain) \
  T __real_##name(F); \
  T __wrap_##name(F x) { return __real_##name(plain(x)); }
static double plain_f(float x) { return ux_is_uncertain_f(x) ? ux_integer64(ux_promote(x), UX_ASKED_WHOLE, UX_PLACE_CALLER) : x; }
static double plain_d(double x) { return ux_is_uncertain(x) ? ux_integer64(x, UX_ASKED_WHOLE, UX_PLACE_CALLER) : x; }
TO_WIDE_INTEGER(__fixdfti, __int128, double, plain_d)
TO_WIDE_INTEGER(__fixunsdfti, unsigned __int128, double, plain_d)
TO_WIDE_INTEGER(__fixsfti, __int128, float, plain_f)
TO_WIDE_INTEGER(__fixunssfti, unsigned __int128, float, plain_f)

long double __real___extenddftf2(double);
long double __real___extendsftf2(float);
double __real___trunctfdf2(long double);
float __real___trunctfsf2(long double);
long double __wrap___extenddftf2(double x) {
  return ux_is_uncertain(x) ? ux_long_double((struct ux_quad){ ux_bits(x), UX_QUAD }) : __real___extenddftf2(x);
}
long double __wrap___extendsftf2(float x) { return ux_is_uncertain_f(x) ? ux_to_quad(ux_promote(x)) : __real___extendsftf2(x); }
double __wrap___trunctfdf2(long double x) { return ux_is_uncertain_l(x) ? ux_of_quad(x) : __real___trunctfdf2(x); }
float __wrap___trunctfsf2(long double x) { return ux_is_uncertain_l(x) ? ux_demote(ux_of_quad(x)) : __real___trunctfsf2(x); }
