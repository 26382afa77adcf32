/* format.c: format specifications, 13.3 of Fortran 2018, read as they are followed. */
#include "units.h"
#include <stdlib.h>
#include <string.h>

static bool wrong(cookie s, const char *why) {
  int64_t length = s->format.length;
  while (length > 0 && s->format.text[length - 1] == ' ') length--;
  return io_error(s, ERROR_BAD_FORMAT, "the format '%.*s' %s", (int)(length < 100 ? length : 100), s->format.text, why);
}

/* Blanks mean nothing outside of texts. */
static int peek(struct format *f) {
  while (f->at < f->length && (f->text[f->at] == ' ' || f->text[f->at] == '\t')) f->at++;
  if (f->at >= f->length) return 0;
  int c = (unsigned char)f->text[f->at];
  return c >= 'a' && c <= 'z' ? c - 32 : c;
}
static int take(struct format *f) {
  int c = peek(f);
  if (c) f->at++;
  return c;
}
static bool number(cookie s, int *value) {
  struct format *f = &s->format;
  if (peek(f) < '0' || peek(f) > '9') return false;
  for (*value = 0; peek(f) >= '0' && peek(f) <= '9';) {
    int digit = take(f) - '0';
    if (*value > 99999999) return wrong(s, "has a number above 999999999");
    *value = *value * 10 + digit;
  }
  return true;
}

enum { MOST_COLUMNS = 100000000 };
/* A text between quotes, a quote within it doubled; Hollerith texts have a count. */
static bool literal(cookie s, char quote) {
  struct format *f = &s->format;
  while (f->at < f->length) {
    char c = f->text[f->at++];
    if (c == quote) {
      if (f->at >= f->length || f->text[f->at] != quote) return true;
      f->at++;
    }
    if (!s->input) record_put(s->record, &c, 1);
  }
  return wrong(s, "has a text without an end");
}
/* Not to the left of where the statement began, 13.8.1.2. Blanks up to a column that nobody means would fill the memory. */
static bool move_to(cookie s, int64_t column) {
  if (column > MOST_COLUMNS) return wrong(s, "moves behind column 100000000");
  record_move(s->record, column < (int64_t)s->leftLimit ? (int64_t)s->leftLimit : column);
  return true;
}
static bool skip(cookie s, int64_t columns) { return move_to(s, (int64_t)s->record->at + columns); }
static bool newRecords(cookie s, int count) {
  while (count-- > 0)
    if (!(s->input ? next_record_in(s) : next_record_out(s))) return false;
  return true;
}

/* Of a field: `decimal.c` has no more digits. */
enum { MOST_WIDTH = 1000000, MOST_DIGITS = 300 };
/* Width, digits, exponent of a data edit descriptor. */
static bool measures(cookie s, struct edit *edit) {
  struct format *f = &s->format;
  edit->width = edit->digits = edit->exponent = -1;
  number(s, &edit->width);
  if (peek(f) == '.') {
    take(f);
    if (!number(s, &edit->digits)) return wrong(s, "has a point without digits behind it");
  }
  if (peek(f) == 'E' && strchr("EDGNSX", edit->letter)) {
    take(f);
    if (!number(s, &edit->exponent)) return wrong(s, "has an E without the digits of the exponent");
  }
  if (edit->width > MOST_WIDTH) return wrong(s, "has a width above 1000000");
  if (edit->digits > MOST_DIGITS && !s->input && strchr("FEDGNSX", edit->letter)) return wrong(s, "asks for more than 300 digits behind the point");
  if (edit->width < 0 && strchr("FEDNSX", edit->letter) && edit->digits < 0 && s->input) return true;
  return true;
}

enum found { FOUND_DATA, FOUND_END, FOUND_ERROR };

/* What stands behind DT. */
static bool type_and_list(cookie s, struct defined_edit *to) {
  struct format *f = &s->format;
  to->length = to->count = 0;
  int quote = peek(f);
  if (quote == '\'' || quote == '"') {
    for (f->at++;;) {
      if (f->at >= f->length) return wrong(s, "has a text without an end");
      char c = f->text[f->at++];
      if (c == quote && (f->at >= f->length || f->text[f->at] != quote)) break;
      if (c == quote) f->at++;
      if (to->length == sizeof to->type) return wrong(s, "has a DT with more than 64 characters");
      to->type[to->length++] = c;
    }
  }
  if (peek(f) != '(') return true;
  for (int c = take(f); c != ')';) {
    bool isNegative = peek(f) == '-';
    int value;
    if (isNegative || peek(f) == '+') take(f);
    if (to->count == MOST_LIST || !number(s, &value)) return wrong(s, "has a DT whose list is not one of at most 16 numbers");
    to->list[to->count++] = isNegative ? -value : value;
    c = take(f);
    if (c != ',' && c != ')') return wrong(s, "has a DT whose list has no end");
  }
  return true;
}
/* Letters that come in twos. */
static char data_letter(struct format *f, int first) {
  if (first != 'E') return (char)first;
  int second = peek(f);
  if (second != 'N' && second != 'S' && second != 'X') return 'E';
  take(f);
  return (char)second;
}

static enum found follow(cookie s, bool wanted) {
  struct format *f = &s->format;
  for (;;) {
    int repeat = 1;
    bool hasCount = false, isNegative = false;
    if (!has_room(s)) return FOUND_ERROR;
    int c = peek(f);
    if (c == ',') {
      take(f);
      continue;
    }
    if (c == 0) return wrong(s, "has no closing parenthesis") ? FOUND_END : FOUND_ERROR;
    if (c == '+' || c == '-') {
      isNegative = take(f) == '-';
      if (!number(s, &repeat)) return wrong(s, "has a sign without a number"), FOUND_ERROR;
      hasCount = true;
    } else if (c == '*') {
      take(f);
      repeat = -1;
      hasCount = true;
      if (peek(f) != '(') return wrong(s, "has a * without a parenthesis behind it"), FOUND_ERROR;
    } else hasCount = number(s, &repeat);
    if (has_failed(s)) return FOUND_ERROR;
    int64_t before = f->at;
    c = take(f);
    switch (c) {
    case '(':
      if (f->depth >= 32) return wrong(s, "has more than 32 parentheses in each other"), FOUND_ERROR;
      if (f->depth == 1) f->reversion = f->at;
      f->groups[f->depth].start = f->at;
      f->groups[f->depth++].left = repeat;
      continue;
    case ')': {
      if (!f->depth) return wrong(s, "has a closing parenthesis too many"), FOUND_ERROR;
      int left = f->groups[f->depth - 1].left;
      if (f->depth > 1) {
        if (left < 0 && !f->hasData) return wrong(s, "repeats what takes no data without end"), FOUND_ERROR;
        if (left < 0 && !wanted) return FOUND_END;
        if (left < 0 || left > 1) {
          if (left > 1) f->groups[f->depth - 1].left--;
          f->at = f->groups[f->depth - 1].start;
        } else f->depth--;
        continue;
      }
      if (!wanted) return FOUND_END;
      if (!f->hasData) return wrong(s, "takes no data, but there are items"), FOUND_ERROR;
      f->hasData = false;
      if (!newRecords(s, 1)) return FOUND_ERROR;
      f->at = f->reversion;
      if (f->reversion != f->groups[0].start) { /* into the last group of the first level, with its count */
        int64_t open = f->reversion - 1, count = open;
        while (count > f->groups[0].start && ((f->text[count - 1] >= '0' && f->text[count - 1] <= '9') || f->text[count - 1] == '*' || f->text[count - 1] == ' ')) count--;
        f->at = count;
      }
      continue;
    }
    case '\'': case '"':
      if (s->input) return wrong(s, "has a text, which an input statement cannot read"), FOUND_ERROR;
      if (!literal(s, (char)c)) return FOUND_ERROR;
      continue;
    case 'H':
      if (!hasCount || f->at + repeat > f->length) return wrong(s, "has an H without its text"), FOUND_ERROR;
      if (!s->input) record_put(s->record, f->text + f->at, (size_t)repeat);
      f->at += repeat;
      continue;
    case '/':
      if (!newRecords(s, repeat)) return FOUND_ERROR;
      continue;
    case ':':
      if (!wanted) return FOUND_END;
      continue;
    case '$': case '\\':
      s->isNonAdvancing = true;
      continue;
    case 'X':
      if (!skip(s, repeat)) return FOUND_ERROR;
      continue;
    case 'P':
      s->modes.scale = isNegative ? -repeat : repeat;
      if (peek(f) == ',') take(f);
      continue;
    case 'T': {
      int way = peek(f), column;
      if (way == 'L' || way == 'R') take(f);
      if (!number(s, &column)) return wrong(s, "has a T without a column"), FOUND_ERROR;
      if (!(way == 'L' ? skip(s, -(int64_t)column) : way == 'R' ? skip(s, column) : move_to(s, (int64_t)s->leftLimit + column - 1))) return FOUND_ERROR;
      continue;
    }
    case 'S': {
      int way = peek(f);
      if (way == 'P' || way == 'S') take(f);
      s->modes.sign = way == 'P' ? SIGN_PLUS : SIGN_SUPPRESS;
      continue;
    }
    case 'B': {
      int way = peek(f);
      if (way != 'N' && way != 'Z') break;
      take(f);
      s->modes.blankZero = way == 'Z';
      continue;
    }
    case 'R': {
      int way = take(f);
      const char *ways = "NUDZCP", *place = way ? strchr(ways, way) : 0;
      if (!place) return wrong(s, "has an R of no rounding mode"), FOUND_ERROR;
      static const enum rounding modes[] = { ROUND_NEAREST, ROUND_UP, ROUND_DOWN, ROUND_ZERO, ROUND_COMPATIBLE, ROUND_NEAREST };
      s->modes.rounding = modes[place - ways];
      continue;
    }
    case 'D': {
      int way = peek(f);
      if (way == 'T') {
        take(f);
        if (!wanted) return FOUND_END;
        if (!type_and_list(s, &f->defined)) return FOUND_ERROR;
        f->edit = (struct edit){ .letter = EDIT_DEFINED, .width = -1, .digits = -1, .exponent = -1 };
        f->repeat = repeat - 1;
        f->hasData = true;
        return FOUND_DATA;
      }
      if (way != 'C' && way != 'P') break;
      take(f);
      s->modes.decimalComma = way == 'C';
      continue;
    }
    default:
      if (!c || !strchr("IOZFEGLA", c)) {
        f->at = before;
        return wrong(s, "has a descriptor that there is not"), FOUND_ERROR;
      }
    }
    if (!wanted) { /* it stays for nobody */
      return FOUND_END;
    }
    f->edit.letter = data_letter(f, c);
    if (!measures(s, &f->edit)) return FOUND_ERROR;
    f->repeat = repeat - 1;
    f->hasData = true;
    return FOUND_DATA;
  }
}

static bool begun(cookie s) {
  struct format *f = &s->format;
  if (f->depth) return true;
  if (take(f) != '(') return wrong(s, "does not begin with a parenthesis");
  f->groups[0].start = f->reversion = f->at;
  f->groups[0].left = 1;
  f->depth = 1;
  return true;
}

bool next_edit(cookie s, struct edit *edit) {
  struct format *f = &s->format;
  if (f->repeat > 0) f->repeat--;
  else if (!begun(s) || follow(s, true) != FOUND_DATA) return false;
  *edit = f->edit;
  return true;
}
bool finish_format(cookie s) {
  struct format *f = &s->format;
  if (f->repeat > 0) return true;
  return begun(s) && follow(s, false) != FOUND_ERROR;
}
