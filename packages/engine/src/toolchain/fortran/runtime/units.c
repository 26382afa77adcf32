/* units.c: which file each unit is connected to. Units 0, 5 and 6 are the standard streams; a unit that no OPEN connected is the file fort.N. */
#include "units.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct unit *units;
static struct unit standard[3];

static void use_standard(struct unit *unit, int number, FILE *file, bool input) {
  *unit = (struct unit){ .next = units, .number = number, .file = file, .isFormatted = true, .isStandard = true, .mayRead = input, .mayWrite = !input, .nextRecord = 1 };
  units = unit;
}
static void begin(void) {
  static bool begun;
  if (begun) return;
  begun = true;
  use_standard(&standard[0], 0, stderr, false);
  use_standard(&standard[1], 5, stdin, true);
  use_standard(&standard[2], 6, stdout, false);
}

struct unit *find_unit(int number) {
  begin();
  for (struct unit *unit = units; unit; unit = unit->next)
    if (unit->number == number) return unit;
  return 0;
}
struct unit *find_unit_of(const char *path) {
  begin();
  for (struct unit *unit = units; unit; unit = unit->next)
    if (unit->path && !strcmp(unit->path, path)) return unit;
  return 0;
}
struct unit *new_unit(int number) {
  begin();
  struct unit *unit = memory(sizeof *unit);
  *unit = (struct unit){ .next = units, .number = number, .nextRecord = 1 };
  return units = unit;
}
int free_unit_number(void) {
  int number = -10;
  while (find_unit(number)) number--;
  return number;
}
struct unit *unit_for_transfer(int number, bool input, bool formatted) {
  struct unit *unit = find_unit(number);
  if (unit || number < 0) return unit;
  char path[24];
  snprintf(path, sizeof path, "fort.%d", number);
  FILE *file = fopen(path, input ? "r+" : "w+");
  if (!file && input) file = fopen(path, "r");
  if (!file) return 0;
  unit = new_unit(number);
  unit->file = file;
  unit->path = strdup(path);
  unit->isFormatted = formatted;
  unit->mayRead = unit->mayWrite = true;
  return unit;
}

/* In a file with ENCODING='UTF-8' each character is one of the first 256 of Unicode, as flang has it. */
static void write_text(const struct unit *unit, const char *text, size_t length) {
  if (!unit->isUtf8) {
    fwrite(text, 1, length, unit->file);
    return;
  }
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= 0x80) putc(0xC0 | c >> 6, unit->file);
    putc(c >= 0x80 ? 0x80 | (c & 0x3F) : c, unit->file);
  }
}
size_t written_length(const struct unit *unit) {
  size_t length = unit->record.length;
  for (size_t i = 0; unit->isUtf8 && i < unit->record.length; i++) length += (unsigned char)unit->record.text[i] >= 0x80;
  return length;
}
/* What is no UTF-8 stays as it is; a character that is not among the 256 is a question mark. */
static void decode_record(struct record *record) {
  unsigned char *text = (unsigned char *)record->text;
  size_t to = 0;
  for (size_t at = 0; at < record->length;) {
    unsigned char first = text[at];
    size_t more = first >= 0xF0 && first < 0xF8 ? 3 : first >= 0xE0 && first < 0xF0 ? 2 : first >= 0xC2 && first < 0xE0 ? 1 : 0, have = 0;
    while (have < more && at + have + 1 < record->length && (text[at + have + 1] & 0xC0) == 0x80) have++;
    if (have < more) more = 0;
    text[to++] = more == 0 ? first : more == 1 && first < 0xC4 ? (unsigned char)(first << 6 | (text[at + 1] & 0x3F)) : '?';
    at += more + 1;
  }
  record->length = to;
}

/* The record as text: what belongs behind a column in its place. */
static void write_record(const struct unit *unit, const struct record *record) {
  size_t done = 0;
  for (size_t i = 0; i < record->tailCount; i++) {
    size_t until = record->tails[i].column < record->length ? record->tails[i].column : record->length;
    if (until > done) write_text(unit, record->text + done, until - done);
    if (until > done) done = until;
    fwrite(record->tails[i].text, 1, record->tails[i].length, unit->file);
  }
  if (record->length > done) write_text(unit, record->text + done, record->length - done);
}

void finish_partial(struct unit *unit) {
  if (!unit->lastWasWrite || !unit->isFormatted || unit->access == DIRECT) return;
  if (unit->isPartial) {
    write_record(unit, &unit->record);
    if (unit->access != STREAM) fputc('\n', unit->file);
    record_clear(&unit->record);
    unit->isPartial = false;
  }
}
void flush_unit(struct unit *unit) {
  if (unit->mayWrite && unit->file) fflush(unit->file);
}
void close_unit(struct unit *unit, bool remove) {
  finish_partial(unit);
  for (struct unit **at = &units; *at; at = &(*at)->next)
    if (*at == unit) {
      *at = unit->next;
      break;
    }
  if (unit->isStandard) {
    fflush(unit->file);
    return;
  }
  if (unit->file) fclose(unit->file);
  if ((remove || unit->isScratch) && unit->path) unlink(unit->path);
  record_free(&unit->record);
  free(unit->path);
  free(unit);
}
void close_units(void) {
  static bool closing;
  if (closing) return;
  closing = true;
  for (struct unit *unit = units, *next; unit; unit = next) {
    next = unit->next;
    if (unit->isStandard) {
      finish_partial(unit);
      if (unit->mayWrite) fflush(unit->file);
    } else close_unit(unit, false);
  }
}

/* ---- Records of a statement */

/* The record with its tails into the variable; a tail that does not fit is left out, as C's buffers leave it out. */
static bool store_internal(cookie s) {
  struct record *r = s->record;
  size_t length = r->length, room = (size_t)s->internalLength;
  if (length > room) {
    record_clear(r);
    return io_error(s, ERROR_OVERRUN, "the internal file has %zu characters and would need %zu", room, length);
  }
  size_t done = 0, at = 0;
  for (size_t i = 0; i < r->tailCount; i++) {
    size_t until = r->tails[i].column < length ? r->tails[i].column : length;
    if (at + length - done + r->tails[i].length > room) break;
    memcpy(s->internalText + at, r->text + done, until - done);
    at += until - done;
    done = until;
    memcpy(s->internalText + at, r->tails[i].text, r->tails[i].length);
    at += r->tails[i].length;
  }
  store_text(s->internalText + at, (int64_t)(room - at), r->text ? r->text + done : "", (int64_t)(length - done));
  record_clear(r);
  return true;
}
static bool next_internal(cookie s, bool output) {
  if (output && !store_internal(s)) return false;
  s->internalAt++;
  int64_t count = s->internal.head.rank ? count_of(&s->internal.head) : 1;
  if (s->internalAt >= count) {
    s->internalText = 0;
    return true;
  }
  struct walk walk = walk_of(&s->internal.head);
  for (int64_t i = 0; i < s->internalAt; i++) walk_on(&walk);
  s->internalText = walk.at;
  return true;
}

bool has_room(cookie s) {
  struct record *r = s->record;
  if (!r->isFull) return true;
  size_t length = r->length;
  record_clear(r);
  return io_error(s, ERROR_OVERRUN, "there is no memory for a record of more than %zu characters", length);
}
bool next_record_out(cookie s) {
  struct unit *unit = s->unit;
  s->leftLimit = 0;
  if (!has_room(s)) return false;
  if (!unit) {
    if (!s->internalText) return io_error(s, END, "the internal file has no more records");
    return next_internal(s, true);
  }
  struct record *r = s->record;
  size_t length = written_length(unit);
  bool isBounded = unit->isFormatted && unit->recordLength && (unit->access == DIRECT || s->transfer == FORMATTED);
  if (isBounded && (int64_t)length > unit->recordLength) {
    record_clear(r);
    return io_error(s, ERROR_OVERRUN, "a record of %zu characters is longer than RECL=%lld", length, (long long)unit->recordLength);
  }
  if (unit->access == DIRECT) {
    if (unit->isFormatted) {
      r->at = r->length;
      record_fill(r, ' ', (size_t)unit->recordLength - length);
    }
    fseek(unit->file, (long)((unit->nextRecord - 1) * unit->recordLength), SEEK_SET);
    write_record(unit, r);
    unit->nextRecord++;
  } else {
    write_record(unit, r);
    fputc('\n', unit->file);
  }
  record_clear(r);
  unit->isPartial = false;
  if (unit->isStandard && unit->number == 0) fflush(unit->file);
  return true;
}

/* Reads one record of a formatted file into the unit's record. */
static bool read_line(cookie s) {
  struct unit *unit = s->unit;
  struct record *r = &unit->record;
  record_clear(r);
  if (unit->access == DIRECT) {
    char *text = memory(unit->recordLength);
    fseek(unit->file, (long)((unit->nextRecord - 1) * unit->recordLength), SEEK_SET);
    size_t got = fread(text, 1, (size_t)unit->recordLength, unit->file);
    if (got) record_put(r, text, got);
    free(text);
    if (unit->isUtf8) decode_record(r);
    r->at = 0;
    unit->nextRecord++;
    if (!has_room(s)) return false;
    return got ? true : io_error(s, ERROR_NO_RECORD, "record %lld is not in the file", (long long)unit->nextRecord - 1);
  }
  int c = getc(unit->file);
  if (c == EOF) {
    unit->isAfterEnd = true;
    return io_error(s, END, "end of file on unit %d", unit->number);
  }
  for (; c != EOF && c != '\n'; c = getc(unit->file)) record_put(r, &(char){ (char)c }, 1);
  if (!has_room(s)) return false;
  if (r->length && r->text[r->length - 1] == '\r') r->length--;
  if (unit->isUtf8) decode_record(r);
  r->at = 0;
  return true;
}
bool next_record_in(cookie s) {
  s->leftLimit = 0;
  if (s->unit) return read_line(s);
  struct record *r = s->record;
  if (s->internalText || s->internalAt < 0) {
    if (!next_internal(s, false)) return false;
  }
  record_clear(r);
  if (!s->internalText) return io_error(s, END, "end of the internal file");
  record_put(r, s->internalText, (size_t)s->internalLength);
  r->at = 0;
  return has_room(s);
}

void finish_output(cookie s) {
  struct unit *unit = s->unit;
  if (!unit) {
    if (s->internalText) next_internal(s, true);
    return;
  }
  if (s->isNonAdvancing) {
    unit->isPartial = true;
    if (unit->isStandard) { /* a prompt is seen before the answer is read */
      size_t blanks = s->record->at > s->record->length ? s->record->at - s->record->length : 0;
      write_record(unit, s->record);
      record_clear(s->record);
      record_move(s->record, (int64_t)blanks); /* of X, in front of what comes */
      fflush(unit->file);
    }
    return;
  }
  next_record_out(s);
}
