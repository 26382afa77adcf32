/* units.h: units, the records that they are made of, and the statements that read and write them. Clause 12 of Fortran 2018. */
#ifndef FORTRAN_UNITS_H
#define FORTRAN_UNITS_H
#include "descriptor.h"
#include <stdio.h>

enum access { SEQUENTIAL, DIRECT, STREAM };
enum sign { SIGN_SUPPRESS, SIGN_PLUS };
enum delimiter { DELIMITER_NONE, DELIMITER_APOSTROPHE = '\'', DELIMITER_QUOTE = '"' };
enum rounding { ROUND_NEAREST, ROUND_UP, ROUND_DOWN, ROUND_ZERO, ROUND_COMPATIBLE };

/* Changeable modes, 12.5.2. */
struct modes {
  enum sign sign;
  enum delimiter delimiter;
  enum rounding rounding;
  bool blankZero, decimalComma, noPad;
  int scale; /* of the edit descriptor P */
};

/* Characters of one record. What belongs behind a column without taking one, as the tail of an uncertain number does, is kept apart. */
struct tail {
  size_t column, length;
  char *text;
};
struct statement;
struct record {
  char *text;
  size_t length, capacity, at; /* `at`: the next column, from 0 */
  struct tail *tails;
  size_t tailCount;
  bool isFull; /* what was put last found no memory, and is missing */
};
void record_put(struct record *record, const char *text, size_t length);
void record_fill(struct record *record, char c, size_t count);
void record_tail(struct record *record, const char *text, size_t length);
/* To a column; blanks come in between only once something is written behind them. */
void record_move(struct record *record, int64_t column);
void record_clear(struct record *record);
/* False, and noted by the statement, once its record found no memory. */
bool has_room(struct statement *s);
void record_free(struct record *record);

struct unit {
  struct unit *next;
  int number;
  FILE *file;
  char *path;
  enum access access;
  bool isFormatted, isScratch, mayRead, mayWrite, isStandard;
  int64_t recordLength; /* 0: none */
  int64_t nextRecord;   /* of direct access, from 1 */
  struct modes modes;
  bool isFormOpen;      /* the first transfer decides whether it is formatted */
  bool isAfterEnd;      /* behind the endfile record */
  bool lastWasWrite;
  bool isPartial;       /* a record that a non-advancing statement began */
  struct record record; /* the record being written, or the one being read */
  bool swap;            /* the other byte order */
  bool isUtf8;          /* ENCODING='UTF-8' */
  bool isAsynchronous;  /* as OPEN asked; each transfer is complete at its end all the same */
  struct statement *parent; /* of an item that a procedure of the program transfers right now */
  struct statement *active; /* reads or writes it, and is not complete */
};
struct unit *find_unit(int number);
struct unit *find_unit_of(const char *path);
/* Connects a unit that is not, to fort.N, as a data transfer does. */
struct unit *unit_for_transfer(int number, bool input, bool formatted);
struct unit *new_unit(int number);
int free_unit_number(void);
/* Ends a record that was begun, and what follows of a file that was read before. */
void finish_partial(struct unit *unit);
void close_unit(struct unit *unit, bool remove);
void close_units(void);
size_t written_length(const struct unit *unit); /* bytes of its record in the file, without tails */
void end_file_here(struct unit *unit); /* what stands behind goes */
void flush_unit(struct unit *unit);

/* Values of IOSTAT=: those of iso_fortran_env, and errors from 1000 on; an error of the system has its errno. */
enum { END = -1, END_OF_RECORD = -2 };
enum {
  ERROR_GENERIC = 1001, ERROR_BAD_FORMAT = 1006, ERROR_OVERRUN, ERROR_BAD_NUMBER, ERROR_BAD_LIST, ERROR_NO_RECORD, ERROR_WRONG_ACCESS, ERROR_WRONG_ITEM,
  ERROR_READ_ONLY, ERROR_WRITE_ONLY, ERROR_BAD_UNIT, ERROR_OPEN, ERROR_SHORT, ERROR_BAD_NAMELIST, ERROR_BAD_SPECIFIER,
};

enum transfer { LIST, FORMATTED, UNFORMATTED, NO_TRANSFER };

/* One edit descriptor for data. */
struct edit {
  char letter;   /* of I B O Z F E D G L A; X: EX; 'N': EN; 'S': ES; 0: list-directed */
  int width;     /* -1: none */
  int digits;    /* -1: none; of I the least */
  int exponent;  /* -1: none */
};
/* DT'type'(list), for procedures of the program. */
enum { EDIT_DEFINED = 'T', MOST_LIST = 16 };
struct defined_edit {
  char type[64];
  int64_t length, list[MOST_LIST];
  int count;
};
struct format {
  const char *text;
  int64_t length, at;
  struct { int64_t start; int left; } groups[32]; /* left < 0: without end */
  int depth;
  int64_t reversion;     /* where to go on when the format ends before the list; the group's count stands in front of it */
  struct edit edit;      /* repeated */
  struct defined_edit defined; /* of DT */
  int repeat;
  bool hasData;          /* a data edit descriptor since the last reversion */
  char *owned;
};

enum specifier_kind { IS_OPEN, IS_CLOSE, IS_FLUSH, IS_BACKSPACE, IS_ENDFILE, IS_REWIND, IS_INQUIRE, IS_TRANSFER, IS_LENGTH, IS_NOTHING };

struct statement {
  enum specifier_kind kind;
  enum transfer transfer;
  bool input;
  struct unit *unit; /* 0: internal */
  const char *source;
  int line;
  bool hasIostat, hasErr, hasEnd, hasEor, hasIomsg;
  int status;
  char message[200];
  struct modes modes;
  bool isNonAdvancing;
  int64_t position, recordNumber; /* POS=, REC=; 0: none */
  struct format format;
  struct record *record, own;
  size_t leftLimit; /* the left tab limit: where an output statement began in its record */
  /* Internal files: the elements of a character array are their records. */
  struct descriptor_of internal;
  int64_t internalAt;
  char *internalText; /* the present one */
  int64_t internalLength;
  /* List-directed output. */
  bool isFirst, lastWasText;
  /* List-directed input. */
  int repeat;
  bool isNull, isEnded, isSeparated;
  size_t repeatStart;
  int64_t sizeRead;
  /* Its numbers are told to the host, each by a key of its own: an item may be computed, and samples disagree, once those before it are printed. */
  bool isTold;
  int key, numbers;
  bool isNamelist, isNextName; /* the name of another item stands where a value was sought */
  struct statement *parent; /* the statement whose item a procedure of the program transfers by this one; 0: none */
  const struct procedures *procedures;
  /* OPEN, CLOSE, INQUIRE. */
  struct specifiers *specifiers;
  int64_t bytes; /* INQUIRE(IOLENGTH=) */
  int64_t blockStart; /* of an unformatted record being written */
};
typedef struct statement *cookie;

/* True once the statement may transfer data; what is wrong with its unit is told here, when its handlers are known. */
bool io_started(cookie s);
bool begin_unformatted(cookie s);
void end_unformatted(cookie s);
/* OPEN, CLOSE, INQUIRE and positioning happen at their end. */
void end_specifiers(cookie s);

/* A statement of a procedure that transfers an item: it goes on in the record of the statement that asked for the item. */
cookie child_statement(cookie parent, enum transfer how, bool input, const char *source, int line);
bool start_child(cookie s);
void end_child(cookie s);
cookie new_statement(enum specifier_kind kind, const char *source, int line);
/* False, after the statement noted it or, without a handler, the program has ended. */
bool io_error(cookie s, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool has_failed(const struct statement *s);

/* Records of a statement. */
bool next_record_out(cookie s);
bool next_record_in(cookie s);
void finish_output(cookie s);

/* Edit descriptors: the next one for data; false where there is none, or the format is wrong. */
bool next_edit(cookie s, struct edit *edit);
/* What stands behind the last item, to the end or a colon. */
bool finish_format(cookie s);

/* Data, by the statement's transfer. */
bool put_integer(cookie s, __int128 value, int kind);
bool put_real(cookie s, double value, int kind);
bool put_complex(cookie s, double real, double imaginary, int kind);
bool put_logical(cookie s, bool value);
bool put_text(cookie s, const char *text, int64_t length);
bool get_integer(cookie s, void *to, int kind);
bool get_real(cookie s, void *to, int kind);
bool get_complex(cookie s, void *to, int kind);
bool get_logical(cookie s, bool *to);
bool get_text(cookie s, char *to, int64_t length);
bool put_bytes(cookie s, const void *bytes, size_t length, size_t width);
bool get_bytes(cookie s, void *bytes, size_t length, size_t width);
/* The other byte order, of each component. */
struct derived_type;
void swap_components(char *at, const struct derived_type *type);
size_t line_limit(const struct statement *s); /* characters of a line of list-directed output */
bool put_list_text(cookie s, const char *text, size_t length, bool isCharacter);

/* Decimals of a plain number. `text` has room for DECIMAL_MOST characters. */
enum { DECIMAL_MOST = 400 };
/* Significant digits of |x|, correctly rounded, without trailing zeros where `shortest`; x = 0.d1d2… * 10^exponent. */
int decimal_digits(double x, int kind, int count, bool shortest, char *digits, int *exponent, enum rounding rounding);
int real_text(char *text, const struct edit *edit, const struct modes *modes, double x, int kind);
int list_real_text(char *text, double x, int kind, const struct modes *modes);
#endif
