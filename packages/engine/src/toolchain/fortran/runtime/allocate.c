/* allocate.c: allocatable objects and pointers. 9.7 of Fortran 2018. */
#include "derived.h"
#include "types.h"
#include <stdlib.h>
#include <string.h>

#define RT(name) _FortranA##name

/* Values of STAT=. */
enum { STAT_OK = 0, STAT_ALREADY = 105, STAT_NOT_ALLOCATED = 106, STAT_NO_MEMORY = 107 };

static int failed(bool hasStat, const struct descriptor *message, const char *source, int line, int status, const char *text) {
  if (!hasStat) fail(source, line, "%s", text);
  if (message && message->base) store_text(message->base, message->length, text, (int64_t)strlen(text));
  return status;
}
static struct addendum *addendum_of(struct descriptor *d) { return (struct addendum *)(void *)(d->dimension + d->rank); }

static void prepare(struct descriptor *d, int8_t type, int64_t length, int rank, uint8_t attribute) { establish(d, type, length, 0, rank, 0, attribute); }
static void prepare_derived(struct descriptor *d, const struct derived_type *type, int rank, uint8_t attribute) {
  prepare(d, TYPE_DERIVED, type ? type->size : 0, rank, attribute);
  d->extra = HAS_ADDENDUM;
  addendum_of(d)->type = type;
}
static int64_t size_of_kind(int category, int kind) { return category == COMPLEX ? 2 * kind : kind; }

void RT(AllocatableInitIntrinsic)(struct descriptor *d, int category, int kind, int rank, int corank) {
  (void)corank;
  prepare(d, type_of((enum category)category, kind), size_of_kind(category, kind), rank, ATTRIBUTE_ALLOCATABLE);
}
void RT(AllocatableInitCharacter)(struct descriptor *d, int64_t length, int kind, int rank, int corank) {
  (void)corank;
  prepare(d, type_of(CHARACTER, kind), length * kind, rank, ATTRIBUTE_ALLOCATABLE);
}
void RT(AllocatableInitDerived)(struct descriptor *d, const struct derived_type *type, int rank, int corank) {
  (void)corank;
  prepare_derived(d, type, rank, ATTRIBUTE_ALLOCATABLE);
}
static void set_bounds(struct descriptor *d, int dimension, int64_t lower, int64_t upper) {
  struct dimension *one = d->dimension + dimension;
  one->extent = upper >= lower ? upper - lower + 1 : 0;
  one->lower = one->extent ? lower : 1;
  one->stride = dimension ? d->dimension[dimension - 1].stride * d->dimension[dimension - 1].extent : d->length;
}
/* For ALLOCATE with a type: what is allocated already stays as it is. */
void RT(AllocatableInitIntrinsicForAllocate)(struct descriptor *d, int category, int kind, int rank, int corank) {
  if (!d->base) RT(AllocatableInitIntrinsic)(d, category, kind, rank, corank);
}
void RT(AllocatableInitCharacterForAllocate)(struct descriptor *d, int64_t length, int kind, int rank, int corank) {
  if (d->base) return;
  struct dimension kept[MOST_DIMENSIONS]; /* of MOLD= */
  memcpy(kept, d->dimension, (size_t)rank * sizeof *kept);
  RT(AllocatableInitCharacter)(d, length, kind, rank, corank);
  for (int i = 0; i < rank; i++) set_bounds(d, i, kept[i].lower, kept[i].lower + kept[i].extent - 1);
}
void RT(AllocatableInitDerivedForAllocate)(struct descriptor *d, const struct derived_type *type, int rank, int corank) {
  if (!d->base) RT(AllocatableInitDerived)(d, type, rank, corank);
}
/* What is allocated already stays as it is. */
void RT(AllocatableSetBounds)(struct descriptor *d, int dimension, int64_t lower, int64_t upper) {
  if (!d->base) set_bounds(d, dimension, lower, upper);
}
void RT(AllocatableSetDerivedLength)(struct descriptor *d, int which, int64_t value) { addendum_of(d)->lengths[which] = value; }
static void apply_mold(struct descriptor *d, const struct descriptor *mold, int rank, uint8_t attribute) {
  d->length = mold->length;
  d->type = mold->type;
  d->rank = (uint8_t)rank;
  d->version = mold->version;
  d->attribute = attribute;
  d->base = 0;
  if (mold->rank == rank) memcpy(d->dimension, mold->dimension, (size_t)rank * sizeof d->dimension[0]); /* until bounds are set */
  if (mold->extra & HAS_ADDENDUM) {
    d->extra |= HAS_ADDENDUM;
    addendum_of(d)->type = type_table(mold);
  }
}
void RT(AllocatableApplyMold)(struct descriptor *d, const struct descriptor *mold, int rank) {
  if (!d->base) apply_mold(d, mold, rank, ATTRIBUTE_ALLOCATABLE);
}
int RT(AllocatableCheckAllocated)(struct descriptor *d, const struct descriptor *message, const char *source, int line) {
  return d->base ? STAT_OK : failed(false, message, source, line, STAT_NOT_ALLOCATED, "the variable is not allocated");
}

static int give(struct descriptor *d, bool hasStat, const struct descriptor *message, const char *source, int line) {
  int64_t stride = d->length;
  for (int i = 0; i < d->rank; i++) {
    d->dimension[i].stride = stride;
    if (__builtin_mul_overflow(stride, d->dimension[i].extent, &stride) || stride > INT32_MAX)
      return failed(hasStat, message, source, line, STAT_NO_MEMORY, "the array is larger than the memory of the core");
  }
  d->base = malloc(stride ? (size_t)stride : 1);
  if (!d->base) return failed(hasStat, message, source, line, STAT_NO_MEMORY, "the memory of the core does not suffice for the array");
  const struct derived_type *type = type_table(d);
  if (type) initialize_elements(d, type);
  return STAT_OK;
}
int RT(AllocatableAllocate)(struct descriptor *d, int64_t *async, bool hasStat, const struct descriptor *message, const char *source, int line, void *copy) {
  (void)async, (void)copy;
  if (d->base) return failed(hasStat, message, source, line, STAT_ALREADY, "the variable is allocated already");
  return give(d, hasStat, message, source, line);
}
int RT(PointerAllocate)(struct descriptor *d, bool hasStat, const struct descriptor *message, const char *source, int line, void *copy) {
  (void)copy;
  return give(d, hasStat, message, source, line);
}

static void fill(struct descriptor *d, const struct descriptor *source) {
  const struct derived_type *type = type_table(d);
  bool deep = type && has_parts(type);
  struct walk from = walk_of(source);
  for (struct walk to = walk_of(d); to.left > 0; walk_on(&to)) {
    if (deep) copy_element(to.at, from.at, type, d->length);
    else memcpy(to.at, from.at, (size_t)d->length);
    if (source->rank) walk_on(&from);
  }
}
static int give_source(struct descriptor *d, const struct descriptor *source, bool hasStat, const struct descriptor *message, const char *name, int line) {
  d->length = source->length;
  if (source->extra & HAS_ADDENDUM && d->extra & HAS_ADDENDUM) addendum_of(d)->type = type_table(source);
  int status = give(d, hasStat, message, name, line);
  if (!status) fill(d, source);
  return status;
}
int RT(AllocatableAllocateSource)(struct descriptor *d, const struct descriptor *source, bool hasStat, const struct descriptor *message, const char *name,
    int line) {
  if (d->base) return failed(hasStat, message, name, line, STAT_ALREADY, "the variable is allocated already");
  return give_source(d, source, hasStat, message, name, line);
}
int RT(PointerAllocateSource)(struct descriptor *d, const struct descriptor *source, bool hasStat, const struct descriptor *message, const char *name, int line) {
  return give_source(d, source, hasStat, message, name, line);
}

static int take_back(struct descriptor *d, bool finalize, bool hasStat, const struct descriptor *message, const char *source, int line) {
  if (!d->base) return failed(hasStat, message, source, line, STAT_NOT_ALLOCATED, "the variable is not allocated");
  const struct derived_type *type = type_table(d);
  if (type) destroy_elements(d, type, finalize);
  free(d->base);
  d->base = 0;
  return STAT_OK;
}
int RT(AllocatableDeallocate)(struct descriptor *d, bool hasStat, const struct descriptor *message, const char *source, int line) {
  return take_back(d, true, hasStat, message, source, line);
}
int RT(AllocatableDeallocatePolymorphic)(struct descriptor *d, const struct derived_type *type, bool hasStat, const struct descriptor *message,
    const char *source, int line) {
  int status = take_back(d, true, hasStat, message, source, line);
  if (!status && type) addendum_of(d)->type = type;
  return status;
}
void RT(AllocatableDeallocateNoFinal)(struct descriptor *d, const char *source, int line) { take_back(d, false, false, 0, source, line); }
int RT(PointerDeallocate)(struct descriptor *d, bool hasStat, const struct descriptor *message, const char *source, int line) {
  return take_back(d, true, hasStat, message, source, line);
}
int RT(PointerDeallocatePolymorphic)(struct descriptor *d, const struct derived_type *type, bool hasStat, const struct descriptor *message,
    const char *source, int line) {
  return RT(AllocatableDeallocatePolymorphic)(d, type, hasStat, message, source, line);
}
int RT(MoveAlloc)(struct descriptor *to, struct descriptor *from, const struct derived_type *type, bool hasStat, const struct descriptor *message,
    const char *source, int line) {
  (void)hasStat, (void)message, (void)source, (void)line;
  if (to == from) return STAT_OK;
  if (to->base) take_back(to, true, true, 0, 0, 0);
  if (!from->base) return STAT_OK;
  uint8_t attribute = to->attribute;
  size_t bytes = sizeof *from + from->rank * sizeof from->dimension[0] + (from->extra & HAS_ADDENDUM ? sizeof(struct addendum) : 0);
  memcpy(to, from, bytes);
  to->attribute = attribute;
  from->base = 0;
  if (type && from->extra & HAS_ADDENDUM) addendum_of(from)->type = type;
  return STAT_OK;
}

/* ---- Pointers */

void RT(PointerNullifyIntrinsic)(struct descriptor *d, int category, int kind, int rank, int corank) {
  (void)corank;
  prepare(d, type_of((enum category)category, kind), size_of_kind(category, kind), rank, ATTRIBUTE_POINTER);
}
void RT(PointerNullifyCharacter)(struct descriptor *d, int64_t length, int kind, int rank, int corank) {
  (void)corank;
  prepare(d, type_of(CHARACTER, kind), length * kind, rank, ATTRIBUTE_POINTER);
}
void RT(PointerNullifyDerived)(struct descriptor *d, const struct derived_type *type, int rank, int corank) {
  (void)corank;
  prepare_derived(d, type, rank, ATTRIBUTE_POINTER);
}
void RT(PointerSetBounds)(struct descriptor *d, int dimension, int64_t lower, int64_t upper) { set_bounds(d, dimension, lower, upper); }
void RT(PointerApplyMold)(struct descriptor *d, const struct descriptor *mold, int rank) { apply_mold(d, mold, rank, ATTRIBUTE_POINTER); }
void RT(PointerAssociateScalar)(struct descriptor *d, void *target) { d->base = target; }
void RT(PointerAssociate)(struct descriptor *d, const struct descriptor *target) {
  uint8_t extra = d->extra;
  memcpy(d, target, sizeof *d + target->rank * sizeof d->dimension[0]);
  d->attribute = ATTRIBUTE_POINTER;
  d->extra = extra;
  if (extra & HAS_ADDENDUM && target->extra & HAS_ADDENDUM) addendum_of(d)->type = type_table(target);
}
void RT(PointerAssociateLowerBounds)(struct descriptor *d, const struct descriptor *target, const struct descriptor *bounds) {
  RT(PointerAssociate)(d, target);
  for (int64_t i = 0; i < d->rank; i++) d->dimension[i].lower = integer_at(bounds->base + i * bounds->dimension[0].stride, (int)bounds->length);
}
void RT(PointerAssociateRemapping)(struct descriptor *d, const struct descriptor *target, const struct descriptor *bounds, const char *source, int line) {
  int rank = (int)bounds->dimension[1].extent;
  int64_t count = 1, stride = target->rank ? target->dimension[0].stride : target->length;
  const struct derived_type *type = type_table(target);
  d->base = target->base;
  d->length = target->length;
  d->type = target->type;
  d->version = target->version;
  d->rank = (uint8_t)rank;
  d->attribute = ATTRIBUTE_POINTER;
  for (int64_t i = 0; i < rank; i++) {
    int64_t index[2] = { 0, i }, lower = integer_at(element_at(bounds, index), (int)bounds->length);
    index[0] = 1;
    int64_t upper = integer_at(element_at(bounds, index), (int)bounds->length), extent = upper >= lower ? upper - lower + 1 : 0;
    d->dimension[i] = (struct dimension){ lower, extent, stride };
    stride *= extent;
    count *= extent;
  }
  if (d->extra & HAS_ADDENDUM) addendum_of(d)->type = type;
  if (count > count_of(target)) fail(source, line, "the pointer has more elements than its target");
}
void RT(PointerAssociateRemappingMonomorphic)(struct descriptor *d, const struct descriptor *target, const struct descriptor *bounds, const char *source, int line) {
  RT(PointerAssociateRemapping)(d, target, bounds, source, line);
}
bool RT(PointerIsAssociated)(const struct descriptor *d) { return d->base != 0; }
bool RT(PointerIsAssociatedWith)(const struct descriptor *d, const struct descriptor *target) {
  if (!target) return d->base != 0;
  if (!d->base || d->base != target->base || d->rank != target->rank || count_of(target) == 0 || target->length == 0) return false;
  for (int i = 0; i < d->rank; i++)
    if (d->dimension[i].extent != target->dimension[i].extent || (d->dimension[i].extent > 1 && d->dimension[i].stride != target->dimension[i].stride)) return false;
  return true;
}
