/* along.h: what reductions and locations have in common: elements that a mask lets through, and vectors along one dimension. */
#ifndef FORTRAN_ALONG_H
#define FORTRAN_ALONG_H
#include "descriptor.h"
#include <string.h>

/* Elements that a mask lets through, with it. */
struct masked {
  struct walk walk, mask;
  const struct descriptor *by;
  bool all; /* a scalar mask's value where there is no array of them */
};
static inline struct masked masked_of(const struct descriptor *x, const struct descriptor *mask) {
  struct masked m = { .walk = walk_of(x), .by = mask && mask->base ? mask : 0, .all = true };
  if (m.by && m.by->rank) m.mask = walk_of(m.by);
  else if (m.by) m.all = logical_at(m.by->base, (int)m.by->length);
  return m;
}
static inline bool taken(const struct masked *m) { return m->by && m->by->rank ? logical_at(m->mask.at, (int)m->by->length) : m->all; }
static inline void on(struct masked *m) {
  walk_on(&m->walk);
  if (m->by && m->by->rank) walk_on(&m->mask);
}
#define EACH(m, x, mask) for (struct masked m = masked_of(x, mask); m.walk.left > 0; on(&m)) if (taken(&m))

/* Along one dimension: each vector of `x` along it is reduced by itself. */

/* A vector along `dim` (from 1) that begins where `of` stands, and the extents of the result. */
static inline void vector_of(struct descriptor_of *vector, const struct descriptor *x, int dim, char *base) {
  memcpy(vector, x, sizeof *x);
  vector->head.rank = 1;
  vector->head.extra = 0;
  vector->head.base = base;
  vector->head.dimension[0] = x->dimension[dim - 1];
}
static inline int without(const struct descriptor *x, int dim, int64_t *extents) {
  int rank = 0;
  for (int i = 0; i < x->rank; i++)
    if (i != dim - 1) extents[rank++] = x->dimension[i].extent;
  return rank;
}
/* `x` without the dimension: its elements are where the vectors begin. */
static inline void starts_of(struct descriptor_of *starts, const struct descriptor *x, int dim) {
  memcpy(starts, x, sizeof *x);
  starts->head.extra = 0;
  starts->head.rank = 0;
  for (int i = 0; i < x->rank; i++)
    if (i != dim - 1) starts->head.dimension[starts->head.rank++] = x->dimension[i];
}
typedef void reduce(void *to, const struct descriptor *vector, const struct descriptor *mask, const void *extra);
static inline void along(struct descriptor *result, const struct descriptor *x, int dim, const struct descriptor *mask, int8_t type, int64_t length, reduce *one,
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
#endif
