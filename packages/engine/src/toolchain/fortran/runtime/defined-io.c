/* defined-io.c: items that procedures of the program transfer, because their type has some for it. 12.6.4.8 of Fortran 2018. */
#include "derived.h"
#include "types.h"
#include <stdlib.h>
#include <string.h>

/* Of the statement's scope, not bound to a type, as flang lists them. */
struct procedure {
  const struct derived_type *type;
  void *address;
  int32_t which; /* as `which` below */
  uint8_t flags;
};
enum { TAKES_DESCRIPTOR = 1, HAS_WIDE_INTEGERS = 2 };
struct procedures {
  int64_t count;
  const struct procedure *list;
  bool isComplete; /* those of the types' tables that are not bound to them do not count */
};
struct binding {
  void *address;
  struct head name;
};

static int which_of(const struct statement *s) { return (s->input ? 0 : 2) + (s->transfer == UNFORMATTED); }

static struct procedure find(const struct statement *s, const struct derived_type *type) {
  int which = which_of(s);
  const struct procedures *all = s->procedures;
  for (int64_t i = 0; all && i < all->count; i++)
    if (all->list[i].which == which && same_type(all->list[i].type, type)) return all->list[i];
  for (const struct derived_type *t = type; t; t = parent_of(t)) {
    const struct special *specials = (const struct special *)(const void *)t->specials.head.base;
    for (int64_t i = 0; i < count_in(&t->specials); i++) {
      const struct special *each = specials + i;
      if (each->which != SPECIAL_READ_FORMATTED + which) continue;
      uint8_t flags = (uint8_t)((each->isDescriptor & 1 ? TAKES_DESCRIPTOR : 0) | (each->flag & 1 ? HAS_WIDE_INTEGERS : 0));
      const struct binding *bindings = (const struct binding *)(const void *)type->bindings.head.base;
      if (each->isTypeBound) return (struct procedure){ type, bindings[each->isTypeBound - 1].address, which, flags };
      if (t == type && !(all && all->isComplete)) return (struct procedure){ type, each->procedure, which, flags };
    }
  }
  return (struct procedure){ 0 };
}
bool has_own_transfer(const struct statement *s, const struct derived_type *type) {
  if (find(s, type).address) return true;
  for (int64_t i = 0; i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    if (c->genre == GENRE_DATA && c->category == DERIVED && has_own_transfer(s, (const void *)c->derived.head.base)) return true;
  }
  return false;
}

typedef void formatted(const void *, int32_t *, char *, const struct descriptor *, int32_t *, char *, size_t, size_t);
typedef void wide_formatted(const void *, int64_t *, char *, const struct descriptor *, int64_t *, char *, size_t, size_t);
typedef void unformatted(const void *, int32_t *, int32_t *, char *, size_t);
typedef void wide_unformatted(const void *, int64_t *, int64_t *, char *, size_t);

/* `unit`: by which the procedure's statements find this one. */
static bool call(cookie s, const struct procedure *p, char *at, struct unit *unit) {
  struct defined_edit list = { 0 };
  const char *type = s->isNamelist ? "NAMELIST" : "LISTDIRECTED";
  char name[2 + sizeof list.type] = "DT", message[sizeof s->message];
  size_t length = 2;
  if (s->transfer == FORMATTED) {
    list = s->format.defined;
    memcpy(name + 2, list.type, (size_t)list.length);
    length += (size_t)list.length;
  } else memcpy(name, type, length = strlen(type));
  memset(message, ' ', sizeof message);
  struct descriptor_of element, values;
  scalar_of(&element, at, p->type);
  bool isWide = p->flags & HAS_WIDE_INTEGERS;
  int32_t words[MOST_LIST], number = unit->number, status = 0;
  for (int i = 0; i < list.count; i++) words[i] = (int32_t)list.list[i];
  establish(&values.head, isWide ? TYPE_INT64 : TYPE_INT32, isWide ? 8 : 4, isWide ? (void *)list.list : (void *)words, 1, (int64_t[]){ list.count }, ATTRIBUTE_OTHER);
  const void *item = p->flags & TAKES_DESCRIPTOR ? (const void *)&element : at;
  cookie before = unit->parent;
  unit->parent = s;
  bool isFormatted = s->transfer != UNFORMATTED;
  if (isWide) {
    int64_t wideNumber = number, wideStatus = 0;
    if (isFormatted) ((wide_formatted *)p->address)(item, &wideNumber, name, &values.head, &wideStatus, message, length, sizeof message);
    else ((wide_unformatted *)p->address)(item, &wideNumber, &wideStatus, message, sizeof message);
    status = (int32_t)wideStatus;
  } else if (isFormatted) ((formatted *)p->address)(item, &number, name, &values.head, &status, message, length, sizeof message);
  else ((unformatted *)p->address)(item, &number, &status, message, sizeof message);
  unit->parent = before;
  if (!status || has_failed(s)) return !has_failed(s);
  size_t end = sizeof message;
  while (end && message[end - 1] == ' ') end--;
  return io_error(s, status, "%.*s", end ? (int)end : 36, end ? message : "the procedure for a type has failed.");
}
bool own_transfer(cookie s, const struct descriptor *of, char *at, bool *good) {
  const struct derived_type *type = type_table(of);
  struct procedure p = find(s, type);
  if (!p.address) return false;
  if (s->transfer == FORMATTED) { /* only DT asks for the procedure; else components follow */
    struct edit edit;
    if (!next_edit(s, &edit)) {
      *good = false;
      return true;
    }
    if (edit.letter != EDIT_DEFINED) {
      s->format.repeat++;
      return false;
    }
  }
  p.type = type;
  if (s->unit) {
    *good = call(s, &p, at, s->unit);
    return true;
  }
  struct unit *unit = new_unit(free_unit_number()); /* an internal file has no number of its own */
  unit->isFormatted = true;
  *good = call(s, &p, at, unit);
  close_unit(unit, false);
  return true;
}

cookie child_statement(cookie parent, enum transfer how, bool input, const char *source, int line) {
  cookie s = new_statement(IS_TRANSFER, source, line);
  s->transfer = how;
  s->input = input;
  s->parent = parent;
  s->unit = parent->unit;
  s->record = parent->record;
  s->modes = parent->modes;
  s->procedures = 0;
  s->isNonAdvancing = true;
  memcpy(&s->internal, &parent->internal, sizeof s->internal);
  s->internalAt = parent->internalAt;
  s->internalText = parent->internalText;
  s->internalLength = parent->internalLength;
  s->isNamelist = parent->isNamelist && how == LIST;
  s->isSeparated = parent->isSeparated;
  return s;
}
bool start_child(cookie s) {
  const struct statement *parent = s->parent;
  s->isFirst = false;
  if (!s->input) s->leftLimit = s->record->at;
  if (s->input == parent->input && (s->transfer == UNFORMATTED) == (parent->transfer == UNFORMATTED)) return !has_failed(s);
  return io_error(s, ERROR_WRONG_ACCESS, "a procedure for a type reads or writes its unit in another way than it was called for");
}
void end_child(cookie s) {
  cookie parent = s->parent;
  parent->internalAt = s->internalAt;
  parent->internalText = s->internalText;
  parent->lastWasText = false;
  if (s->transfer == LIST) parent->isSeparated = s->isSeparated;
  parent->sizeRead += s->sizeRead;
}
