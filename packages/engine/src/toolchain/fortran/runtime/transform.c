/* transform.c: arrays from arrays. 16.9 of Fortran 2018: CSHIFT, EOSHIFT, MATMUL, PACK, RESHAPE, SPREAD, TRANSFER, TRANSPOSE, UNPACK. */
#include "derived.h"
#include "types.h"
#include <stdlib.h>
#include <string.h>

#define RT(name) _FortranA##name

static void result_of(struct descriptor *result, const struct descriptor *like, int rank, const int64_t *extents) {
  const struct derived_type *type = type_table(like);
  allocate_result(result, like->type, like->length, rank, extents);
  if (type && result->extra & HAS_ADDENDUM) ((struct addendum *)(void *)(result->dimension + result->rank))->type = type;
}
static void extents_of(const struct descriptor *of, int64_t *extents) {
  for (int i = 0; i < of->rank; i++) extents[i] = of->dimension[i].extent;
}
static int64_t integer_in(const struct descriptor *of, int64_t i) { return integer_at(element_at(of, &i), (int)of->length); }

void RT(Reshape)(struct descriptor *result, const struct descriptor *source, const struct descriptor *shape, const struct descriptor *pad,
    const struct descriptor *order, const char *name, int line) {
  int rank = (int)count_of(shape);
  int64_t extents[MOST_DIMENSIONS], places[MOST_DIMENSIONS];
  if (rank > MOST_DIMENSIONS) fail(name, line, "RESHAPE to %d dimensions; the most are 15", rank);
  for (int64_t i = 0; i < rank; i++) {
    extents[i] = integer_in(shape, i);
    if (extents[i] < 0) fail(name, line, "RESHAPE: element %lld of SHAPE is negative", (long long)i + 1);
    places[i] = order && order->base ? integer_in(order, i) - 1 : i;
  }
  result_of(result, source, rank, extents);
  int64_t wanted = count_of(result), have = count_of(source), padding = pad && pad->base ? count_of(pad) : 0;
  if (wanted > have && !padding) fail(name, line, "RESHAPE needs %lld elements and has %lld", (long long)wanted, (long long)have);
  struct walk from = walk_of(source), fill = { 0 };
  if (padding) fill = walk_of(pad);
  int64_t index[MOST_DIMENSIONS] = { 0 };
  for (int64_t done = 0; done < wanted; done++) {
    char *at;
    if (from.left > 0) {
      at = from.at;
      walk_on(&from);
    } else {
      if (fill.left <= 0) fill = walk_of(pad);
      at = fill.at;
      walk_on(&fill);
    }
    copy_element(element_at(result, index), at, type_table(source), source->length);
    for (int i = 0; i < rank; i++) {
      int64_t place = places[i];
      if (++index[place] < extents[place]) break;
      index[place] = 0;
    }
  }
}

void RT(Transpose)(struct descriptor *result, const struct descriptor *of, const char *name, int line) {
  (void)name, (void)line;
  int64_t extents[] = { of->dimension[1].extent, of->dimension[0].extent };
  result_of(result, of, 2, extents);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to)) {
    int64_t index[] = { to.index[1], to.index[0] };
    copy_element(to.at, element_at(of, index), type_table(of), of->length);
  }
}
void RT(Spread)(struct descriptor *result, const struct descriptor *of, int dim, int64_t copies, const char *name, int line) {
  int64_t extents[MOST_DIMENSIONS];
  if (dim < 1 || dim > of->rank + 1) fail(name, line, "SPREAD with DIM=%d", dim);
  for (int i = 0, j = 0; i <= of->rank; i++) extents[i] = i == dim - 1 ? (copies > 0 ? copies : 0) : of->dimension[j++].extent;
  result_of(result, of, of->rank + 1, extents);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to)) {
    int64_t index[MOST_DIMENSIONS];
    for (int i = 0, j = 0; i < result->rank; i++)
      if (i != dim - 1) index[j++] = to.index[i];
    copy_element(to.at, element_at(of, index), type_table(of), of->length);
  }
}
static bool mask_at(const struct descriptor *mask, const int64_t *index) {
  return logical_at(mask->rank ? element_at(mask, index) : mask->base, (int)mask->length);
}
void RT(Pack)(struct descriptor *result, const struct descriptor *of, const struct descriptor *mask, const struct descriptor *vector, const char *name, int line) {
  (void)name, (void)line;
  int64_t count = 0;
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk)) count += mask_at(mask, walk.index);
  int64_t extent = vector && vector->base ? count_of(vector) : count, at = 0;
  result_of(result, of, 1, &extent);
  for (struct walk walk = walk_of(of); walk.left > 0 && at < extent; walk_on(&walk)) {
    if (!mask_at(mask, walk.index)) continue;
    copy_element(element_at(result, &at), walk.at, type_table(of), of->length);
    at++;
  }
  for (; at < extent; at++) copy_element(element_at(result, &at), element_at(vector, &at), type_table(of), of->length);
}
void RT(Unpack)(struct descriptor *result, const struct descriptor *vector, const struct descriptor *mask, const struct descriptor *field, const char *name, int line) {
  int64_t extents[MOST_DIMENSIONS], next = 0;
  extents_of(mask, extents);
  result_of(result, vector, mask->rank, extents);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to)) {
    const char *from;
    if (mask_at(mask, to.index)) {
      if (next >= count_of(vector)) fail(name, line, "UNPACK: the vector has fewer elements than the mask lets through");
      from = element_at(vector, &next);
      next++;
    } else from = field->rank ? element_at(field, to.index) : field->base;
    copy_element(to.at, from, type_table(vector), vector->length);
  }
}

/* ---- Shifts */

/* The shift of the vector that `index` is in: one for all, or an array without the dimension. */
static int64_t shift_at(const struct descriptor *shift, const int64_t *index, int rank, int dim) {
  if (!shift->rank) return integer_at(shift->base, (int)shift->length);
  int64_t rest[MOST_DIMENSIONS];
  for (int i = 0, j = 0; i < rank; i++)
    if (i != dim - 1) rest[j++] = index[i];
  return integer_at(element_at(shift, rest), (int)shift->length);
}
static const char *boundary_at(const struct descriptor *boundary, const int64_t *index, int rank, int dim) {
  if (!boundary || !boundary->base) return 0;
  if (!boundary->rank) return boundary->base;
  int64_t rest[MOST_DIMENSIONS];
  for (int i = 0, j = 0; i < rank; i++)
    if (i != dim - 1) rest[j++] = index[i];
  return element_at(boundary, rest);
}
void RT(Cshift)(struct descriptor *result, const struct descriptor *of, const struct descriptor *shift, int dim, const char *name, int line) {
  int64_t extents[MOST_DIMENSIONS];
  if (dim < 1 || dim > of->rank) fail(name, line, "CSHIFT with DIM=%d", dim);
  extents_of(of, extents);
  result_of(result, of, of->rank, extents);
  int64_t extent = extents[dim - 1];
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to)) {
    int64_t index[MOST_DIMENSIONS];
    memcpy(index, to.index, sizeof index);
    int64_t at = (index[dim - 1] + shift_at(shift, to.index, of->rank, dim)) % extent;
    index[dim - 1] = at < 0 ? at + extent : at;
    copy_element(to.at, element_at(of, index), type_table(of), of->length);
  }
}
static void scalar(struct descriptor_of *made, int64_t *value) { establish(&made->head, TYPE_INT64, 8, value, 0, 0, ATTRIBUTE_OTHER); }
void RT(CshiftVector)(struct descriptor *result, const struct descriptor *of, int64_t shift, const char *name, int line) {
  struct descriptor_of by;
  scalar(&by, &shift);
  RT(Cshift)(result, of, &by.head, 1, name, line);
}
void RT(Eoshift)(struct descriptor *result, const struct descriptor *of, const struct descriptor *shift, const struct descriptor *boundary, int dim, const char *name,
    int line) {
  int64_t extents[MOST_DIMENSIONS];
  if (dim < 1 || dim > of->rank) fail(name, line, "EOSHIFT with DIM=%d", dim);
  extents_of(of, extents);
  result_of(result, of, of->rank, extents);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to)) {
    int64_t index[MOST_DIMENSIONS];
    memcpy(index, to.index, sizeof index);
    index[dim - 1] += shift_at(shift, to.index, of->rank, dim);
    const char *edge = boundary_at(boundary, to.index, of->rank, dim);
    if (index[dim - 1] >= 0 && index[dim - 1] < extents[dim - 1]) copy_element(to.at, element_at(of, index), type_table(of), of->length);
    else if (edge) copy_element(to.at, edge, type_table(of), of->length);
    else memset(to.at, category_of(of) == CHARACTER ? ' ' : 0, (size_t)of->length);
  }
}
void RT(EoshiftVector)(struct descriptor *result, const struct descriptor *of, int64_t shift, const struct descriptor *boundary, const char *name, int line) {
  struct descriptor_of by;
  scalar(&by, &shift);
  RT(Eoshift)(result, of, &by.head, boundary, 1, name, line);
}

/* ---- TRANSFER */

static void transferred(struct descriptor *result, const struct descriptor *source, const struct descriptor *mold, int rank, int64_t count) {
  result_of(result, mold, rank, &count);
  int64_t room = (rank ? count : 1) * mold->length, at = 0;
  memset(result->base, 0, (size_t)room);
  for (struct walk walk = walk_of(source); walk.left > 0 && at < room; walk_on(&walk), at += source->length)
    memcpy(result->base + at, walk.at, (size_t)(room - at < source->length ? room - at : source->length));
}
void RT(Transfer)(struct descriptor *result, const struct descriptor *source, const struct descriptor *mold, const char *name, int line) {
  (void)name, (void)line;
  int64_t bytes = count_of(source) * source->length;
  transferred(result, source, mold, mold->rank ? 1 : 0, mold->length ? (bytes + mold->length - 1) / mold->length : 0);
}
void RT(TransferSize)(struct descriptor *result, const struct descriptor *source, const struct descriptor *mold, const char *name, int line, int64_t size) {
  (void)name, (void)line;
  transferred(result, source, mold, 1, size);
}

/* ---- Copies that flang makes by itself */

void RT(ShallowCopyDirect)(const struct descriptor *to, const struct descriptor *from, const char *name, int line) {
  (void)name, (void)line;
  struct walk at = walk_of(from);
  for (struct walk walk = walk_of(to); walk.left > 0; walk_on(&walk), walk_on(&at)) memcpy(walk.at, at.at, (size_t)from->length);
}
void RT(ShallowCopy)(struct descriptor *to, const struct descriptor *from, const char *name, int line) {
  int64_t extents[MOST_DIMENSIONS];
  extents_of(from, extents);
  result_of(to, from, from->rank, extents);
  RT(ShallowCopyDirect)(to, from, name, line);
}
