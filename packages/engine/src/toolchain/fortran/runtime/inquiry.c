/* inquiry.c: bounds and shapes of arrays whose rank is not known when a program is compiled. 16.9 of Fortran 2018: LBOUND, SHAPE, SIZE, UBOUND. */
#include "descriptor.h"

#define RT(name) _FortranA##name

static const struct dimension *dimension_of(const struct descriptor *of, int dim, const char *source, int line) {
  if (dim < 1 || dim > of->rank) fail(source, line, "DIM=%d of an array of %d dimensions", dim, of->rank);
  return of->dimension + dim - 1;
}
int64_t RT(LboundDim)(const struct descriptor *of, int dim, const char *source, int line) { return dimension_of(of, dim, source, line)->lower; }
int64_t RT(SizeDim)(const struct descriptor *of, int dim, const char *source, int line) { return dimension_of(of, dim, source, line)->extent; }
int64_t RT(Size)(const struct descriptor *of, const char *source, int line) {
  (void)source, (void)line;
  return count_of(of);
}
#define EACH(Name, value) \
  void RT(Name)(void *result, const struct descriptor *of, int kind, const char *source, int line) { \
    (void)source, (void)line; \
    for (int i = 0; i < of->rank; i++) { \
      const struct dimension *d = of->dimension + i; \
      store_integer((char *)result + i * kind, kind, value); \
    } \
  }
EACH(Lbound, d->lower)
EACH(Ubound, d->lower + d->extent - 1)
EACH(Shape, d->extent)
bool RT(IsContiguous)(const struct descriptor *of) { return is_contiguous(of); }
bool RT(IsContiguousUpTo)(const struct descriptor *of, int dim) {
  int64_t bytes = of->length;
  for (int i = 0; i < dim && i < of->rank; i++) {
    if (of->dimension[i].extent != 1 && of->dimension[i].stride != bytes) return false;
    bytes *= of->dimension[i].extent;
  }
  return true;
}
bool RT(IsAssumedSize)(const struct descriptor *of) { return of->rank && of->dimension[of->rank - 1].extent == -1; }
