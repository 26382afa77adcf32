/* program.c: how a program begins and ends; its arguments, environment, clocks and random numbers. */
#define _GNU_SOURCE /* clocks of POSIX, which strict C17 hides */
#include "units.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define RT(name) _FortranA##name

static int count;
static char **words;

void RT(ProgramStart)(int argc, char **argv, char **env, const void *defaults) {
  (void)env, (void)defaults;
  count = argc;
  words = argv;
}
_Noreturn static void leave(int code) {
  close_units();
  exit(code);
}
void RT(ProgramEndStatement)(void) { close_units(); }
_Noreturn void RT(Exit)(int code) { leave(code); }
_Noreturn void RT(Abort)(void) {
  close_units();
  abort();
}
_Noreturn void RT(FailImageStatement)(void) { leave(1); }
_Noreturn void RT(StopStatement)(int code, bool isError, bool quiet) {
  fflush(stdout);
  if (!quiet) {
    if (isError) fprintf(stderr, "Fortran ERROR STOP: code %d\n", code);
    else if (code) fprintf(stderr, "Fortran STOP: code %d\n", code);
  }
  leave(isError && !code ? 1 : code);
}
_Noreturn void RT(StopStatementText)(const char *text, int64_t length, bool isError, bool quiet) {
  fflush(stdout);
  if (!quiet) fprintf(stderr, "Fortran %sSTOP: %.*s\n", isError ? "ERROR " : "", (int)length, text);
  leave(isError ? 1 : 0);
}
void RT(PauseStatement)(void) {}
void RT(PauseStatementInt)(int code) { fprintf(stderr, "Fortran PAUSE: %d\n", code); }
void RT(PauseStatementText)(const char *text, int64_t length) { fprintf(stderr, "Fortran PAUSE: %.*s\n", (int)length, text); }
_Noreturn void RT(ReportFatalUserError)(const char *message, const char *source, int line) { fail(source, line, "%s", message); }

/* ---- Command, 16.9.83 */

static void into(const struct descriptor *to, const char *text, size_t length) {
  if (to && to->base) store_text(to->base, to->length, text, (int64_t)length);
}
static int answer(const struct descriptor *value, const struct descriptor *length, const char *text, size_t size) {
  into(value, text, size);
  if (length && length->base) store_integer(length->base, (int)length->length, (int64_t)size);
  return value && value->base && (int64_t)size > value->length ? -1 : 0;
}
int RT(ArgumentCount)(void) { return count > 0 ? count - 1 : 0; }
int RT(GetCommandArgument)(int number, const struct descriptor *value, const struct descriptor *length, const struct descriptor *message, const char *source,
    int line) {
  (void)source, (void)line;
  if (number < 0 || number >= count) {
    answer(value, length, "", 0);
    into(message, "there is no such argument", 25);
    return 1;
  }
  return answer(value, length, words[number], strlen(words[number]));
}
int RT(GetCommand)(const struct descriptor *value, const struct descriptor *length, const struct descriptor *message, const char *source, int line) {
  (void)message, (void)source, (void)line;
  size_t size = 0;
  for (int i = 0; i < count; i++) size += strlen(words[i]) + 1;
  char *whole = memory((int64_t)size + 1);
  *whole = 0;
  for (int i = 0; i < count; i++) strcat(strcat(whole, i ? " " : ""), words[i]);
  int status = answer(value, length, whole, strlen(whole));
  free(whole);
  return status;
}
int RT(GetEnvVariable)(const struct descriptor *name, const struct descriptor *value, const struct descriptor *length, bool trim,
    const struct descriptor *message, const char *source, int line) {
  (void)source, (void)line;
  int64_t size = name->length;
  while (trim && size > 0 && name->base[size - 1] == ' ') size--;
  char *text = memory(size + 1);
  memcpy(text, name->base, (size_t)size);
  text[size] = 0;
  const char *found = getenv(text);
  free(text);
  if (!found) {
    answer(value, length, "", 0);
    into(message, "there is no such variable", 25);
    return 1;
  }
  return answer(value, length, found, strlen(found));
}
int RT(GetPID)(void) { return 1; }

/* ---- Clocks, 16.9.47, 16.9.58, 16.9.186 */

double RT(CpuTime)(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
static int64_t most_of(int kind) { return kind >= 8 ? INT64_MAX : kind == 4 ? INT32_MAX : kind == 2 ? INT16_MAX : INT8_MAX; }
static int64_t rate_of(int kind) { return kind >= 8 ? 1000000000 : kind == 4 ? 1000 : kind == 2 ? 1 : 0; }
int64_t RT(SystemClockCount)(int kind) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t rate = rate_of(kind);
  if (!rate) return 0;
  int64_t ticks = (int64_t)now.tv_sec * rate + (int64_t)now.tv_nsec / (1000000000 / rate);
  return kind >= 8 ? ticks : ticks % (most_of(kind) + 1);
}
int64_t RT(SystemClockCountRate)(int kind) { return rate_of(kind); }
int64_t RT(SystemClockCountMax)(int kind) { return rate_of(kind) ? most_of(kind) : 0; }
void RT(DateAndTime)(char *date, int64_t dateLength, char *clock, int64_t clockLength, char *zone, int64_t zoneLength, const char *source, int line,
    const struct descriptor *values) {
  (void)source, (void)line;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time_t seconds = now.tv_sec;
  struct tm tm;
  gmtime_r(&seconds, &tm);
  int milliseconds = (int)(now.tv_nsec / 1000000);
  char text[40];
  if (date) store_text(date, dateLength, text, snprintf(text, sizeof text, "%04d%02d%02d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday));
  if (clock) store_text(clock, clockLength, text, snprintf(text, sizeof text, "%02d%02d%02d.%03d", tm.tm_hour, tm.tm_min, tm.tm_sec, milliseconds));
  if (zone) store_text(zone, zoneLength, "+0000", 5);
  if (values) {
    int64_t all[] = { tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, 0, tm.tm_hour, tm.tm_min, tm.tm_sec, milliseconds };
    for (int64_t i = 0; i < 8 && i < values->dimension[0].extent; i++) store_integer(element_at(values, &i), (int)values->length, all[i]);
  }
}

/* ---- Random numbers, 16.9.155: xoshiro256** of Blackman and Vigna, 2018; the same in every run unless the program seeds it otherwise. */

static uint64_t state[4] = { 0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0x2545f4914f6cdd1d };
enum { SEED_WORDS = 8 };
/* What PUT= gave, of any kind, as long as no number was drawn: GET= gives it back. */
static int64_t given[SEED_WORDS];
static bool isGiven;
static uint64_t next_random(void) {
  isGiven = false;
  uint64_t result = state[1] * 5;
  result = (result << 7 | result >> 57) * 9;
  uint64_t t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = state[3] << 45 | state[3] >> 19;
  return result;
}
static void seed_with(uint64_t seed) { /* splitmix64 */
  isGiven = false;
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    state[i] = z ^ z >> 31;
  }
}
static void seed_from_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  seed_with((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
}
void RT(RandomInit)(bool repeatable, bool distinct) {
  (void)distinct;
  if (repeatable) seed_with(0);
  else seed_from_clock();
}
void RT(RandomNumber)(const struct descriptor *harvest, const char *source, int line) {
  for (struct walk walk = walk_of(harvest); walk.left > 0; walk_on(&walk)) {
    if (harvest->length == 4) *(float *)walk.at = (float)(next_random() >> 40) * 0x1p-24f;
    else if (harvest->length == 8) *(double *)walk.at = (double)(next_random() >> 11) * 0x1p-53;
    else fail(source, line, "random_number is not available for this kind yet");
  }
}
void RT(RandomSeedSize)(const struct descriptor *size, const char *source, int line) {
  (void)source, (void)line;
  if (size && size->base) store_integer(size->base, (int)size->length, SEED_WORDS);
}
void RT(RandomSeedPut)(const struct descriptor *put, const char *source, int line) {
  if (put->dimension[0].extent < SEED_WORDS) fail(source, line, "the seed has %lld elements, %d are needed", (long long)put->dimension[0].extent, SEED_WORDS);
  uint64_t mixed = 0, beyond = 0;
  for (int64_t i = 0; i < SEED_WORDS; i++) {
    int64_t value = integer_at(element_at(put, &i), (int)put->length);
    uint32_t word = (uint32_t)value;
    given[i] = value;
    beyond ^= (uint64_t)(value - (int32_t)value) + (beyond << 7 | beyond >> 57); /* of kind 8; what GET gave has none */
    state[i / 2] = i % 2 ? state[i / 2] | (uint64_t)word << 32 : word;
    mixed |= word;
  }
  if (!mixed) seed_with(beyond);
  else state[0] ^= beyond;
  isGiven = true;
}
void RT(RandomSeedGet)(const struct descriptor *get, const char *source, int line) {
  (void)source, (void)line;
  for (int64_t i = 0; i < SEED_WORDS && i < get->dimension[0].extent; i++)
    store_integer(element_at(get, &i), (int)get->length, isGiven ? given[i] : (int32_t)(state[i / 2] >> (i % 2 ? 32 : 0)));
}
void RT(RandomSeed)(const struct descriptor *size, const struct descriptor *put, const struct descriptor *get, const char *source, int line) {
  if (size && size->base) RT(RandomSeedSize)(size, source, line);
  else if (put && put->base) RT(RandomSeedPut)(put, source, line);
  else if (get && get->base) RT(RandomSeedGet)(get, source, line);
  else seed_from_clock();
}
void RT(RandomSeedDefaultPut)(void) { seed_from_clock(); }
