/* bytes-compared.c: bytes of numbers that a library compares or makes an integer of. What the program's own code does with bits, the pass sees
 * (src/instrument/bit-uses.ts). */
#include "uncertain.h"
#include <stdint.h>
#include <string.h>

static bool isHandle(uint64_t word) { return ux_is_uncertain(ux_double(word)); }
/* The bits as they are decided. */
static uint64_t decided(uint64_t word) { return isHandle(word) ? ux_bits(ux_integer64(ux_double(word), UX_ASKED_BITS, UX_PLACE_CALLER)) : word; }

unsigned long long credence_bits(double x) { return decided(ux_bits(x)); }
unsigned credence_bits_f(float x) {
  return ux_bits_f(ux_is_uncertain_f(x) ? ux_integer32(x, UX_ASKED_BITS, UX_PLACE_CALLER) : x);
}

static uint32_t decidedFloat(uint32_t word) { return credence_bits_f(ux_float(word)); }

static int difference(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}
/* How two numbers of so many bytes differ in the bits as they are decided; false where none of them is uncertain. */
static bool areNumbers(const unsigned char *a, const unsigned char *b, size_t bytes, int *result) {
  if (bytes == 8) {
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (!isHandle(x) && !isHandle(y)) return false;
    x = decided(x), y = decided(y);
    *result = difference(&x, &y, sizeof x);
  } else {
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (!ux_is_uncertain_f(ux_float(x)) && !ux_is_uncertain_f(ux_float(y))) return false;
    x = decidedFloat(x), y = decidedFloat(y);
    *result = difference(&x, &y, sizeof x);
  }
  return true;
}

/* Bytes are compared as they lie there. Where they differ within an aligned double or float that is uncertain, it is decided by its bits, and so are those behind it. */
int __wrap_memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  for (size_t at = 0; at < count;) {
    if (a[at] == b[at]) {
      at++;
      continue;
    }
    bool found = false;
    for (size_t bytes = 8; bytes >= 4 && !found; bytes /= 2) {
      size_t into = (uintptr_t)(a + at) & (bytes - 1);
      if (((uintptr_t)a ^ (uintptr_t)b) & (bytes - 1) || into > at || at - into + bytes > count) continue;
      int result;
      found = areNumbers(a + at - into, b + at - into, bytes, &result);
      if (found && result) return result;
      if (found) at += bytes - into;
    }
    if (!found) return a[at] - b[at];
  }
  return 0;
}
int __wrap_bcmp(const void *one, const void *other, size_t count) { return __wrap_memcmp(one, other, count); }
