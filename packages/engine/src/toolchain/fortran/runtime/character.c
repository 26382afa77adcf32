/* character.c: texts of default kind. 16.9 of Fortran 2018: ADJUSTL, ADJUSTR, INDEX, LEN_TRIM, REPEAT, SCAN, TRIM, VERIFY; comparison and concatenation. */
#include "along.h"
#include <stdlib.h>
#include <string.h>

#define RT(name) _FortranA##name

/* The shorter one has blanks behind it. */
int RT(CharacterCompareScalar1)(const char *x, const char *y, int64_t xLength, int64_t yLength) {
  int64_t both = xLength < yLength ? xLength : yLength;
  int order = memcmp(x, y, (size_t)both);
  if (order) return order < 0 ? -1 : 1;
  const char *rest = xLength > yLength ? x : y;
  for (int64_t i = both; i < xLength || i < yLength; i++)
    if (rest[i] != ' ') return ((unsigned char)rest[i] > ' ') == (xLength > yLength) ? 1 : -1;
  return 0;
}
int RT(CharacterCompareScalar)(const struct descriptor *x, const struct descriptor *y) {
  return RT(CharacterCompareScalar1)(x->base, y->base, x->length, y->length);
}
static void extents_of(const struct descriptor *of, int64_t *extents) {
  for (int i = 0; i < of->rank; i++) extents[i] = of->dimension[i].extent;
}
static void result_like(struct descriptor *result, const struct descriptor *of, int8_t type, int64_t length) {
  int64_t extents[MOST_DIMENSIONS];
  extents_of(of, extents);
  allocate_result(result, type, length, of->rank, extents);
}
void RT(CharacterCompare)(struct descriptor *result, const struct descriptor *x, const struct descriptor *y) {
  result_like(result, x->rank ? x : y, TYPE_LOGICAL32, 4);
  struct walk a = walk_of(x), b = walk_of(y);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to)) {
    *(int32_t *)(void *)to.at = RT(CharacterCompareScalar1)(a.at, b.at, x->length, y->length);
    if (x->rank) walk_on(&a);
    if (y->rank) walk_on(&b);
  }
}
void RT(CharacterConcatenateScalar1)(struct descriptor *accumulator, const char *from, int64_t length) {
  char *made = memory(accumulator->length + length);
  if (accumulator->base) memcpy(made, accumulator->base, (size_t)accumulator->length);
  memcpy(made + accumulator->length, from, (size_t)length);
  free(accumulator->base);
  accumulator->base = made;
  accumulator->length += length;
}
void RT(CharacterConcatenate)(struct descriptor *accumulator, const struct descriptor *from, const char *source, int line) {
  (void)source, (void)line;
  struct descriptor_of made = { .head = { .extra = 0 } };
  result_like(&made.head, accumulator->rank ? accumulator : from, TYPE_CHARACTER, accumulator->length + from->length);
  struct walk a = walk_of(accumulator), b = walk_of(from);
  for (struct walk to = walk_of(&made.head); to.left > 0; walk_on(&to)) {
    memcpy(to.at, a.at, (size_t)accumulator->length);
    memcpy(to.at + accumulator->length, b.at, (size_t)from->length);
    if (accumulator->rank) walk_on(&a);
    if (from->rank) walk_on(&b);
  }
  free(accumulator->base);
  memcpy(accumulator, &made, sizeof made.head + made.head.rank * sizeof made.dimension[0]);
}
int64_t RT(CharacterAppend1)(char *to, int64_t length, int64_t at, const char *from, int64_t count) {
  int64_t taken = length - at < count ? length - at : count;
  if (taken > 0) memcpy(to + at, from, (size_t)taken);
  return at + (taken > 0 ? taken : 0);
}
void RT(CharacterPad1)(char *to, int64_t length, int64_t at) {
  if (length > at) memset(to + at, ' ', (size_t)(length - at));
}

int64_t RT(LenTrim1)(const char *text, int64_t length) {
  while (length > 0 && text[length - 1] == ' ') length--;
  return length;
}
void RT(Adjustl)(struct descriptor *result, const struct descriptor *of, const char *source, int line) {
  (void)source, (void)line;
  result_like(result, of, of->type, of->length);
  struct walk from = walk_of(of);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to), walk_on(&from)) {
    int64_t blanks = 0;
    while (blanks < of->length && from.at[blanks] == ' ') blanks++;
    store_text(to.at, of->length, from.at + blanks, of->length - blanks);
  }
}
void RT(Adjustr)(struct descriptor *result, const struct descriptor *of, const char *source, int line) {
  (void)source, (void)line;
  result_like(result, of, of->type, of->length);
  struct walk from = walk_of(of);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to), walk_on(&from)) {
    int64_t size = RT(LenTrim1)(from.at, of->length);
    memset(to.at, ' ', (size_t)(of->length - size));
    memcpy(to.at + of->length - size, from.at, (size_t)size);
  }
}
void RT(LenTrim)(struct descriptor *result, const struct descriptor *of, int kind, const char *source, int line) {
  (void)source, (void)line;
  result_like(result, of, type_of(INTEGER, kind), kind);
  struct walk from = walk_of(of);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to), walk_on(&from)) store_integer(to.at, kind, RT(LenTrim1)(from.at, of->length));
}
void RT(Trim)(struct descriptor *result, const struct descriptor *of, const char *source, int line) {
  (void)source, (void)line;
  int64_t size = RT(LenTrim1)(of->base, of->length);
  allocate_result(result, of->type, size, 0, 0);
  memcpy(result->base, of->base, (size_t)size);
}
void RT(Repeat)(struct descriptor *result, const struct descriptor *of, int64_t copies, const char *source, int line) {
  if (copies < 0) fail(source, line, "REPEAT with %lld copies", (long long)copies);
  allocate_result(result, of->type, of->length * copies, 0, 0);
  for (int64_t i = 0; i < copies; i++) memcpy(result->base + i * of->length, of->base, (size_t)of->length);
}
static void extreme(struct descriptor *accumulator, const struct descriptor *x, int sign) {
  struct descriptor_of made = { .head = { .extra = 0 } };
  int64_t length = accumulator->length > x->length ? accumulator->length : x->length;
  result_like(&made.head, accumulator->rank ? accumulator : x, TYPE_CHARACTER, length);
  struct walk a = walk_of(accumulator), b = walk_of(x);
  for (struct walk to = walk_of(&made.head); to.left > 0; walk_on(&to)) {
    bool second = !accumulator->base || RT(CharacterCompareScalar1)(a.at, b.at, accumulator->length, x->length) * sign < 0;
    store_text(to.at, length, second ? b.at : a.at, second ? x->length : accumulator->length);
    if (accumulator->rank) walk_on(&a);
    if (x->rank) walk_on(&b);
  }
  free(accumulator->base);
  memcpy(accumulator, &made, sizeof made.head + made.head.rank * sizeof made.dimension[0]);
}
void RT(CharacterMax)(struct descriptor *accumulator, const struct descriptor *x, const char *source, int line) {
  (void)source, (void)line;
  extreme(accumulator, x, 1);
}
void RT(CharacterMin)(struct descriptor *accumulator, const struct descriptor *x, const char *source, int line) {
  (void)source, (void)line;
  extreme(accumulator, x, -1);
}
static void extreme_of(struct descriptor *result, const struct descriptor *x, int sign, const struct descriptor *mask) {
  allocate_result(result, x->type, x->length, 0, 0);
  memset(result->base, sign > 0 ? 0 : 0xff, (size_t)x->length);
  bool found = false;
  EACH(m, x, mask) {
    if (!found || memcmp(m.walk.at, result->base, (size_t)x->length) * sign > 0) memcpy(result->base, m.walk.at, (size_t)x->length);
    found = true;
  }
}
void RT(MaxvalCharacter)(struct descriptor *result, const struct descriptor *x, const char *source, int line, const struct descriptor *mask) {
  (void)source, (void)line;
  extreme_of(result, x, 1, mask);
}
void RT(MinvalCharacter)(struct descriptor *result, const struct descriptor *x, const char *source, int line, const struct descriptor *mask) {
  (void)source, (void)line;
  extreme_of(result, x, -1, mask);
}

/* ---- Searching. Places count from 1; 0: nowhere. */

int64_t RT(Index1)(const char *text, int64_t length, const char *part, int64_t size, bool back) {
  for (int64_t i = 0; i <= length - size; i++) {
    int64_t at = back ? length - size - i : i;
    if (!memcmp(text + at, part, (size_t)size)) return at + 1;
  }
  return 0;
}
/* The first, or last, character that is among those of the set, or is not. */
static int64_t among(const char *text, int64_t length, const char *set, int64_t size, bool back, bool wanted) {
  for (int64_t i = 0; i < length; i++) {
    int64_t at = back ? length - 1 - i : i;
    if ((memchr(set, text[at], (size_t)size) != 0) == wanted) return at + 1;
  }
  return 0;
}
int64_t RT(Scan1)(const char *text, int64_t length, const char *set, int64_t size, bool back) { return among(text, length, set, size, back, true); }
int64_t RT(Verify1)(const char *text, int64_t length, const char *set, int64_t size, bool back) { return among(text, length, set, size, back, false); }
typedef int64_t search(const char *, int64_t, const char *, int64_t, bool);
static void each(struct descriptor *result, const struct descriptor *text, const struct descriptor *other, const struct descriptor *back, int kind, search *one) {
  result_like(result, text->rank ? text : other->rank ? other : back && back->rank ? back : text, type_of(INTEGER, kind), kind);
  struct walk a = walk_of(text), b = walk_of(other), c = { 0 };
  if (back) c = walk_of(back);
  for (struct walk to = walk_of(result); to.left > 0; walk_on(&to)) {
    store_integer(to.at, kind, one(a.at, text->length, b.at, other->length, back && logical_at(c.at, (int)back->length)));
    if (text->rank) walk_on(&a);
    if (other->rank) walk_on(&b);
    if (back && back->rank) walk_on(&c);
  }
}
void RT(Index)(struct descriptor *result, const struct descriptor *text, const struct descriptor *part, const struct descriptor *back, int kind, const char *source,
    int line) {
  (void)source, (void)line;
  each(result, text, part, back, kind, RT(Index1));
}
void RT(Scan)(struct descriptor *result, const struct descriptor *text, const struct descriptor *set, const struct descriptor *back, int kind, const char *source,
    int line) {
  (void)source, (void)line;
  each(result, text, set, back, kind, RT(Scan1));
}
void RT(Verify)(struct descriptor *result, const struct descriptor *text, const struct descriptor *set, const struct descriptor *back, int kind, const char *source,
    int line) {
  (void)source, (void)line;
  each(result, text, set, back, kind, RT(Verify1));
}
