/* failure.c: how a program ends that cannot go on: what was written is kept, and the message names the place. */
#include "units.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *source, int line, const char *format, ...) {
  close_units();
  const char *name = source ? strrchr(source, '/') : 0;
  if (source) fprintf(stderr, "%s:%d: ", name ? name + 1 : source, line);
  fputs("Fortran runtime error: ", stderr);
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  abort();
}
/* Loops count their iterations in 32 bits (`wide-loops.ts`). */
_Noreturn void _FortranALoopTooLong(void);
void _FortranALoopTooLong(void) { fail(0, 0, "a loop of more than 2147483646 iterations is not available"); }
