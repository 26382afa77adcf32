/* reduce.c: reductions and locations. 16.9 of Fortran 2018: ALL, ANY, COUNT, DOT_PRODUCT, FINDLOC, IALL, IANY, IPARITY, MAXLOC, MAXVAL, MINLOC, MINVAL,
 * NORM2, PARITY, PRODUCT, REDUCE, SUM. Each works on elements in array element order, so sums of uncertain numbers are those of a loop. */
#include "descriptor.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define RT(name) _FortranA##name

/* Elements that a mask lets through, with it. */
struct masked {
  struct walk walk, mask;
  const struct descriptor *by;
  bool all; /* a scalar mask's value where there is no array of them */
};
static struct masked masked_of(const struct descriptor *x, const struct descriptor *mask) {
  struct masked m = { .walk = walk_of(x), .by = mask && mask->base ? mask : 0, .all = true };
  if (m.by && m.by->rank) m.mask = walk_of(m.by);
  else if (m.by) m.all = logical_at(m.by->base, (int)m.by->length);
  return m;
}
static bool taken(const struct masked *m) { return m->by && m->by->rank ? logical_at(m->mask.at, (int)m->by->length) : m->all; }
static void on(struct masked *m) {
  walk_on(&m->walk);
  if (m->by && m->by->rank) walk_on(&m->mask);
}
#define EACH(m, x, mask) for (struct masked m = masked_of(x, mask); m.walk.left > 0; on(&m)) if (taken(&m))

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
  REDUCTION(Sum##Name, T, 0, total = (T)((uint64_t)total + (uint64_t)value)) \
  REDUCTION(Product##Name, T, 1, total = (T)((uint64_t)total * (uint64_t)value)) \
  REDUCTION(Maxval##Name, T, low, if (value > total) total = value) \
  REDUCTION(Minval##Name, T, high, if (value < total) total = value) \
  REDUCTION(IAll##kind, T, -1, total &= value) \
  REDUCTION(IAny##kind, T, 0, total |= value) \
  REDUCTION(IParity##kind, T, 0, total ^= value)
OF_INTEGERS(Integer1, int8_t, 1, INT8_MIN, INT8_MAX)
OF_INTEGERS(Integer2, int16_t, 2, INT16_MIN, INT16_MAX)
OF_INTEGERS(Integer4, int32_t, 4, INT32_MIN, INT32_MAX)
OF_INTEGERS(Integer8, int64_t, 8, INT64_MIN, INT64_MAX)

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

/* The scale keeps squares from overflowing; uncertain numbers have none, as their sums carry their own spread. */
#define NORM(kind, T, root) \
  T RT(Norm2_##kind)(const struct descriptor *x, const char *source, int line, int dim) { \
    (void)source, (void)line, (void)dim; \
    T total = 0; \
    for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk)) { \
      T value = *(T *)(void *)walk.at; \
      total += value * value; \
    } \
    return root(total); \
  }
NORM(4, float, sqrtf)
NORM(8, double, sqrt)

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

#define DOT(Name, T) \
  T RT(DotProduct##Name)(const struct descriptor *x, const struct descriptor *y, const char *source, int line) { \
    if (count_of(x) != count_of(y)) fail(source, line, "DOT_PRODUCT of %lld and %lld elements", (long long)count_of(x), (long long)count_of(y)); \
    T total = 0; \
    struct walk other = walk_of(y); \
    for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk), walk_on(&other)) total += *(T *)(void *)walk.at * *(T *)(void *)other.at; \
    return total; \
  }
DOT(Integer1, int8_t)
DOT(Integer2, int16_t)
DOT(Integer4, int32_t)
DOT(Integer8, int64_t)
DOT(Real4, float)
DOT(Real8, double)
#define DOT_COMPLEX(kind, T) \
  void RT(CppDotProductComplex##kind)(T *result, const struct descriptor *x, const struct descriptor *y, const char *source, int line) { \
    (void)source, (void)line; \
    result[0] = result[1] = 0; \
    struct walk other = walk_of(y); \
    for (struct walk walk = walk_of(x); walk.left > 0; walk_on(&walk), walk_on(&other)) { \
      T *a = (T *)(void *)walk.at, *b = (T *)(void *)other.at; \
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

/* ---- Along one dimension: each vector of `x` along it is reduced by itself. */

/* A vector along `dim` (from 1) that begins where `of` stands, and the extents of the result. */
static void vector_of(struct descriptor_of *vector, const struct descriptor *x, int dim, char *base) {
  memcpy(vector, x, sizeof *x);
  vector->head.rank = 1;
  vector->head.extra = 0;
  vector->head.base = base;
  vector->head.dimension[0] = x->dimension[dim - 1];
}
static int without(const struct descriptor *x, int dim, int64_t *extents) {
  int rank = 0;
  for (int i = 0; i < x->rank; i++)
    if (i != dim - 1) extents[rank++] = x->dimension[i].extent;
  return rank;
}
/* `x` without the dimension: its elements are where the vectors begin. */
static void starts_of(struct descriptor_of *starts, const struct descriptor *x, int dim) {
  memcpy(starts, x, sizeof *x);
  starts->head.extra = 0;
  starts->head.rank = 0;
  for (int i = 0; i < x->rank; i++)
    if (i != dim - 1) starts->head.dimension[starts->head.rank++] = x->dimension[i];
}
typedef void reduce(void *to, const struct descriptor *vector, const struct descriptor *mask, const void *extra);
static void along(struct descriptor *result, const struct descriptor *x, int dim, const struct descriptor *mask, int8_t type, int64_t length, reduce *one,
    const void *extra, const char *source, int line) {
  if (dim < 1 || dim > x->rank) fail(source, line, "DIM=%d is not between 1 and %d", dim, x->rank);
  int64_t extents[MOST_DIMENSIONS];
  int rank = without(x, dim, extents);
  allocate_result(result, type, length, rank, extents);
  struct descriptor_of starts, masks, vector, masked;
  starts_of(&starts, x, dim);
  bool hasMask = mask && mask->base && mask->rank;
  struct walk from = walk_of(&starts.head), by = { 0 };
  if (hasMask) {
    starts_of(&masks, mask, dim);
    by = walk_of(&masks.head);
  }
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to), walk_on(&from)) {
    vector_of(&vector, x, dim, from.at);
    if (hasMask) vector_of(&masked, mask, dim, by.at);
    one(to.at, &vector.head, hasMask ? &masked.head : mask, extra);
    if (hasMask) walk_on(&by);
  }
}

#define BY_KIND(Name) \
  static void one##Name(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) { \
    (void)extra; \
    switch (v->type) { \
    case TYPE_INT8: *(int8_t *)to = RT(Name##Integer1)(v, 0, 0, 0, mask); break; \
    case TYPE_INT16: *(int16_t *)to = RT(Name##Integer2)(v, 0, 0, 0, mask); break; \
    case TYPE_INT32: *(int32_t *)to = RT(Name##Integer4)(v, 0, 0, 0, mask); break; \
    case TYPE_INT64: *(int64_t *)to = RT(Name##Integer8)(v, 0, 0, 0, mask); break; \
    case TYPE_REAL32: *(float *)to = RT(Name##Real4)(v, 0, 0, 0, mask); break; \
    case TYPE_REAL64: *(double *)to = RT(Name##Real8)(v, 0, 0, 0, mask); break; \
    default: complex##Name(to, v, mask); \
    } \
  } \
  void RT(Name##Dim)(struct descriptor *result, const struct descriptor *x, int dim, const char *source, int line, const struct descriptor *mask) { \
    along(result, x, dim, mask, x->type, x->length, one##Name, 0, source, line); \
  }
static void unknown(void) { fail(0, 0, "a reduction of this type is not available yet"); }
static void complexSum(void *to, const struct descriptor *v, const struct descriptor *mask) {
  if (v->type == TYPE_COMPLEX32) RT(CppSumComplex4)(to, v, 0, 0, 0, mask);
  else if (v->type == TYPE_COMPLEX64) RT(CppSumComplex8)(to, v, 0, 0, 0, mask);
  else unknown();
}
static void complexProduct(void *to, const struct descriptor *v, const struct descriptor *mask) {
  if (v->type == TYPE_COMPLEX32) RT(CppProductComplex4)(to, v, 0, 0, 0, mask);
  else if (v->type == TYPE_COMPLEX64) RT(CppProductComplex8)(to, v, 0, 0, 0, mask);
  else unknown();
}
static void complexMaxval(void *to, const struct descriptor *v, const struct descriptor *mask) {
  (void)to, (void)v, (void)mask;
  unknown();
}
static void complexMinval(void *to, const struct descriptor *v, const struct descriptor *mask) { complexMaxval(to, v, mask); }
BY_KIND(Sum)
BY_KIND(Product)
BY_KIND(Maxval)
BY_KIND(Minval)

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

/* ---- Locations */

/* Whether `a` comes before `b`: is larger, or smaller. */
typedef bool before(const struct descriptor *x, const char *a, const char *b);
static int compare_text(const char *a, const char *b, int64_t length) { return memcmp(a, b, (size_t)length); }
static bool larger(const struct descriptor *x, const char *a, const char *b) {
  switch (x->type) {
  case TYPE_REAL32: return *(const float *)a > *(const float *)b || (*(const float *)a == *(const float *)a && *(const float *)b != *(const float *)b);
  case TYPE_REAL64: return *(const double *)a > *(const double *)b || (*(const double *)a == *(const double *)a && *(const double *)b != *(const double *)b);
  case TYPE_CHARACTER: return compare_text(a, b, x->length) > 0;
  default: return integer_at(a, (int)x->length) > integer_at(b, (int)x->length);
  }
}
static bool smaller(const struct descriptor *x, const char *a, const char *b) {
  switch (x->type) {
  case TYPE_REAL32: return *(const float *)a < *(const float *)b || (*(const float *)a == *(const float *)a && *(const float *)b != *(const float *)b);
  case TYPE_REAL64: return *(const double *)a < *(const double *)b || (*(const double *)a == *(const double *)a && *(const double *)b != *(const double *)b);
  case TYPE_CHARACTER: return compare_text(a, b, x->length) < 0;
  default: return integer_at(a, (int)x->length) < integer_at(b, (int)x->length);
  }
}
struct location {
  before *order;
  bool back;
  int kind;
};
/* Subscripts from 1 of the place; zeros where nothing is taken. */
static void place(const struct descriptor *x, const struct descriptor *mask, const struct location *l, int64_t *found) {
  const char *best = 0;
  for (int i = 0; i < x->rank; i++) found[i] = 0;
  EACH(m, x, mask) {
    bool better = !best || l->order(x, m.walk.at, best) || (l->back && !l->order(x, best, m.walk.at));
    if (!better) continue;
    best = m.walk.at;
    for (int i = 0; i < x->rank; i++) found[i] = m.walk.index[i] + 1;
  }
}
static void locations(struct descriptor *result, const struct descriptor *x, int kind, const struct descriptor *mask, bool back, before *order) {
  struct location l = { order, back, kind };
  int64_t found[MOST_DIMENSIONS], extent = x->rank;
  place(x, mask, &l, found);
  allocate_result(result, type_of(INTEGER, kind), kind, 1, &extent);
  for (int64_t i = 0; i < extent; i++) store_integer(element_at(result, &i), kind, found[i]);
}
#define LOCATION(Name, order) \
  void RT(Name)(struct descriptor *result, const struct descriptor *x, int kind, const char *source, int line, const struct descriptor *mask, bool back) { \
    (void)source, (void)line; \
    locations(result, x, kind, mask, back, order); \
  }
#define LOCATIONS(Type) LOCATION(Maxloc##Type, larger) LOCATION(Minloc##Type, smaller)
LOCATIONS(Integer1)
LOCATIONS(Integer2)
LOCATIONS(Integer4)
LOCATIONS(Integer8)
LOCATIONS(Real4)
LOCATIONS(Real8)
LOCATIONS(Character)
static void onePlace(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) {
  const struct location *l = extra;
  int64_t found[MOST_DIMENSIONS];
  place(v, mask, l, found);
  store_integer(to, l->kind, found[0]);
}
#define LOCATION_DIM(Name, order) \
  void RT(Name##Dim)(struct descriptor *result, const struct descriptor *x, int kind, int dim, const char *source, int line, const struct descriptor *mask, \
      bool back) { \
    struct location l = { order, back, kind }; \
    along(result, x, dim, mask, type_of(INTEGER, kind), kind, onePlace, &l, source, line); \
  }
LOCATION_DIM(Maxloc, larger)
LOCATION_DIM(Minloc, smaller)

static double number_at(const struct descriptor *x, const char *at) {
  if (category_of(x) == INTEGER) return (double)integer_at(at, (int)x->length);
  return kind_of(x) == 4 ? *(const float *)at : *(const double *)at;
}
static bool equal(const struct descriptor *x, const char *at, const struct descriptor *target) {
  switch (category_of(x)) {
  case CHARACTER: {
    int64_t length = x->length > target->length ? x->length : target->length;
    for (int64_t i = 0; i < length; i++)
      if ((i < x->length ? at[i] : ' ') != (i < target->length ? target->base[i] : ' ')) return false;
    return true;
  }
  case LOGICAL: return logical_at(at, (int)x->length) == logical_at(target->base, (int)target->length);
  case INTEGER:
    if (category_of(target) == INTEGER) return integer_at(at, (int)x->length) == integer_at(target->base, (int)target->length);
    /* fall through */
  default: return number_at(x, at) == number_at(target, target->base);
  }
}
struct search {
  const struct descriptor *target;
  bool back;
  int kind;
};
static void find(const struct descriptor *x, const struct descriptor *mask, const struct search *s, int64_t *found) {
  for (int i = 0; i < x->rank; i++) found[i] = 0;
  EACH(m, x, mask) {
    if (!equal(x, m.walk.at, s->target)) continue;
    for (int i = 0; i < x->rank; i++) found[i] = m.walk.index[i] + 1;
    if (!s->back) return;
  }
}
void RT(Findloc)(struct descriptor *result, const struct descriptor *x, const struct descriptor *target, int kind, const char *source, int line,
    const struct descriptor *mask, bool back) {
  (void)source, (void)line;
  struct search s = { target, back, kind };
  int64_t found[MOST_DIMENSIONS], extent = x->rank;
  find(x, mask, &s, found);
  allocate_result(result, type_of(INTEGER, kind), kind, 1, &extent);
  for (int64_t i = 0; i < extent; i++) store_integer(element_at(result, &i), kind, found[i]);
}
static void oneFind(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) {
  const struct search *s = extra;
  int64_t found[MOST_DIMENSIONS];
  find(v, mask, s, found);
  store_integer(to, s->kind, found[0]);
}
void RT(FindlocDim)(struct descriptor *result, const struct descriptor *x, const struct descriptor *target, int kind, int dim, const char *source, int line,
    const struct descriptor *mask, bool back) {
  struct search s = { target, back, kind };
  along(result, x, dim, mask, type_of(INTEGER, kind), kind, oneFind, &s, source, line);
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
