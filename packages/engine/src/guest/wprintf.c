/* wprintf.c: wprintf for uncertain values, as printf.c says. The whole family, also swprintf, ends in vfwprintf. */
#include "print.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int __real_vfwprintf(FILE *, const wchar_t *, va_list);
int __real_vfprintf(FILE *, const char *, va_list);

struct wide_printer {
  struct ux_printer printer;
  const wchar_t *format;
  const char *narrow; /* the format, character by character; a character beyond ASCII is '?', which begins and ends no conversion */
};

static int literal(const struct ux_printer *printer, const char *start, size_t length) {
  const struct wide_printer *wide = (const struct wide_printer *)printer;
  const wchar_t *from = wide->format + (start - wide->narrow);
  for (size_t i = 0; i < length; i++)
    if (putwc(from[i], printer->file) == WEOF) return -1;
  return (int)length;
}

static int text(void *file, const char *start, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (putwc((wchar_t)start[i], file) == WEOF) return -1;
  return (int)length;
}

static int convert(FILE *file, const char *specification, va_list list) {
  /* The C library's vfwprintf has no %p. Numbers it writes just so: as bytes to the wide stream. */
  if (specification[strlen(specification) - 1] == 'p') return __real_vfprintf(file, specification, list);
  wchar_t wide[16];
  size_t length = 0;
  do wide[length] = (wchar_t)specification[length];
  while (specification[length++]);
  return __real_vfwprintf(file, wide, list);
}

int __wrap_vfwprintf(FILE *file, const wchar_t *format, va_list list) {
  size_t length = wcslen(format);
  char *narrow = malloc(length + 1);
  if (!narrow) return __real_vfwprintf(file, format, list);
  for (size_t i = 0; i <= length; i++) narrow[i] = format[i] >= 0 && format[i] < 128 ? (char)format[i] : '?';
  struct wide_printer wide = { { file, literal, text, convert, format }, format, narrow };
  int count;
  bool ours = ux_print(&wide.printer, narrow, list, &count);
  free(narrow);
  return ours ? count : __real_vfwprintf(file, format, list);
}
