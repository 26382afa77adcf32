/* specifiers.h: what OPEN, CLOSE, INQUIRE and the statements that position a file were told, until their end. */
#ifndef FORTRAN_SPECIFIERS_H
#define FORTRAN_SPECIFIERS_H
#include "units.h"

enum status { STATUS_UNKNOWN, STATUS_OLD, STATUS_NEW, STATUS_SCRATCH, STATUS_REPLACE, STATUS_KEEP, STATUS_DELETE };
enum action { ACTION_NONE, ACTION_READ, ACTION_WRITE, ACTION_BOTH };
enum position { POSITION_ASIS, POSITION_REWIND, POSITION_APPEND };

struct specifiers {
  int number;
  bool isNew; /* NEWUNIT= */
  bool isDone; /* before the statement's end */
  char path[1024];
  bool hasPath, hasForm, isFormatted, hasAccess;
  enum access access;
  enum status status;
  enum action action;
  enum position position;
  int64_t recordLength;
  bool swap, hasEncoding, isUtf8, isAsynchronous;
};

/* A statement with specifiers, of a unit. */
cookie begin_specifiers(enum specifier_kind kind, int number, const char *source, int line);
/* A text without the blanks behind it. */
void trim_into(char *to, size_t room, const char *text, int64_t length);
#endif
