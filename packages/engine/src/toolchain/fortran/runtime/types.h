/* types.h: the tables that describe derived types; flang emits one for each. Their layout is that of its module __fortran_type_info. */
#ifndef FORTRAN_TYPES_H
#define FORTRAN_TYPES_H
#include "descriptor.h"

struct head {
  char *base;
  int64_t length;
  int32_t version;
  uint8_t rank;
  int8_t type;
  uint8_t attribute, extra;
};
struct addendum {
  const struct derived_type *type;
  int64_t lengths[1];
};
struct list { /* a pointer to an array of one dimension */
  struct head head;
  struct dimension dimension;
};
struct typed_list {
  struct head head;
  struct dimension dimension;
  struct addendum addendum;
};
struct typed_pointer {
  struct head head;
  struct addendum addendum;
};
struct value {
  int8_t genre; /* 2: `value` itself */
  int64_t value;
};
enum { GENRE_DATA = 1, GENRE_POINTER, GENRE_ALLOCATABLE, GENRE_AUTOMATIC };
struct component {
  struct head name;
  int8_t genre, category, kind, rank;
  int64_t offset;
  struct value characterLength;
  struct typed_pointer derived;
  struct typed_list lengthValues;
  struct {
    struct head head;
    struct dimension dimension[2];
    struct addendum addendum;
  } bounds;
  const void *initialization; /* 0: none */
};
struct procedure_component {
  struct head name;
  int64_t offset;
  const void *initialization;
};
enum {
  SPECIAL_ASSIGNMENT = 1, SPECIAL_ELEMENTAL_ASSIGNMENT,
  SPECIAL_READ_FORMATTED = 3, SPECIAL_READ_UNFORMATTED, SPECIAL_WRITE_FORMATTED, SPECIAL_WRITE_UNFORMATTED, SPECIAL_ELEMENTAL_FINAL, SPECIAL_ASSUMED_RANK_FINAL,
  SPECIAL_SCALAR_FINAL,
};
struct special {
  int8_t which, isDescriptor, isTypeBound, flag, padding[4];
  void *procedure;
};
struct derived_type {
  struct typed_list bindings;
  struct head name;
  int64_t size;
  struct typed_pointer uninstantiated;
  struct list kindParameters, lengthParameterKinds;
  struct typed_list components, procedures, specials;
  int32_t specialBits;
  int8_t hasParent, needsNoInitialization, needsNoDestruction, needsNoFinalization, hasNoDefinedAssignment;
};

static inline int64_t count_in(const struct typed_list *list) { return list->head.base ? list->dimension.extent : 0; }
static inline const struct component *component_in(const struct derived_type *type, int64_t i) {
  return (const struct component *)type->components.head.base + i;
}
/* Elements of a component that is data. */
int64_t component_count(const struct component *c);
int64_t component_bytes(const struct component *c); /* of one element */
#endif
