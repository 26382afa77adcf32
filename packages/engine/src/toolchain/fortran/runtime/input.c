/* input.c: data out of records: by the statement's transfer, under edit descriptors (13.7) or list-directed. */
#include "input.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
    if (s->modes.noPad && !s->unit && !r->length) return io_error(s, END, "an internal file without characters has ended");
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
struct field {
  char *text, small[256];
  size_t length;
};
static void free_field(struct field *field) {
  if (field->text != field->small) free(field->text);
}
static void room_in(struct field *field, size_t length) {
  field->text = length <= sizeof field->small ? field->small : memory((int64_t)length);
}
static size_t tail_at(const struct record *r) {
  if (r->at + 1 >= r->length || r->text[r->at] != 'U' || r->text[r->at + 1] != 'x') return 0;
  size_t end = r->at + 2;
  while (end < r->length && isxdigit((unsigned char)r->text[end])) end++;
  return end - r->at;
}
/* Freed by its taker where it is true. */
static bool number_field(cookie s, const struct edit *edit, struct field *field) {
  struct record *r = s->record;
  if (edit->width <= 0) { /* to the next separator */
    size_t end = r->at;
    while (end < r->length && (r->text[end] == ' ' || r->text[end] == '\t')) end++;
    while (end < r->length && !strchr(" \t,;", r->text[end])) end++;
    size_t width = end - r->at;
    room_in(field, width);
    memcpy(field->text, r->text + r->at, width);
    field->length = squeeze(s, field->text, width);
    r->at = end < r->length && strchr(",;", r->text[end]) ? end + 1 : end;
    return true;
  }
  room_in(field, (size_t)edit->width);
  if (!take_field(s, edit->width, field->text, (size_t)edit->width, &field->length)) {
    free_field(field);
    return false;
  }
  r = s->record;
  char *comma = memchr(field->text, s->modes.decimalComma ? ';' : ',', field->length); /* ends a field early */
  if (comma) {
    r->at -= field->length - (size_t)(comma - field->text) - 1;
    field->length = (size_t)(comma - field->text);
  }
  field->length = squeeze(s, field->text, field->length);
  size_t tail = tail_at(r);
  if (tail) {
    struct field decimal = *field;
    if (field->text == field->small) decimal.text = decimal.small;
    room_in(field, decimal.length + tail);
    memcpy(field->text, decimal.text, decimal.length);
    memcpy(field->text + decimal.length, r->text + r->at, tail);
    field->length = decimal.length + tail;
    free_field(&decimal);
    r->at += tail;
  }
  return true;
}
static int base_of(char letter) { return letter == 'B' ? 2 : letter == 'O' ? 8 : letter == 'Z' ? 16 : 0; }
static bool put_bits(cookie s, const char *text, size_t length, int base, size_t bytes, unsigned char *made) {
  unsigned bits = base == 16 ? 4 : base == 8 ? 3 : 1;
  memset(made, 0, bytes);
  for (size_t i = 0; i < length; i++) {
    int c = toupper((unsigned char)text[i]), digit = c >= 'A' ? c - 'A' + 10 : c - '0';
    if (digit < 0 || digit >= base) return bad(s, text, length, "number of this base");
    unsigned carry = (unsigned)digit;
    for (size_t k = 0; k < bytes; k++) {
      unsigned next = (unsigned)made[k] << bits | carry;
      made[k] = (unsigned char)next;
      carry = next >> 8;
    }
    if (carry) return io_error(s, ERROR_BAD_NUMBER, "'%.*s' has more bits than the item of %zu bytes", (int)(length < 40 ? length : 40), text, bytes);
  }
  return true;
}
/* The bytes of an item of any type, the least first; it keeps its value where they are wrong. */
static bool parse_bits(cookie s, const char *text, size_t length, int base, size_t bytes, void *to) {
  unsigned char small[16], *made = bytes <= sizeof small ? small : memory((int64_t)bytes);
  bool good = put_bits(s, text, length, base, bytes, made);
  if (good) memcpy(to, made, bytes);
  if (made != small) free(made);
  return good;
}

/* ---- Data */

/* The characters of a field under A or G; a number under A gets them as its bytes. */
static bool text_field(cookie s, const struct edit *edit, char *to, int64_t length) {
  int width = edit->width <= 0 ? (int)length : edit->width;
  char *text = memory((int64_t)width + 1);
  size_t got = 0;
  bool good = take_field(s, width, text, (size_t)width, &got);
  if (good || (s->status == END_OF_RECORD && !s->modes.noPad)) {
    int64_t skip = width > length ? width - length : 0; /* the last characters of a wide field */
    store_text(to, length, text + (skip < (int64_t)got ? skip : 0), (int64_t)got - (skip < (int64_t)got ? skip : 0));
  }
  free(text);
  return good && !has_failed(s);
}

bool get_integer(cookie s, void *to, int kind) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) {
    const char *text;
    if (!list_value(s)) return !has_failed(s);
    size_t length = bare_value(s, &text);
    return parse_integer(s, text, length, kind, to);
  }
  struct edit edit;
  struct field field;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter == 'A') return text_field(s, &edit, to, kind);
  if (!strchr("IGBOZ", edit.letter)) return wrongItem(s, &edit, "an integer");
  if (!number_field(s, &edit, &field)) return false;
  int base = base_of(edit.letter);
  bool good = true;
  if (field.length == 0) store_integer(to, kind, 0);
  else good = base ? parse_bits(s, field.text, field.length, base, (size_t)kind, to) : parse_integer(s, field.text, field.length, kind, to);
  free_field(&field);
  return good;
}
bool get_real(cookie s, void *to, int kind) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) {
    const char *text;
    if (!list_value(s)) return !has_failed(s);
    size_t length = bare_value(s, &text);
    return parse_real(s, text, length, kind, 0, 0, to);
  }
  struct edit edit;
  struct field field;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter == 'A') return text_field(s, &edit, to, kind);
  int base = base_of(edit.letter);
  if (!base && !strchr("FEDGNSX", edit.letter)) return wrongItem(s, &edit, "a real number");
  if (!number_field(s, &edit, &field)) return false;
  bool good = true;
  if (base) good = parse_bits(s, field.text, field.length, base, (size_t)kind, to);
  else if (field.length == 0) store_real(to, kind, 0);
  else good = parse_real(s, field.text, field.length, kind, edit.digits < 0 ? 0 : edit.digits, s->modes.scale, to);
  free_field(&field);
  return good;
}
bool get_complex(cookie s, void *to, int kind) {
  if (has_failed(s)) return false;
  return s->transfer == LIST ? list_complex(s, to, kind) : get_real(s, to, kind) && get_real(s, (char *)to + kind, kind);
}
bool get_logical(cookie s, bool *to) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) {
    const char *text;
    if (!list_value(s)) return !has_failed(s);
    size_t length = bare_value(s, &text);
    return parse_logical(s, text, length, to);
  }
  struct edit edit;
  struct field field;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter != 'L' && edit.letter != 'G') return wrongItem(s, &edit, "a logical value");
  if (!number_field(s, &edit, &field)) return false;
  bool good = parse_logical(s, field.text, field.length, to);
  free_field(&field);
  return good;
}

bool get_text(cookie s, char *to, int64_t length) {
  if (has_failed(s)) return false;
  if (s->transfer == LIST) return list_text(s, to, length);
  struct edit edit;
  if (!next_edit(s, &edit)) return false;
  if (edit.letter == 'A' || edit.letter == 'G') return text_field(s, &edit, to, length);
  struct field field;
  if (!base_of(edit.letter)) return wrongItem(s, &edit, "characters");
  if (!number_field(s, &edit, &field)) return false;
  bool good = parse_bits(s, field.text, field.length, base_of(edit.letter), (size_t)length, to);
  free_field(&field);
  return good;
}
