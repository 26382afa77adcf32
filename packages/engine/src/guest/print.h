/* print.h: what printing to streams of char and of wchar_t have in common. */
#ifndef UX_PRINT_H
#define UX_PRINT_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Each function returns how many characters it wrote, or a negative number. */
struct ux_printer {
  FILE *file;
  /* Text between conversions: `length` characters of the format, from `start`. */
  int (*literal)(const struct ux_printer *printer, const char *start, size_t length);
  /* Text of ours, in ASCII. `file` is a FILE. */
  int (*text)(void *file, const char *start, size_t length);
  /* One conversion by the C library. */
  int (*convert)(FILE *file, const char *specification, va_list list);
  /* The program's own format, which is the same whenever it prints this: by it prints of one path find those of another. */
  const void *key;
};

/* Prints and sets `count` to what printf returns, if there is anything that the C library does not know: an uncertain argument, the
 * modifier P. Otherwise it returns false and has printed nothing; `list` stands where it stood. */
bool ux_print(const struct ux_printer *printer, const char *format, va_list list, int *count);

/* Inside a conversion: the C library makes those of wide streams by fprintf, and the runtime of Fortran its decimals by snprintf; they are no prints
 * of the program. */
extern bool ux_converting;

/* Of a conversion. */
enum { UX_ALTERNATE = 1, UX_ZERO = 2, UX_LEFT = 4, UX_SPACE = 8, UX_PLUS = 16, UX_GROUPED = 32 };

/* decimal.c: one conversion of printf with its padding. `width` may be negative; a negative `precision` is that of C. False: the C library is to do it. */
struct ux_decimal {
  const char *start;
  size_t length;
  char room[144];
};
bool ux_decimal(struct ux_decimal *text, double number, char letter, unsigned flags, int width, int precision); /* e, f, g; not a */
bool ux_integer(struct ux_decimal *text, int32_t number, unsigned flags, int width); /* d */
#endif
