/* descriptor.h: how Fortran objects reach the runtime. Clause 18.5 of Fortran 2018 fixes the members of a C descriptor, flang their widths:
 * lengths and bounds are 64-bit integers on every machine. A descriptor of a derived type has an addendum behind its dimensions. */
#ifndef FORTRAN_DESCRIPTOR_H
#define FORTRAN_DESCRIPTOR_H
#include "names.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_DIMENSIONS = 15 };
enum { ATTRIBUTE_OTHER, ATTRIBUTE_POINTER, ATTRIBUTE_ALLOCATABLE };
enum { HAS_ADDENDUM = 1 }; /* of `extra` */

struct dimension {
  int64_t lower, extent, stride; /* the stride in bytes */
};
struct descriptor {
  char *base;
  int64_t length; /* bytes of an element */
  int32_t version;
  uint8_t rank;
  int8_t type;
  uint8_t attribute, extra;
  struct dimension dimension[];
};
/* Of any rank: room for the dimensions of the head. */
#pragma clang diagnostic ignored "-Wgnu-variable-sized-type-not-at-end"
struct descriptor_of {
  struct descriptor head;
  struct dimension dimension[MOST_DIMENSIONS];
  char addendum[16];
};

/* Type codes: CFI_type_… of ISO_Fortran_binding.h. */
enum {
  TYPE_INT8 = 7, TYPE_INT16, TYPE_INT32, TYPE_INT64, TYPE_INT128,
  TYPE_LOGICAL8 = 39, TYPE_LOGICAL16 = 13, TYPE_LOGICAL32 = 14, TYPE_LOGICAL64 = 15,
  TYPE_REAL32 = 27, TYPE_REAL64 = 28, TYPE_REAL128 = 31,
  TYPE_COMPLEX32 = 34, TYPE_COMPLEX64 = 35, TYPE_COMPLEX128 = 38,
  TYPE_CHARACTER = 40, TYPE_POINTER = 41, TYPE_DERIVED = 42,
};
/* As flang numbers them. */
enum category { INTEGER, UNSIGNED, REAL, COMPLEX, CHARACTER, LOGICAL, DERIVED, OTHER };

enum category category_of(const struct descriptor *of);
/* Bytes of one number: of a complex one, those of its part. */
int kind_of(const struct descriptor *of);
int8_t type_of(enum category category, int kind);

int64_t count_of(const struct descriptor *of); /* elements */
bool is_contiguous(const struct descriptor *of);

/* Goes through the elements in array element order. */
struct walk {
  const struct descriptor *of;
  char *at;
  int64_t left, index[MOST_DIMENSIONS];
};
struct walk walk_of(const struct descriptor *of);
void walk_on(struct walk *walk);
/* At these subscripts, counted from 0. */
char *element_at(const struct descriptor *of, const int64_t *index);

void establish(struct descriptor *made, int8_t type, int64_t length, void *base, int rank, const int64_t *extents, uint8_t attribute);
/* An allocatable result of these extents; ends the program without memory. */
void allocate_result(struct descriptor *made, int8_t type, int64_t length, int rank, const int64_t *extents);
void *memory(int64_t bytes); /* the IR asks for it, too: `allocations.ts` */

/* Names of sources come with the whole path. */
_Noreturn void fail(const char *source, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* An integer of any kind. */
int64_t integer_at(const void *at, int kind); /* of kind 16 the lower half */
__int128 wide_integer_at(const void *at, int kind);
void store_integer(void *at, int kind, int64_t value);
bool logical_at(const void *at, int kind);
void store_logical(void *at, int kind, bool value);
/* A text into a CHARACTER variable, with blanks behind it. */
void store_text(char *to, int64_t length, const char *text, int64_t count);
#endif
