/* printf.c: printf for uncertain values. All of the printf family, also asprintf, ends in vfprintf; that of wprintf is in wprintf.c.
 *
 * A call without uncertain arguments and without the modifier P goes to the C library unchanged. Any other is printed conversion by
 * conversion, each by the C library, from the format's own flags, width and precision:
 *   %f %e %g of an uncertain value   the particle as asked, then the tail; the width counts the particle only, and with the flag -
 *                                    there is no padding; the particle NaN, and one that prints as zero, without a minus sign
 *   %a, and %Pf %Pe %Pg              the particle alone
 * Where samples of the run would have decided otherwise than the particle, the host is told every number that is printed. What goes to a
 * standard stream then has a mark behind it instead of a tail, which the host replaces once all paths are known; marks do not count.
 * P stands before the length modifier. A malformed conversion ends the call with -1, as in the C library. */
#include "print.h"
#include "uncertain.h"
#include <errno.h>
#include <limits.h>
#include <math.h>

int fileno(FILE *); /* of POSIX, which strict C17 hides */
int __real_vfprintf(FILE *, const char *, va_list);

/* How an argument lies in the list. On this target int, long, size_t and pointers are one word. */
enum class { NOTHING, WORD, LONG, DOUBLE, QUAD, MALFORMED };
union value {
  uint32_t word;
  uint64_t wide;
  double number;
  long double quad;
};

enum { NEXT = -1, ARGUMENTS = 9 /* NL_ARGMAX: the highest n of %n$ */ };
struct conversion {
  unsigned flags; /* UX_ALTERNATE… */
  int width, precision; /* -1: none */
  int widthFrom, precisionFrom, valueFrom; /* the argument's number, or NEXT; 0: none */
  bool particleOnly;
  char length[3];
  char letter;
  enum class class;
};

struct arguments {
  va_list next;
  int key, times, told; /* of what the host is told: the format, how often it was printed (0: nothing is told), numbers so far */
  union value numbered[ARGUMENTS + 1];
};

static const char *number(const char *at, int *value) {
  for (*value = 0; *at >= '0' && *at <= '9'; at++) {
    if (*value > (INT_MAX - 9) / 10) return 0;
    *value = *value * 10 + (*at - '0');
  }
  return at;
}

/* `*`, `*n$` or digits. */
static const char *measure(const char *at, int *value, int *from) {
  if (*at != '*') return number(at, value);
  int n;
  const char *end = number(++at, &n);
  if (!end || end == at || *end != '$') {
    *from = NEXT;
    return at;
  }
  *from = n;
  return end + 1;
}

static enum class classOf(const struct conversion *c) {
  switch (c->letter) {
  case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
    if (!c->length[0] || (c->length[0] == 'l' && !c->length[1])) return DOUBLE;
    return c->length[0] == 'L' ? QUAD : MALFORMED;
  case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
    return c->length[0] == 'j' || (c->length[0] == 'l' && c->length[1] == 'l') ? LONG : WORD;
  case 'm':
    return NOTHING;
  case 'c': case 'C': case 's': case 'S': case 'p': case 'n':
    return WORD;
  default:
    return MALFORMED;
  }
}

static bool isFloating(const struct conversion *c) { return c->class == DOUBLE || c->class == QUAD; }

static const char FLAGS[] = "#0- +'"; /* in the order of their bits */

static unsigned flagOf(char c) {
  for (int i = 0; FLAGS[i]; i++)
    if (FLAGS[i] == c) return 1u << i;
  return 0;
}
static bool isLength(char c) { return c == 'h' || c == 'l' || c == 'j' || c == 'z' || c == 't' || c == 'L'; }

/* Reads the conversion whose '%' is before `at`. Returns the text behind it, or NULL: not a conversion of this C library. */
static const char *parse(const char *at, struct conversion *c) {
  /* Not as one structure: to clear that takes longer than to set it. */
  c->flags = 0;
  c->width = c->precision = -1;
  c->widthFrom = c->precisionFrom = 0;
  c->valueFrom = NEXT;
  c->particleOnly = false;
  c->length[0] = c->length[1] = c->length[2] = 0;
  int n;
  const char *end = number(at, &n);
  if (end && end != at && *end == '$') {
    if (n < 1 || n > ARGUMENTS) return 0;
    c->valueFrom = n;
    at = end + 1;
  }
  for (unsigned flag; (flag = flagOf(*at)); at++) c->flags |= flag;
  if (*at == '*' || (*at >= '1' && *at <= '9')) {
    if (!(at = measure(at, &c->width, &c->widthFrom))) return 0;
  }
  if (*at == '.' && !(at = measure(at + 1, &c->precision, &c->precisionFrom))) return 0;
  if (*at == 'P') {
    c->particleOnly = true;
    at++;
  }
  if (isLength(*at)) {
    c->length[0] = *at++;
    if ((c->length[0] == 'h' || c->length[0] == 'l') && *at == c->length[0]) c->length[1] = *at++;
  }
  c->letter = *at;
  c->class = classOf(c);
  if (c->class == MALFORMED || (c->particleOnly && !isFloating(c))) return 0;
  if (c->widthFrom > ARGUMENTS || c->precisionFrom > ARGUMENTS) return 0;
  return at + 1;
}

static union value take(struct arguments *arguments, int from, enum class class) {
  union value value = { 0 };
  if (from != NEXT) return arguments->numbered[from];
  if (class == WORD) value.word = va_arg(arguments->next, uint32_t);
  if (class == LONG) value.wide = va_arg(arguments->next, uint64_t);
  if (class == DOUBLE) value.number = ux_shown(va_arg(arguments->next, double));
  if (class == QUAD) value.quad = va_arg(arguments->next, long double);
  return value;
}

static bool isUncertain(enum class class, union value value) {
  return (class == DOUBLE && ux_is_uncertain(value.number)) || (class == QUAD && ux_is_uncertain_l(value.quad));
}

/* Reads the arguments %1$… %n$… in their order. False: there is a gap, so nothing is known behind it. */
static bool takeNumbered(struct arguments *arguments, const enum class *classes, bool *ours) {
  int last = ARGUMENTS;
  while (last && !classes[last]) last--;
  for (int i = 1; i <= last; i++) {
    if (!classes[i]) return false;
    arguments->numbered[i] = take(arguments, NEXT, classes[i]);
    *ours |= isUncertain(classes[i], arguments->numbered[i]);
  }
  return true;
}

/* True if the call is ours to print. Numbered arguments are then read; `next` stands at the others. */
static bool survey(const char *format, struct arguments *arguments, va_list list) {
  enum class classes[ARGUMENTS + 1];
  bool ours = false, numbered = false;
  struct arguments scan;
  va_copy(scan.next, list);
  for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
    if (at[1] == '%') {
      at += 2;
      continue;
    }
    struct conversion c;
    if (!(at = parse(at + 1, &c))) break;
    ours |= c.particleOnly;
    if (c.valueFrom != NEXT) {
      if (!numbered) memset(classes, 0, sizeof classes); /* NOTHING */
      numbered = true;
      classes[c.valueFrom] = c.class;
      if (c.widthFrom > 0) classes[c.widthFrom] = WORD;
      if (c.precisionFrom > 0) classes[c.precisionFrom] = WORD;
      continue;
    }
    if (c.widthFrom == NEXT) take(&scan, NEXT, WORD);
    if (c.precisionFrom == NEXT) take(&scan, NEXT, WORD);
    ours |= isUncertain(c.class, take(&scan, NEXT, c.class));
  }
  va_end(scan.next);
  va_copy(arguments->next, list);
  if (numbered && !takeNumbered(arguments, classes, &ours)) {
    arguments->times = 0;
    return false;
  }
  return ours;
}

bool ux_converting;

static int print(const struct ux_printer *printer, const char *specification, ...) {
  va_list list;
  va_start(list, specification);
  ux_converting = true;
  int length = printer->convert(printer->file, specification, list);
  ux_converting = false;
  va_end(list);
  return length;
}

/* "%", the flags, "*.*", length and letter: width and precision are passed as arguments. */
static void specification(char spec[16], const struct conversion *c, unsigned flags, const char *length) {
  char *to = spec;
  *to++ = '%';
  for (int i = 0; FLAGS[i]; i++)
    if (flags & 1u << i) *to++ = FLAGS[i];
  strcpy(to, "*.*");
  strcat(to, length);
  to += strlen(to);
  *to++ = c->letter;
  *to = 0;
}

static bool isStandard(FILE *file) {
  int descriptor = fileno(file);
  return descriptor == 1 || descriptor == 2;
}

/* Not one that writes into a string. */
static bool isOfFiles(FILE *file) { return fileno(file) > 2; }

/* An integer as a number; what overflows the mantissa is rounded. */
static double numberOf(const struct conversion *c, union value value) {
  bool isSigned = c->letter == 'd' || c->letter == 'i';
  if (c->class == LONG) return isSigned ? (double)(int64_t)value.wide : (double)value.wide;
  if (!strcmp(c->length, "hh")) return isSigned ? (signed char)value.word : (unsigned char)value.word;
  if (c->length[0] == 'h') return isSigned ? (short)value.word : (unsigned short)value.word;
  return isSigned ? (double)(int32_t)value.word : (double)value.word;
}

/* Tells the host of a number that is printed. Returns the mark to print behind it, negative where it may stand in files, too; or 0. */
static int tell(const struct conversion *c, struct arguments *arguments, union value value) {
  if (!arguments->times || c->particleOnly || c->letter == 'a' || c->letter == 'A' || (!isFloating(c) && !strchr("diouxX", c->letter))) return 0;
  double number = c->class == DOUBLE ? value.number : c->class == QUAD ? ux_widest(value.quad) : numberOf(c, value);
  return ux_tell(ux_bits(number), arguments->key, arguments->times, arguments->told++);
}

/* A plain double, by the C library where it is none that decimal.c has. */
static int printDouble(const struct ux_printer *printer, const struct conversion *c, unsigned flags, int width, int precision, double value) {
  struct ux_decimal text;
  if (ux_decimal(&text, value, c->letter, flags, width, precision)) return printer->text(printer->file, text.start, text.length);
  char spec[16];
  specification(spec, c, flags, "");
  return print(printer, spec, width, precision, value);
}

static int printUncertain(const struct ux_printer *printer, const struct conversion *c, int width, int precision, double value, bool told) {
  bool withTail = !c->particleOnly && c->letter != 'a' && c->letter != 'A';
  double particle = ux_particle(value);
  if (isnan(particle)) particle = NAN;
  bool fixed = c->letter == 'f' || c->letter == 'F';
  particle = ux_printed(particle, !fixed ? -1 : precision < 0 ? 6 : precision);
  bool unpadded = withTail && (width < 0 || c->flags & UX_LEFT);
  int length = printDouble(printer, c, unpadded ? c->flags & ~UX_LEFT : c->flags, unpadded ? 0 : width, precision, particle);
  if (length < 0 || !withTail || told) return length;
  int tail = ux_write(value, printer->text, printer->file);
  return tail < 0 ? -1 : length + tail;
}

static void storeCount(const struct conversion *c, void *where, int count) {
  if (!where) return;
  if (c->length[0] == 'j' || !strcmp(c->length, "ll")) *(long long *)where = count;
  else if (!strcmp(c->length, "hh")) *(signed char *)where = count;
  else if (c->length[0] == 'h') *(short *)where = count;
  else *(int *)where = count;
}

static int printValue(const struct ux_printer *printer, const struct conversion *c, int width, int precision, union value value, bool told) {
  if (isUncertain(c->class, value))
    return printUncertain(printer, c, width, precision, c->class == QUAD ? ux_of_quad(value.quad) : value.number, told);
  if (c->class == DOUBLE) return printDouble(printer, c, c->flags, width, precision, value.number);
  bool isInt = c->class == WORD && !c->length[0] && (c->letter == 'd' || c->letter == 'i');
  struct ux_decimal text;
  if (isInt && precision < 0 && ux_integer(&text, (int32_t)value.word, c->flags, width)) return printer->text(printer->file, text.start, text.length);
  char spec[16];
  specification(spec, c, c->flags, c->length);
  switch (c->class) {
  case NOTHING: return print(printer, spec, width, precision);
  case WORD: return print(printer, spec, width, precision, value.word);
  case LONG: return print(printer, spec, width, precision, value.wide);
  case DOUBLE:
  case MALFORMED: break;
  case QUAD: return print(printer, spec, width, precision, value.quad);
  }
  return -1;
}

static int printOne(const struct ux_printer *printer, const struct conversion *c, struct arguments *arguments, int count) {
  int width = c->widthFrom ? (int)take(arguments, c->widthFrom, WORD).word : c->width < 0 ? 0 : c->width;
  int precision = c->precisionFrom ? (int)take(arguments, c->precisionFrom, WORD).word : c->precision;
  union value value = take(arguments, c->valueFrom, c->class);
  if (c->letter == 'n') {
    storeCount(c, (void *)(uintptr_t)value.word, count);
    return 0;
  }
  bool told = arguments->times && isStandard(printer->file);
  int mark = tell(c, arguments, value);
  if (mark < 0) { /* in files, too */
    mark = -mark;
    told |= isOfFiles(printer->file);
  }
  if (mark && !told && isFloating(c) && !isUncertain(c->class, value)) ux_tail(0, 0, 0); /* where only the particle goes on, nothing else says that its text was asked for */
  int length = printValue(printer, c, width, precision, value, told);
  if (length >= 0 && mark && told) {
    char text[UX_MARK_MOST];
    printer->text(printer->file, text, ux_mark(text, mark));
  }
  return length;
}

static int printEach(const struct ux_printer *printer, const char *format, struct arguments *arguments) {
  int error = errno; /* for %m */
  int count = 0;
  for (const char *at = format; *at;) {
    int length;
    if (*at != '%' || at[1] == '%') {
      size_t run = *at == '%' ? 1 : strcspn(at, "%");
      length = printer->literal(printer, at, run);
      at += *at == '%' ? 2 : run;
    } else {
      struct conversion c;
      if (!(at = parse(at + 1, &c))) {
        errno = EINVAL;
        return -1;
      }
      errno = error;
      length = printOne(printer, &c, arguments, count);
    }
    if (length < 0) return -1;
    if (__builtin_add_overflow(count, length, &count)) {
      errno = EOVERFLOW;
      return -1;
    }
  }
  return count;
}

bool ux_print(const struct ux_printer *printer, const char *format, va_list list, int *count) {
  int key = (int)(intptr_t)printer->key;
  struct arguments arguments; /* `numbered` is set where it is used: to clear it takes as long as to print a number */
  arguments.key = key, arguments.times = ux_converting ? 0 : ux_printing(key), arguments.told = 0;
  bool ours = survey(format, &arguments, list) | (arguments.times != 0);
  if (ours) *count = printEach(printer, format, &arguments);
  va_end(arguments.next);
  return ours;
}

static int text(void *file, const char *start, size_t length) { return fwrite(start, 1, length, file) == length ? (int)length : -1; }
static int literal(const struct ux_printer *printer, const char *start, size_t length) { return text(printer->file, start, length); }

int __wrap_vfprintf(FILE *file, const char *format, va_list list) {
  struct ux_printer printer = { file, literal, text, __real_vfprintf, format };
  int count;
  return ux_print(&printer, format, list, &count) ? count : __real_vfprintf(file, format, list);
}
