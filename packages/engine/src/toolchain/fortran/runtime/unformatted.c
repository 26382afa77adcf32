/* unformatted.c: records of bytes. A sequential one stands between its length, twice, in 32 bits, as other Fortran compilers write it. */
#include "derived.h"
#include "types.h"
#include <string.h>

static void swapped(char *bytes, size_t length, size_t width) {
  for (size_t at = 0; width > 1 && at + width <= length; at += width)
    for (size_t i = 0; i < width / 2; i++) {
      char c = bytes[at + i];
      bytes[at + i] = bytes[at + width - 1 - i];
      bytes[at + width - 1 - i] = c;
    }
}
void swap_components(char *at, const struct derived_type *type) {
  for (int64_t i = 0; i < count_in(&type->components); i++) {
    const struct component *c = component_in(type, i);
    int64_t count = component_count(c), bytes = component_bytes(c);
    if (c->genre != GENRE_DATA || c->category == CHARACTER) continue;
    if (c->category == DERIVED)
      for (int64_t n = 0; n < count; n++) swap_components(at + c->offset + n * bytes, (const void *)c->derived.head.base);
    else swapped(at + c->offset, (size_t)(count * bytes), (size_t)c->kind);
  }
}
static uint32_t word(uint32_t value, bool swap) {
  if (swap) swapped((char *)&value, 4, 4);
  return value;
}

bool begin_unformatted(cookie s) {
  struct unit *unit = s->unit;
  struct record *r = &unit->record;
  record_clear(r);
  if (unit->access == STREAM || (unit->access == SEQUENTIAL && !s->input)) return true;
  if (unit->access == DIRECT) {
    if (!s->input) return true;
    fseek(unit->file, (long)((unit->nextRecord - 1) * unit->recordLength), SEEK_SET);
    char *bytes = memory(unit->recordLength);
    size_t got = fread(bytes, 1, (size_t)unit->recordLength, unit->file);
    if (got) record_put(r, bytes, got);
    if (!has_room(s)) return false;
    r->at = 0;
    unit->nextRecord++;
    return got ? true : io_error(s, ERROR_NO_RECORD, "record %lld is not in the file", (long long)unit->nextRecord - 1);
  }
  uint32_t length;
  if (fread(&length, 4, 1, unit->file) != 1) {
    unit->isAfterEnd = true;
    return io_error(s, END, "end of file on unit %d", unit->number);
  }
  length = word(length, unit->swap);
  for (uint32_t done = 0; done < length;) {
    char part[4096];
    size_t wanted = length - done < sizeof part ? length - done : sizeof part, got = fread(part, 1, wanted, unit->file);
    if (got) record_put(r, part, got);
    if (!has_room(s)) return false;
    if (got < wanted) return io_error(s, ERROR_SHORT, "the file of unit %d ends within a record", unit->number);
    done += (uint32_t)got;
  }
  uint32_t again;
  if (fread(&again, 4, 1, unit->file) != 1 || word(again, unit->swap) != length)
    return io_error(s, ERROR_SHORT, "unit %d holds no unformatted records, or is damaged", unit->number);
  r->at = 0;
  return true;
}

bool put_bytes(cookie s, const void *bytes, size_t length, size_t width) {
  struct unit *unit = s->unit;
  if (has_failed(s)) return false;
  struct record *r = &unit->record;
  size_t at = r->at;
  record_put(r, bytes, length);
  if (!has_room(s)) return false;
  if (unit->swap) swapped(r->text + at, length, width);
  if (unit->access != STREAM && unit->recordLength && (int64_t)r->length > unit->recordLength)
    return io_error(s, ERROR_OVERRUN, "a record of %zu bytes is longer than RECL=%lld", r->length, (long long)unit->recordLength);
  return true;
}
bool get_bytes(cookie s, void *to, size_t length, size_t width) {
  struct unit *unit = s->unit;
  if (has_failed(s)) return false;
  struct record *r = &unit->record;
  if (unit->access == STREAM) {
    if (fread(to, 1, length, unit->file) != length) {
      unit->isAfterEnd = feof(unit->file);
      return io_error(s, END, "end of file on unit %d", unit->number);
    }
  } else {
    if (r->at + length > r->length) return io_error(s, ERROR_SHORT, "the record of unit %d has %zu bytes, %zu are asked for", unit->number, r->length, r->at + length);
    memcpy(to, r->text + r->at, length);
    r->at += length;
  }
  if (unit->swap) swapped(to, length, width);
  return true;
}

void end_unformatted(cookie s) {
  struct unit *unit = s->unit;
  struct record *r = &unit->record;
  if (!s->input && !has_failed(s)) {
    if (unit->access == DIRECT) {
      fseek(unit->file, (long)((unit->nextRecord - 1) * unit->recordLength), SEEK_SET);
      r->at = r->length;
      record_fill(r, 0, (size_t)unit->recordLength - r->length);
      if (!has_room(s)) return;
      unit->nextRecord++;
    }
    uint32_t length = word((uint32_t)r->length, unit->swap);
    if (unit->access == SEQUENTIAL) fwrite(&length, 4, 1, unit->file);
    if (r->length) fwrite(r->text, 1, r->length, unit->file);
    if (unit->access == SEQUENTIAL) fwrite(&length, 4, 1, unit->file);
  }
  record_clear(r);
}
