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
  float plain = ux_is_uncertain_f(x) ? ux_integer32(x, UX_ASKED_BITS, UX_PLACE_CALLER) : x;
  unsigned bits;
  memcpy(&bits, &plain, sizeof bits);
  return bits;
}

static int difference(const unsigned char *a, const unsigned char *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}
static uint64_t wordAt(const unsigned char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

/* Bytes are compared as they lie there. Where they differ within an aligned double that is uncertain, it is decided by its bits, and so are those behind it. */
int __wrap_memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  size_t at = 0;
  while (at < count && a[at] == b[at]) at++;
  if (at == count) return 0;
  size_t into = (uintptr_t)(a + at) & 7;
  if (into > at || ((uintptr_t)a ^ (uintptr_t)b) & 7) return a[at] - b[at];
  for (at -= into; at + 8 <= count; at += 8) {
    uint64_t x = wordAt(a + at), y = wordAt(b + at);
    if (x == y) continue;
    if (!isHandle(x) && !isHandle(y)) break;
    x = decided(x), y = decided(y);
    if (x != y) return difference((const unsigned char *)&x, (const unsigned char *)&y, sizeof x);
  }
  return difference(a + at, b + at, count - at);
}
int __wrap_bcmp(const void *one, const void *other, size_t count) { return __wrap_memcmp(one, other, count); }
