/* Radix sort, digits of 11 bits, least significant first, by keys that are short for most samples:
 *   cells   the place of the sample between the least and the greatest, in 22 bits: two passes. Samples of one cell are rare
 *   bits    the bits of the doubles made monotone, less the smallest key, the top 33 of what remains: three passes. Where outliers
 *           squeeze the other samples into a few cells
 *   all     all 64 bits, where samples stand in tight clusters far apart
 * An insertion pass mends what the keys leave; where it gets long, the next kind of keys is taken. */
#include "sort.h"
#include "handle.h"
#include "memory.h"
#include <wasm_simd128.h>

enum { DIGIT = 11, BUCKETS = 1 << DIGIT, MOST_MOVES = 8 /* per element */ };

typedef struct {
  uint64_t key;
  uint32_t index;
} item;

/* Order-preserving bits of a finite number. */
static uint64_t key_of(double x) {
  uint64_t bits = bits_of(x);
  return bits >> 63 ? ~bits : bits | 1ULL << 63;
}

/* False where there are others than finite elements. */
static bool bounds_of(const double *x, uint32_t count, double *least, double *most) {
  v128_t low = wasm_f64x2_splat(x[0]), high = low, rest = wasm_f64x2_splat(0);
  for (uint32_t i = 0; i < count; i += 2) {
    v128_t v = i + 1 < count ? wasm_v128_load(x + i) : wasm_v128_load64_splat(x + i);
    low = wasm_f64x2_pmin(low, v), high = wasm_f64x2_pmax(high, v);
    rest = wasm_v128_or(rest, wasm_f64x2_sub(v, v)); /* 0 of finite elements alone */
  }
  double a = wasm_f64x2_extract_lane(low, 0), b = wasm_f64x2_extract_lane(low, 1);
  double c = wasm_f64x2_extract_lane(high, 0), d = wasm_f64x2_extract_lane(high, 1);
  *least = a < b ? a : b, *most = c > d ? c : d;
  return !wasm_v128_any_true(rest);
}

/* Insertion sort of the elements that share a cell, all neighbours; false when it takes too long. */
static bool mend_cells(const double *x, const uint64_t *items, uint32_t count, uint32_t *order) {
  uint64_t moves = 0, most = (uint64_t)MOST_MOVES * count;
  order[0] = (uint32_t)items[0];
  for (uint32_t i = 1; i < count; i++) {
    uint32_t index = (uint32_t)items[i], j = i;
    if (items[i] >> 32 == items[i - 1] >> 32) {
      uint64_t key = key_of(x[index]);
      for (; j && items[j - 1] >> 32 == items[i] >> 32 && key_of(x[order[j - 1]]) > key; j--) order[j] = order[j - 1], moves++;
      if (moves > most) return false;
    }
    order[j] = index;
  }
  return true;
}

/* By cells; an item has the cell in its upper half and the index in the lower. False: not for these elements. */
static bool order_by_cells(const double *x, uint32_t count, uint32_t *order) {
  double least, most;
  if (count < 2 || !bounds_of(x, count, &least, &most)) return false;
  double scale = ((1 << 2 * DIGIT) - 1) / (most - least);
  if (!(scale > 0) || !__builtin_isfinite(scale)) return false;
  uint64_t *items = block_new_uncounted(2 * (size_t)count * sizeof *items), *spare = items + count;
  uint32_t low[BUCKETS] = {0}, high[BUCKETS] = {0};
  for (uint32_t i = 0; i < count; i++) {
    uint32_t cell = (uint32_t)bits_of((x[i] - least) * scale + 0x1p52); /* rounds to an integer that then stands in the low bits */
    items[i] = (uint64_t)cell << 32 | i;
    low[cell & (BUCKETS - 1)]++, high[cell >> DIGIT]++;
  }
  for (uint32_t b = 0, before_low = 0, before_high = 0; b < BUCKETS; b++) {
    uint32_t in_low = low[b], in_high = high[b];
    low[b] = before_low, high[b] = before_high;
    before_low += in_low, before_high += in_high;
  }
  for (uint32_t i = 0; i < count; i++) spare[low[items[i] >> 32 & (BUCKETS - 1)]++] = items[i];
  for (uint32_t i = 0; i < count; i++) items[high[spare[i] >> (32 + DIGIT)]++] = spare[i];
  bool done = mend_cells(x, items, count, order);
  block_drop(items);
  return done;
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

/* Insertion sort; false when it takes too long. */
static bool mend(item *items, uint32_t count) {
  uint64_t moves = 0, most = (uint64_t)MOST_MOVES * count;
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
  if (order_by_cells(x, count, order)) return;
  item *block, *items = sorted_items(x, count, &block);
  for (uint32_t i = 0; i < count; i++) order[i] = items[i].index;
  block_drop(block);
}

void sort_doubles(const double *x, uint32_t count, double *out) {
  uint32_t *order = block_new_uncounted(count * sizeof *order);
  sort_order(x, count, order);
  for (uint32_t i = 0; i < count; i++) out[i] = x[order[i]];
  block_drop(order);
}

void reverse_doubles(double *x, uint32_t count) {
  for (uint32_t i = 0; i < count / 2; i++) {
    double kept = x[i];
    x[i] = x[count - 1 - i];
    x[count - 1 - i] = kept;
  }
}
