/* constructor.c: array constructors whose extent is known only once they are evaluated. 7.8 of Fortran 2018. */
#include "derived.h"
#include <stdlib.h>
#include <string.h>

#define RT(name) _FortranA##name

/* The caller has 80 bytes for it. */
struct constructor {
  struct descriptor *made;
  int64_t count, room;
  bool isGrown, takesLength; /* the length of texts is that of the first value */
  const char *source;
  int32_t line;
};

void RT(InitArrayConstructorVector)(struct constructor *c, struct descriptor *made, bool takesLength, const char *source, int line) {
  *c = (struct constructor){ .made = made, .takesLength = takesLength, .source = source, .line = line };
  if (made->base) { /* its extents are known */
    c->room = count_of(made);
    return;
  }
  c->isGrown = true;
  made->base = memory(0);
  made->dimension[0] = (struct dimension){ 1, 0, made->length };
}
static char *next(struct constructor *c, int64_t length) {
  struct descriptor *made = c->made;
  if (c->takesLength && c->count == 0) {
    made->length = length;
    made->dimension[0].stride = length;
  }
  if (c->count == c->room) {
    if (!c->isGrown) fail(c->source, c->line, "an array constructor has more values than its array");
    c->room = c->room ? 2 * c->room : 8;
    int64_t bytes = c->room * made->length;
    char *larger = bytes < INT32_MAX ? realloc(made->base, (size_t)(bytes ? bytes : 1)) : 0;
    if (!larger) fail(c->source, c->line, "not enough memory for an array of %lld values", (long long)c->room);
    made->base = larger;
  }
  char *at = made->base + c->count++ * made->length;
  if (c->isGrown) made->dimension[0].extent = c->count;
  return at;
}
static void push(struct constructor *c, const char *from, int64_t length) {
  char *to = next(c, length);
  const struct derived_type *type = type_table(c->made);
  if (category_of(c->made) == CHARACTER && length != c->made->length) store_text(to, c->made->length, from, length);
  else copy_element(to, from, type && has_parts(type) ? type : 0, c->made->length);
}
void RT(PushArrayConstructorValue)(struct constructor *c, const struct descriptor *from) {
  for (struct walk walk = walk_of(from); walk.left > 0; walk_on(&walk)) push(c, walk.at, from->length);
}
void RT(PushArrayConstructorSimpleScalar)(struct constructor *c, const void *from) { push(c, from, c->made->length); }
