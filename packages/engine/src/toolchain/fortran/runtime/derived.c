/* derived.c: derived types: their components, how they begin and end, and what is polymorphic. 7.5 of Fortran 2018. */
#include "derived.h"
#include "types.h"
#include <stdlib.h>
#include <string.h>

#define RT(name) _FortranA##name

const struct derived_type *type_table(const struct descriptor *of) {
  if (!(of->extra & HAS_ADDENDUM)) return 0;
  return ((const struct addendum *)(const void *)(of->dimension + of->rank))->type;
}
int64_t type_size(const struct derived_type *type) { return type->size; }

int64_t component_count(const struct component *c) {
  int64_t count = 1;
  const struct value *bounds = (const struct value *)(const void *)c->bounds.head.base;
  for (int i = 0; i < c->rank; i++) {
    int64_t extent = bounds[2 * i + 1].value - bounds[2 * i].value + 1;
    count *= extent < 0 ? 0 : extent;
  }
  return count;
}
static const struct derived_type *table_of(const struct component *c) {
  const struct derived_type *type = (const struct derived_type *)(const void *)c->derived.head.base;
  return type;
}
int64_t component_bytes(const struct component *c) {
  switch (c->category) {
  case CHARACTER: return c->characterLength.value * c->kind;
  case COMPLEX: return 2 * c->kind;
  case DERIVED: return table_of(c)->size;
  default: return c->kind;
  }
}
static bool isDescriptor(const struct component *c) { return c->genre != GENRE_DATA; }

bool has_parts(const struct derived_type *type) {
  for (int64_t i = 0; i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    if (c->genre == GENRE_ALLOCATABLE || c->genre == GENRE_AUTOMATIC) return true;
    if (c->genre == GENRE_DATA && c->category == DERIVED && has_parts(table_of(c))) return true;
  }
  return false;
}

static bool component_holds(const char *element, const struct component *c, const char *at) {
  if (c->genre == GENRE_ALLOCATABLE || c->genre == GENRE_AUTOMATIC) {
    const struct descriptor *d = (const struct descriptor *)(const void *)(element + c->offset);
    if (!d->base) return false;
    if (at >= d->base && at < d->base + count_of(d) * d->length) return true;
    const struct derived_type *own = category_of(d) != DERIVED ? 0 : type_table(d) ? type_table(d) : table_of(c);
    return own && holds(d, own, at);
  }
  if (c->genre != GENRE_DATA || c->category != DERIVED) return false;
  struct descriptor_of part;
  int64_t count = component_count(c);
  establish(&part.head, TYPE_DERIVED, component_bytes(c), (char *)(uintptr_t)element + c->offset, 1, &count, ATTRIBUTE_OTHER);
  return holds(&part.head, table_of(c), at);
}
bool holds(const struct descriptor *of, const struct derived_type *type, const char *at) {
  if (!has_parts(type)) return false;
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk))
    for (int64_t i = 0; i < count_in(&type->components); i++)
      if (component_holds(walk.at, component_in(type, i), at)) return true;
  return false;
}

/* ---- Begin */

/* An allocatable or pointer that is not associated. */
static void disassociate(const struct component *c, struct descriptor *d) {
  int8_t type = c->category == DERIVED ? TYPE_DERIVED : type_of((enum category)c->category, c->kind);
  int64_t length = c->category == CHARACTER && c->characterLength.genre != 2 ? 0 : c->category == DERIVED && !table_of(c) ? 0 : component_bytes(c);
  establish(d, type, length, 0, c->rank, 0, c->genre == GENRE_POINTER ? ATTRIBUTE_POINTER : ATTRIBUTE_ALLOCATABLE);
  if (c->category == DERIVED) {
    d->extra |= HAS_ADDENDUM;
    ((struct addendum *)(void *)(d->dimension + d->rank))->type = table_of(c);
  }
}
static void initialize(char *at, const struct derived_type *type) {
  for (int64_t i = 0; i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    char *to = at + c->offset;
    if (isDescriptor(c)) {
      if (c->initialization && c->genre == GENRE_POINTER) memcpy(to, c->initialization, 24 + 24 * (size_t)c->rank);
      else disassociate(c, (struct descriptor *)(void *)to);
    } else if (c->initialization) memcpy(to, c->initialization, (size_t)(component_bytes(c) * component_count(c)));
    else if (c->category == DERIVED && !table_of(c)->needsNoInitialization)
      for (int64_t n = component_count(c), each = 0; each < n; each++) initialize(to + each * component_bytes(c), table_of(c));
  }
  const struct procedure_component *p = (const struct procedure_component *)(const void *)type->procedures.head.base;
  for (int64_t i = 0; i < count_in(&type->procedures); i++) *(const void **)(void *)(at + p[i].offset) = p[i].initialization;
}
void initialize_elements(const struct descriptor *of, const struct derived_type *type) {
  if (type->needsNoInitialization) return;
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk)) initialize(walk.at, type);
}

/* ---- End */

static void finalize_elements(const struct descriptor *of, const struct derived_type *type);
static void call_final(const struct special *s, const struct descriptor *of, char *at) {
  void (*procedure)(const void *) = (void (*)(const void *))s->procedure;
  if (!(s->isDescriptor & 1)) {
    procedure(at);
    return;
  }
  struct descriptor_of scalar;
  memcpy(&scalar, of, sizeof *of);
  scalar.head.base = at;
  scalar.head.rank = 0;
  scalar.head.extra = HAS_ADDENDUM;
  struct addendum *end = (struct addendum *)(void *)scalar.head.dimension;
  end->type = type_table(of);
  procedure(&scalar);
}
/* A procedure that takes the whole array, by its address where it has no descriptor: then, or where it says so, without gaps. */
static void call_final_of_array(const struct special *s, const struct descriptor *of) {
  void (*procedure)(const void *) = (void (*)(const void *))s->procedure;
  bool takesDescriptor = s->isDescriptor & 1;
  if (is_contiguous(of) || (takesDescriptor && !(s->flag & 1))) {
    procedure(takesDescriptor ? (const void *)of : of->base);
    return;
  }
  struct descriptor_of dense;
  memcpy(&dense, of, sizeof *of + of->rank * sizeof of->dimension[0] + (of->extra & HAS_ADDENDUM ? sizeof(struct addendum) : 0));
  int64_t stride = of->length;
  for (int i = 0; i < of->rank; i++) {
    dense.head.dimension[i].stride = stride;
    stride *= of->dimension[i].extent;
  }
  char *at = dense.head.base = memory(stride);
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk), at += of->length) memcpy(at, walk.at, (size_t)of->length);
  procedure(takesDescriptor ? (const void *)&dense : dense.head.base);
  at = dense.head.base;
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk), at += of->length) memcpy(walk.at, at, (size_t)of->length);
  free(dense.head.base);
}
static void finalize_component(char *at, const struct component *c) {
  if (c->category != DERIVED || !table_of(c)) return;
  if (c->genre == GENRE_ALLOCATABLE) {
    const struct descriptor *d = (const struct descriptor *)(const void *)(at + c->offset);
    if (d->base) finalize_elements(d, type_table(d) ? type_table(d) : table_of(c));
  } else if (c->genre == GENRE_DATA) {
    struct descriptor_of part;
    int64_t extents[MOST_DIMENSIONS] = { component_count(c) };
    establish(&part.head, TYPE_DERIVED, component_bytes(c), at + c->offset, c->rank ? 1 : 0, extents, ATTRIBUTE_OTHER);
    part.head.extra = HAS_ADDENDUM;
    ((struct addendum *)(void *)(part.head.dimension + part.head.rank))->type = table_of(c);
    finalize_elements(&part.head, table_of(c));
  }
}
static const struct special *final_of(const struct derived_type *type, int which) {
  const struct special *specials = (const struct special *)(const void *)type->specials.head.base;
  for (int64_t i = 0; i < count_in(&type->specials); i++)
    if (specials[i].which == which) return specials + i;
  return 0;
}
/* 7.5.6.2: the type's own procedure, that of this rank before an elemental one, then components, then the parent, as an array like the whole. */
static void finalize_elements(const struct descriptor *of, const struct derived_type *type) {
  if (type->needsNoFinalization) return;
  const struct special *own = final_of(type, SPECIAL_SCALAR_FINAL + of->rank);
  if (!own && of->rank) own = final_of(type, SPECIAL_ASSUMED_RANK_FINAL);
  if (!own) own = final_of(type, SPECIAL_ELEMENTAL_FINAL);
  if (own && of->rank && own->which != SPECIAL_ELEMENTAL_FINAL) call_final_of_array(own, of);
  else if (own)
    for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk)) call_final(own, of, walk.at);
  int64_t first = type->hasParent ? 1 : 0;
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk))
    for (int64_t i = first; i < count_in(&type->components); i++) finalize_component(walk.at, component_in(type, i));
  if (!first || !count_in(&type->components)) return;
  const struct component *parent = component_in(type, 0);
  struct descriptor_of part;
  memcpy(&part, of, sizeof *of + of->rank * sizeof of->dimension[0]);
  part.head.base += parent->offset;
  part.head.length = component_bytes(parent);
  part.head.extra = HAS_ADDENDUM;
  ((struct addendum *)(void *)(part.head.dimension + part.head.rank))->type = table_of(parent);
  finalize_elements(&part.head, table_of(parent));
}
static void destroy(char *at, const struct derived_type *type);
static void destroy_component(char *at, const struct component *c) {
  if (c->genre == GENRE_ALLOCATABLE || c->genre == GENRE_AUTOMATIC) {
    struct descriptor *d = (struct descriptor *)(void *)(at + c->offset);
    if (!d->base) return;
    /* CLASS(*) may hold what has no table. */
    const struct derived_type *own = category_of(d) != DERIVED ? 0 : type_table(d) ? type_table(d) : table_of(c);
    if (own) destroy_elements(d, own, false);
    free(d->base);
    d->base = 0;
  } else if (c->genre == GENRE_DATA && c->category == DERIVED && !table_of(c)->needsNoDestruction)
    for (int64_t n = component_count(c), each = 0; each < n; each++) destroy(at + c->offset + each * component_bytes(c), table_of(c));
}
static void destroy(char *at, const struct derived_type *type) {
  for (int64_t i = 0; i < count_in(&type->components); i++) destroy_component(at, component_in(type, i));
}
void destroy_elements(const struct descriptor *of, const struct derived_type *type, bool finalize) {
  if (finalize) finalize_elements(of, type);
  if (type->needsNoDestruction) return;
  for (struct walk walk = walk_of(of); walk.left > 0; walk_on(&walk)) destroy(walk.at, type);
}

/* ---- Copies */

/* What the bytes of a component that were copied refer to. */
static void copy_parts(char *to, const char *from, const struct component *c) {
  if (c->genre == GENRE_ALLOCATABLE || c->genre == GENRE_AUTOMATIC) {
    struct descriptor *d = (struct descriptor *)(void *)(to + c->offset);
    const struct descriptor *old = (const struct descriptor *)(const void *)(from + c->offset);
    if (!old->base) return;
    int64_t bytes = count_of(old) * old->length;
    d->base = memory(bytes);
    const struct derived_type *inner = c->category == DERIVED ? (type_table(old) ? type_table(old) : table_of(c)) : 0;
    if (inner && has_parts(inner))
      for (int64_t at = 0; at < bytes; at += old->length) copy_element(d->base + at, old->base + at, inner, old->length);
    else memcpy(d->base, old->base, (size_t)bytes);
  } else if (c->genre == GENRE_DATA && c->category == DERIVED && has_parts(table_of(c)))
    for (int64_t n = component_count(c), each = 0, size = component_bytes(c); each < n; each++)
      copy_element(to + c->offset + each * size, from + c->offset + each * size, table_of(c), size);
}
void copy_element(char *to, const char *from, const struct derived_type *type, int64_t length) {
  memmove(to, from, (size_t)length);
  for (int64_t i = 0; type && i < count_in(&type->components); i++) copy_parts(to, from, component_in(type, i));
}

/* ---- Assignments of the type's own */

/* The one of a type for its scalars or, of those that are elemental, for arrays too; 0: none. */
static const struct special *assignment_of(const struct derived_type *type, bool ofArrays) {
  const struct special *specials = (const struct special *)(const void *)type->specials.head.base;
  for (int64_t i = 0; i < count_in(&type->specials); i++)
    if (specials[i].isTypeBound && (specials[i].which == SPECIAL_ELEMENTAL_ASSIGNMENT || (specials[i].which == SPECIAL_ASSIGNMENT && !ofArrays))) return specials + i;
  return 0;
}
bool assigns_parts(const struct derived_type *type) {
  for (int64_t i = 0; !type->hasNoDefinedAssignment && i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    if ((c->genre == GENRE_DATA || c->genre == GENRE_ALLOCATABLE) && c->category == DERIVED && table_of(c) &&
        (assignment_of(table_of(c), c->rank) || assigns_parts(table_of(c))))
      return true;
  }
  return false;
}
void scalar_of(struct descriptor_of *scalar, char *at, const struct derived_type *type) {
  establish(&scalar->head, TYPE_DERIVED, type->size, at, 0, 0, ATTRIBUTE_OTHER);
  scalar->head.extra = HAS_ADDENDUM;
  ((struct addendum *)(void *)scalar->head.dimension)->type = type;
}
static void assign_part(char *to, const char *from, const struct derived_type *type, const struct special *assignment) {
  if (!assignment) {
    assign_element(to, from, type, type->size);
    return;
  }
  struct descriptor_of left, right;
  scalar_of(&left, to, type);
  scalar_of(&right, (char *)(uintptr_t)from, type);
  void (*procedure)(const void *, const void *) = (void (*)(const void *, const void *))assignment->procedure;
  procedure(assignment->isDescriptor & 1 ? (const void *)&left : to, assignment->isDescriptor & 2 ? (const void *)&right : from);
}
/* Allocated as the other one; what is new has its default values. */
static void allocate_as(struct descriptor *to, const struct descriptor *from, const struct component *c, const struct derived_type *type) {
  bool same = to->base && count_of(to) == count_of(from) && type_table(to) == type_table(from);
  for (int i = 0; same && i < from->rank; i++) same = to->dimension[i].extent == from->dimension[i].extent;
  if (same) return;
  destroy_component((char *)to - c->offset, c);
  memcpy(to, from, sizeof *from + from->rank * sizeof from->dimension[0] + (from->extra & HAS_ADDENDUM ? sizeof(struct addendum) : 0));
  to->base = memory(count_of(from) * from->length);
  initialize_elements(to, type);
}
void assign_element(char *to, const char *from, const struct derived_type *type, int64_t length) {
  if (!assigns_parts(type)) {
    destroy(to, type);
    copy_element(to, from, type, length);
    return;
  }
  for (int64_t i = 0; i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    const struct derived_type *inner = c->category == DERIVED ? table_of(c) : 0;
    if (inner && c->genre == GENRE_DATA) {
      const struct special *own = assignment_of(inner, c->rank);
      for (int64_t n = component_count(c), each = 0, at = c->offset; each < n; each++, at += inner->size) assign_part(to + at, from + at, inner, own);
      continue;
    }
    struct descriptor *left = (struct descriptor *)(void *)(to + c->offset);
    const struct descriptor *right = (const struct descriptor *)(const void *)(from + c->offset);
    if (inner && c->genre == GENRE_ALLOCATABLE && right->base) {
      const struct derived_type *held = type_table(right) ? type_table(right) : inner;
      const struct special *own = assignment_of(held, c->rank);
      allocate_as(left, right, c, held);
      for (int64_t n = count_of(right), each = 0; each < n; each++) assign_part(left->base + each * right->length, right->base + each * right->length, held, own);
      continue;
    }
    destroy_component(to, c);
    size_t descriptor = sizeof *right + (size_t)c->rank * sizeof right->dimension[0] + (c->category == DERIVED ? sizeof(struct addendum) : 0);
    memcpy(to + c->offset, from + c->offset, isDescriptor(c) ? descriptor : (size_t)(component_bytes(c) * component_count(c)));
    copy_parts(to, from, c);
  }
  const struct procedure_component *p = (const struct procedure_component *)(const void *)type->procedures.head.base;
  for (int64_t i = 0; i < count_in(&type->procedures); i++) memcpy(to + p[i].offset, from + p[i].offset, sizeof(void *));
}

/* ---- What flang calls */

void RT(Initialize)(const struct descriptor *of, const char *source, int line) {
  (void)source, (void)line;
  const struct derived_type *type = type_table(of);
  if (type) initialize_elements(of, type);
}
void RT(InitializeClone)(const struct descriptor *clone, const struct descriptor *original, const char *source, int line) {
  (void)original;
  RT(Initialize)(clone, source, line);
}
void RT(Destroy)(const struct descriptor *of) {
  const struct derived_type *type = type_table(of);
  if (type) destroy_elements(of, type, true);
}
void RT(DestroyWithoutFinalization)(const struct descriptor *of) {
  const struct derived_type *type = type_table(of);
  if (type) destroy_elements(of, type, false);
}
void RT(Finalize)(const struct descriptor *of, const char *source, int line) {
  (void)source, (void)line;
  const struct derived_type *type = type_table(of);
  if (type) finalize_elements(of, type);
}

const struct derived_type *parent_of(const struct derived_type *type) {
  return type && type->hasParent && count_in(&type->components) ? table_of(component_in(type, 0)) : 0;
}
/* Tables of one type may exist several times, under one name. */
bool same_type(const struct derived_type *a, const struct derived_type *b) {
  if (a == b) return true;
  if (!a || !b || a->size != b->size || a->name.length != b->name.length) return false;
  return a->components.head.base == b->components.head.base && !memcmp(a->name.base, b->name.base, (size_t)a->name.length);
}
bool RT(ClassIs)(const struct descriptor *of, const struct derived_type *wanted) {
  for (const struct derived_type *type = type_table(of); type; type = parent_of(type))
    if (same_type(type, wanted)) return true;
  return false;
}
bool RT(SameTypeAs)(const struct descriptor *a, const struct descriptor *b) {
  const struct derived_type *one = type_table(a), *other = type_table(b);
  return one || other ? same_type(one, other) : a->type == b->type && a->length == b->length;
}
bool RT(ExtendsTypeOf)(const struct descriptor *a, const struct descriptor *mold) {
  const struct derived_type *wanted = type_table(mold);
  if (!wanted) return true;
  for (const struct derived_type *type = type_table(a); type; type = parent_of(type))
    if (same_type(type, wanted)) return true;
  return false;
}

bool derived_item(cookie s, const struct descriptor *of, char *at, bool input) {
  const struct derived_type *type = type_table(of);
  if (!type) return io_error(s, ERROR_WRONG_ITEM, "an item of this type cannot be read or written");
  bool good;
  if (own_transfer(s, of, at, &good)) return good;
  for (int64_t i = 0; i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    if (isDescriptor(c)) return io_error(s, ERROR_WRONG_ITEM, "an item has a component that is allocatable or a pointer");
    struct descriptor_of part;
    int64_t extents[MOST_DIMENSIONS] = { component_count(c) };
    int8_t code = c->category == DERIVED ? TYPE_DERIVED : type_of((enum category)c->category, c->kind);
    establish(&part.head, code, component_bytes(c), at + c->offset, c->rank ? 1 : 0, extents, ATTRIBUTE_OTHER);
    if (c->category == DERIVED) {
      part.head.extra = HAS_ADDENDUM;
      ((struct addendum *)(void *)(part.head.dimension + part.head.rank))->type = table_of(c);
    }
    if (!io_descriptor(s, &part.head, input)) return false;
  }
  return true;
}
