/* input.h: the parts of input: values from text, and where list-directed input and namelists find them. */
#ifndef FORTRAN_INPUT_H
#define FORTRAN_INPUT_H
#include "units.h"

/* Notes that a text is none of what was wanted; false. */
bool bad(cookie s, const char *text, size_t length, const char *what);
bool parse_integer(cookie s, const char *text, size_t length, int kind, void *to);
/* `decimals`: digits behind a point that is not written; `scale`: of P, where there is no exponent. */
bool parse_real(cookie s, const char *text, size_t length, int kind, int decimals, int scale, void *to);
bool parse_logical(cookie s, const char *text, size_t length, bool *to);
void store_real(void *to, int kind, double value);

/* The next character of the record; a line end behind the last. */
int peek_in(cookie s);
/* To the next value that is not null; false where there is none, or the statement has failed. */
bool list_value(cookie s);
/* A value that has no quotes, up to what ends it. */
size_t bare_value(cookie s, const char **text);
bool list_complex(cookie s, void *to, int kind);
bool list_text(cookie s, char *to, int64_t length);
#endif
