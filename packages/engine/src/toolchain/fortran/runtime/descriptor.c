/* descriptor.c: shapes and elements. */
#include "descriptor.h"
#include <stdlib.h>
#include <string.h>

enum category category_of(const struct descriptor *of) {
  switch (of->type) {
  case TYPE_INT8: case TYPE_INT16: case TYPE_INT32: case TYPE_INT64: case TYPE_INT128: return INTEGER;
  case TYPE_REAL32: case TYPE_REAL64: case TYPE_REAL128: return REAL;
  case TYPE_COMPLEX32: case TYPE_COMPLEX64: case TYPE_COMPLEX128: return COMPLEX;
  case TYPE_LOGICAL8: case TYPE_LOGICAL16: case TYPE_LOGICAL32: case TYPE_LOGICAL64: return LOGICAL;
  case TYPE_CHARACTER: case 43: case 44: return CHARACTER;
  case TYPE_DERIVED: return DERIVED;
  case 45: case 46: case 47: case 48: case 49: return UNSIGNED;
  default: return OTHER;
  }
}
int kind_of(const struct descriptor *of) {
  switch (of->type) {
  case TYPE_COMPLEX32: case TYPE_COMPLEX64: case TYPE_COMPLEX128: return (int)of->length / 2;
  case TYPE_CHARACTER: return 1;
  case 43: return 2;
  case 44: return 4;
  default: return (int)of->length;
  }
}
int8_t type_of(enum category category, int kind) {
  int step = kind == 1 ? 0 : kind == 2 ? 1 : kind == 4 ? 2 : kind == 8 ? 3 : 4;
  switch (category) {
  case INTEGER: return TYPE_INT8 + step;
  case REAL: return kind == 4 ? TYPE_REAL32 : kind == 8 ? TYPE_REAL64 : TYPE_REAL128;
  case COMPLEX: return kind == 4 ? TYPE_COMPLEX32 : kind == 8 ? TYPE_COMPLEX64 : TYPE_COMPLEX128;
  case LOGICAL: return kind == 1 ? TYPE_LOGICAL8 : TYPE_LOGICAL16 + step - 1;
  case CHARACTER: return kind == 1 ? TYPE_CHARACTER : kind == 2 ? 43 : 44;
  case UNSIGNED: return 45 + step;
  case DERIVED: return TYPE_DERIVED;
  default: return -1;
  }
}

int64_t count_of(const struct descriptor *of) {
  int64_t count = 1;
  for (int i = 0; i < of->rank; i++) count *= of->dimension[i].extent < 0 ? 0 : of->dimension[i].extent;
  return count;
}
bool is_contiguous(const struct descriptor *of) {
  int64_t bytes = of->length;
  for (int i = 0; i < of->rank; i++) {
    if (of->dimension[i].extent != 1 && of->dimension[i].stride != bytes) return false;
    bytes *= of->dimension[i].extent;
  }
  return true;
}

struct walk walk_of(const struct descriptor *of) {
  struct walk walk = { .of = of, .at = of->base, .left = count_of(of) };
  return walk;
}
void walk_on(struct walk *walk) {
  walk->left--;
  for (int i = 0; i < walk->of->rank; i++) {
    const struct dimension *d = &walk->of->dimension[i];
    walk->at += d->stride;
    if (++walk->index[i] < d->extent) return;
    walk->at -= d->stride * d->extent;
    walk->index[i] = 0;
  }
}
char *element_at(const struct descriptor *of, const int64_t *index) {
  char *at = of->base;
  for (int i = 0; i < of->rank; i++) at += index[i] * of->dimension[i].stride;
  return at;
}

void establish(struct descriptor *made, int8_t type, int64_t length, void *base, int rank, const int64_t *extents, uint8_t attribute) {
  made->base = base;
  made->length = length;
  made->version = 20240719;
  made->rank = (uint8_t)rank;
  made->type = type;
  made->attribute = attribute;
  made->extra = 0;
  int64_t stride = length;
  for (int i = 0; i < rank; i++) {
    int64_t extent = extents ? extents[i] : 0;
    made->dimension[i] = (struct dimension){ 1, extent, stride };
    stride *= extent;
  }
}
void *memory(int64_t bytes) {
  void *made = bytes >= 0 && bytes < INT32_MAX ? malloc(bytes ? (size_t)bytes : 1) : 0;
  if (!made) fail(0, 0, "not enough memory for %lld bytes", (long long)bytes);
  return made;
}
void allocate_result(struct descriptor *made, int8_t type, int64_t length, int rank, const int64_t *extents) {
  uint8_t extra = made->extra;
  establish(made, type, length, 0, rank, extents, ATTRIBUTE_ALLOCATABLE);
  made->extra = extra;
  made->base = memory(count_of(made) * length);
}

int64_t integer_at(const void *at, int kind) {
  switch (kind) {
  case 1: return *(const int8_t *)at;
  case 2: return *(const int16_t *)at;
  case 4: return *(const int32_t *)at;
  default: return *(const int64_t *)at;
  }
}
void store_integer(void *at, int kind, int64_t value) {
  switch (kind) {
  case 1: *(int8_t *)at = (int8_t)value; break;
  case 2: *(int16_t *)at = (int16_t)value; break;
  case 4: *(int32_t *)at = (int32_t)value; break;
  case 16: ((int64_t *)at)[1] = value >> 63; /* fall through */
  default: *(int64_t *)at = value;
  }
}
__int128 wide_integer_at(const void *at, int kind) {
  __int128 value;
  if (kind < 16) return integer_at(at, kind);
  memcpy(&value, at, sizeof value);
  return value;
}
bool logical_at(const void *at, int kind) { return integer_at(at, kind) != 0; }
void store_logical(void *at, int kind, bool value) { store_integer(at, kind, value); }
void store_text(char *to, int64_t length, const char *text, int64_t count) {
  int64_t taken = count < length ? count : length;
  memcpy(to, text, (size_t)taken);
  memset(to + taken, ' ', (size_t)(length - taken));
}
