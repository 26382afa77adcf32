/* reduce.c: reductions. 16.9 of Fortran 2018: ALL, ANY, COUNT, DOT_PRODUCT, IALL, IANY, IPARITY, MAXVAL, MINVAL, NORM2, PARITY, PRODUCT, REDUCE, SUM. Each works on
 * elements in array element order, so sums of uncertain numbers are those of a loop. */
#include "along.h"
#include "uncertain.h"
#include <float.h>
#include <math.h>

#define RT(name) _FortranA##name

/* ---- To one value. `op` changes `total` by `value`. */

#define REDUCTION(Name, T, start, op) \
  T RT(Name)(const struct descriptor *x, const char *source, int line, int dim, const struct descriptor *mask) { \
    (void)source, (void)line, (void)dim; \
    T total = start; \
    EACH(m, x, mask) { \
      T value = *(T *)(void *)m.walk.at; \
      op; \
    } \
    return total; \
  }
#define OF_INTEGERS(Name, T, kind, low, high) \
  REDUCTION(Sum##Name, T, 0, total = (T)((unsigned __int128)total + (unsigned __int128)value)) \
  REDUCTION(Product##Name, T, 1, total = (T)((unsigned __int128)total * (unsigned __int128)value)) \
  REDUCTION(Maxval##Name, T, low, if (value > total) total = value) \
  REDUCTION(Minval##Name, T, high, if (value < total) total = value) \
  REDUCTION(IAll##kind, T, -1, total &= value) \
  REDUCTION(IAny##kind, T, 0, total |= value) \
  REDUCTION(IParity##kind, T, 0, total ^= value)
OF_INTEGERS(Integer1, int8_t, 1, INT8_MIN, INT8_MAX)
OF_INTEGERS(Integer2, int16_t, 2, INT16_MIN, INT16_MAX)
OF_INTEGERS(Integer4, int32_t, 4, INT32_MIN, INT32_MAX)
OF_INTEGERS(Integer8, int64_t, 8, INT64_MIN, INT64_MAX)
#define MOST_WIDE ((__int128)((unsigned __int128)-1 >> 1))
OF_INTEGERS(Integer16, __int128, 16, -MOST_WIDE - 1, MOST_WIDE)

#define OF_REALS(kind, T, most) \
  REDUCTION(SumReal##kind, T, 0, total += value) \
  REDUCTION(ProductReal##kind, T, 1, total *= value) \
  T RT(MaxvalReal##kind)(const struct descriptor *x, const char *source, int line, int dim, const struct descriptor *mask) { \
    (void)source, (void)line, (void)dim; \
    T total = -most; \
    bool found = false; \
    EACH(m, x, mask) { \
      T value = *(T *)(void *)m.walk.at; \
      total = found ? (T)fmax##kind(total, value) : value; \
      found = true; \
    } \
    return total; \
  } \
  T RT(MinvalReal##kind)(const struct descriptor *x, const char *source, int line, int dim, const struct descriptor *mask) { \
    (void)source, (void)line, (void)dim; \
    T total = most; \
    bool found = false; \
    EACH(m, x, mask) { \
      T value = *(T *)(void *)m.walk.at; \
      total = found ? (T)fmin##kind(total, value) : value; \
      found = true; \
    } \
    return total; \
  }
/* The library's, elementwise for uncertain numbers. */
static inline float fmax4(float a, float b) { return fmaxf(a, b); }
static inline float fmin4(float a, float b) { return fminf(a, b); }
static inline double fmax8(double a, double b) { return fmax(a, b); }
static inline double fmin8(double a, double b) { return fmin(a, b); }
OF_REALS(4, float, FLT_MAX)
OF_REALS(8, double, DBL_MAX)

#define OF_COMPLEX(kind, T) \
  void RT(CppSumComplex##kind)(T *result, const struct descriptor *x, const char *source, int line, int dim, const struct descriptor *mask) { \
    (void)source, (void)line, (void)dim; \
    result[0] = result[1] = 0; \
    EACH(m, x, mask) { \
      T *value = (T *)(void *)m.walk.at; \
      result[0] += value[0]; \
      result[1] += value[1]; \
    } \
  } \
  void RT(CppProductComplex##kind)(T *result, const struct descriptor *x, const char *source, int line, int dim, const struct descriptor *mask) { \
    (void)source, (void)line, (void)dim; \
    T real = 1, imaginary = 0; \
    EACH(m, x, mask) { \
      T *value = (T *)(void *)m.walk.at, next = real * value[0] - imaginary * value[1]; \
      imaginary = real * value[1] + imaginary * value[0]; \
      real = next; \
    } \
    result[0] = real; \
    result[1] = imaginary; \
  }
OF_COMPLEX(4, float)
OF_COMPLEX(8, double)

/* Where squares overflow or vanish they are taken of multiples, by a power of two, so that nothing is rounded; not with uncertain numbers. */
#define NORM(kind, T, root, power, least, widened) \
  T RT(Norm2_##kind)(const struct descriptor *x, const char *source, int line, int dim) { \
    (void)source, (void)line, (void)dim; \
    T factor = 1; \
    for (;;) { \
      T total = 0; \
      for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk)) { \
        T value = *(T *)(void *)walk.at; \
        if (factor != 1) value *= factor; \
        total += value * value; \
      } \
      double wide = widened(total); \
      if (factor != 1) return root(total) / factor; \
      if (ux_is_uncertain(wide) || !(isinf(wide) || wide < least)) return root(total); \
      factor = isinf(wide) ? 1 / (T)power : (T)power; \
    } \
  }
#define AS_IT_IS(x) (x)
NORM(4, float, sqrtf, 0x1p100f, FLT_MIN, ux_widen)
NORM(8, double, sqrt, 0x1p700, DBL_MIN, AS_IT_IS)

bool RT(All)(const struct descriptor *x, const char *source, int line, int dim) {
  (void)source, (void)line, (void)dim;
  for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk))
    if (!logical_at(walk.at, (int)x->length)) return false;
  return true;
}
bool RT(Any)(const struct descriptor *x, const char *source, int line, int dim) {
  (void)source, (void)line, (void)dim;
  for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk))
    if (logical_at(walk.at, (int)x->length)) return true;
  return false;
}
int64_t RT(Count)(const struct descriptor *x, const char *source, int line, int dim) {
  (void)source, (void)line, (void)dim;
  int64_t count = 0;
  for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk)) count += logical_at(walk.at, (int)x->length);
  return count;
}
bool RT(Parity)(const struct descriptor *x, const char *source, int line, int dim) { return RT(Count)(x, source, line, dim) & 1; }

/* ---- Dot products */

/* Elements may be of another type and kind than the result. */
static double real_in(const struct descriptor *of, const char *at) {
  if (category_of(of) == INTEGER) return (double)integer_at(at, kind_of(of));
  return kind_of(of) == 4 ? (double)*(const float *)(const void *)at : *(const double *)(const void *)at;
}
static int64_t integer_in(const struct descriptor *of, const char *at) { return integer_at(at, kind_of(of)); }
#define DOT(Name, T, in) \
  T RT(DotProduct##Name)(const struct descriptor *x, const struct descriptor *y, const char *source, int line) { \
    if (count_of(x) != count_of(y)) fail(source, line, "DOT_PRODUCT of %lld and %lld elements", (long long)count_of(x), (long long)count_of(y)); \
    T total = 0; \
    bool alike = x->type == y->type && x->length == y->length; \
    struct walk other = walk_of(y); \
    for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk), walk_on(&other)) \
      total += alike ? *(T *)(void *)walk.at * *(T *)(void *)other.at : (T)in(x, walk.at) * (T)in(y, other.at); \
    return total; \
  }
DOT(Integer1, int8_t, integer_in)
DOT(Integer2, int16_t, integer_in)
DOT(Integer4, int32_t, integer_in)
DOT(Integer8, int64_t, integer_in)
DOT(Real4, float, real_in)
DOT(Real8, double, real_in)
static double imaginary_in(const struct descriptor *of, const char *at) { return category_of(of) == COMPLEX ? real_in(of, at + kind_of(of)) : 0; }
#define DOT_COMPLEX(kind, T) \
  void RT(CppDotProductComplex##kind)(T *result, const struct descriptor *x, const struct descriptor *y, const char *source, int line) { \
    (void)source, (void)line; \
    result[0] = result[1] = 0; \
    struct walk other = walk_of(y); \
    for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk), walk_on(&other)) { \
      T a[] = { (T)real_in(x, walk.at), (T)imaginary_in(x, walk.at) }, b[] = { (T)real_in(y, other.at), (T)imaginary_in(y, other.at) }; \
      result[0] += a[0] * b[0] + a[1] * b[1]; \
      result[1] += a[0] * b[1] - a[1] * b[0]; \
    } \
  }
DOT_COMPLEX(4, float)
DOT_COMPLEX(8, double)
bool RT(DotProductLogical)(const struct descriptor *x, const struct descriptor *y, const char *source, int line) {
  (void)source, (void)line;
  struct walk other = walk_of(y);
  for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk), walk_on(&other))
    if (logical_at(walk.at, (int)x->length) && logical_at(other.at, (int)y->length)) return true;
  return false;
}

/* ---- Along one dimension */

#define BY_KIND(Name) \
  static void one##Name(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) { \
    (void)extra; \
    switch (v->type) { \
    case TYPE_INT8: *(int8_t *)to = RT(Name##Integer1)(v, 0, 0, 0, mask); break; \
    case TYPE_INT16: *(int16_t *)to = RT(Name##Integer2)(v, 0, 0, 0, mask); break; \
    case TYPE_INT32: *(int32_t *)to = RT(Name##Integer4)(v, 0, 0, 0, mask); break; \
    case TYPE_INT64: *(int64_t *)to = RT(Name##Integer8)(v, 0, 0, 0, mask); break; \
    case TYPE_INT128: *(__int128 *)to = RT(Name##Integer16)(v, 0, 0, 0, mask); break; \
    case TYPE_REAL32: *(float *)to = RT(Name##Real4)(v, 0, 0, 0, mask); break; \
    case TYPE_REAL64: *(double *)to = RT(Name##Real8)(v, 0, 0, 0, mask); break; \
    default: other##Name(to, v, mask); \
    } \
  } \
  void RT(Name##Dim)(struct descriptor *result, const struct descriptor *x, int dim, const char *source, int line, const struct descriptor *mask) { \
    along(result, x, dim, mask, x->type, x->length, one##Name, 0, source, line); \
  }
static void unknown(void) { fail(0, 0, "a reduction of this type is not available yet"); }
static void otherSum(void *to, const struct descriptor *v, const struct descriptor *mask) {
  if (v->type == TYPE_COMPLEX32) RT(CppSumComplex4)(to, v, 0, 0, 0, mask);
  else if (v->type == TYPE_COMPLEX64) RT(CppSumComplex8)(to, v, 0, 0, 0, mask);
  else unknown();
}
static void otherProduct(void *to, const struct descriptor *v, const struct descriptor *mask) {
  if (v->type == TYPE_COMPLEX32) RT(CppProductComplex4)(to, v, 0, 0, 0, mask);
  else if (v->type == TYPE_COMPLEX64) RT(CppProductComplex8)(to, v, 0, 0, 0, mask);
  else unknown();
}
/* Texts have one length; of none, MAXVAL has the first character of all, MINVAL the last. */
static void extreme_text(char *to, const struct descriptor *v, const struct descriptor *mask, bool least) {
  if (v->type != TYPE_CHARACTER) unknown();
  bool found = false;
  memset(to, least ? 255 : 0, (size_t)v->length);
  EACH(m, v, mask) {
    int order = memcmp(m.walk.at, to, (size_t)v->length);
    if (!found || (least ? order < 0 : order > 0)) memcpy(to, m.walk.at, (size_t)v->length);
    found = true;
  }
}
static void otherMaxval(void *to, const struct descriptor *v, const struct descriptor *mask) { extreme_text(to, v, mask, false); }
static void otherMinval(void *to, const struct descriptor *v, const struct descriptor *mask) { extreme_text(to, v, mask, true); }
BY_KIND(Sum)
BY_KIND(Product)
BY_KIND(Maxval)
BY_KIND(Minval)

#define BITS_DIM(Name) \
  static void one##Name(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) { \
    (void)extra; \
    switch (v->length) { \
    case 1: *(int8_t *)to = RT(Name##1)(v, 0, 0, 0, mask); break; \
    case 2: *(int16_t *)to = RT(Name##2)(v, 0, 0, 0, mask); break; \
    case 4: *(int32_t *)to = RT(Name##4)(v, 0, 0, 0, mask); break; \
    case 8: *(int64_t *)to = RT(Name##8)(v, 0, 0, 0, mask); break; \
    case 16: *(__int128 *)to = RT(Name##16)(v, 0, 0, 0, mask); break; \
    default: unknown(); \
    } \
  } \
  void RT(Name##Dim)(struct descriptor *result, const struct descriptor *x, int dim, const char *source, int line, const struct descriptor *mask) { \
    along(result, x, dim, mask, x->type, x->length, one##Name, 0, source, line); \
  }
BITS_DIM(IAll)
BITS_DIM(IAny)
BITS_DIM(IParity)

static void oneNorm(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) {
  (void)mask, (void)extra;
  if (v->length == 4) *(float *)to = RT(Norm2_4)(v, 0, 0, 0);
  else *(double *)to = RT(Norm2_8)(v, 0, 0, 0);
}
void RT(Norm2Dim)(struct descriptor *result, const struct descriptor *x, int dim, const char *source, int line) {
  along(result, x, dim, 0, x->type, x->length, oneNorm, 0, source, line);
}
#define LOGICAL_DIM(Name) \
  static void one##Name(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) { \
    (void)mask, (void)extra; \
    store_logical(to, (int)v->length, RT(Name)(v, 0, 0, 0)); \
  } \
  void RT(Name##Dim)(struct descriptor *result, const struct descriptor *x, int dim, const char *source, int line) { \
    along(result, x, dim, 0, x->type, x->length, one##Name, 0, source, line); \
  }
LOGICAL_DIM(All)
LOGICAL_DIM(Any)
LOGICAL_DIM(Parity)
static void oneCount(void *to, const struct descriptor *v, const struct descriptor *mask, const void *kind) {
  (void)mask;
  store_integer(to, *(const int *)kind, RT(Count)(v, 0, 0, 0));
}
void RT(CountDim)(struct descriptor *result, const struct descriptor *x, int dim, int kind, const char *source, int line) {
  along(result, x, dim, 0, type_of(INTEGER, kind), kind, oneCount, &kind, source, line);
}

/* ---- REDUCE with a function of the program's */

#define WITH_FUNCTION(Name, T) \
  T RT(Reduce##Name##Ref)(const struct descriptor *x, T (*operation)(const T *, const T *), const char *source, int line, int dim, \
      const struct descriptor *mask, const T *identity, bool ordered) { \
    (void)dim, (void)ordered; \
    bool found = false; \
    T total = 0; \
    EACH(m, x, mask) { \
      T value = *(T *)(void *)m.walk.at; \
      total = found ? operation(&total, &value) : value; \
      found = true; \
    } \
    if (!found && !identity) fail(source, line, "REDUCE of nothing, and there is no IDENTITY"); \
    return found ? total : *identity; \
  }
WITH_FUNCTION(Integer4, int32_t)
WITH_FUNCTION(Integer8, int64_t)
WITH_FUNCTION(Real4, float)
WITH_FUNCTION(Real8, double)
