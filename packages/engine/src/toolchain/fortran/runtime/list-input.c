/* list-input.c: values of list-directed input (13.10.3), which namelists have, too (13.11.3). */
#include "input.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int peek_in(cookie s) {
  struct record *r = s->record;
  return r->at < r->length ? (unsigned char)r->text[r->at] : '\n';
}
static bool isBlank(int c) { return c == ' ' || c == '\t'; }
static bool isSeparator(cookie s, int c) { return c == (s->modes.decimalComma ? ';' : ','); }
static bool ends_value(cookie s, int c) { return isBlank(c) || c == '\n' || c == '/' || isSeparator(s, c); }

/* The first character behind this record and empty lines is `=`. Only files that can be read again are looked into. */
static bool equals_on_next_line(cookie s) {
  FILE *file = s->unit && s->unit->access != DIRECT ? s->unit->file : 0;
  long place = file && !s->unit->isStandard ? ftell(file) : -1;
  if (place < 0) return false;
  int c = getc(file);
  while (c == ' ' || c == '\t' || c == '\r' || c == '\n') c = getc(file);
  fseek(file, place, SEEK_SET);
  return c == '=';
}
/* A name with what it may carry, and then `=`: no value, but the next item of a namelist. */
static bool name_follows(cookie s) {
  const char *at = s->record->text + s->record->at, *end = s->record->text + s->record->length;
  if (at == end || !(isalpha((unsigned char)*at) || *at == '_')) return false;
  for (;;) {
    while (at < end && (isalnum((unsigned char)*at) || *at == '_')) at++;
    for (;;) {
      while (at < end && isBlank(*at)) at++;
      if (at == end || *at != '(') break;
      while (at < end && *at != ')') at++;
      if (at < end) at++;
    }
    if (at == end) return equals_on_next_line(s);
    if (*at == '=') return true;
    if (*at++ != '%') return false;
    while (at < end && isBlank(*at)) at++;
  }
}

/* To the first character of the next value, through as many records as it takes. False: at the end, or a slash, or a null value stands here. */
static bool to_value(cookie s) {
  struct record *r = s->record;
  if (s->isEnded || s->isNextName) return false;
  if (s->repeat > 0) { /* 3*x: once more */
    s->repeat--;
    if (s->isNull) return false;
    r->at = s->repeatStart;
    return true;
  }
  for (;;) {
    int c = peek_in(s);
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
    } else if (c == '/' || (s->isNamelist && (c == '$' || c == '&'))) { /* $end, as older programs write it */
      s->isEnded = true;
      return false;
    } else break;
  }
  if (s->isNamelist && name_follows(s)) {
    s->isNextName = true;
    return false;
  }
  size_t at = r->at;
  while (at < r->length && isdigit((unsigned char)r->text[at])) at++;
  if (at > r->at && at < r->length && r->text[at] == '*') {
    int64_t count = 0;
    for (size_t i = r->at; i < at && count <= INT32_MAX; i++) count = count * 10 + (r->text[i] - '0');
    if (count < 1 || count > INT32_MAX) return io_error(s, ERROR_BAD_LIST, "'%.*s' is no repeat count", (int)(at - r->at < 40 ? at - r->at : 40), r->text + r->at);
    s->repeat = (int)count - 1;
    r->at = at + 1;
    s->repeatStart = r->at;
    s->isNull = ends_value(s, peek_in(s));
    if (s->isNull) {
      s->isSeparated = true; /* the comma behind it, or behind blanks that follow, is its own */
      return false;
    }
  }
  s->isNull = false;
  return true;
}
bool list_value(cookie s) {
  bool found = to_value(s);
  if (found) s->isSeparated = true;
  return found;
}
size_t bare_value(cookie s, const char **text) {
  struct record *r = s->record;
  *text = r->text + r->at;
  size_t start = r->at;
  while (r->at < r->length && !ends_value(s, peek_in(s)) && !(s->isNamelist && peek_in(s) == '!')) r->at++;
  return r->at - start;
}

/* What stands between parentheses, which may go on in the next record. */
static char *parenthesised(cookie s, size_t *length) {
  char *made = memory(64);
  size_t room = 64, count = 0;
  s->record->at++;
  for (int depth = 0;;) {
    int c = peek_in(s);
    if (c == '\n') {
      if (!next_record_in(s)) break;
      continue;
    }
    s->record->at++;
    if (c == ')' && depth-- == 0) {
      *length = count;
      return made;
    }
    if (c == '(') depth++; /* NaN(…) */
    if (count == room) {
      char *larger = memory((int64_t)(room *= 2));
      memcpy(larger, made, count);
      free(made);
      made = larger;
    }
    made[count++] = (char)c;
  }
  free(made);
  return 0;
}
bool list_complex(cookie s, void *to, int kind) {
  if (!list_value(s)) return !has_failed(s);
  struct record *r = s->record;
  if (peek_in(s) != '(') return bad(s, r->text + r->at, r->length - r->at, "complex number");
  size_t length;
  char *text = parenthesised(s, &length);
  if (!text) return false;
  char *middle = memchr(text, s->modes.decimalComma ? ';' : ',', length);
  bool good = middle ? true : bad(s, text, length, "complex number");
  for (int i = 0; good && i < 2; i++) {
    size_t from = i ? (size_t)(middle - text) + 1 : 0, until = i ? length : (size_t)(middle - text);
    while (from < until && isBlank(text[from])) from++;
    while (until > from && isBlank(text[until - 1])) until--;
    good = parse_real(s, text + from, until - from, kind, 0, 0, (char *)to + i * kind);
  }
  free(text);
  return good;
}

bool list_text(cookie s, char *to, int64_t length) {
  if (!list_value(s)) return !has_failed(s);
  int quote = peek_in(s);
  int64_t count = 0;
  if (quote != '\'' && quote != '"') {
    const char *text;
    size_t found = bare_value(s, &text);
    if (s->isNamelist && (int64_t)found > length) { /* what a namelist wrote without quotes: the next value follows at once */
      s->record->at -= found - (size_t)length;
      found = (size_t)length;
    }
    store_text(to, length, text, (int64_t)found);
    return true;
  }
  s->record->at++;
  for (;;) {
    int c = peek_in(s);
    if (c == '\n') { /* it goes on in the next record */
      if (!next_record_in(s)) return false;
      continue;
    }
    s->record->at++;
    if (c == quote) {
      if (peek_in(s) != quote) break;
      s->record->at++;
    }
    if (count < length) to[count] = (char)c;
    count++;
  }
  if (count < length) memset(to + count, ' ', (size_t)(length - count));
  return true;
}
