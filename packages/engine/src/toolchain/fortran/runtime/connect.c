/* connect.c: OPEN, CLOSE, INQUIRE and the statements that position a file. Their specifiers come one call each, and are carried out at the end. */
#include "units.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int fileno(FILE *); /* of POSIX, which strict C17 hides */

#define IO(name) _FortranAio##name

enum status { STATUS_UNKNOWN, STATUS_OLD, STATUS_NEW, STATUS_SCRATCH, STATUS_REPLACE, STATUS_KEEP, STATUS_DELETE };
enum action { ACTION_NONE, ACTION_READ, ACTION_WRITE, ACTION_BOTH };
enum position { POSITION_ASIS, POSITION_REWIND, POSITION_APPEND };

struct specifiers {
  int number;
  bool isNew; /* NEWUNIT= */
  char path[1024];
  bool hasPath, hasForm, isFormatted, hasAccess;
  enum access access;
  enum status status;
  enum action action;
  enum position position;
  int64_t recordLength;
  bool swap;
};

static cookie begin(enum specifier_kind kind, int number, const char *source, int line) {
  cookie s = new_statement(kind, source, line);
  s->specifiers = memory(sizeof *s->specifiers);
  memset(s->specifiers, 0, sizeof *s->specifiers);
  s->specifiers->number = number;
  s->unit = find_unit(number);
  if (s->unit) s->modes = s->unit->modes;
  return s;
}
cookie IO(BeginOpenUnit)(int unit, const char *source, int line) { return begin(IS_OPEN, unit, source, line); }
cookie IO(BeginOpenNewUnit)(const char *source, int line) {
  cookie s = begin(IS_OPEN, free_unit_number(), source, line);
  s->specifiers->isNew = true;
  return s;
}
cookie IO(BeginClose)(int unit, const char *source, int line) { return begin(IS_CLOSE, unit, source, line); }
cookie IO(BeginFlush)(int unit, const char *source, int line) { return begin(IS_FLUSH, unit, source, line); }
cookie IO(BeginBackspace)(int unit, const char *source, int line) { return begin(IS_BACKSPACE, unit, source, line); }
cookie IO(BeginEndfile)(int unit, const char *source, int line) { return begin(IS_ENDFILE, unit, source, line); }
cookie IO(BeginRewind)(int unit, const char *source, int line) { return begin(IS_REWIND, unit, source, line); }
cookie IO(BeginWait)(int unit, int id, const char *source, int line) {
  (void)id;
  return begin(IS_FLUSH, unit, source, line);
}
cookie IO(BeginWaitAll)(int unit, const char *source, int line) { return begin(IS_FLUSH, unit, source, line); }
cookie IO(BeginInquireUnit)(int unit, const char *source, int line) { return begin(IS_INQUIRE, unit, source, line); }
cookie IO(BeginInquireIoLength)(const char *source, int line) { return new_statement(IS_LENGTH, source, line); }
int64_t IO(GetIoLength)(cookie s) { return s->bytes; }

/* ---- Specifiers */

static void trimmed(char *to, size_t room, const char *text, int64_t length) {
  while (length > 0 && text[length - 1] == ' ') length--;
  if (length >= (int64_t)room) length = (int64_t)room - 1;
  memcpy(to, text, (size_t)length);
  to[length] = 0;
}
/* Which of the words of `list`, from 0; -1: none, and the statement has failed. */
static int choice(cookie s, const char *name, const char *list, const char *text, int64_t length) {
  char word[32];
  trimmed(word, sizeof word, text, length);
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
bool IO(SetAsynchronous)(cookie s, const char *text, int64_t length) { return choice(s, "ASYNCHRONOUS", "NO YES", text, length) >= 0; }
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
bool IO(SetEncoding)(cookie s, const char *text, int64_t length) { return choice(s, "ENCODING", "UTF-8 DEFAULT", text, length) >= 0; }
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
  if (length < 1 || length > INT32_MAX) return io_error(s, ERROR_BAD_SPECIFIER, "RECL=%lld is not between 1 and 2147483647", (long long)length);
  s->specifiers->recordLength = length;
  return true;
}
bool IO(SetStatus)(cookie s, const char *text, int64_t length) {
  int which = s->kind == IS_CLOSE ? choice(s, "STATUS", "KEEP DELETE", text, length) : choice(s, "STATUS", "UNKNOWN OLD NEW SCRATCH REPLACE", text, length);
  if (which >= 0) s->specifiers->status = s->kind == IS_CLOSE ? (which ? STATUS_DELETE : STATUS_KEEP) : (enum status)which;
  return which >= 0;
}
bool IO(SetFile)(cookie s, const char *path, int64_t length) {
  trimmed(s->specifiers->path, sizeof s->specifiers->path, path, length);
  s->specifiers->hasPath = true;
  return true;
}
bool IO(GetNewUnit)(cookie s, void *to, int kind) {
  store_integer(to, kind, s->specifiers->number);
  return !has_failed(s);
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
    return;
  }
  if (p->number < 0 && !p->isNew) {
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
  if (p->position == POSITION_APPEND) {
    fseek(file, 0, SEEK_END);
    unit->lastWasWrite = true;
  }
  s->unit = unit;
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
static void position(cookie s) {
  struct unit *unit = s->unit;
  if (!unit) unit = s->unit = unit_for_transfer(s->specifiers->number, false, true);
  if (!unit) {
    io_error(s, ERROR_BAD_UNIT, "unit %d is not connected", s->specifiers->number);
    return;
  }
  if (unit->isStandard) return;
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
    if (wrote && unit->access == SEQUENTIAL) ftruncate(fileno(unit->file), ftell(unit->file));
    rewind(unit->file);
  } else if (s->kind == IS_ENDFILE) {
    ftruncate(fileno(unit->file), ftell(unit->file));
    unit->isAfterEnd = true;
    unit->lastWasWrite = false;
    return;
  } else {
    if (!unit->isAfterEnd) back(unit);
  }
  unit->isAfterEnd = false;
  unit->lastWasWrite = false;
}

/* ---- INQUIRE */

cookie IO(BeginInquireFile)(const char *path, int64_t length, const char *source, int line) {
  cookie s = begin(IS_INQUIRE, -1, source, line);
  trimmed(s->specifiers->path, sizeof s->specifiers->path, path, length);
  s->specifiers->hasPath = true;
  s->unit = 0;
  for (int number = -200; number < 1000; number++) {
    struct unit *unit = find_unit(number);
    if (unit && unit->path && !strcmp(unit->path, s->specifiers->path)) s->unit = unit;
  }
  return s;
}
/* Keywords come as numbers in base 26. */
static uint64_t keyword(const char *name) {
  uint64_t hash = 1;
  for (; *name; name++) hash = 26 * hash + (uint64_t)(*name - 'A');
  return hash;
}
static const char *yes_no(bool yes) { return yes ? "YES" : "NO"; }
static const char *character_answer(cookie s, uint64_t key) {
  struct unit *u = s->unit;
  struct specifiers *p = s->specifiers;
  static const char *const accesses[] = { "SEQUENTIAL", "DIRECT", "STREAM" };
  static const char *const roundings[] = { "NEAREST", "UP", "DOWN", "ZERO", "COMPATIBLE" };
  if (key == keyword("NAME")) return u && u->path ? u->path : p->hasPath ? p->path : "";
  if (!u) {
    const char *unknown[] = { "DIRECT", "FORMATTED", "READ", "READWRITE", "SEQUENTIAL", "STREAM", "UNFORMATTED", "WRITE" };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
      if (key == keyword(unknown[i])) return "UNKNOWN";
    return "UNDEFINED";
  }
  if (key == keyword("ACCESS")) return accesses[u->access];
  if (key == keyword("ACTION")) return u->mayRead ? (u->mayWrite ? "READWRITE" : "READ") : "WRITE";
  if (key == keyword("ASYNCHRONOUS")) return "NO";
  if (key == keyword("BLANK")) return u->isFormatted ? (u->modes.blankZero ? "ZERO" : "NULL") : "UNDEFINED";
  if (key == keyword("CONVERT")) return u->swap ? "BIG_ENDIAN" : "LITTLE_ENDIAN";
  if (key == keyword("DECIMAL")) return u->isFormatted ? (u->modes.decimalComma ? "COMMA" : "POINT") : "UNDEFINED";
  if (key == keyword("DELIM")) return !u->isFormatted ? "UNDEFINED" : u->modes.delimiter == DELIMITER_QUOTE ? "QUOTE" : u->modes.delimiter ? "APOSTROPHE" : "NONE";
  if (key == keyword("DIRECT")) return yes_no(u->access == DIRECT);
  if (key == keyword("ENCODING")) return u->isFormatted ? "UTF-8" : "UNDEFINED";
  if (key == keyword("FORM")) return u->isFormatted ? "FORMATTED" : "UNFORMATTED";
  if (key == keyword("FORMATTED")) return yes_no(u->isFormatted);
  if (key == keyword("PAD")) return u->modes.noPad ? "NO" : "YES";
  if (key == keyword("POSITION")) {
    if (u->access == DIRECT || u->isStandard) return "UNDEFINED";
    long at = ftell(u->file);
    if (at == 0) return "REWIND";
    fseek(u->file, 0, SEEK_END);
    long end = ftell(u->file);
    fseek(u->file, at, SEEK_SET);
    return at == end ? "APPEND" : "ASIS";
  }
  if (key == keyword("READ")) return yes_no(u->mayRead);
  if (key == keyword("READWRITE")) return yes_no(u->mayRead && u->mayWrite);
  if (key == keyword("ROUND")) return u->isFormatted ? roundings[u->modes.rounding] : "UNDEFINED";
  if (key == keyword("SEQUENTIAL")) return yes_no(u->access == SEQUENTIAL);
  if (key == keyword("SIGN")) return u->modes.sign == SIGN_PLUS ? "PLUS" : "SUPPRESS";
  if (key == keyword("STREAM")) return yes_no(u->access == STREAM);
  if (key == keyword("UNFORMATTED")) return yes_no(!u->isFormatted);
  if (key == keyword("WRITE")) return yes_no(u->mayWrite);
  return "UNDEFINED";
}
bool IO(InquireCharacter)(cookie s, uint64_t key, char *to, int64_t length) {
  const char *answer = character_answer(s, key);
  store_text(to, length, answer, (int64_t)strlen(answer));
  return true;
}
bool IO(InquireLogical)(cookie s, uint64_t key, bool *to) {
  struct specifiers *p = s->specifiers;
  if (key == keyword("EXIST")) *to = p->hasPath ? access(p->path, F_OK) == 0 : p->number >= 0 || s->unit;
  else if (key == keyword("NAMED")) *to = s->unit && s->unit->path && !s->unit->isScratch;
  else if (key == keyword("OPENED")) *to = s->unit != 0;
  else *to = false;
  return true;
}
bool IO(InquirePendingId)(cookie s, int id, bool *to) {
  (void)s, (void)id;
  *to = false;
  return true;
}
bool IO(InquireInteger64)(cookie s, uint64_t key, void *to, int kind) {
  struct unit *u = s->unit;
  int64_t answer = -1;
  if (key == keyword("NUMBER")) answer = u ? u->number : -1;
  else if (key == keyword("NEXTREC")) answer = u && u->access == DIRECT ? u->nextRecord : 0;
  else if (key == keyword("RECL")) answer = u ? (u->recordLength ? u->recordLength : u->access == STREAM ? -2 : INT32_MAX) : -1;
  else if (key == keyword("POS")) answer = u && !u->isStandard ? ftell(u->file) + 1 + (u->isFormatted && u->lastWasWrite ? (long)u->record.length : 0) : 0;
  else if (key == keyword("SIZE")) {
    FILE *file = u ? u->file : fopen(s->specifiers->path, "r");
    if (file && !(u && u->isStandard)) {
      long at = ftell(file);
      fseek(file, 0, SEEK_END);
      answer = ftell(file);
      fseek(file, at, SEEK_SET);
    }
    if (file && !u) fclose(file);
  }
  store_integer(to, kind, answer);
  return true;
}

void end_specifiers(cookie s) {
  if (has_failed(s)) return;
  struct unit *unit = s->unit;
  switch (s->kind) {
  case IS_OPEN: do_open(s); break;
  case IS_CLOSE:
    if (unit) close_unit(unit, s->specifiers->status == STATUS_DELETE);
    s->unit = 0;
    break;
  case IS_FLUSH:
    if (unit) flush_unit(unit);
    break;
  case IS_BACKSPACE: case IS_ENDFILE: case IS_REWIND: position(s); break;
  default: break;
  }
}
