/* classify.h: isnan and its kin, for uncertain values. Included by force before every source, so it includes nothing itself.
 *
 * Compilers turn the classifications into integer tests of a number's bits, and these would see a handle. Here they are comparisons,
 * which the core decides as it decides every comparison. <math.h>, <cmath> and std:: of this toolchain are defined by the compiler's
 * __builtin_ names, so it is enough to redirect those. What the compiler can evaluate itself stays with it, also in constexpr. */
#ifndef CREDENCE_CLASSIFY_H
#define CREDENCE_CLASSIFY_H
#pragma GCC system_header

#ifdef __cplusplus
#define CREDENCE_INLINE static inline __attribute__((unused, always_inline))
#else
#define CREDENCE_INLINE static __inline__ __attribute__((unused, always_inline, overloadable))
#endif

/* Hides from the optimiser where a number comes from: else it joins comparisons of one number into a test of its bits. Volatile, so that
 * two of them are not taken for one. */
#define CREDENCE_CLASSIFY(T, constraint, absolute, infinity, smallest) \
  CREDENCE_INLINE T credence_opaque(T x) { \
    __asm__ volatile("" : constraint(x)); \
    return x; \
  } \
  CREDENCE_INLINE int credence_isnan(T x) { \
    T opaque = credence_opaque(x); \
    return opaque != opaque; \
  } \
  CREDENCE_INLINE int credence_isinf(T x) { return credence_opaque(absolute(x)) == infinity; } \
  CREDENCE_INLINE int credence_isinf_sign(T x) { \
    return credence_opaque(x) == infinity ? 1 : credence_opaque(x) == -infinity ? -1 : 0; \
  } \
  CREDENCE_INLINE int credence_isfinite(T x) { return credence_opaque(absolute(x)) < infinity; } \
  CREDENCE_INLINE int credence_isnormal(T x) { \
    T size = absolute(x); \
    return credence_opaque(size) >= smallest && credence_opaque(size) < infinity && credence_opaque(size) != 0; \
  } \
  /* Where no comparison tells, of 0 and NaN, the sign bit. */ \
  CREDENCE_INLINE int credence_signbit(T x) { \
    return credence_opaque(x) < 0 || (!(credence_opaque(x) > 0) && __builtin_signbit(x)); \
  } \
  CREDENCE_INLINE int credence_fpclassify(int nan, int infinite, int normal, int subnormal, int zero, T x) { \
    T size = absolute(x); \
    if (credence_opaque(size) == 0) return zero; \
    if (credence_opaque(size) < smallest) return subnormal; \
    return credence_opaque(size) < infinity ? normal : credence_opaque(size) == infinity ? infinite : nan; \
  }
/* An uncertain long double has double precision, so LDBL_MIN counts as 0 in a comparison with one. A long double is integers to this target, so its absolute value would be taken from the wrong sign. */
CREDENCE_INLINE long double credence_fabs(long double x) { return x < 0 || (x == 0 && __builtin_signbit(x)) ? -x : x; }
CREDENCE_CLASSIFY(float, "+r", __builtin_fabsf, __builtin_inff(), __FLT_MIN__)
CREDENCE_CLASSIFY(double, "+r", __builtin_fabs, __builtin_inf(), __DBL_MIN__)
CREDENCE_CLASSIFY(long double, "+m", credence_fabs, __builtin_infl(), __LDBL_MIN__)
#undef CREDENCE_CLASSIFY

#define CREDENCE_ASK(question, x) (__builtin_constant_p(x) ? __builtin_##question(x) : credence_##question(x))
#define __builtin_isnan(x) CREDENCE_ASK(isnan, x)
#define __builtin_isinf(x) CREDENCE_ASK(isinf, x)
#define __builtin_isinf_sign(x) CREDENCE_ASK(isinf_sign, x)
#define __builtin_isfinite(x) CREDENCE_ASK(isfinite, x)
#define __builtin_isnormal(x) CREDENCE_ASK(isnormal, x)
#define __builtin_signbit(x) CREDENCE_ASK(signbit, x)
#define __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) \
  (__builtin_constant_p(x) ? __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) \
                           : credence_fpclassify(nan, infinite, normal, subnormal, zero, x))

/* The names that say the type. */
#define __builtin_isnanf(x) __builtin_isnan((float)(x))
#define __builtin_isnanl(x) __builtin_isnan((long double)(x))
#define __builtin_isinff(x) __builtin_isinf((float)(x))
#define __builtin_isinfl(x) __builtin_isinf((long double)(x))
#define __builtin_finite(x) __builtin_isfinite((double)(x))
#define __builtin_finitef(x) __builtin_isfinite((float)(x))
#define __builtin_finitel(x) __builtin_isfinite((long double)(x))
#define __builtin_signbitf(x) __builtin_signbit((float)(x))
#define __builtin_signbitl(x) __builtin_signbit((long double)(x))

#endif
