/* tail.c: the text of a distribution, "Ux" and hexadecimal digits, on its way in and out. What the digits say is the host's to know;
 * here only their number counts: a header of 42 with the number of Dirac deltas in its last 8, then 32 for each, or 24 when the text
 * is too short for that. See docs/engine/ux-data.md. */
#include "uncertain.h"
#include <ctype.h>
#include <stdlib.h>

enum { MARK = 2, HEADER = 42, COUNT = 8, DOUBLE_ATOM = 32, SINGLE_ATOM = 24, MOST_ATOMS = 10000 };

static size_t takeDigits(const struct ux_reader *reader, char *to, size_t most) {
  size_t count = 0;
  for (int c; count < most && (c = reader->peek(reader->source)) >= 0 && c < 128 && isxdigit(c); count++) {
    to[count] = c;
    reader->advance(reader->source);
  }
  return count;
}

static unsigned value(const char *digits, int count) {
  unsigned n = 0;
  for (int i = 0; i < count; i++) n = n * 16 + (isdigit(digits[i]) ? digits[i] - '0' : (digits[i] | 32) - 'a' + 10);
  return n;
}

uint64_t ux_read(const struct ux_reader *reader, uint64_t decimal) {
  char start[MARK + HEADER] = "U";
  size_t taken = 1;
  reader->advance(reader->source);
  if (reader->peek(reader->source) == 'x') {
    start[taken++] = 'x';
    reader->advance(reader->source);
    taken += takeDigits(reader, start + taken, HEADER);
  }
  unsigned atoms = taken == sizeof start ? value(start + taken - COUNT, COUNT) : 0;
  char *text = atoms && atoms <= MOST_ATOMS ? malloc(sizeof start + DOUBLE_ATOM * atoms) : 0;
  if (!text) {
    reader->giveBack(reader->source, start, taken);
    return UX_MALFORMED;
  }
  memcpy(text, start, sizeof start);
  taken += takeDigits(reader, text + taken, DOUBLE_ATOM * atoms);
  size_t used = sizeof start + DOUBLE_ATOM * atoms;
  if (taken < used) used = sizeof start + SINGLE_ATOM * atoms;
  uint64_t bits = taken < used ? UX_MALFORMED : ux_parse((int)(intptr_t)text, used, decimal);
  if (bits == UX_MALFORMED) used = 0;
  reader->giveBack(reader->source, text + used, taken - used);
  free(text);
  return bits;
}

int ux_write(double value, int (*write)(void *, const char *, size_t), void *target) {
  char small[2112]; /* 64 Dirac deltas take 2092 */
  int length = ux_tail(ux_bits(value), (int)(intptr_t)small, sizeof small);
  if (length <= (int)sizeof small) return write(target, small, length);
  char *large = malloc(length);
  if (!large) return -1;
  ux_tail(ux_bits(value), (int)(intptr_t)large, length);
  int result = write(target, large, length);
  free(large);
  return result;
}

/* The parts of a mark are in src/abi.ts (MARK). */
size_t ux_mark(char text[UX_MARK_MOST], int number) {
  char digits[12];
  size_t count = 0, length = 0;
  do digits[count++] = '0' + number % 10;
  while (number /= 10);
  for (const char *c = UX_MARK_BEGIN; *c; c++) text[length++] = *c;
  while (count) text[length++] = digits[--count];
  for (const char *c = UX_MARK_END; *c; c++) text[length++] = *c;
  return length;
}
