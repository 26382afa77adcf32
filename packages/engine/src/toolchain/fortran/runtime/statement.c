/* statement.c: input and output statements, each from its Begin to EndIoStatement. */
#include "units.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define IO(name) _FortranAio##name

cookie new_statement(enum specifier_kind kind, const char *source, int line) {
  cookie s = memory(sizeof *s);
  memset(s, 0, sizeof *s);
  s->kind = kind;
  s->source = source;
  s->line = line;
  s->transfer = NO_TRANSFER;
  s->isFirst = true;
  return s;
}
bool has_failed(const struct statement *s) { return s->status != 0; }

bool io_error(cookie s, int status, const char *format, ...) {
  if (s->status) return false;
  s->status = status;
  va_list list;
  va_start(list, format);
  vsnprintf(s->message, sizeof s->message, format, list);
  va_end(list);
  bool handled = s->hasIostat || (status == END ? s->hasEnd : status == END_OF_RECORD ? s->hasEor : s->hasErr) || (s->hasErr && status > 0);
  if (!handled) fail(s->source, s->line, "%s", s->message);
  return false;
}

/* ---- Begin */

/* The host knows a statement by its place. */
static void tell_host(cookie s) {
  s->key = (int)(((uintptr_t)s->source * 0x9e3779b1u + (uintptr_t)s->line) & 0x7fffffff);
  s->isTold = true;
}

static cookie transfer(enum transfer how, bool input, const char *source, int line) {
  cookie s = new_statement(IS_TRANSFER, source, line);
  s->transfer = how;
  s->input = input;
  s->record = &s->own;
  return s;
}
static void use_format(cookie s, const char *text, int64_t length, const struct descriptor *array) {
  if (!text && array) { /* an array of characters is one format */
    int64_t count = count_of(array);
    char *whole = memory(count * array->length), *to = whole;
    for (struct walk walk = walk_of(array); walk.left > 0; walk_on(&walk), to += array->length) memcpy(to, walk.at, (size_t)array->length);
    s->format = (struct format){ .text = whole, .length = count * array->length, .owned = whole };
  } else s->format = (struct format){ .text = text, .length = length };
}

static cookie external(enum transfer how, bool input, int number, const char *source, int line) {
  struct unit *found = find_unit(number);
  if (found && found->parent) return child_statement(found->parent, how, input, source, line);
  if (found && found->active) fail(source, line, "unit %d is in use by a statement that is not complete: a function in its list uses it, too", number);
  cookie s = transfer(how, input, source, line);
  struct unit *unit = unit_for_transfer(number, input, how != UNFORMATTED);
  s->unit = unit;
  if (unit) unit->active = s;
  if (!unit) {
    s->kind = IS_NOTHING;
    s->recordNumber = number;
    return s;
  }
  s->modes = unit->modes;
  s->record = &unit->record;
  return s;
}
/* What may go wrong is known once handlers are: at the first item, or the end. */
static bool start(cookie s) {
  if (s->kind == IS_NOTHING) return io_error(s, ERROR_BAD_UNIT, "unit %lld is not connected", (long long)s->recordNumber);
  if (s->kind != IS_TRANSFER || !s->isFirst) return !has_failed(s);
  if (s->parent) return start_child(s);
  s->isFirst = false;
  struct unit *unit = s->unit;
  if (!unit) {
    if (s->input) {
      s->internalAt = -1;
      return next_record_in(s);
    }
    return true;
  }
  if (s->input && !unit->mayRead) return io_error(s, ERROR_WRITE_ONLY, "unit %d cannot be read", unit->number);
  if (!s->input && !unit->mayWrite) return io_error(s, ERROR_READ_ONLY, "unit %d cannot be written", unit->number);
  if (unit->isFormOpen) unit->isFormatted = s->transfer != UNFORMATTED;
  unit->isFormOpen = false;
  if (unit->isFormatted != (s->transfer != UNFORMATTED))
    return io_error(s, ERROR_WRONG_ACCESS, "unit %d is connected %sformatted", unit->number, unit->isFormatted ? "" : "un");
  if (unit->access == DIRECT && s->recordNumber <= 0) return io_error(s, ERROR_WRONG_ACCESS, "unit %d is connected for direct access; REC= is missing", unit->number);
  if (s->recordNumber > 0 && unit->access != DIRECT) return io_error(s, ERROR_WRONG_ACCESS, "REC= needs a unit that is connected for direct access");
  if (s->recordNumber > 0) unit->nextRecord = s->recordNumber;
  if (s->input && unit->isAfterEnd && unit->access == SEQUENTIAL) return io_error(s, END, "end of file on unit %d", unit->number);
  if (s->input) fflush(stdout);
  if (s->input && unit->lastWasWrite) {
    finish_partial(unit);
    fflush(unit->file);
    if (!unit->isStandard) fseek(unit->file, 0, SEEK_CUR);
    record_clear(&unit->record);
    unit->isPartial = false;
  } else if (!s->input && !unit->lastWasWrite && !unit->isStandard) {
    /* Writing behind a record that was read makes it the last one. */
    fseek(unit->file, 0, SEEK_CUR);
    if (unit->access == SEQUENTIAL) end_file_here(unit);
    record_clear(&unit->record);
    unit->isPartial = false;
  }
  unit->lastWasWrite = !s->input;
  if (s->position > 0) {
    finish_partial(unit);
    record_clear(&unit->record);
    unit->isPartial = false;
    fseek(unit->file, (long)s->position - 1, SEEK_SET);
  }
  if (s->transfer == UNFORMATTED) return begin_unformatted(s);
  if (s->input && !unit->isPartial) return next_record_in(s);
  if (!s->input && !unit->isPartial) record_clear(&unit->record);
  if (!s->input) s->leftLimit = s->record->at;
  return true;
}
bool io_started(cookie s) { return start(s); }

cookie IO(BeginExternalListOutput)(int unit, const char *source, int line) {
  cookie s = external(LIST, false, unit, source, line);
  tell_host(s);
  return s;
}
cookie IO(BeginExternalListInput)(int unit, const char *source, int line) { return external(LIST, true, unit, source, line); }
cookie IO(BeginExternalFormattedOutput)(const char *format, int64_t length, const struct descriptor *array, int unit, const char *source, int line) {
  cookie s = external(FORMATTED, false, unit, source, line);
  use_format(s, format, length, array);
  tell_host(s);
  return s;
}
cookie IO(BeginExternalFormattedInput)(const char *format, int64_t length, const struct descriptor *array, int unit, const char *source, int line) {
  cookie s = external(FORMATTED, true, unit, source, line);
  use_format(s, format, length, array);
  return s;
}
cookie IO(BeginUnformattedOutput)(int unit, const char *source, int line) { return external(UNFORMATTED, false, unit, source, line); }
cookie IO(BeginUnformattedInput)(int unit, const char *source, int line) { return external(UNFORMATTED, true, unit, source, line); }

static cookie internal_scalar(enum transfer how, bool input, char *text, int64_t length, const char *source, int line) {
  cookie s = transfer(how, input, source, line);
  establish(&s->internal.head, TYPE_CHARACTER, length, text, 0, 0, ATTRIBUTE_OTHER);
  s->internalText = input ? 0 : text;
  s->internalLength = length;
  return s;
}
static cookie internal_array(enum transfer how, bool input, const struct descriptor *of, const char *source, int line) {
  if (of->type != TYPE_CHARACTER) fail(source, line, "internal files with characters of another kind are not available");
  cookie s = transfer(how, input, source, line);
  memcpy(&s->internal, of, sizeof *of + of->rank * sizeof of->dimension[0]);
  s->internalText = input || !count_of(of) ? 0 : of->base;
  s->internalLength = of->length;
  return s;
}
cookie IO(BeginInternalListOutput)(char *text, int64_t length, void **area, int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  return internal_scalar(LIST, false, text, length, source, line);
}
cookie IO(BeginInternalListInput)(char *text, int64_t length, void **area, int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  return internal_scalar(LIST, true, text, length, source, line);
}
cookie IO(BeginInternalFormattedOutput)(char *text, int64_t length, const char *format, int64_t formatLength, const struct descriptor *array, void **area,
    int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  cookie s = internal_scalar(FORMATTED, false, text, length, source, line);
  use_format(s, format, formatLength, array);
  return s;
}
cookie IO(BeginInternalFormattedInput)(char *text, int64_t length, const char *format, int64_t formatLength, const struct descriptor *array, void **area,
    int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  cookie s = internal_scalar(FORMATTED, true, text, length, source, line);
  use_format(s, format, formatLength, array);
  return s;
}
cookie IO(BeginInternalArrayListOutput)(const struct descriptor *of, void **area, int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  return internal_array(LIST, false, of, source, line);
}
cookie IO(BeginInternalArrayListInput)(const struct descriptor *of, void **area, int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  return internal_array(LIST, true, of, source, line);
}
cookie IO(BeginInternalArrayFormattedOutput)(const struct descriptor *of, const char *format, int64_t length, const struct descriptor *array, void **area,
    int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  cookie s = internal_array(FORMATTED, false, of, source, line);
  use_format(s, format, length, array);
  return s;
}
cookie IO(BeginInternalArrayFormattedInput)(const struct descriptor *of, const char *format, int64_t length, const struct descriptor *array, void **area,
    int64_t bytes, const char *source, int line) {
  (void)area, (void)bytes;
  cookie s = internal_array(FORMATTED, true, of, source, line);
  use_format(s, format, length, array);
  return s;
}

void IO(EnableHandlers)(cookie s, bool hasIostat, bool hasErr, bool hasEnd, bool hasEor, bool hasIomsg) {
  s->hasIostat = hasIostat;
  s->hasErr = hasErr;
  s->hasEnd = hasEnd;
  s->hasEor = hasEor;
  s->hasIomsg = hasIomsg;
}

/* Units of kind 8 are narrowed behind this. */
int IO(CheckUnitNumberInRange64)(int64_t unit, bool hasHandler, char *message, int64_t length, const char *source, int line) {
  static const char what[] = "a unit number does not fit into 32 bits";
  if (unit == (int32_t)unit) return 0;
  if (!hasHandler) fail(source, line, "%s", what);
  if (message) store_text(message, length, what, sizeof what - 1);
  return ERROR_BAD_UNIT;
}

/* ---- End */

/* What a record had when its statement failed is written, as flang's runtime writes it. */
static void write_begun(cookie s) {
  const struct unit *unit = s->unit;
  if (s->input || !unit || s->parent || s->transfer == UNFORMATTED || unit->access == DIRECT || !unit->lastWasWrite || !s->record->length) return;
  next_record_out(s);
}
static void end_transfer(cookie s) {
  struct unit *unit = s->unit;
  if (!start(s)) {
    write_begun(s);
    return;
  }
  if (s->parent) {
    if (s->transfer != FORMATTED || finish_format(s)) end_child(s);
    return;
  }
  if (s->transfer == UNFORMATTED) {
    end_unformatted(s);
    return;
  }
  if (s->transfer == FORMATTED && !finish_format(s)) {
    write_begun(s);
    return;
  }
  if (!s->input) {
    if (s->transfer == LIST && s->record->at == 0 && !s->isNonAdvancing && !s->isNamelist && s->unit) record_clear(s->record);
    finish_output(s);
    return;
  }
  if (unit) unit->isPartial = s->isNonAdvancing && !has_failed(s);
}

int IO(EndIoStatement)(cookie s) {
  if (s->kind == IS_TRANSFER || s->kind == IS_NOTHING) end_transfer(s);
  else end_specifiers(s);
  int status = s->status;
  if (s->unit && s->kind == IS_TRANSFER && status && s->input && !s->parent) s->unit->isPartial = false;
  if (s->unit && s->unit->active == s) s->unit->active = 0;
  free(s->format.owned);
  record_free(&s->own);
  free(s->specifiers);
  free(s);
  return status;
}
void IO(GetIoMsg)(cookie s, char *text, int64_t length) {
  if (s->status) store_text(text, length, s->message, (int64_t)strlen(s->message));
}
int64_t IO(GetSize)(cookie s) { return s->sizeRead; }
