/* inquire.c: INQUIRE. 12.10 of Fortran 2018. */
#include "specifiers.h"
#include <string.h>
#include <unistd.h>

#define IO(name) _FortranAio##name

cookie IO(BeginInquireUnit)(int unit, const char *source, int line) { return begin_specifiers(IS_INQUIRE, unit, source, line); }
cookie IO(BeginInquireIoLength)(const char *source, int line) { return new_statement(IS_LENGTH, source, line); }
int64_t IO(GetIoLength)(cookie s) { return s->bytes; }
cookie IO(BeginInquireFile)(const char *path, int64_t length, const char *source, int line) {
  cookie s = begin_specifiers(IS_INQUIRE, -1, source, line);
  trim_into(s->specifiers->path, sizeof s->specifiers->path, path, length);
  s->specifiers->hasPath = true;
  s->unit = find_unit_of(s->specifiers->path);
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
    const char *unknown[] = { "DIRECT", "ENCODING", "FORMATTED", "READ", "READWRITE", "SEQUENTIAL", "STREAM", "UNFORMATTED", "WRITE" };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
      if (key == keyword(unknown[i])) return "UNKNOWN";
    return "UNDEFINED";
  }
  if (key == keyword("ACCESS")) return accesses[u->access];
  if (key == keyword("ACTION")) return u->mayRead ? (u->mayWrite ? "READWRITE" : "READ") : "WRITE";
  if (key == keyword("ASYNCHRONOUS")) return yes_no(u->isAsynchronous);
  if (key == keyword("BLANK")) return u->isFormatted ? (u->modes.blankZero ? "ZERO" : "NULL") : "UNDEFINED";
  if (key == keyword("CONVERT")) return u->swap ? "BIG_ENDIAN" : "LITTLE_ENDIAN";
  if (key == keyword("DECIMAL")) return u->isFormatted ? (u->modes.decimalComma ? "COMMA" : "POINT") : "UNDEFINED";
  if (key == keyword("DELIM")) return !u->isFormatted ? "UNDEFINED" : u->modes.delimiter == DELIMITER_QUOTE ? "QUOTE" : u->modes.delimiter ? "APOSTROPHE" : "NONE";
  if (key == keyword("DIRECT")) return yes_no(u->access == DIRECT);
  if (key == keyword("ENCODING")) return !u->isFormatted ? "UNDEFINED" : u->isUtf8 ? "UTF-8" : "ASCII";
  if (key == keyword("FORM")) return u->isFormatted ? "FORMATTED" : "UNFORMATTED";
  if (key == keyword("FORMATTED")) return yes_no(u->isFormatted);
  if (key == keyword("PAD")) return !u->isFormatted ? "UNDEFINED" : u->modes.noPad ? "NO" : "YES";
  if (key == keyword("POSITION")) {
    if (u->access == DIRECT || u->isStandard || !u->file) return "UNDEFINED";
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
  if (key == keyword("SIGN")) return !u->isFormatted ? "UNDEFINED" : u->modes.sign == SIGN_PLUS ? "PLUS" : "SUPPRESS";
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
  else if (key == keyword("POS")) answer = u && u->file && !u->isStandard ? ftell(u->file) + 1 + (u->isFormatted && u->lastWasWrite ? (long)written_length(u) : 0) : 0;
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
