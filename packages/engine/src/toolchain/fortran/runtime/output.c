/* output.c: data into records. An uncertain number shows its particle under the edit descriptor, and its tail behind the decimal; columns count
 * the decimal only. Where samples decide otherwise than the particle, the host is told every number, as printf of C programs tells it. */
#include "units.h"
#include "uncertain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Characters of a line of list-directed output, the blank in front of it included. */
enum { LIST_LINE = 79 };

static int writeTail(void *target, const char *text, size_t length) {
  record_tail(target, text, length);
  return (int)length;
}

static bool goesToStandard(const struct statement *s) { return s->unit && s->unit->isStandard; }

/* Behind the decimal of a number that the statement has put. */
static void behind(cookie s, double number) {
  bool isUncertain = ux_is_uncertain(number), told = false;
  int key = (s->key + s->numbers++ * 0x3779b1) & 0x7fffffff, times = s->isTold ? ux_printing(key) : 0;
  if (times) {
    uint64_t bits;
    volatile double kept = number; /* its bits come from memory: the pass may take those of a local for the particle's */
    memcpy(&bits, (const void *)&kept, sizeof bits);
    int mark = ux_tell(bits, key, times, 0);
    told = goesToStandard(s);
    if (mark < 0) { /* in files, too */
      mark = -mark;
      told |= s->unit && !s->unit->isStandard;
    }
    if (mark && told) {
      char text[UX_MARK_MOST];
      record_tail(s->record, text, ux_mark(text, mark));
    }
  }
  if (isUncertain && !told) ux_write(number, writeTail, s->record);
}

/* The decimal's decimals, so that one that shows only zeros has no sign. */
static double shown(double number, int decimals) {
  double particle = ux_particle(number);
  return isnan(particle) ? (double)NAN : ux_printed(particle, decimals);
}

size_t line_limit(const struct statement *s) {
  return s->unit ? (s->unit->recordLength ? (size_t)(s->unit->recordLength < INT32_MAX ? s->unit->recordLength : INT32_MAX) : LIST_LINE) : (size_t)s->internalLength;
}
bool put_list_text(cookie s, const char *text, size_t length, bool isCharacter) {
  struct record *r = s->record;
  size_t limit = line_limit(s);
  bool space = !(isCharacter && s->lastWasText) || r->at == 0;
  s->lastWasText = false;
  if (r->at == 0) record_put(r, " ", 1);
  else if (r->at + space + length > limit && r->at > 1) {
    if (!next_record_out(s)) return false;
    record_put(s->record, " ", 1);
  } else if (space) record_put(r, " ", 1);
  record_put(s->record, text, length);
  return true;
}

static bool wrongItem(cookie s, const struct edit *edit, const char *what) {
  return io_error(s, ERROR_WRONG_ITEM, "the edit descriptor %s%c does not take %s", strchr("NSX", edit->letter) ? "E" : "", edit->letter, what);
}

/* ---- Integers and bits */

enum { MOST_DIGITS = 136, MOST_BIT_CHARACTERS = 64 };
static int digitsOf(char *text, unsigned __int128 value, int base) {
  char made[MOST_DIGITS];
  int length = 0;
  for (; value > UINT64_MAX; value /= (unsigned)base) made[length++] = "0123456789ABCDEF"[value % (unsigned)base];
  uint64_t low = (uint64_t)value;
  do made[length++] = "0123456789ABCDEF"[low % (unsigned)base];
  while (low /= (unsigned)base);
  for (int i = 0; i < length; i++) text[i] = made[length - 1 - i];
  return length;
}
static void field(cookie s, const char *text, int length, int width) {
  if (width > 0 && length > width) record_fill(s->record, '*', (size_t)width);
  else {
    if (width > length) record_fill(s->record, ' ', (size_t)(width - length));
    record_put(s->record, text, (size_t)length);
  }
}
static bool put_digits(cookie s, const struct edit *edit, unsigned __int128 value, bool isNegative, int base) {
  char text[500 + MOST_DIGITS];
  int length = 0, digits;
  char made[MOST_DIGITS];
  digits = digitsOf(made, value, base);
  if (edit->digits == 0 && value == 0) {
    if (edit->width > 0) record_fill(s->record, ' ', (size_t)edit->width);
    return true;
  }
  if (isNegative) text[length++] = '-';
  else if (base == 10 && s->modes.sign == SIGN_PLUS) text[length++] = '+';
  for (int i = digits; i < edit->digits && length < 500; i++) text[length++] = '0';
  memcpy(text + length, made, (size_t)digits);
  field(s, text, length + digits, edit->width < 0 ? 0 : edit->width);
  return true;
}
static unsigned __int128 ofKind(unsigned __int128 bits, int kind) { return kind >= 16 ? bits : bits & (((unsigned __int128)1 << 8 * kind) - 1); }
static int baseOf(char letter) { return letter == 'B' ? 2 : letter == 'O' ? 8 : letter == 'Z' ? 16 : 0; }

static bool put_characters(cookie s, const struct edit *edit, const char *text, int64_t length) {
  int64_t width = edit->width <= 0 ? length : edit->width;
  if (width > length) record_fill(s->record, ' ', (size_t)(width - length));
  record_put(s->record, text, (size_t)(width < length ? width : length));
  return true;
}

/* The digits of its bytes, the least first, as flang's runtime has them. */
static bool put_character_bits(cookie s, const struct edit *edit, const char *text, int64_t length) {
  int base = baseOf(edit->letter), bits = base == 16 ? 4 : base == 8 ? 3 : 1;
  int64_t count = (8 * length + bits - 1) / bits, width = edit->width < 0 ? 0 : edit->width;
  if (length > MOST_BIT_CHARACTERS) return io_error(s, ERROR_WRONG_ITEM, "the edit descriptor %c takes at most %d characters", edit->letter, MOST_BIT_CHARACTERS);
  char made[8 * MOST_BIT_CHARACTERS + 1];
  for (int64_t i = 0; i < count; i++) {
    int digit = 0;
    for (int bit = bits - 1; bit >= 0; bit--) {
      int64_t at = i * bits + bit;
      digit = digit << 1 | (at < 8 * length ? (unsigned char)text[at / 8] >> at % 8 & 1 : 0);
    }
    made[count - 1 - i] = "0123456789ABCDEF"[digit];
  }
  int64_t zeros = 0, least = edit->digits < 0 ? 1 : edit->digits;
  while (zeros < count && made[zeros] == '0') zeros++;
  int64_t digits = count - zeros, more = least > digits ? least - digits : 0;
  if (width > 0 && digits + more > width) record_fill(s->record, '*', (size_t)width);
  else {
    if (width > digits + more) record_fill(s->record, ' ', (size_t)(width - digits - more));
    record_fill(s->record, '0', (size_t)more);
    record_put(s->record, made + zeros, (size_t)digits);
  }
  return true;
}

bool put_integer(cookie s, __int128 value, int kind) {
  if (has_failed(s)) return false;
  unsigned __int128 size = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
  if (s->transfer == LIST) {
    char text[MOST_DIGITS];
    int length = value < 0 || s->modes.sign == SIGN_PLUS ? 1 : 0;
    text[0] = value < 0 ? '-' : '+';
    length += digitsOf(text + length, size, 10);
    if (!put_list_text(s, text, (size_t)length, false)) return false;
    behind(s, (double)value);
    return true;
  }
  struct edit edit;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter == 'G') edit.letter = 'I', edit.digits = -1;
  if (edit.letter == 'A') return put_characters(s, &edit, (const char *)&value, kind);
  int base = baseOf(edit.letter);
  if (base) return put_digits(s, &edit, ofKind((unsigned __int128)value, kind), false, base);
  if (edit.letter == 'L') {
    field(s, value ? "T" : "F", 1, edit.width < 1 ? 1 : edit.width);
    return true;
  }
  if (edit.letter != 'I') return wrongItem(s, &edit, "an integer");
  put_digits(s, &edit, size, value < 0, 10);
  behind(s, (double)value);
  return true;
}

/* ---- Reals */

static double plain_of(double value, const struct edit *edit) {
  if (!ux_is_uncertain(value)) return value;
  bool isFixed = edit->letter == 'F';
  return shown(value, isFixed ? (edit->digits < 0 ? 6 : edit->digits) : -1);
}

bool put_real(cookie s, double value, int kind) {
  if (has_failed(s)) return false;
  char text[DECIMAL_MOST + 420];
  value = ux_shown(value);
  if (s->transfer == LIST) {
    struct edit none = { 0 };
    int length = list_real_text(text, plain_of(value, &none), kind, &s->modes);
    if (!put_list_text(s, text, (size_t)length, false)) return false;
    behind(s, value);
    return true;
  }
  struct edit edit;
  if (!next_edit(s, &edit)) return false;
  if (baseOf(edit.letter) || edit.letter == 'A') {
    bool isText = edit.letter == 'A'; /* what a Hollerith constant gave it */
    if (isText && ux_is_uncertain(value)) return wrongItem(s, &edit, "a number with a distribution");
    double particle = plain_of(value, &edit);
    float narrow = (float)particle;
    uint64_t bits = 0;
    if (kind == 4) memcpy(&bits, &narrow, 4);
    else bits = ux_bits(particle);
    if (isText) return put_characters(s, &edit, (const char *)&bits, kind);
    return put_digits(s, &edit, bits, false, baseOf(edit.letter));
  }
  if (!strchr("FEDGNSX", edit.letter)) return wrongItem(s, &edit, "a real number");
  int length = real_text(text, &edit, &s->modes, plain_of(value, &edit), kind);
  record_put(s->record, text, (size_t)length);
  behind(s, value);
  return true;
}

bool put_complex(cookie s, double real, double imaginary, int kind) {
  if (has_failed(s)) return false;
  if (s->transfer != LIST) return put_real(s, real, kind) && put_real(s, imaginary, kind);
  struct edit none = { 0 };
  char first[64], second[64];
  real = ux_shown(real);
  imaginary = ux_shown(imaginary);
  first[0] = '(';
  int a = 1 + list_real_text(first + 1, plain_of(real, &none), kind, &s->modes);
  second[0] = s->modes.decimalComma ? ';' : ',';
  int b = 1 + list_real_text(second + 1, plain_of(imaginary, &none), kind, &s->modes);
  first[a] = second[0];
  /* The second part goes to the next line, by itself, where it does not fit. */
  if (!put_list_text(s, first, (size_t)a + 1, false)) return false;
  struct record *r = s->record;
  record_move(r, (int64_t)r->at - 1);
  behind(s, real);
  record_put(r, second, 1);
  if (r->at + (size_t)b > line_limit(s) && !next_record_out(s)) return false;
  record_put(s->record, second + 1, (size_t)b - 1);
  behind(s, imaginary);
  record_put(s->record, ")", 1);
  return true;
}

/* The blank in front, if it and a character more fit on the line; behind another text there is none. */
static bool begin_text(cookie s, int64_t length) {
  struct record *r = s->record;
  bool space = !s->lastWasText || r->at == 0;
  if (r->at > 0 && (int64_t)r->at + space + (length > 0) > (int64_t)line_limit(s)) return next_record_out(s);
  if (space) record_put(r, " ", 1);
  return true;
}

bool put_logical(cookie s, bool value) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) { /* as a text of one character */
    s->lastWasText = false;
    if (!begin_text(s, 1)) return false;
    record_put(s->record, value ? "T" : "F", 1);
    return true;
  }
  struct edit edit;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter == 'L' || edit.letter == 'G') {
    field(s, value ? "T" : "F", 1, edit.width < 1 ? 1 : edit.width);
    return true;
  }
  if (edit.letter == 'I') return put_digits(s, &edit, value, false, 10);
  if (baseOf(edit.letter)) return put_digits(s, &edit, value, false, baseOf(edit.letter));
  return wrongItem(s, &edit, "a logical value");
}

/* ---- Characters */

/* A text goes on at the next record where it does not fit; behind a blank, unless it stands between quotes. */
static bool put_over_lines(cookie s, const char *text, int64_t length, bool isQuoted) {
  int64_t limit = (int64_t)line_limit(s);
  for (int64_t done = 0;;) {
    int64_t room = limit - (int64_t)s->record->at, count = length - done < room ? length - done : room;
    if (count > 0) record_put(s->record, text + done, (size_t)count);
    if ((done += count > 0 ? count : 0) >= length) return true;
    if (!next_record_out(s)) return false;
    if (!isQuoted) record_put(s->record, " ", 1);
  }
}
static bool put_undelimited(cookie s, const char *text, int64_t length) {
  if (!begin_text(s, length) || !put_over_lines(s, text, length, false)) return false;
  s->lastWasText = true;
  return true;
}
static bool put_delimited(cookie s, const char *text, int64_t length) {
  char quote = (char)s->modes.delimiter;
  char *made = memory(2 * length + 2);
  int64_t count = 0;
  made[count++] = quote;
  for (int64_t i = 0; i < length; i++) {
    made[count++] = text[i];
    if (text[i] == quote) made[count++] = quote;
  }
  made[count++] = quote;
  s->lastWasText = false;
  bool good = begin_text(s, count) && put_over_lines(s, made, count, true);
  free(made);
  return good;
}

bool put_text(cookie s, const char *text, int64_t length) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) return s->modes.delimiter ? put_delimited(s, text, length) : put_undelimited(s, text, length);
  struct edit edit;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter == 'I' || edit.letter == 'F' || edit.letter == 'E' || edit.letter == 'D') return wrongItem(s, &edit, "characters");
  if (edit.letter == 'L' || edit.letter == EDIT_DEFINED) return wrongItem(s, &edit, "characters");
  if (baseOf(edit.letter)) return put_character_bits(s, &edit, text, length);
  return put_characters(s, &edit, text, length);
}
