/* Coordinates 0 to 15 are those of Sobol', the ones after have random direction numbers; each alone is a (0,1)-sequence. */
#include "placement.h"
#include "memory.h"
#include "run.h"
#include <string.h>

enum { MOST_BITS = 24, ROUNDS = 3 };
static const uint64_t FIXED_KEY = 0x43726564656e6365; /* "Credence" */
enum { REPLICATE = 0, FOLLOWED = 1 };

static uint32_t next_source;

/* Directions of coordinates 1 to 15, Joe & Kuo 2008 (new-joe-kuo-6): degree, polynomial, initial numbers. */
static const struct { uint8_t degree, polynomial, initial[6]; } DIRECTIONS[NET_COORDINATES - 1] = {
  {1, 0, {1}},                 {2, 1, {1, 3}},              {3, 1, {1, 3, 1}},           {3, 2, {1, 1, 1}},
  {4, 1, {1, 1, 3, 3}},        {4, 4, {1, 3, 5, 13}},       {5, 2, {1, 1, 5, 5, 17}},    {5, 4, {1, 1, 5, 5, 5}},
  {5, 7, {1, 1, 7, 11, 19}},   {5, 11, {1, 1, 5, 1, 1}},    {5, 13, {1, 1, 1, 3, 11}},   {5, 14, {1, 3, 5, 5, 31}},
  {6, 1, {1, 3, 3, 9, 7, 49}}, {6, 13, {1, 1, 1, 15, 21, 21}}, {6, 16, {1, 3, 1, 13, 27, 49}},
};

/* Which of some hundred scrambles the first coordinates take: the one with the least error in mean, deviation and quantiles of sums,
 * differences, products, quotients and extremes of several laws at N = 4096, one after the other. */
static const uint16_t CHOSEN[] = {[0] = 154, 490, 1676, 527, 3, [CHAIN + 2] = 362, 338, 380, 25, 50, 7, 33, 307, 48, 134, 13, 69, 0, 5};
static const uint16_t CHOSEN_MEETING[] = {[3] = 61, 395, 137, 320, 181, 450, 206, 483, 189, 435, 217, 64, 469};
enum { CHOSEN_COUNT = sizeof CHOSEN / sizeof *CHOSEN, CHOSEN_MEETING_COUNT = sizeof CHOSEN_MEETING / sizeof *CHOSEN_MEETING };

static uint64_t scramble_of(uint32_t coordinate) {
  if (coordinate < CHOSEN_COUNT) return CHOSEN[coordinate];
  return coordinate - MEETING < CHOSEN_MEETING_COUNT ? CHOSEN_MEETING[coordinate - MEETING] : 0;
}

/* Finaliser of splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/* The lowest `bits` of x, 1 to 32, the other way round. */
static uint32_t reversed(uint32_t x, uint32_t bits) {
  x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
  x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
  x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
  return __builtin_bswap32(x) >> (32 - bits);
}

/* V[b]: what bit b of the point's number contributes, bit-reversed: the leading binary digit of the point stands in bit 0. */
static void directions(uint32_t coordinate, uint32_t bits, uint32_t *V) {
  uint32_t m[MOST_BITS];
  for (uint32_t i = 0; i < bits; i++) {
    if (coordinate == 0) m[i] = 1;
    else if (coordinate >= NET_COORDINATES) m[i] = (uint32_t)mix(mix(FIXED_KEY ^ coordinate) + i) & ((2u << i) - 1) | 1;
    else {
      uint32_t s = DIRECTIONS[coordinate - 1].degree, a = DIRECTIONS[coordinate - 1].polynomial;
      if (i < s) m[i] = DIRECTIONS[coordinate - 1].initial[i];
      else {
        m[i] = m[i - s] ^ m[i - s] << s;
        for (uint32_t t = 1; t < s; t++)
          if (a >> (s - 1 - t) & 1) m[i] ^= m[i - t] << t;
      }
    }
    V[i] = reversed(m[i] << (bits - 1 - i), bits);
  }
}

uint32_t placement_next_source(void) { return next_source++; }

/* Owen's nested scramble, hashed: add, multiply and x ^= x * even make every bit depend on itself and the bits below, which are the
 * leading digits of the point. Source: Laine & Karras 2011. */
static void net_order(uint32_t coordinate, uint32_t bits, uint64_t key, uint32_t *order) {
  uint32_t n = 1u << bits, V[MOST_BITS], add[ROUNDS], even[ROUNDS], odd[ROUNDS];
  directions(coordinate, bits, V);
  for (uint32_t r = 0; r < ROUNDS; r++) {
    add[r] = (uint32_t)mix(key + 3 * r + 1), even[r] = (uint32_t)mix(key + 3 * r + 2) & ~1u, odd[r] = (uint32_t)mix(key + 3 * r + 3) | 1;
  }
  order[0] = 0;
  if (!bits) return;
  for (uint32_t b = 0; b < bits; b++) {
    const uint32_t *from = order;
    uint32_t *to = order + (1u << b);
#pragma clang loop vectorize(assume_safety)
    for (uint32_t i = 0; i < 1u << b; i++) to[i] = from[i] ^ V[b];
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t x = order[i];
    for (uint32_t r = 0; r < ROUNDS; r++) {
      x += add[r];
      x ^= x * even[r];
      x *= odd[r];
    }
    order[i] = reversed(x, bits);
  }
}

void placement_order(uint32_t coordinate, uint32_t *order) {
  uint64_t key = mix(mix(FIXED_KEY + coordinate + (scramble_of(coordinate) << 32)) + REPLICATE);
  if (run.samples < run.all) key = mix(key + run.path); /* what few samples happen to have in common must not be the same on every path */
  uint32_t n = run.samples, bits = n < 2 ? 0 : 32 - (uint32_t)__builtin_clz(n - 1);
  if (n == 1u << bits) {
    net_order(coordinate, bits, key, order);
    return;
  }
  /* The first n points of the sequence, by their ranks. */
  uint32_t all = 1u << bits, *point = block_new_uncounted(2 * all * sizeof *point), *taken = point + all, rank = 0;
  net_order(coordinate, bits, key, point);
  memset(taken, 0, all * sizeof *taken);
  for (uint32_t i = 0; i < n; i++) taken[point[i]] = 1;
  for (uint32_t p = 0; p < all; p++) {
    uint32_t is_taken = taken[p];
    taken[p] = rank;
    rank += is_taken;
  }
  for (uint32_t i = 0; i < n; i++) order[i] = taken[point[i]];
  block_drop(point);
}

/* The digital sequence of that coordinate where `all` is a power of two, else a permutation by cycle walking (Black & Rogaway 2002) on the
 * next one. What follows from the coordinate is kept: samples of a path ask for one after the other, and those that go
 * alone for the same ones again and again. */
enum { SHUFFLES = 256 };
typedef struct {
  uint32_t coordinate, bits; /* valid if bits */
  uint32_t add[ROUNDS], even[ROUNDS], odd[ROUNDS], point[MOST_BITS];
} shuffle;
static shuffle *shuffles; /* block */

static const shuffle *shuffle_of(uint32_t coordinate, uint32_t bits) {
  if (!shuffles) {
    shuffles = block_new_uncounted(SHUFFLES * sizeof *shuffles);
    memset(shuffles, 0, SHUFFLES * sizeof *shuffles);
  }
  shuffle *s = &shuffles[coordinate % SHUFFLES];
  if (s->bits == bits && s->coordinate == coordinate) return s;
  uint64_t key = mix(mix(FIXED_KEY + coordinate) + FOLLOWED);
  s->coordinate = coordinate, s->bits = bits;
  for (uint32_t r = 0; r < ROUNDS; r++)
    s->add[r] = (uint32_t)mix(key + 3 * r + 1), s->even[r] = (uint32_t)mix(key + 3 * r + 2) & ~1u, s->odd[r] = (uint32_t)mix(key + 3 * r + 3) | 1;
  directions(coordinate, bits, s->point);
  return s;
}

uint32_t placement_of(uint32_t sample, uint32_t all, uint32_t coordinate) {
  if (all < 2) return 0;
  uint32_t bits = 32 - (uint32_t)__builtin_clz(all - 1);
  const shuffle *s = shuffle_of(coordinate, bits);
  do {
    uint32_t x = 0;
    for (; sample; sample &= sample - 1) x ^= s->point[__builtin_ctz(sample)];
    for (uint32_t r = 0; r < ROUNDS; r++) {
      x += s->add[r];
      x ^= x * s->even[r];
      x *= s->odd[r];
    }
    sample = reversed(x, bits);
  } while (sample >= all);
  return sample;
}
