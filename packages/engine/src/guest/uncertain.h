/* uncertain.h: how the library's own code looks at uncertain values.
 * A double (float, long double) is uncertain when it is a NaN that carries a handle; src/abi.ts fixes the bits. Arithmetic and
 * comparisons of uncertain values work by themselves, as in every program; only code that asks for the bits needs this file.
 *
 * A long double that carries a handle is the NaN whose upper 64 bits are UX_QUAD (or its negative) and whose lower 64 bits are
 * the double's. The handle stands on a byte boundary, so the collector sees it in memory, and no conversion of an ordinary NaN
 * gives these bits: the compiler's conversion of a double leaves at most the top four of the lower 64 bits set. */
#ifndef UX_UNCERTAIN_H
#define UX_UNCERTAIN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
#include "abi.h"

#define UX_QUAD 0x7fff800000000000ULL
#define UX_SIGN 0x8000000000000000ULL

static inline uint64_t ux_bits(double x) { uint64_t bits; memcpy(&bits, &x, sizeof bits); return bits; }
static inline double ux_double(uint64_t bits) { double x; memcpy(&x, &bits, sizeof x); return x; }
static inline float ux_float(uint32_t bits) { float x; memcpy(&x, &bits, sizeof x); return x; }
static inline uint32_t ux_bits_f(float x) { uint32_t bits; memcpy(&bits, &x, sizeof bits); return bits; }

static inline bool ux_is_handle(uint64_t bits) { return (bits & ~UX_SIGN) >> 48 == UX_PREFIX64 && bits << 16; }
static inline bool ux_is_uncertain(double x) { return ux_is_handle(ux_bits(x)); }
/* Not as one comparison of all bits but the sign: the pass takes such a test for the program's question whether x is a NaN. */
static inline bool ux_is_uncertain_f(float x) { return (ux_bits_f(x) & 0x7fc00000) == 0x7fc00000 && ux_bits_f(x) << 10; }

/* A double that is about to be shown. In code that runs before there is any uncertain value the hardware promotes floats, so a float NaN
 * with the bits of a handle arrives here as a double with these bits on top; it counts as it would anywhere else, as a float that does
 * not exist. Not so the NaN that arithmetic makes of a signalling one. */
static inline double ux_shown(double x) {
  uint64_t bits = ux_bits(x), payload = bits >> 29 & 0x3fffff;
  if ((bits & 0x7ff8000000000000) != 0x7ff8000000000000 || bits << 35 || ux_is_handle(bits) || !payload || payload == 0x200000) return x;
  uint32_t single = (uint32_t)(bits >> 32 & 0x80000000) | 0x7fc00000 | (uint32_t)payload;
  float promoted;
  memcpy(&promoted, &single, sizeof promoted);
  return ux_promote(promoted);
}

/* The particle as a plain number; of a plain number, itself. */
static inline double ux_plain(double x) { return ux_is_uncertain(x) ? ux_particle(x) : x; }
static inline double ux_widen(float x) { return ux_is_uncertain_f(x) ? ux_promote(x) : (double)x; }
static inline float ux_narrow(double x) { return ux_is_uncertain(x) ? ux_demote(x) : (float)x; }

struct ux_quad { uint64_t low, high; };
static inline struct ux_quad ux_quad(long double x) { struct ux_quad bits; memcpy(&bits, &x, sizeof bits); return bits; }
static inline long double ux_long_double(struct ux_quad bits) { long double x; memcpy(&x, &bits, sizeof x); return x; }

static inline bool ux_is_uncertain_l(long double x) {
  struct ux_quad bits = ux_quad(x);
  return (bits.high & ~UX_SIGN) == UX_QUAD && ux_is_handle(bits.low);
}
/* The double that an uncertain long double carries. */
static inline double ux_of_quad(long double x) {
  struct ux_quad bits = ux_quad(x);
  return ux_double(bits.low ^ (bits.high & UX_SIGN));
}
static inline long double ux_to_quad(double x) {
  struct ux_quad bits = { ux_bits(x), UX_QUAD };
  return ux_is_uncertain(x) ? ux_long_double(bits) : (long double)x;
}
/* The nearest double of any long double; an uncertain one keeps its distribution. */
static inline double ux_widest(long double x) { return ux_is_uncertain_l(x) ? ux_of_quad(x) : (double)x; }

/* The particle as it is handed to the C library to print: one that would show no digit but 0 loses its sign. `decimals` of fixed notation;
 * negative: another notation, where only 0 itself does. */
double ux_printed(double particle, int decimals);

/* What stands in a standard stream in the place of a tail that the host will write there. Returns its length. */
enum { UX_MARK_MOST = 24 };
size_t ux_mark(char text[UX_MARK_MOST], int number);

/* Writes `message` to the standard error stream and traps. */
_Noreturn void ux_refuse(const char *message);
/* Writes `message` and a line end to the standard error stream: a call that had no effect. */
void ux_complain(const char *message);

/* Where a Ux string is read from. */
struct ux_reader {
  int (*peek)(void *source); /* the next character, or -1 */
  void (*advance)(void *source);
  void (*giveBack)(void *source, const char *text, size_t count); /* the last `count` characters were `text` */
  void *source;
};
/* Reads the part of a Ux string that begins with the next character, which is 'U', and leaves the source behind its last digit.
 * `decimal`: bits of the number before it, or UX_NO_PARTICLE. Returns the value's bits; or UX_MALFORMED, with all given back. */
uint64_t ux_read(const struct ux_reader *reader, uint64_t decimal);

/* Passes the tail of an uncertain value, its length first found, to `write`. Returns what `write` returns, or -1 without memory. */
int ux_write(double value, int (*write)(void *target, const char *text, size_t length), void *target);
#ifdef __cplusplus
}
#endif
#endif
