/* Radix sort, digits of 11 bits, least significant first. Keys are the bits of the doubles made monotone, less the smallest key:
 * three passes over the top 33 bits of what remains put samples of any smooth law in order but for rare neighbours, which an
 * insertion pass mends. Where the mending gets long (samples in tight clusters far apart), all 64 bits are sorted. */
#include "sort.h"
#include "handle.h"
#include "memory.h"

enum { DIGIT = 11, BUCKETS = 1 << DIGIT };

typedef struct {
  uint64_t key;
  uint32_t index;
} item;

/* Order-preserving bits of a finite number. */
static uint64_t key_of(double x) {
  uint64_t bits = bits_of(x);
  return bits >> 63 ? ~bits : bits | 1ULL << 63;
}

/* Sorts by the digits of (key - least) from bit `shift` up; the result is in the array that is returned. */
static item *radix(item *from, item *to, uint32_t count, uint64_t least, uint64_t range, int shift) {
  uint32_t at[BUCKETS];
  for (; shift < 64 && range >> shift; shift += DIGIT) {
    memset(at, 0, sizeof at);
    for (uint32_t i = 0; i < count; i++) at[(from[i].key - least) >> shift & (BUCKETS - 1)]++;
    uint32_t sum = 0;
    for (uint32_t b = 0; b < BUCKETS; b++) {
      uint32_t n = at[b];
      at[b] = sum;
      sum += n;
    }
    for (uint32_t i = 0; i < count; i++) to[at[(from[i].key - least) >> shift & (BUCKETS - 1)]++] = from[i];
    item *other = from;
    from = to;
    to = other;
  }
  return from;
}

/* Insertion sort; false when it would take more than 8 moves per element. */
static bool mend(item *items, uint32_t count) {
  uint64_t moves = 0, most = 8ULL * count;
  for (uint32_t i = 1; i < count; i++) {
    item x = items[i];
    uint32_t j = i;
    for (; j && items[j - 1].key > x.key; j--) items[j] = items[j - 1], moves++;
    items[j] = x;
    if (moves > most) return false;
  }
  return true;
}

enum { NEGATIVE_INFINITY, POSITIVE_INFINITY, NOT_A_NUMBER, CLASSES };
static int class_of(double x) { return x != x ? NOT_A_NUMBER : x < 0 ? NEGATIVE_INFINITY : POSITIVE_INFINITY; }

/* The sorted items, somewhere in a block to drop. */
static item *sorted_items(const double *x, uint32_t count, item **block) {
  item *items = *block = block_new_uncounted(2 * (size_t)count * sizeof(item)), *spare = items + count;
  uint64_t least = ~0ULL, most = 0;
  uint32_t finite = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!__builtin_isfinite(x[i])) continue;
    uint64_t key = key_of(x[i]);
    items[finite++] = (item){key, i};
    if (key < least) least = key;
    if (key > most) most = key;
  }
  uint32_t next = finite;
  for (int class = 0; class < CLASSES && next < count; class++)
    for (uint32_t i = 0; i < count; i++)
      if (!__builtin_isfinite(x[i]) && class_of(x[i]) == class) items[next++] = (item){0, i};
  if (finite < 2) return items;
  uint64_t range = most - least;
  int width = range ? 64 - __builtin_clzll(range) : 1;
  item *done = radix(items, spare, finite, least, range, width > 33 ? width - 33 : 0);
  if (!mend(done, finite)) done = radix(done, done == items ? spare : items, finite, least, range, 0);
  if (done != items) memcpy(done + finite, items + finite, (count - finite) * sizeof(item));
  return done;
}

void sort_order(const double *x, uint32_t count, uint32_t *order) {
  item *block, *items = sorted_items(x, count, &block);
  for (uint32_t i = 0; i < count; i++) order[i] = items[i].index;
  block_drop(block);
}

void sort_doubles(const double *x, uint32_t count, double *out) {
  item *block, *items = sorted_items(x, count, &block);
  for (uint32_t i = 0; i < count; i++) out[i] = x[items[i].index];
  block_drop(block);
}
