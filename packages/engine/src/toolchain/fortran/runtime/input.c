/* input.c: data out of records: under edit descriptors (13.7) and list-directed (13.10.3). A field that holds a Ux string gives its uncertain value. */
#include "units.h"
#include "uncertain.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers from text */

static bool bad(cookie s, const char *text, size_t length, const char *what) {
  return io_error(s, ERROR_BAD_NUMBER, "'%.*s' is no %s", (int)(length < 40 ? length : 40), text, what);
}
static bool parse_integer(cookie s, const char *text, size_t length, int kind, void *to) {
  size_t at = 0;
  bool negative = false;
  if (at < length && (text[at] == '-' || text[at] == '+')) negative = text[at++] == '-';
  uint64_t value = 0, most = kind >= 8 ? INT64_MAX : (1ull << (8 * kind - 1)) - 1;
  if (at == length) return bad(s, text, length, "integer");
  for (; at < length; at++) {
    if (!isdigit((unsigned char)text[at])) return bad(s, text, length, "integer");
    uint64_t digit = (uint64_t)(text[at] - '0');
    if (value > (most + negative - digit) / 10) return io_error(s, ERROR_BAD_NUMBER, "%.*s does not fit into an integer of kind %d", (int)length, text, kind);
    value = value * 10 + digit;
  }
  store_integer(to, kind, negative ? (int64_t)-value : (int64_t)value);
  return true;
}

static void store_real(void *to, int kind, double value) {
  if (kind == 4) {
    float narrow = (float)value;
    memcpy(to, &narrow, 4);
  } else memcpy(to, &value, 8);
}
static bool starts(const char *text, size_t length, const char *word) {
  for (size_t i = 0; word[i]; i++)
    if (i >= length || toupper((unsigned char)text[i]) != word[i]) return false;
  return true;
}
/* A decimal as Fortran writes it: the exponent's letter may be D or Q, or missing in front of its sign. A tail may follow. `decimals`: digits behind a point
 * that is not written; `scale`: of P, where there is no exponent. */
static bool parse_real(cookie s, const char *text, size_t length, int kind, int decimals, int scale, void *to) {
  char made[512];
  size_t at = 0, count = 0;
  bool hasPoint = false, hasExponent = false, digits = false;
  if (at < length && (text[at] == '+' || text[at] == '-')) made[count++] = text[at++];
  if (starts(text + at, length - at, "INF") || starts(text + at, length - at, "NAN")) {
    double special = toupper((unsigned char)text[at]) == 'I' ? (count && made[0] == '-' ? -INFINITY : INFINITY) : (double)NAN;
    store_real(to, kind, special);
    return true;
  }
  for (; at < length && count < 400; at++) {
    char c = text[at];
    if (isdigit((unsigned char)c)) {
      digits = true;
      made[count++] = c;
    } else if ((c == '.' || (c == ',' && s->modes.decimalComma)) && !hasPoint && !hasExponent) {
      hasPoint = true;
      made[count++] = '.';
    } else if (strchr("eEdDqQ", c) && digits && !hasExponent) {
      hasExponent = true;
      made[count++] = 'e';
      at++;
      break;
    } else if ((c == '+' || c == '-') && digits && !hasExponent) {
      hasExponent = true;
      made[count++] = 'e';
      break;
    } else break;
  }
  if (hasExponent) {
    if (at < length && (text[at] == '+' || text[at] == '-')) made[count++] = text[at++];
    size_t before = count;
    while (at < length && isdigit((unsigned char)text[at]) && count < 480) made[count++] = text[at++];
    if (count == before) return bad(s, text, length, "real number");
  }
  if (!digits && !(at < length && text[at] == 'U')) return bad(s, text, length, "real number");
  if (!hasExponent && digits) count += (size_t)snprintf(made + count, 24, "e%d", -scale - (hasPoint ? 0 : decimals));
  made[count] = 0;
  if (at < length && text[at] == 'U' && at + 1 < length && text[at + 1] == 'x') { /* with the tail, as strtod reads it */
    char *whole = memory((int64_t)(count + length - at + 1)), *end;
    memcpy(whole, made, count);
    if (!hasExponent && digits && !decimals && !scale) count = strcspn(whole, "e");
    memcpy(whole + count, text + at, length - at);
    whole[count + length - at] = 0;
    double value = strtod(whole, &end);
    bool all = !*end;
    free(whole);
    if (!all) return bad(s, text, length < 30 ? length : 30, "uncertain number");
    if (kind == 4) {
      float narrow = ux_narrow(value);
      memcpy(to, &narrow, 4);
    } else memcpy(to, &value, 8);
    return true;
  }
  if (at != length) return bad(s, text, length, "real number");
  if (kind == 4) {
    float narrow = strtof(made, 0);
    memcpy(to, &narrow, 4);
  } else {
    double value = strtod(made, 0);
    memcpy(to, &value, 8);
  }
  return true;
}
static bool parse_logical(cookie s, const char *text, size_t length, bool *to) {
  size_t at = length && text[0] == '.' ? 1 : 0;
  int c = at < length ? toupper((unsigned char)text[at]) : 0;
  if (c != 'T' && c != 'F') return bad(s, text, length, "logical value");
  *to = c == 'T';
  return true;
}

/* ---- Formatted */

static bool wrongItem(cookie s, const struct edit *edit, const char *what) {
  return io_error(s, ERROR_WRONG_ITEM, "the edit descriptor %c does not take %s", edit->letter, what);
}
/* The characters of a field; beyond the record's end there are blanks, where PAD= allows it. Text of the tail counts to the field of its number. */
static bool take_field(cookie s, int width, char *text, size_t most, size_t *length) {
  struct record *r = s->record;
  size_t wanted = width < 0 ? 0 : (size_t)width;
  if (r->at > r->length) r->at = r->length;
  if (r->at + wanted > r->length) {
    s->sizeRead += (int64_t)(r->length - r->at);
    if (s->isNonAdvancing) {
      size_t had = r->length - r->at;
      if (!had || s->modes.noPad || had < wanted) {
        memcpy(text, r->text + r->at, had < most ? had : most);
        *length = had < most ? had : most;
        r->at = r->length;
        s->unit->isPartial = false;
        io_error(s, END_OF_RECORD, "end of record");
        return had && !s->modes.noPad ? true : false;
      }
    }
    if (s->modes.noPad) return io_error(s, END_OF_RECORD, "the record is too short");
    wanted = r->length - r->at;
  } else s->sizeRead += (int64_t)wanted;
  if (wanted > most) wanted = most;
  memcpy(text, r->text + r->at, wanted);
  r->at += wanted;
  *length = wanted;
  return true;
}
/* Without blanks, or with zeros for those within. */
static size_t squeeze(cookie s, char *text, size_t length) {
  size_t from = 0, count = 0;
  while (from < length && (text[from] == ' ' || text[from] == '\t')) from++;
  if (!s->modes.blankZero)
    while (length > from && (text[length - 1] == ' ' || text[length - 1] == '\t')) length--;
  for (; from < length; from++) {
    if (text[from] != ' ' && text[from] != '\t') text[count++] = text[from];
    else if (s->modes.blankZero) text[count++] = '0';
  }
  return count;
}
/* A field, and behind it a tail if one stands there. */
static bool number_field(cookie s, const struct edit *edit, char **text, size_t *length) {
  static char small[1024];
  *text = small;
  int width = edit->width;
  if (width > (int)sizeof small - 1) width = sizeof small - 1;
  if (width <= 0) { /* to the next separator */
    struct record *r = s->record;
    size_t end = r->at;
    while (end < r->length && (r->text[end] == ' ' || r->text[end] == '\t')) end++;
    while (end < r->length && !strchr(" \t,;", r->text[end])) end++;
    width = (int)(end - r->at);
    *text = memory((int64_t)width + 1);
    memcpy(*text, r->text + r->at, (size_t)width);
    *length = squeeze(s, *text, (size_t)width);
    r->at = end < r->length && strchr(",;", r->text[end]) ? end + 1 : end;
    return true;
  }
  if (!take_field(s, width, small, sizeof small - 1, length)) return false;
  char *comma = memchr(small, s->modes.decimalComma ? ';' : ',', *length); /* ends a field early */
  if (comma) {
    s->record->at -= *length - (size_t)(comma - small) - 1;
    *length = (size_t)(comma - small);
  }
  *length = squeeze(s, small, *length);
  struct record *r = s->record;
  if (r->at + 1 < r->length && r->text[r->at] == 'U' && r->text[r->at + 1] == 'x') {
    size_t end = r->at + 2;
    while (end < r->length && isxdigit((unsigned char)r->text[end])) end++;
    char *whole = memory((int64_t)(*length + end - r->at + 1));
    memcpy(whole, small, *length);
    memcpy(whole + *length, r->text + r->at, end - r->at);
    *length += end - r->at;
    r->at = end;
    *text = whole;
  }
  return true;
}
static int base_of(char letter) { return letter == 'B' ? 2 : letter == 'O' ? 8 : letter == 'Z' ? 16 : 0; }
static bool parse_bits(cookie s, const char *text, size_t length, int base, int kind, void *to) {
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++) {
    int c = toupper((unsigned char)text[i]), digit = c >= 'A' ? c - 'A' + 10 : c - '0';
    if (digit < 0 || digit >= base) return bad(s, text, length, "number of this base");
    value = value * (uint64_t)base + (uint64_t)digit;
  }
  store_integer(to, kind, (int64_t)value);
  return true;
}

/* ---- List-directed */

static int peek(cookie s) {
  struct record *r = s->record;
  return r->at < r->length ? (unsigned char)r->text[r->at] : '\n';
}
static bool isBlank(int c) { return c == ' ' || c == '\t'; }
static bool isSeparator(cookie s, int c) { return c == (s->modes.decimalComma ? ';' : ','); }
static bool ends_value(cookie s, int c) { return isBlank(c) || c == '\n' || c == '/' || isSeparator(s, c); }

/* To the first character of the next value, through as many records as it takes. False: at the end, or a slash, or a null value stands here. */
static bool to_value(cookie s) {
  struct record *r = s->record;
  if (s->isEnded) return false;
  if (s->repeat > 0) { /* 3*x: once more */
    s->repeat--;
    if (s->isNull) return false;
    r->at = s->repeatStart;
    return true;
  }
  for (;;) {
    int c = peek(s);
    if (isBlank(c)) r->at++;
    else if (c == '\n') {
      if (!next_record_in(s)) return false;
      r = s->record;
    } else if (c == '!' && s->isNamelist) r->at = r->length;
    else if (isSeparator(s, c)) {
      r->at++;
      if (!s->isSeparated) { /* nothing before it */
        s->isNull = true;
        return false;
      }
      s->isSeparated = false;
    } else if (c == '/') {
      s->isEnded = true;
      return false;
    } else break;
  }
  size_t at = r->at;
  while (at < r->length && isdigit((unsigned char)r->text[at])) at++;
  if (at > r->at && at < r->length && r->text[at] == '*') {
    s->repeat = atoi(r->text + r->at) - 1;
    r->at = at + 1;
    s->repeatStart = r->at;
    s->isNull = ends_value(s, peek(s));
    if (s->isNull) {
      if (isSeparator(s, peek(s))) s->isSeparated = true;
      return false;
    }
  }
  s->isNull = false;
  return true;
}
static bool list_value(cookie s) {
  bool found = to_value(s);
  if (found) s->isSeparated = true;
  return found;
}
/* A value that has no quotes, up to what ends it. */
static size_t bare(cookie s, const char **text) {
  struct record *r = s->record;
  *text = r->text + r->at;
  size_t start = r->at;
  while (r->at < r->length && !ends_value(s, peek(s)) && !(s->isNamelist && peek(s) == '!')) r->at++;
  return r->at - start;
}

bool get_integer(cookie s, void *to, int kind) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) {
    const char *text;
    if (!list_value(s)) return !has_failed(s);
    size_t length = bare(s, &text);
    return parse_integer(s, text, length, kind, to);
  }
  struct edit edit;
  char *text;
  size_t length;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter == 'A') return get_text(s, to, kind);
  if (!strchr("IGBOZ", edit.letter)) return wrongItem(s, &edit, "an integer");
  if (!number_field(s, &edit, &text, &length)) return false;
  if (length == 0) {
    store_integer(to, kind, 0);
    return true;
  }
  int base = base_of(edit.letter);
  return base ? parse_bits(s, text, length, base, kind, to) : parse_integer(s, text, length, kind, to);
}
bool get_real(cookie s, void *to, int kind) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) {
    const char *text;
    if (!list_value(s)) return !has_failed(s);
    size_t length = bare(s, &text);
    return parse_real(s, text, length, kind, 0, 0, to);
  }
  struct edit edit;
  char *text;
  size_t length;
  if (!next_edit(s, &edit)) return false;
  if (base_of(edit.letter)) {
    if (!number_field(s, &edit, &text, &length)) return false;
    return parse_bits(s, text, length, base_of(edit.letter), kind, to);
  }
  if (!strchr("FEDGNSX", edit.letter)) return wrongItem(s, &edit, "a real number");
  if (!number_field(s, &edit, &text, &length)) return false;
  if (length == 0) {
    store_real(to, kind, 0);
    return true;
  }
  return parse_real(s, text, length, kind, edit.digits < 0 ? 0 : edit.digits, s->modes.scale, to);
}
bool get_complex(cookie s, void *to, int kind) {
  if (has_failed(s)) return false;
  if (s->transfer != LIST) return get_real(s, to, kind) && get_real(s, (char *)to + kind, kind);
  if (!list_value(s)) return !has_failed(s);
  struct record *r = s->record;
  if (peek(s) != '(') return bad(s, r->text + r->at, r->length - r->at, "complex number");
  size_t start = ++r->at, end = start;
  while (end < r->length && r->text[end] != ')') end++;
  char separator = s->modes.decimalComma ? ';' : ',';
  char *middle = memchr(r->text + start, separator, end - start);
  if (end == r->length || !middle) return bad(s, r->text + start - 1, r->length - start + 1, "complex number");
  size_t cut = (size_t)(middle - r->text);
  r->at = end + 1;
  for (int i = 0; i < 2; i++) {
    size_t from = i ? cut + 1 : start, until = i ? end : cut;
    while (from < until && isBlank(r->text[from])) from++;
    while (until > from && isBlank(r->text[until - 1])) until--;
    if (!parse_real(s, r->text + from, until - from, kind, 0, 0, (char *)to + i * kind)) return false;
  }
  return true;
}
bool get_logical(cookie s, bool *to) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) {
    const char *text;
    if (!list_value(s)) return !has_failed(s);
    size_t length = bare(s, &text);
    return parse_logical(s, text, length, to);
  }
  struct edit edit;
  char *text;
  size_t length;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter != 'L' && edit.letter != 'G') return wrongItem(s, &edit, "a logical value");
  if (!number_field(s, &edit, &text, &length)) return false;
  return parse_logical(s, text, length, to);
}

static bool list_text(cookie s, char *to, int64_t length) {
  if (!list_value(s)) return !has_failed(s);
  int quote = peek(s);
  int64_t count = 0;
  if (quote != '\'' && quote != '"') {
    const char *text;
    size_t found = bare(s, &text);
    store_text(to, length, text, (int64_t)found);
    return true;
  }
  s->record->at++;
  for (;;) {
    int c = peek(s);
    if (c == '\n') { /* it goes on in the next record */
      if (!next_record_in(s)) return false;
      continue;
    }
    s->record->at++;
    if (c == quote) {
      if (peek(s) != quote) break;
      s->record->at++;
    }
    if (count < length) to[count] = (char)c;
    count++;
  }
  if (count < length) memset(to + count, ' ', (size_t)(length - count));
  return true;
}
bool get_text(cookie s, char *to, int64_t length) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) return list_text(s, to, length);
  struct edit edit;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter != 'A' && edit.letter != 'G') return wrongItem(s, &edit, "characters");
  int width = edit.width <= 0 ? (int)length : edit.width;
  char *text = memory((int64_t)width + 1);
  size_t got = 0;
  bool good = take_field(s, width, text, (size_t)width, &got);
  if (good || s->status == END_OF_RECORD) {
    int64_t skip = width > length ? width - length : 0; /* the last characters of a wide field */
    store_text(to, length, text + (skip < (int64_t)got ? skip : 0), (int64_t)got - (skip < (int64_t)got ? skip : 0));
  }
  free(text);
  return good && !has_failed(s);
}
