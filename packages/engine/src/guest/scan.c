/* scan.c: strtod, scanf and their kin read Ux strings. In this C library strtod, strtof, strtold, atof, wcstod and every %f of scanf
 * read a number through __floatscan, character by character from a FILE, also where the source is a string.
 *
 * Accepted: a decimal as C reads it, "Ux", hexadecimal digits; or "Ux" and digits alone. What follows the last Dirac delta is left
 * unread. A malformed tail is left unread too, from its U on, as far as the stream's buffer reaches back.
 * See docs/engine/ux-data.md. */
#include "uncertain.h"
#include <ctype.h>
#include <errno.h>
#include <stddef.h>

/* The part of this C library's FILE that its number scanner uses (version pinned with the compiler; the tests would see a change). */
struct source {
  uint32_t flags;
  unsigned char *next, *end;
  char writing[28];
  unsigned char *buffer;
  char rest[40];
  unsigned char *scanEnd;
  int64_t limit, before; /* characters allowed: 0 any number, -1 at the end; characters counted before `buffer` */
};
_Static_assert(offsetof(struct source, scanEnd) == 84 && offsetof(struct source, before) == 96, "layout of FILE");

int __shgetc(struct source *);
void __shlim(struct source *, int64_t);
long double __real___floatscan(struct source *, int precision, int unget);

enum { UNGET = 4 /* characters that fit before every FILE's buffer */ };

static int take(struct source *source) { return source->next != source->scanEnd ? *source->next++ : __shgetc(source); }
static int64_t taken(const struct source *source) { return source->before + (source->next - source->buffer); }

static int peek(void *from) {
  struct source *source = from;
  int c = take(source);
  if (source->limit >= 0) source->next--;
  return c;
}
static void advance(void *source) { take(source); }

/* Gives back the last `count` characters, which are `text`. Those no longer in the buffer are written back to it while there is room. */
static void giveBack(void *from, const char *text, size_t count) {
  struct source *source = from;
  if (source->limit < 0) { /* at the end, where counting has stopped: start it again behind what was taken */
    source->limit = 0;
    source->scanEnd = source->end;
  }
  while (count-- && source->next > source->buffer - UNGET) {
    source->next--;
    if (*source->next != (unsigned char)text[count]) *source->next = text[count];
  }
}

long double __wrap___floatscan(struct source *source, int precision, int unget) {
  const struct ux_reader reader = { peek, advance, giveBack, source };
  while (isspace(peek(source))) take(source);
  if (peek(source) == 'U') {
    uint64_t bits = ux_read(&reader, UX_NO_PARTICLE);
    if (bits != UX_MALFORMED) return ux_to_quad(ux_double(bits));
    errno = EINVAL;
    __shlim(source, 0); /* nothing read: the caller counts from here */
    return 0;
  }
  long double decimal = __real___floatscan(source, precision, unget);
  if (!taken(source) || peek(source) != 'U') return decimal;
  uint64_t bits = ux_read(&reader, ux_bits((double)decimal));
  return bits == UX_MALFORMED ? decimal : ux_to_quad(ux_double(bits));
}
