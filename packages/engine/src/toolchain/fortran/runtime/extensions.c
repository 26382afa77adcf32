/* extensions.c: procedures that no standard has and old programs call, as the manual of GNU Fortran, "Intrinsic Procedures", describes them. flang calls some by
 * names of its runtime, and takes the rest for procedures of the program: those are weak, so that the program's own come first.
 * Lengths of texts have 32 bits there, and follow all other arguments. */
#define _GNU_SOURCE /* clocks of POSIX, which strict C17 hides */
#include "units.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RT(name) _FortranA##name
#define EXTERNAL(name) __attribute__((weak)) name##_

/* Without the blanks behind it; to be freed. */
static char *trimmed(const char *text, int64_t length) {
  while (length > 0 && text[length - 1] == ' ') length--;
  char *made = memory(length + 1);
  memcpy(made, text, (size_t)length);
  made[length] = 0;
  return made;
}

/* ---- Files and units */

int64_t RT(Ftell)(int number) {
  struct unit *unit = find_unit(number);
  if (!unit || !unit->file || unit->isStandard) return -1;
  int64_t at = ftell(unit->file);
  return unit->isPartial && unit->lastWasWrite ? at + (int64_t)unit->record.length : at;
}
int EXTERNAL(fnum)(const int *number) {
  struct unit *unit = find_unit(*number);
  return unit && unit->file ? fileno(unit->file) : -1;
}
int RT(Fseek)(int number, int64_t offset, int whence, const char *source, int line) {
  (void)source, (void)line;
  struct unit *unit = find_unit(number);
  if (!unit || !unit->file || unit->isStandard || whence < 0 || whence > 2) return EINVAL;
  finish_partial(unit);
  if (fseek(unit->file, (long)offset, whence == 0 ? SEEK_SET : whence == 1 ? SEEK_CUR : SEEK_END)) return errno;
  record_clear(&unit->record);
  unit->isPartial = unit->isAfterEnd = false;
  return 0;
}
int RT(GetCwd)(const struct descriptor *to, const char *source, int line) {
  (void)source, (void)line;
  char *found = getcwd(0, 0);
  if (!found) return errno;
  store_text(to->base, to->length, found, (int64_t)strlen(found));
  bool fits = (int64_t)strlen(found) <= to->length;
  free(found);
  return fits ? 0 : ERANGE;
}
int RT(Unlink)(const char *text, int64_t length, const char *source, int line) {
  (void)source, (void)line;
  char *path = trimmed(text, length);
  int status = unlink(path) ? errno : 0;
  free(path);
  return status;
}
void RT(Rename)(const struct descriptor *from, const struct descriptor *to, const struct descriptor *status, const char *source, int line) {
  (void)source, (void)line;
  char *before = trimmed(from->base, from->length), *after = trimmed(to->base, to->length);
  int result = rename(before, after) ? errno : 0;
  free(before);
  free(after);
  if (status && status->base) store_integer(status->base, (int)status->length, result);
}
int EXTERNAL(access)(const char *text, const char *mode, int length, int modeLength) {
  char *path = trimmed(text, length);
  int asked = F_OK;
  for (int i = 0; i < modeLength; i++) asked |= mode[i] == 'r' ? R_OK : mode[i] == 'w' ? W_OK : mode[i] == 'x' ? X_OK : 0;
  int status = access(path, asked) ? errno : 0;
  free(path);
  return status;
}
int EXTERNAL(isatty)(const int *unit) {
  (void)unit;
  return 0;
}
int EXTERNAL(ierrno)(void) { return errno; }

/* ---- Arguments */

extern int RT(ArgumentCount)(void);
extern int RT(GetCommandArgument)(int, const struct descriptor *, const struct descriptor *, const struct descriptor *, const char *, int);
int EXTERNAL(iargc)(void) { return RT(ArgumentCount)(); }
void EXTERNAL(getarg)(const int *number, char *text, int length) {
  struct descriptor_of value;
  establish(&value.head, TYPE_CHARACTER, length, text, 0, 0, ATTRIBUTE_OTHER);
  RT(GetCommandArgument)(*number, &value.head, 0, 0, 0, 0);
}

/* ---- Clocks. The time of the processor is that of `cpu_time`; none of it is the system's. */

extern double RT(CpuTime)(void);
static void store_real(const struct descriptor *to, int64_t index, double value) {
  char *at = to->rank ? element_at(to, &index) : to->base;
  if (to->length == 4) *(float *)at = (float)value;
  else *(double *)at = value;
}
void RT(Etime)(const struct descriptor *values, const struct descriptor *total, const char *source, int line) {
  if (values->dimension[0].extent < 2) fail(source, line, "etime needs an array of two elements");
  double now = RT(CpuTime)();
  store_real(values, 0, now);
  store_real(values, 1, 0);
  if (total && total->base) store_real(total, 0, now);
}
float EXTERNAL(dtime)(float values[2]) {
  static double last;
  double now = RT(CpuTime)(), since = now - last;
  last = now;
  values[0] = (float)since;
  values[1] = 0;
  return (float)since;
}
int EXTERNAL(mclock)(void) { return (int)(int64_t)(RT(CpuTime)() * CLOCKS_PER_SEC); }
double EXTERNAL(dsecnd)(void) { return RT(CpuTime)(); } /* of LAPACK */
void RT(Sleep)(int64_t seconds) {
  fflush(stdout);
  if (seconds > 0) sleep(seconds > INT32_MAX ? INT32_MAX : (unsigned)seconds);
}

int64_t RT(time)(void) { return time(0); }
static struct tm today(void) {
  time_t now = time(0);
  struct tm made;
  gmtime_r(&now, &made);
  return made;
}
static double since_midnight(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (double)(now.tv_sec % 86400) + (double)now.tv_nsec * 1e-9;
}
/* Across midnight, too. */
static double since(double reference) {
  double seconds = since_midnight() - reference;
  return seconds < 0 ? seconds + 86400 : seconds;
}
float RT(Secnds)(const float *reference, const char *source, int line) {
  (void)source, (void)line;
  return (float)since(*reference);
}
double RT(Dsecnds)(const double *reference, const char *source, int line) {
  (void)source, (void)line;
  return since(*reference);
}
static void write_time(char *to, int length, const char *format, struct tm when) {
  char text[40];
  store_text(to, length, text, (int64_t)strftime(text, sizeof text, format, &when));
}
static const char *const WHOLE = "%a %b %e %H:%M:%S %Y";
void EXTERNAL(date)(char *to, int length) { write_time(to, length, "%d-%b-%y", today()); }
void EXTERNAL(time)(char *to, int length) { write_time(to, length, "%H:%M:%S", today()); }
void EXTERNAL(fdate)(char *to, int length) { write_time(to, length, WHOLE, today()); }
struct text {
  char *start;
  int length;
};
struct text EXTERNAL(ctime)(char *to, int length, const int *seconds) {
  time_t when = *seconds;
  struct tm made;
  gmtime_r(&when, &made);
  write_time(to, length, WHOLE, made);
  return (struct text){ to, length };
}
void EXTERNAL(idate)(int to[3]) {
  struct tm now = today();
  to[0] = now.tm_mday;
  to[1] = now.tm_mon + 1;
  to[2] = now.tm_year + 1900;
}
void EXTERNAL(itime)(int to[3]) {
  struct tm now = today();
  to[0] = now.tm_hour;
  to[1] = now.tm_min;
  to[2] = now.tm_sec;
}
void EXTERNAL(gmtime)(const int *seconds, int to[9]) {
  time_t when = *seconds;
  struct tm made;
  gmtime_r(&when, &made);
  int all[] = { made.tm_sec, made.tm_min, made.tm_hour, made.tm_mday, made.tm_mon, made.tm_year, made.tm_wday, made.tm_yday, 0 };
  memcpy(to, all, sizeof all);
}
void EXTERNAL(ltime)(const int *seconds, int to[9]) { gmtime_(seconds, to); } /* local time is that of Greenwich */

/* ---- Random numbers. `rand` and `irand`: the minimal standard of Park and Miller, 1988. `ran`: that of VAX FORTRAN, whose state is the argument. */

enum { MODULUS = 2147483647, FIRST_SEED = 123459876 };
static int64_t seed = FIRST_SEED;
/* A flag of 0 asks for the next number, 1 for the first one again; another is a seed. */
static int next_integer(const int *flag) {
  if (flag && *flag) seed = *flag == 1 ? FIRST_SEED : llabs((int64_t)*flag) % MODULUS;
  if (!seed) seed = FIRST_SEED;
  return (int)(seed = seed * 16807 % MODULUS);
}
int RT(Irand)(const int *flag) { return next_integer(flag); }
float RT(Rand)(const int *flag, const char *source, int line) {
  (void)source, (void)line;
  return (float)((next_integer(flag) - 1) >> 7) * 0x1p-24f; /* below 1 in single precision */
}
void EXTERNAL(srand)(const int *from) { seed = llabs((int64_t)*from) % MODULUS; }
float EXTERNAL(ran)(uint32_t *state) {
  *state = *state * 69069u + 1;
  return (float)(*state >> 8) * 0x1p-24f;
}

/* ---- Others */

void EXTERNAL(backtrace)(void) { fputs("Fortran: BACKTRACE lists no calls here; a program that traps names its line\n", stderr); }

int64_t RT(Malloc)(int64_t bytes) { return bytes < 0 || bytes > INT32_MAX ? 0 : (int64_t)(uintptr_t)malloc((size_t)bytes); }
void RT(Free)(int64_t address) { free((void *)(uintptr_t)address); }
void EXTERNAL(qsort)(void *array, const int *count, const int *size, int (*compare)(const void *, const void *)) {
  if (*count > 0 && *size > 0) qsort(array, (size_t)*count, (size_t)*size, compare);
}
double EXTERNAL(dgamma)(const double *x) { return tgamma(*x); }
double EXTERNAL(dlgama)(const double *x) { return lgamma(*x); }
float EXTERNAL(algama)(const float *x) { return lgammaf(*x); }
double EXTERNAL(dbesj0)(const double *x) { return j0(*x); }
double EXTERNAL(dbesj1)(const double *x) { return j1(*x); }
double EXTERNAL(dbesjn)(const int *n, const double *x) { return jn(*n, *x); }
double EXTERNAL(dbesy0)(const double *x) { return y0(*x); }
double EXTERNAL(dbesy1)(const double *x) { return y1(*x); }
double EXTERNAL(dbesyn)(const int *n, const double *x) { return yn(*n, *x); }
