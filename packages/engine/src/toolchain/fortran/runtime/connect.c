/* connect.c: OPEN, CLOSE and the statements that position a file. Their specifiers come one call each, and are carried out at the end. */
#include "specifiers.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int fileno(FILE *); /* of POSIX, which strict C17 hides */

#define RT(name) _FortranA##name
#define IO(name) _FortranAio##name

cookie begin_specifiers(enum specifier_kind kind, int number, const char *source, int line) {
  cookie s = new_statement(kind, source, line);
  s->specifiers = memory(sizeof *s->specifiers);
  memset(s->specifiers, 0, sizeof *s->specifiers);
  s->specifiers->number = number;
  s->unit = find_unit(number);
  if (s->unit) s->modes = s->unit->modes;
  return s;
}
cookie IO(BeginOpenUnit)(int unit, const char *source, int line) { return begin_specifiers(IS_OPEN, unit, source, line); }
cookie IO(BeginOpenNewUnit)(const char *source, int line) {
  cookie s = begin_specifiers(IS_OPEN, free_unit_number(), source, line);
  s->specifiers->isNew = true;
  return s;
}
cookie IO(BeginClose)(int unit, const char *source, int line) { return begin_specifiers(IS_CLOSE, unit, source, line); }
/* CALL FLUSH(unit), which is older than the statement; without an argument it is -1 and means all. */
void RT(Flush)(int unit) {
  if (unit < 0) fflush(0);
  else if (find_unit(unit)) flush_unit(find_unit(unit));
}
cookie IO(BeginFlush)(int unit, const char *source, int line) { return begin_specifiers(IS_FLUSH, unit, source, line); }
cookie IO(BeginBackspace)(int unit, const char *source, int line) { return begin_specifiers(IS_BACKSPACE, unit, source, line); }
cookie IO(BeginEndfile)(int unit, const char *source, int line) { return begin_specifiers(IS_ENDFILE, unit, source, line); }
cookie IO(BeginRewind)(int unit, const char *source, int line) { return begin_specifiers(IS_REWIND, unit, source, line); }
cookie IO(BeginWait)(int unit, int id, const char *source, int line) {
  (void)id;
  return begin_specifiers(IS_FLUSH, unit, source, line);
}
cookie IO(BeginWaitAll)(int unit, const char *source, int line) { return begin_specifiers(IS_FLUSH, unit, source, line); }

/* ---- Specifiers */

void trim_into(char *to, size_t room, const char *text, int64_t length) {
  while (length > 0 && text[length - 1] == ' ') length--;
  if (length >= (int64_t)room) length = (int64_t)room - 1;
  memcpy(to, text, (size_t)length);
  to[length] = 0;
}
/* Which of the words of `list`, from 0; -1: none, and the statement has failed. */
static int choice(cookie s, const char *name, const char *list, const char *text, int64_t length) {
  char word[32];
  trim_into(word, sizeof word, text, length);
  for (char *c = word; *c; c++) *c = (char)toupper((unsigned char)*c);
  size_t size = strlen(word);
  int index = 0;
  for (const char *at = list; size; index++) {
    size_t next = strcspn(at, " ");
    if (next == size && !memcmp(at, word, size)) return index;
    if (!at[next]) break;
    at += next + 1;
  }
  io_error(s, ERROR_BAD_SPECIFIER, "%s='%s' is none of %s", name, word, list);
  return -1;
}

bool IO(SetAdvance)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "ADVANCE", "NO YES", text, length);
  s->isNonAdvancing = which == 0;
  return which >= 0;
}
bool IO(SetAsynchronous)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "ASYNCHRONOUS", "NO YES", text, length);
  if (s->specifiers) s->specifiers->isAsynchronous = which == 1;
  return which >= 0;
}
int IO(GetAsynchronousId)(cookie s) {
  (void)s;
  return 1;
}
bool IO(SetBlank)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "BLANK", "NULL ZERO", text, length);
  s->modes.blankZero = which == 1;
  return which >= 0;
}
bool IO(SetDecimal)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "DECIMAL", "POINT COMMA", text, length);
  s->modes.decimalComma = which == 1;
  return which >= 0;
}
bool IO(SetDelim)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "DELIM", "NONE APOSTROPHE QUOTE", text, length);
  s->modes.delimiter = which == 1 ? DELIMITER_APOSTROPHE : which == 2 ? DELIMITER_QUOTE : DELIMITER_NONE;
  return which >= 0;
}
bool IO(SetPad)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "PAD", "YES NO", text, length);
  s->modes.noPad = which == 1;
  return which >= 0;
}
bool IO(SetRound)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "ROUND", "NEAREST UP DOWN ZERO COMPATIBLE PROCESSOR_DEFINED", text, length);
  s->modes.rounding = which == 5 || which < 0 ? ROUND_NEAREST : (enum rounding)which;
  return which >= 0;
}
bool IO(SetSign)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "SIGN", "SUPPRESS PLUS PROCESSOR_DEFINED", text, length);
  s->modes.sign = which == 1 ? SIGN_PLUS : SIGN_SUPPRESS;
  return which >= 0;
}
bool IO(SetPos)(cookie s, int64_t position) {
  if (position < 1) return io_error(s, ERROR_BAD_SPECIFIER, "POS=%lld is not positive", (long long)position);
  s->position = position;
  return true;
}
bool IO(SetRec)(cookie s, int64_t record) {
  if (record < 1) return io_error(s, ERROR_BAD_SPECIFIER, "REC=%lld is not positive", (long long)record);
  if (s->unit && s->unit->recordLength > INT32_MAX) return io_error(s, ERROR_BAD_SPECIFIER, "a record of RECL=%lld does not fit into memory", (long long)s->unit->recordLength);
  s->recordNumber = record;
  return true;
}
bool IO(SetAccess)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "ACCESS", "SEQUENTIAL DIRECT STREAM APPEND", text, length);
  if (which == 3) {
    s->specifiers->position = POSITION_APPEND;
    which = 0;
  }
  s->specifiers->hasAccess = which >= 0;
  s->specifiers->access = which < 0 ? SEQUENTIAL : (enum access)which;
  return which >= 0;
}
bool IO(SetAction)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "ACTION", "READ WRITE READWRITE", text, length);
  s->specifiers->action = (enum action)(which + 1);
  return which >= 0;
}
bool IO(SetCarriagecontrol)(cookie s, const char *text, int64_t length) { return choice(s, "CARRIAGECONTROL", "LIST FORTRAN NONE", text, length) >= 0; }
bool IO(SetConvert)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "CONVERT", "NATIVE LITTLE_ENDIAN BIG_ENDIAN SWAP UNKNOWN", text, length);
  s->specifiers->swap = which == 2 || which == 3;
  return which >= 0;
}
bool IO(SetEncoding)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "ENCODING", "UTF-8 DEFAULT", text, length);
  s->specifiers->hasEncoding = which >= 0;
  s->specifiers->isUtf8 = which == 0;
  return which >= 0;
}
bool IO(SetForm)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "FORM", "FORMATTED UNFORMATTED BINARY", text, length);
  s->specifiers->hasForm = which >= 0;
  s->specifiers->isFormatted = which == 0;
  if (which == 2) s->specifiers->access = STREAM, s->specifiers->hasAccess = true;
  return which >= 0;
}
bool IO(SetPosition)(cookie s, const char *text, int64_t length) {
  int which = choice(s, "POSITION", "ASIS REWIND APPEND", text, length);
  s->specifiers->position = which < 0 ? POSITION_ASIS : (enum position)which;
  return which >= 0;
}
bool IO(SetRecl)(cookie s, int64_t length) {
  if (length < 1) return io_error(s, ERROR_BAD_SPECIFIER, "RECL=%lld is not positive", (long long)length);
  s->specifiers->recordLength = length;
  return true;
}
bool IO(SetStatus)(cookie s, const char *text, int64_t length) {
  int which = s->kind == IS_CLOSE ? choice(s, "STATUS", "KEEP DELETE", text, length) : choice(s, "STATUS", "UNKNOWN OLD NEW SCRATCH REPLACE", text, length);
  if (which >= 0) s->specifiers->status = s->kind == IS_CLOSE ? (which ? STATUS_DELETE : STATUS_KEEP) : (enum status)which;
  return which >= 0;
}
bool IO(SetFile)(cookie s, const char *path, int64_t length) {
  trim_into(s->specifiers->path, sizeof s->specifiers->path, path, length);
  s->specifiers->hasPath = true;
  return true;
}
/* ---- OPEN */

static FILE *open_file(const char *path, const struct specifiers *p, bool *mayRead, bool *mayWrite) {
  bool exists = access(path, F_OK) == 0;
  *mayRead = p->action != ACTION_WRITE;
  *mayWrite = p->action != ACTION_READ;
  if (p->status == STATUS_OLD && !exists) return errno = ENOENT, NULL;
  if (p->status == STATUS_NEW && exists) return errno = EEXIST, NULL;
  if (p->action == ACTION_READ) return fopen(path, "r");
  if (!exists || p->status == STATUS_REPLACE) return fopen(path, "w+");
  FILE *file = fopen(path, "r+");
  if (!file && p->action == ACTION_NONE) {
    *mayWrite = false;
    file = fopen(path, "r");
  }
  return file;
}

static void do_open(cookie s) {
  struct specifiers *p = s->specifiers;
  struct unit *unit = s->unit;
  if (unit && (!p->hasPath || (unit->path && !strcmp(unit->path, p->path)))) { /* changes modes only */
    unit->modes = s->modes;
    if (p->hasEncoding) unit->isUtf8 = p->isUtf8;
    return;
  }
  if (p->number < 0 && !p->isNew && !unit) {
    io_error(s, ERROR_BAD_UNIT, "unit %d cannot be opened", p->number);
    return;
  }
  if (p->access == DIRECT && !p->recordLength) {
    io_error(s, ERROR_BAD_SPECIFIER, "ACCESS='DIRECT' needs RECL=");
    return;
  }
  if (unit) close_unit(unit, false);
  s->unit = 0;
  char made[64];
  const char *path = p->path;
  if (p->status == STATUS_SCRATCH) {
    snprintf(made, sizeof made, "fort.scratch.%d", p->number);
    path = made;
    remove(path);
  } else if (!p->hasPath) {
    snprintf(made, sizeof made, "fort.%d", p->number);
    path = made;
  }
  bool mayRead, mayWrite;
  FILE *file = open_file(path, p, &mayRead, &mayWrite);
  if (!file) {
    int error = errno;
    const char *why = error == ENOENT ? "it does not exist" : error == EEXIST ? "it exists already" : strerror(error);
    io_error(s, error ? error : ERROR_OPEN, "'%s' could not be opened: %s", path, why);
    return;
  }
  unit = new_unit(p->number);
  unit->file = file;
  unit->path = strdup(path);
  unit->access = p->access;
  unit->isFormatted = p->hasForm ? p->isFormatted : p->access == SEQUENTIAL;
  unit->isScratch = p->status == STATUS_SCRATCH;
  unit->mayRead = mayRead;
  unit->mayWrite = mayWrite;
  unit->recordLength = p->recordLength;
  unit->modes = s->modes;
  unit->swap = p->swap;
  unit->isUtf8 = p->isUtf8;
  unit->isAsynchronous = p->isAsynchronous;
  if (p->position == POSITION_APPEND) {
    fseek(file, 0, SEEK_END);
    unit->lastWasWrite = true;
  }
  s->unit = unit;
}

bool IO(GetNewUnit)(cookie s, void *to, int kind) {
  do_open(s); /* the variable keeps its value where the file cannot be opened */
  s->specifiers->isDone = true;
  if (!has_failed(s)) store_integer(to, kind, s->specifiers->number);
  return !has_failed(s);
}

/* ---- Positioning */

/* To the begin of the record before. */
static void back(struct unit *unit) {
  FILE *file = unit->file;
  if (unit->isFormatted) {
    long at = ftell(file) - 1; /* the line end of the record before */
    while (at > 0) {
      fseek(file, at - 1, SEEK_SET);
      if (getc(file) == '\n') break;
      at--;
    }
    fseek(file, at < 0 ? 0 : at, SEEK_SET);
    return;
  }
  long at = ftell(file);
  uint32_t length;
  if (at < 8) return;
  fseek(file, at - 4, SEEK_SET);
  if (fread(&length, 4, 1, file) == 1) {
    if (unit->swap) length = __builtin_bswap32(length);
    fseek(file, at - 8 - (long)length, SEEK_SET);
  }
}
void end_file_here(struct unit *unit) { ftruncate(fileno(unit->file), ftell(unit->file)); }
static void position(cookie s) {
  struct unit *unit = s->unit;
  if (!unit) {
    unit = s->unit = unit_for_transfer(s->specifiers->number, false, true);
    if (unit) unit->isFormOpen = true;
  }
  if (!unit) {
    io_error(s, ERROR_BAD_UNIT, "unit %d is not connected", s->specifiers->number);
    return;
  }
  if (unit->isStandard) return;
  if (unit->parent || unit->active) {
    io_error(s, ERROR_BAD_UNIT, "unit %d cannot be positioned while an item of it is transferred", unit->number);
    return;
  }
  if (unit->access == DIRECT) {
    io_error(s, ERROR_WRONG_ACCESS, "unit %d is connected for direct access and has no position", unit->number);
    return;
  }
  bool wrote = unit->lastWasWrite;
  finish_partial(unit);
  record_clear(&unit->record);
  unit->isPartial = false;
  fflush(unit->file);
  if (s->kind == IS_REWIND) {
    if (wrote && (unit->access == SEQUENTIAL || unit->isFormatted)) end_file_here(unit);
    rewind(unit->file);
  } else if (s->kind == IS_ENDFILE) {
    end_file_here(unit);
    unit->isAfterEnd = true;
    unit->lastWasWrite = false;
    return;
  } else {
    if (!unit->isAfterEnd) back(unit);
  }
  unit->isAfterEnd = false;
  unit->lastWasWrite = false;
}

void end_specifiers(cookie s) {
  if (has_failed(s) || !s->specifiers || s->specifiers->isDone) return; /* INQUIRE(IOLENGTH=) has none */
  struct unit *unit = s->unit;
  switch (s->kind) {
  case IS_OPEN: case IS_CLOSE:
    if (unit && (unit->parent || unit->active)) io_error(s, ERROR_BAD_UNIT, "unit %d cannot be opened or closed while an item of it is transferred", unit->number);
    else if (s->kind == IS_OPEN) do_open(s);
    else {
      if (unit) close_unit(unit, s->specifiers->status == STATUS_DELETE);
      s->unit = 0;
    }
    break;
  case IS_FLUSH:
    if (unit) flush_unit(unit);
    break;
  case IS_BACKSPACE: case IS_ENDFILE: case IS_REWIND: position(s); break;
  default: break;
  }
}
