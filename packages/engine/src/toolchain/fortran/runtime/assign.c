/* assign.c: assignment of whole objects. 10.2.1 of Fortran 2018. */
#include "derived.h"
#include "types.h"
#include <stdlib.h>
#include <string.h>

#define RT(name) _FortranA##name

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}
static bool overlap(const struct descriptor *a, const struct descriptor *b) {
  const char *low[2], *high[2];
  const struct descriptor *both[] = { a, b };
  for (int i = 0; i < 2; i++) {
    low[i] = high[i] = both[i]->base;
    for (int j = 0; j < both[i]->rank; j++) {
      int64_t reach = (both[i]->dimension[j].extent - 1) * both[i]->dimension[j].stride;
      if (reach > 0) high[i] += reach;
      else low[i] += reach;
    }
    high[i] += both[i]->length;
  }
  if (low[0] >= high[1] || low[1] >= high[0]) return false;
  /* Two rows of a matrix lie between each other: all of their elements are as far apart as the first ones, but for multiples of what their strides share. */
  int64_t shared = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < both[i]->rank; j++)
      if (both[i]->dimension[j].extent > 1) shared = common_divisor(shared, both[i]->dimension[j].stride);
  if (!shared) return true;
  int64_t apart = (a->base - b->base) % shared;
  if (apart < 0) apart += shared;
  return apart < b->length || shared - apart < a->length;
}
static bool same_shape(const struct descriptor *a, const struct descriptor *b) {
  if (a->rank != b->rank) return false;
  for (int i = 0; i < a->rank; i++)
    if (a->dimension[i].extent != b->dimension[i].extent) return false;
  return true;
}
/* Elements as they are; numbers by loads and stores, as a copy of a length that only the run knows takes many times as long. */
#define EACH(copy) \
  for (; count > 0; count--, to += step, from += other) copy
static void copy_row(char *to, int64_t step, const char *from, int64_t other, int64_t count, size_t length) {
  switch (length) {
  case 4: EACH(memcpy(to, from, 4)); break;
  case 8: EACH(memcpy(to, from, 8)); break;
  case 16: EACH(memcpy(to, from, 16)); break;
  default: EACH(memmove(to, from, length));
  }
}
/* Of two objects of the same shape and length, or from a scalar. */
static void copy_elements(const struct descriptor *to, const struct descriptor *from) {
  if (count_of(to) <= 0) return;
  int64_t index[MOST_DIMENSIONS] = { 0 };
  int rank = to->rank;
  char *at = to->base;
  const char *source = from->base;
  for (int i = 0;;) {
    copy_row(at, rank ? to->dimension[0].stride : 0, source, from->rank ? from->dimension[0].stride : 0, rank ? to->dimension[0].extent : 1, (size_t)to->length);
    for (i = 1; i < rank; i++) {
      int64_t stride = to->dimension[i].stride, other = from->rank ? from->dimension[i].stride : 0, extent = to->dimension[i].extent;
      at += stride;
      source += other;
      if (++index[i] < extent) break;
      at -= stride * extent;
      source -= other * extent;
      index[i] = 0;
    }
    if (i >= rank) return;
  }
}
static struct addendum *addendum_of(struct descriptor *d) { return (struct addendum *)(void *)(d->dimension + d->rank); }

/* One number as another type; of the same type it is copied. */
static void convert(const struct descriptor *to, char *at, const struct descriptor *from, const char *value) {
  enum category have = category_of(from), want = category_of(to);
  int kind = kind_of(from), wanted = kind_of(to);
  if (want == CHARACTER) {
    store_text(at, to->length, value, from->length);
    return;
  }
  if (have == want && kind == wanted) {
    memmove(at, value, (size_t)to->length);
    return;
  }
  if (want == INTEGER && wanted == 16 && have == INTEGER) {
    memcpy(at, &(__int128){ integer_at(value, kind) }, 16);
    return;
  }
  if (want == LOGICAL || want == INTEGER) {
    int64_t number = have == REAL ? (kind == 4 ? (int64_t)*(const float *)value : (int64_t)*(const double *)value) : integer_at(value, kind);
    store_integer(at, wanted, number);
    return;
  }
  double real = have == INTEGER ? (double)wide_integer_at(value, kind) : kind == 4 ? *(const float *)value : *(const double *)value, imaginary = 0;
  if (have == COMPLEX) imaginary = kind == 4 ? ((const float *)value)[1] : ((const double *)value)[1];
  if (wanted == 4) {
    ((float *)at)[0] = (float)real;
    if (want == COMPLEX) ((float *)at)[1] = (float)imaginary;
  } else {
    ((double *)at)[0] = real;
    if (want == COMPLEX) ((double *)at)[1] = imaginary;
  }
}

/* `fresh`: a copy of the compiler's own, into which no defined assignment of a component goes. */
static void move(const struct descriptor *to, const struct descriptor *from, bool fresh, const char *source, int line) {
  const struct derived_type *type = type_table(to);
  bool deep = category_of(to) == DERIVED && type && (has_parts(type) || assigns_parts(type));
  int64_t count = count_of(to);
  if (from->rank && count_of(from) < count) fail(source, line, "an array of %lld elements is assigned to one of %lld", (long long)count_of(from), (long long)count);
  bool alike = to->type == from->type && to->length == from->length;
  if (!deep && alike && from->rank && is_contiguous(to) && is_contiguous(from)) {
    memmove(to->base, from->base, (size_t)(count * to->length));
    return;
  }
  if (!deep && alike && (!from->rank || same_shape(to, from))) {
    copy_elements(to, from);
    return;
  }
  struct walk at = walk_of(from);
  for (struct walk walk = walk_of(to); walk.left > 0; walk_on(&walk)) {
    if (deep && fresh) copy_element(walk.at, at.at, type, to->length);
    else if (deep) assign_element(walk.at, at.at, type, to->length);
    else if (alike || category_of(to) == DERIVED) memmove(walk.at, at.at, (size_t)to->length);
    else convert(to, walk.at, from, at.at);
    if (from->rank) walk_on(&at);
  }
}

/* The left side as large as the right one, 10.2.1.3; true where it is new. */
static bool reallocated(struct descriptor *to, const struct descriptor *from, bool keepLength) {
  bool shapeDiffers = from->rank && !same_shape(to, from);
  bool lengthDiffers = !keepLength && (category_of(to) == CHARACTER || category_of(to) == DERIVED) && to->length != from->length;
  bool typeDiffers = category_of(to) == DERIVED && type_table(from) && type_table(to) != type_table(from);
  if (to->base && !shapeDiffers && !lengthDiffers && !typeDiffers) return false;
  if (to->base) {
    const struct derived_type *type = type_table(to);
    if (type) destroy_elements(to, type, false);
    free(to->base);
  }
  if (!keepLength && (category_of(to) == CHARACTER || category_of(to) == DERIVED)) to->length = from->length;
  const struct derived_type *type = type_table(from);
  if (type && to->extra & HAS_ADDENDUM) addendum_of(to)->type = type;
  int64_t stride = to->length;
  for (int i = 0; i < to->rank; i++) {
    bool scalar = !from->rank;
    int64_t lower = scalar ? to->dimension[i].lower : from->dimension[i].extent > 0 ? from->dimension[i].lower : 1;
    to->dimension[i] = (struct dimension){ lower, scalar ? to->dimension[i].extent : from->dimension[i].extent, stride };
    stride *= to->dimension[i].extent;
  }
  to->base = memory(stride);
  type = type_table(to);
  if (type) initialize_elements(to, type);
  return true;
}

static void assign(struct descriptor *to, const struct descriptor *from, bool keepLength, bool finalize, bool fresh, const char *source, int line) {
  struct descriptor_of copy;
  char *temporary = 0;
  const struct derived_type *type = type_table(to);
  if (!from->base && count_of(from) > 0) fail(source, line, "what is assigned is not allocated");
  bool isPart = to->base && type && from->base && holds(to, type, from->base);
  if (to->base && (isPart || overlap(to, from)) && !(to->base == from->base && is_contiguous(to) && is_contiguous(from) && same_shape(to, from) && to->length == from->length && !type)) {
    memcpy(&copy, from, sizeof *from + from->rank * sizeof from->dimension[0] + (from->extra & HAS_ADDENDUM ? sizeof(struct addendum) : 0));
    temporary = memory(count_of(from) * from->length);
    int64_t stride = from->length;
    for (int i = 0; i < from->rank; i++) {
      copy.head.dimension[i].stride = stride;
      stride *= from->dimension[i].extent;
    }
    copy.head.base = temporary;
    const struct derived_type *inner = type_table(from);
    char *at = temporary;
    if (category_of(from) != DERIVED || !inner) copy_elements(&copy.head, from);
    else
      for (struct walk walk = walk_of(from); walk.left > 0; walk_on(&walk), at += from->length) copy_element(at, walk.at, inner, from->length);
    from = &copy.head;
  }
  if (to->base && finalize && type) destroy_elements(to, type, true);
  if (to->attribute == ATTRIBUTE_ALLOCATABLE) reallocated(to, from, keepLength);
  move(to, from, fresh, source, line);
  if (temporary) {
    const struct derived_type *inner = type_table(from);
    if (inner && category_of(from) == DERIVED) destroy_elements(from, inner, false);
    free(temporary);
  }
}
void RT(Assign)(struct descriptor *to, const struct descriptor *from, const char *source, int line) { assign(to, from, false, true, false, source, line); }
void RT(AssignTemporary)(struct descriptor *to, const struct descriptor *from, const char *source, int line) {
  if (to->base && to->attribute == ATTRIBUTE_ALLOCATABLE) to->base = 0;
  const struct derived_type *type = type_table(to);
  if (to->base && type) initialize_elements(to, type);
  assign(to, from, false, false, true, source, line);
}
/* The left side takes the type of the right one, which CLASS(*) may change to any. */
void RT(AssignPolymorphic)(struct descriptor *to, const struct descriptor *from, const char *source, int line) {
  if (to->type == from->type && to->length == from->length) {
    assign(to, from, false, true, false, source, line);
    return;
  }
  struct descriptor_of old;
  memcpy(&old, to, sizeof *to + to->rank * sizeof to->dimension[0] + (to->extra & HAS_ADDENDUM ? sizeof(struct addendum) : 0));
  to->base = 0; /* what is assigned may be a part of it */
  to->type = from->type;
  to->length = from->length;
  if (to->extra & HAS_ADDENDUM) addendum_of(to)->type = type_table(from);
  assign(to, from, false, false, false, source, line);
  if (old.head.base && type_table(&old.head)) destroy_elements(&old.head, type_table(&old.head), true);
  free(old.head.base);
}
void RT(AssignExplicitLengthCharacter)(struct descriptor *to, const struct descriptor *from, const char *source, int line) {
  assign(to, from, true, false, false, source, line);
}
void RT(CopyInAssign)(struct descriptor *temporary, const struct descriptor *variable, const char *source, int line) {
  memcpy(temporary, variable, sizeof *variable + variable->rank * sizeof variable->dimension[0] + (variable->extra & HAS_ADDENDUM ? sizeof(struct addendum) : 0));
  temporary->attribute = ATTRIBUTE_ALLOCATABLE; /* of the variable's dynamic type */
  temporary->base = memory(count_of(variable) * variable->length);
  int64_t stride = variable->length;
  for (int i = 0; i < variable->rank; i++) {
    temporary->dimension[i] = (struct dimension){ 1, variable->dimension[i].extent, stride };
    stride *= variable->dimension[i].extent;
  }
  (void)source, (void)line;
  copy_elements(temporary, variable);
}
void RT(CopyOutAssign)(struct descriptor *variable, struct descriptor *temporary, const char *source, int line) {
  (void)source, (void)line;
  if (variable) copy_elements(variable, temporary);
  free(temporary->base);
  temporary->base = 0;
}
