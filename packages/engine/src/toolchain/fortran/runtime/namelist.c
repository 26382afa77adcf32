/* namelist.c: groups of variables by their names, 13.11 of Fortran 2018. */
#include "derived.h"
#include "input.h"
#include "types.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define IO(name) _FortranAio##name

struct item {
  const char *name;
  const struct descriptor *variable;
};
struct group {
  const char *name;
  int64_t count;
  const struct item *items;
  const void *procedures;
};

/* ---- Output */

static bool room_for(cookie s, size_t length) {
  struct record *r = s->record;
  if (r->at == 0 || r->at + length <= line_limit(s)) return true;
  if (!next_record_out(s)) return false;
  record_put(s->record, " ", 1);
  return true;
}
static bool put_name(cookie s, const char *before, const char *name, const char *behind) {
  if (!room_for(s, strlen(before))) return false;
  record_put(s->record, before, strlen(before));
  if (!room_for(s, strlen(name) + strlen(behind))) return false;
  for (; *name; name++) {
    char c = (char)toupper((unsigned char)*name);
    record_put(s->record, &c, 1);
  }
  record_put(s->record, behind, strlen(behind));
  return true;
}
bool IO(OutputNamelist)(cookie s, const struct group *group) {
  if (!io_started(s)) return false;
  s->isNamelist = true;
  s->procedures = group->procedures;
  if (!put_name(s, " &", group->name, "")) return false;
  for (int64_t i = 0; i < group->count; i++) {
    s->lastWasText = false;
    if (!put_name(s, !i ? " " : s->modes.decimalComma ? ";" : ",", group->items[i].name, "=") || !io_descriptor(s, group->items[i].variable, false)) return false;
  }
  return put_name(s, "/", "", "");
}

/* ---- Input */

static bool wrong(cookie s, const char *what) { return io_error(s, ERROR_BAD_NAMELIST, "in a namelist: %s", what); }

/* Past blanks, separators, comments and ends of lines. */
static bool to_something(cookie s) {
  for (;;) {
    int c = peek_in(s);
    if (c == '\n' || c == '!') {
      if (!next_record_in(s)) return false;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == (s->modes.decimalComma ? ';' : ',')) s->record->at++;
    else return true;
  }
}
static void skip_blanks(cookie s) {
  while (peek_in(s) == ' ' || peek_in(s) == '\t') s->record->at++;
}
static bool take_name(cookie s, char name[64]) {
  size_t count = 0;
  for (int c = peek_in(s); isalnum(c) || c == '_' || c == '$'; c = peek_in(s)) {
    if (count < 63) name[count++] = (char)tolower(c);
    s->record->at++;
  }
  name[count] = 0;
  return count > 0;
}
static bool to_group(cookie s, const char *wanted) {
  for (;;) {
    char name[64];
    skip_blanks(s);
    if (peek_in(s) == '&' || peek_in(s) == '$') {
      s->record->at++;
      if (take_name(s, name) && !strcasecmp(name, wanted)) return true;
    }
    if (!next_record_in(s)) return false;
  }
}

static bool take_integer(cookie s, int64_t *value) {
  skip_blanks(s);
  bool minus = peek_in(s) == '-';
  if (minus || peek_in(s) == '+') s->record->at++;
  if (!isdigit(peek_in(s))) return false;
  for (*value = 0; isdigit(peek_in(s)); s->record->at++) *value = *value * 10 + (peek_in(s) - '0');
  if (minus) *value = -*value;
  skip_blanks(s);
  return true;
}
/* `first:last:step`, or one subscript; false where the text is none. */
static bool take_range(cookie s, int64_t *first, int64_t *last, int64_t *step, bool *isRange) {
  bool hasFirst = take_integer(s, first);
  skip_blanks(s);
  *isRange = peek_in(s) == ':';
  if (!*isRange) {
    *last = *first;
    return hasFirst;
  }
  s->record->at++;
  take_integer(s, last);
  skip_blanks(s);
  if (peek_in(s) != ':') return true;
  s->record->at++;
  return take_integer(s, step) && *step != 0;
}
static bool take_section(cookie s, struct descriptor *d) {
  struct dimension kept[MOST_DIMENSIONS];
  int rank = 0;
  for (int i = 0; i < d->rank; i++) {
    const struct dimension *dimension = &d->dimension[i];
    int64_t first = dimension->lower, last = first + dimension->extent - 1, step = 1;
    bool isRange;
    if (!take_range(s, &first, &last, &step, &isRange)) return wrong(s, "a subscript is no integer");
    int64_t extent = isRange ? (last - first + step) / step : 1, end = first + (extent - 1) * step, upper = dimension->lower + dimension->extent;
    if (extent > 0 && (first < dimension->lower || first >= upper || end < dimension->lower || end >= upper)) return wrong(s, "a subscript is outside of its array");
    d->base += (first - dimension->lower) * dimension->stride;
    if (isRange) kept[rank++] = (struct dimension){ 1, extent < 0 ? 0 : extent, dimension->stride * step };
    int c = peek_in(s);
    if (c != (i == d->rank - 1 ? ')' : ',')) return wrong(s, "the number of subscripts is not that of the array");
    s->record->at++;
  }
  d->rank = (uint8_t)rank;
  memcpy(d->dimension, kept, (size_t)rank * sizeof kept[0]);
  return true;
}
static bool take_substring(cookie s, struct descriptor *d) {
  int64_t first = 1, last = d->length, step = 1;
  bool isRange;
  if (category_of(d) != CHARACTER || !take_range(s, &first, &last, &step, &isRange) || !isRange || peek_in(s) != ')') return wrong(s, "a substring is wrong");
  s->record->at++;
  if (first < 1 || last > d->length) return wrong(s, "a substring is outside of its text");
  d->base += first - 1;
  d->length = last < first ? 0 : last - first + 1;
  return true;
}
/* Of the type or of those that it extends. `offset`: in bytes, of the component in the whole. */
static const struct component *component_named(const struct derived_type *type, const char *name, int64_t *offset) {
  for (int64_t i = 0; type && i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    if ((size_t)c->name.length == strlen(name) && !strncasecmp(c->name.base, name, strlen(name))) {
      *offset += c->offset;
      return c;
    }
  }
  if (!type || !type->hasParent || !count_in(&type->components)) return 0;
  const struct component *parent = component_in(type, 0);
  *offset += parent->offset;
  return component_named((const void *)parent->derived.head.base, name, offset);
}
/* The variable becomes its component; `table`, the type of what it is then. */
static bool take_component(cookie s, struct descriptor *d, const struct derived_type **table) {
  char name[64];
  int64_t offset = 0;
  skip_blanks(s);
  take_name(s, name);
  const struct component *c = component_named(*table, name, &offset);
  if (!c) return wrong(s, "there is no such component");
  const struct derived_type *own = c->category == DERIVED ? (const void *)c->derived.head.base : 0;
  char *at = d->base + offset;
  if (c->genre != GENRE_DATA) {
    if (d->rank) return wrong(s, "a component of each element of an array cannot be allocatable or a pointer");
    const struct descriptor *inner = (const void *)at;
    memcpy(d, inner, sizeof *inner + inner->rank * sizeof inner->dimension[0]);
    if (!d->base) return wrong(s, "a component is not allocated");
  } else {
    int8_t type = own ? TYPE_DERIVED : type_of((enum category)c->category, c->kind);
    int64_t bytes = component_bytes(c), stride = bytes;
    if (c->rank && d->rank) return wrong(s, "only one part of a name can be an array");
    d->base = at;
    d->type = type;
    d->length = bytes;
    const struct value *bounds = (const void *)c->bounds.head.base;
    for (int j = 0; j < c->rank; j++) {
      int64_t extent = bounds[2 * j + 1].value - bounds[2 * j].value + 1;
      d->dimension[j] = (struct dimension){ bounds[2 * j].value, extent < 0 ? 0 : extent, stride };
      stride *= d->dimension[j].extent;
    }
    if (c->rank) d->rank = (uint8_t)c->rank;
  }
  *table = own;
  return true;
}

/* Values for one element go on with those behind it, as compilers have long taken `x(1) = 1, 2, 3`. */
static void from_element_on(cookie s, struct descriptor *d, const struct descriptor *array) {
  skip_blanks(s);
  if (peek_in(s) != '=' || d->rank || !array->rank || !is_contiguous(array)) return;
  int64_t left = (array->base + count_of(array) * array->length - d->base) / array->length;
  d->rank = 1;
  d->dimension[0] = (struct dimension){ 1, left, array->length };
}

static const struct item *item_of(const struct group *group, const char *name) {
  for (int64_t i = 0; i < group->count; i++)
    if (!strcasecmp(group->items[i].name, name)) return &group->items[i];
  return 0;
}
static bool take_item(cookie s, const struct group *group) {
  char name[64];
  if (!take_name(s, name)) return wrong(s, "a name is missing");
  const struct item *item = item_of(group, name);
  if (!item) return io_error(s, ERROR_BAD_NAMELIST, "'%s' is no variable of the namelist %s", name, group->name);
  struct descriptor_of part;
  const struct descriptor *whole = item->variable;
  const struct derived_type *table = type_table(whole);
  memset(&part, 0, sizeof part);
  memcpy(&part, whole, sizeof *whole + whole->rank * sizeof whole->dimension[0]);
  if (!whole->base) return wrong(s, "a variable is not allocated");
  bool isCut = false;
  for (;;) {
    skip_blanks(s);
    int c = peek_in(s);
    if (c != '(' && c != '%') break;
    s->record->at++;
    struct descriptor_of array;
    memcpy(&array, &part, sizeof array);
    if (c == '%' ? !take_component(s, &part.head, &table) : part.head.rank && !isCut ? !take_section(s, &part.head) : !take_substring(s, &part.head)) return false;
    isCut = c == '(';
    if (isCut) from_element_on(s, &part.head, &array.head);
  }
  part.head.extra &= (uint8_t)~HAS_ADDENDUM;
  if (table) {
    part.head.extra |= HAS_ADDENDUM;
    ((struct addendum *)(void *)(part.head.dimension + part.head.rank))->type = table;
  }
  while (peek_in(s) == '\n' && next_record_in(s)) skip_blanks(s);
  if (has_failed(s)) return false;
  if (peek_in(s) != '=') return wrong(s, "'=' is missing behind a name");
  s->record->at++;
  s->repeat = 0;
  s->isNull = s->isSeparated = s->isNextName = false;
  bool good = io_descriptor(s, &part.head, true) && !has_failed(s);
  s->isNextName = false;
  return good;
}
bool IO(InputNamelist)(cookie s, const struct group *group) {
  if (!io_started(s)) return false;
  s->isNamelist = true;
  s->procedures = group->procedures;
  if (!to_group(s, group->name)) return false;
  while (!s->isEnded) {
    if (!to_something(s)) return false;
    int c = peek_in(s);
    if (c == '/') s->record->at++;
    if (c == '/' || c == '&' || c == '$') break;
    if (!take_item(s, group)) return false;
  }
  s->record->at = s->record->length;
  return true;
}
