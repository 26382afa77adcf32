#include "law.h"
#include "arithmetic.h"
#include "memory.h"
#include "sort.h"
#include <string.h>

ux_law *law_new(uint32_t count) {
  ux_law *law = block_new(sizeof *law + count * sizeof(double));
  *law = (ux_law){.family = LAW_NO_FAMILY, .count = count, .finite = count, .scale = 1};
  law->masses = block_new(count * sizeof(double));
  return law;
}

ux_law *law_share(ux_law *law) { return block_share(law); }

void law_drop(ux_law *law) {
  if (law && block_owners(law) == 1) block_drop(law->masses);
  block_drop(law);
}

/* A copy that shares the masses; positions are undefined. */
static ux_law *image(const ux_law *law) {
  ux_law *copy = block_new(sizeof *law + law->count * sizeof(double));
  *copy = *law;
  block_share(copy->masses);
  return copy;
}

/* Restores the ascending order after a map that reversed it. */
static void reorder(ux_law *law) {
  reverse_doubles(law->positions, law->finite);
  double *masses = block_new(law->count * sizeof(double));
  memcpy(masses, law->masses, law->count * sizeof(double));
  reverse_doubles(masses, law->finite);
  block_drop(law->masses);
  law->masses = masses;
}

/* Where x goes; `negated` first, as the sign bit of the handle says. */
static double moved(double x, bool negated, enum arithmetic op, double plain, bool plain_left, bool single) {
  if (negated) x = -x;
  return plain_left ? scalar_arithmetic(op, plain, x, single) : scalar_arithmetic(op, x, plain, single);
}

ux_law *law_map(const ux_law *law, bool negated, enum arithmetic op, double plain, bool plain_left, bool single) {
  bool scales = op == MUL || op == DIV;
  if (op > DIV || (op == DIV && plain_left) || !__builtin_isfinite(plain) || (scales && plain == 0)) return NULL;
  ux_law *out = image(law);
  bool finite = true;
  for (uint32_t i = 0; i < law->count; i++) {
    out->positions[i] = moved(law->positions[i], negated, op, plain, plain_left, single);
    if (i < law->finite) finite &= __builtin_isfinite(out->positions[i]);
  }
  out->mean = moved(law->mean, negated, op, plain, plain_left, false);
  out->location = moved(law->location, negated, op, plain, plain_left, false);
  bool flips = negated != (op == SUB && plain_left);
  out->scale = flips ? -law->scale : law->scale;
  if (op == MUL) out->scale *= plain;
  if (op == DIV) out->scale /= plain;
  if (!finite || !__builtin_isfinite(out->location) || !__builtin_isfinite(out->scale) || out->scale == 0) {
    law_drop(out);
    return NULL;
  }
  if (flips != (scales && plain < 0)) reorder(out);
  return out;
}

ux_law *law_single(const ux_law *law) {
  ux_law *out = image(law);
  bool finite = true;
  for (uint32_t i = 0; i < law->count; i++) {
    out->positions[i] = (float)law->positions[i];
    if (i < law->finite) finite &= __builtin_isfinite(out->positions[i]);
  }
  if (finite) return out;
  law_drop(out);
  return NULL;
}

ux_law *law_negated(const ux_law *law) { return law_map(law, true, MUL, 1, false, false); }

void law_settle(ux_law *law) {
  uint32_t *order = block_new(law->count * sizeof *order), count = 0;
  double *positions = block_new(law->count * sizeof(double)), *masses = block_new(law->count * sizeof(double));
  sort_order(law->positions, law->count, order);
  for (uint32_t i = 0; i < law->count; i++) {
    double x = law->positions[order[i]], mass = law->masses[order[i]];
    if (!(mass > 0)) continue;
    bool repeats = count && (positions[count - 1] == x || (x != x && positions[count - 1] != positions[count - 1]));
    if (repeats) masses[count - 1] += mass;
    else positions[count] = x, masses[count++] = mass;
  }
  memcpy(law->positions, positions, count * sizeof(double));
  memcpy(law->masses, masses, count * sizeof(double));
  law->count = law->finite = count;
  while (law->finite && !__builtin_isfinite(positions[law->finite - 1])) law->finite--;
  if (law->mean != law->mean) {
    double sum = 0, mass = 0;
    for (uint32_t i = 0; i < count; i++) sum += masses[i] * positions[i], mass += masses[i];
    law->mean = sum / mass;
  }
  block_drop(order), block_drop(positions), block_drop(masses);
}
