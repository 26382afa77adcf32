/* matmul.c: MATMUL of every pair of kinds, and of a transposed first factor. Sums run along the inner dimension in order, as a loop would. */
#include "descriptor.h"
#include <string.h>

#define RT(name) _FortranA##name

#define MATMUL(Name, T, start, step) \
  void RT(Matmul##Name)(struct descriptor *result, const struct descriptor *a, const struct descriptor *b, const char *name, int line) { \
    int64_t rows = a->rank == 2 ? a->dimension[0].extent : 1, inner = a->dimension[a->rank - 1].extent; \
    int64_t columns = b->rank == 2 ? b->dimension[1].extent : 1, extents[2]; \
    if (b->dimension[0].extent != inner) \
      fail(name, line, "MATMUL: %lld columns meet %lld rows", (long long)inner, (long long)b->dimension[0].extent); \
    int rank = 0; \
    if (a->rank == 2) extents[rank++] = rows; \
    if (b->rank == 2) extents[rank++] = columns; \
    allocate_result(result, type_of(CATEGORY_##Name, KIND_##Name), (int64_t)sizeof(T), rank, extents); \
    int64_t across = a->dimension[a->rank - 1].stride, down = b->dimension[0].stride; \
    for (int64_t j = 0; j < columns; j++) \
      for (int64_t i = 0; i < rows; i++) { \
        const char *x = a->base + (a->rank == 2 ? i * a->dimension[0].stride : 0); \
        const char *y = b->base + (b->rank == 2 ? j * b->dimension[1].stride : 0); \
        T sum = start; \
        for (int64_t k = 0; k < inner; k++, x += across, y += down) { step; } \
        ((T *)(void *)result->base)[j * rows + i] = sum; \
      } \
  }
typedef struct { float re, im; } complex4;
typedef struct { double re, im; } complex8;
#define CATEGORY_Integer4Integer4 INTEGER
#define KIND_Integer4Integer4 4
#define CATEGORY_Integer8Integer8 INTEGER
#define KIND_Integer8Integer8 8
#define CATEGORY_Real4Real4 REAL
#define KIND_Real4Real4 4
#define CATEGORY_Real8Real8 REAL
#define KIND_Real8Real8 8
#define CATEGORY_Real4Real8 REAL
#define KIND_Real4Real8 8
#define CATEGORY_Real8Real4 REAL
#define KIND_Real8Real4 8
#define CATEGORY_Integer4Real8 REAL
#define KIND_Integer4Real8 8
#define CATEGORY_Real8Integer4 REAL
#define KIND_Real8Integer4 8
#define CATEGORY_Complex4Complex4 COMPLEX
#define KIND_Complex4Complex4 4
#define CATEGORY_Complex8Complex8 COMPLEX
#define KIND_Complex8Complex8 8
#define CATEGORY_Integer4Integer8 INTEGER
#define KIND_Integer4Integer8 8
#define CATEGORY_Integer8Integer4 INTEGER
#define KIND_Integer8Integer4 8
#define CATEGORY_Integer4Real4 REAL
#define KIND_Integer4Real4 4
#define CATEGORY_Real4Integer4 REAL
#define KIND_Real4Integer4 4
#define CATEGORY_Integer8Real8 REAL
#define KIND_Integer8Real8 8
#define CATEGORY_Real8Integer8 REAL
#define KIND_Real8Integer8 8
#define CATEGORY_Logical4Logical4 LOGICAL
#define KIND_Logical4Logical4 4
#define CATEGORY_Real4Complex4 COMPLEX
#define KIND_Real4Complex4 4
#define CATEGORY_Complex4Real4 COMPLEX
#define KIND_Complex4Real4 4
#define CATEGORY_Real8Complex8 COMPLEX
#define KIND_Real8Complex8 8
#define CATEGORY_Complex8Real8 COMPLEX
#define KIND_Complex8Real8 8
#define TIMES(A, B) sum += *(const A *)(const void *)x * *(const B *)(const void *)y
MATMUL(Integer4Integer4, int32_t, 0, TIMES(int32_t, int32_t))
MATMUL(Integer8Integer8, int64_t, 0, TIMES(int64_t, int64_t))
MATMUL(Real4Real4, float, 0, TIMES(float, float))
MATMUL(Real8Real8, double, 0, TIMES(double, double))
MATMUL(Real4Real8, double, 0, TIMES(float, double))
MATMUL(Real8Real4, double, 0, TIMES(double, float))
MATMUL(Integer4Real8, double, 0, TIMES(int32_t, double))
MATMUL(Real8Integer4, double, 0, TIMES(double, int32_t))
#define COMPLEX_TIMES(T) \
  const T *p = (const T *)(const void *)x, *q = (const T *)(const void *)y; \
  sum.re += p->re * q->re - p->im * q->im; \
  sum.im += p->re * q->im + p->im * q->re
MATMUL(Complex4Complex4, complex4, { 0 }, COMPLEX_TIMES(complex4))
MATMUL(Complex8Complex8, complex8, { 0 }, COMPLEX_TIMES(complex8))
MATMUL(Integer4Integer8, int64_t, 0, TIMES(int32_t, int64_t))
MATMUL(Integer8Integer4, int64_t, 0, TIMES(int64_t, int32_t))
MATMUL(Integer4Real4, float, 0, TIMES(int32_t, float))
MATMUL(Real4Integer4, float, 0, TIMES(float, int32_t))
MATMUL(Integer8Real8, double, 0, TIMES(int64_t, double))
MATMUL(Real8Integer8, double, 0, TIMES(double, int64_t))
MATMUL(Logical4Logical4, int32_t, 0, sum |= *(const int32_t *)(const void *)x && *(const int32_t *)(const void *)y)
#define REAL_TIMES(T, complex, x, y) \
  T factor = *(const T *)(const void *)x; \
  const complex *q = (const complex *)(const void *)y; \
  sum.re += factor * q->re; \
  sum.im += factor * q->im
MATMUL(Real4Complex4, complex4, { 0 }, REAL_TIMES(float, complex4, x, y))
MATMUL(Complex4Real4, complex4, { 0 }, REAL_TIMES(float, complex4, y, x))
MATMUL(Real8Complex8, complex8, { 0 }, REAL_TIMES(double, complex8, x, y))
MATMUL(Complex8Real8, complex8, { 0 }, REAL_TIMES(double, complex8, y, x))
#define MATMUL_TRANSPOSE(Name) \
  void RT(MatmulTranspose##Name)(struct descriptor *result, const struct descriptor *a, const struct descriptor *b, const char *name, int line) { \
    struct descriptor_of turned; \
    memcpy(&turned, a, sizeof *a + a->rank * sizeof a->dimension[0]); \
    turned.head.dimension[0] = a->dimension[1]; \
    turned.head.dimension[1] = a->dimension[0]; \
    RT(Matmul##Name)(result, &turned.head, b, name, line); \
  }
MATMUL_TRANSPOSE(Real4Real4)
MATMUL_TRANSPOSE(Real8Real8)
MATMUL_TRANSPOSE(Integer4Integer4)
MATMUL_TRANSPOSE(Complex8Complex8)
MATMUL_TRANSPOSE(Complex4Complex4)
MATMUL_TRANSPOSE(Real4Real8)
MATMUL_TRANSPOSE(Real8Real4)
MATMUL_TRANSPOSE(Integer8Integer8)
MATMUL_TRANSPOSE(Integer4Integer8)
MATMUL_TRANSPOSE(Integer8Integer4)
MATMUL_TRANSPOSE(Integer4Real4)
MATMUL_TRANSPOSE(Integer4Real8)
MATMUL_TRANSPOSE(Integer8Real8)
MATMUL_TRANSPOSE(Real4Integer4)
MATMUL_TRANSPOSE(Real8Integer4)
MATMUL_TRANSPOSE(Real8Integer8)
MATMUL_TRANSPOSE(Real4Complex4)
MATMUL_TRANSPOSE(Complex4Real4)
MATMUL_TRANSPOSE(Real8Complex8)
MATMUL_TRANSPOSE(Complex8Real8)
MATMUL_TRANSPOSE(Logical4Logical4)

/* Pairs that are rarely multiplied share one function, which looks at the types of both as it goes. */
static double real_in(const struct descriptor *of, const char *at) {
  return category_of(of) == INTEGER ? (double)wide_integer_at(at, kind_of(of)) : kind_of(of) == 4 ? *(const float *)(const void *)at : *(const double *)(const void *)at;
}
static float single_in(const struct descriptor *of, const char *at) {
  return category_of(of) == INTEGER ? (float)wide_integer_at(at, kind_of(of)) : *(const float *)(const void *)at;
}
static double imaginary_in(const struct descriptor *of, const char *at) {
  return category_of(of) != COMPLEX ? 0 : kind_of(of) == 4 ? ((const float *)(const void *)at)[1] : ((const double *)(const void *)at)[1];
}
static void element(char *to, enum category category, int kind, const struct descriptor *a, const struct descriptor *b, const char *x, const char *y) {
  int64_t inner = a->dimension[a->rank - 1].extent, across = a->dimension[a->rank - 1].stride, down = b->dimension[0].stride;
  __int128 whole = 0;
  bool any = false;
  double re = 0, im = 0;
  float single = 0, singleIm = 0;
  for (int64_t k = 0; k < inner; k++, x += across, y += down) {
    if (category == LOGICAL) any |= logical_at(x, kind_of(a)) && logical_at(y, kind_of(b));
    else if (category == INTEGER) whole += wide_integer_at(x, kind_of(a)) * wide_integer_at(y, kind_of(b));
    else if (kind == 4) {
      single += single_in(a, x) * single_in(b, y);
      if (category == COMPLEX) singleIm += category_of(a) == COMPLEX ? (float)imaginary_in(a, x) * single_in(b, y) : single_in(a, x) * (float)imaginary_in(b, y);
    } else {
      double p = real_in(a, x), q = real_in(b, y), r = imaginary_in(a, x), t = imaginary_in(b, y);
      re += category_of(a) == COMPLEX && category_of(b) == COMPLEX ? p * q - r * t : p * q;
      if (category == COMPLEX) im += category_of(a) != COMPLEX ? p * t : category_of(b) != COMPLEX ? r * q : p * t + r * q;
    }
  }
  if (category == LOGICAL) store_logical(to, kind, any);
  else if (category == INTEGER && kind == 16) memcpy(to, &whole, sizeof whole);
  else if (category == INTEGER) store_integer(to, kind, (int64_t)whole);
  else if (kind == 4) {
    memcpy(to, &single, 4);
    if (category == COMPLEX) memcpy(to + 4, &singleIm, 4);
  } else {
    memcpy(to, &re, 8);
    if (category == COMPLEX) memcpy(to + 8, &im, 8);
  }
}
static void multiply(struct descriptor *result, const struct descriptor *a, const struct descriptor *b, const char *name, int line, enum category category, int kind) {
  int64_t rows = a->rank == 2 ? a->dimension[0].extent : 1, inner = a->dimension[a->rank - 1].extent;
  int64_t columns = b->rank == 2 ? b->dimension[1].extent : 1, extents[2];
  if (b->dimension[0].extent != inner) fail(name, line, "MATMUL: %lld columns meet %lld rows", (long long)inner, (long long)b->dimension[0].extent);
  int rank = 0;
  if (a->rank == 2) extents[rank++] = rows;
  if (b->rank == 2) extents[rank++] = columns;
  allocate_result(result, type_of(category, kind), category == COMPLEX ? 2 * kind : kind, rank, extents);
  char *to = result->base;
  for (int64_t j = 0; j < columns; j++)
    for (int64_t i = 0; i < rows; i++, to += result->length)
      element(to, category, kind, a, b, a->base + (a->rank == 2 ? i * a->dimension[0].stride : 0), b->base + (b->rank == 2 ? j * b->dimension[1].stride : 0));
}
#define PAIR(Name, category, kind) \
  void RT(Matmul##Name)(struct descriptor *result, const struct descriptor *a, const struct descriptor *b, const char *name, int line) { \
    multiply(result, a, b, name, line, category, kind); \
  } \
  MATMUL_TRANSPOSE(Name)
#define LARGER(A, B) ((A) > (B) ? (A) : (B))
#define INTEGERS(A, B) PAIR(Integer##A##Integer##B, INTEGER, LARGER(A, B))
#define LOGICALS(A, B) PAIR(Logical##A##Logical##B, LOGICAL, LARGER(A, B))
#define BOTH(A, a, B, b, category) PAIR(A##a##B##b, category, b) PAIR(B##b##A##a, category, b)
#define WITH_COMPLEX(a) BOTH(Integer, a, Complex, 4, COMPLEX) BOTH(Integer, a, Complex, 8, COMPLEX)
#define WITH_REAL(a) BOTH(Integer, a, Real, 4, REAL) BOTH(Integer, a, Real, 8, REAL)
#define WITH_BYTES(A) INTEGERS(A, 1) INTEGERS(A, 2) INTEGERS(A, 16)
#define WITH_WORDS(A) INTEGERS(A, 4) INTEGERS(A, 8)
WITH_BYTES(1) WITH_BYTES(2) WITH_BYTES(4) WITH_BYTES(8) WITH_BYTES(16) WITH_WORDS(1) WITH_WORDS(2) WITH_WORDS(16)
WITH_COMPLEX(1) WITH_COMPLEX(2) WITH_COMPLEX(4) WITH_COMPLEX(8) WITH_COMPLEX(16)
WITH_REAL(1) WITH_REAL(2) WITH_REAL(16)
BOTH(Integer, 8, Real, 4, REAL)
PAIR(Real4Complex8, COMPLEX, 8) PAIR(Complex8Real4, COMPLEX, 8) PAIR(Real8Complex4, COMPLEX, 8) PAIR(Complex4Real8, COMPLEX, 8)
PAIR(Complex4Complex8, COMPLEX, 8) PAIR(Complex8Complex4, COMPLEX, 8)
LOGICALS(1, 1) LOGICALS(1, 2) LOGICALS(1, 4) LOGICALS(1, 8) LOGICALS(2, 1) LOGICALS(2, 2) LOGICALS(2, 4) LOGICALS(2, 8)
LOGICALS(4, 1) LOGICALS(4, 2) LOGICALS(4, 8) LOGICALS(8, 1) LOGICALS(8, 2) LOGICALS(8, 4) LOGICALS(8, 8)
