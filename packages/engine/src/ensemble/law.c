#include "law.h"
#include "memory.h"
#include "sort.h"
#include <string.h>

static uint64_t sources; /* ever made */

ux_law *law_new(uint32_t count) {
  ux_law *law = block_new(sizeof *law);
  *law = (ux_law){.family = LAW_NO_FAMILY, .count = count, .finite = count, .scale = 1, .factor = 1};
  law->masses = block_new(count * sizeof(double));
  law->positions = block_new(count * sizeof(double));
  return law;
}

/* `law` is that of a source alone. */
static void begin_source(ux_law *law) {
  law->terms = block_new(sizeof *law->terms);
  law->terms[0] = (ux_term){sources++, law->scale};
  law->term_count = 1;
  law->factor = 1;
  law->drift = 0;
}

double law_rounding(double location, double scale, bool single) {
  const double farthest = 8; /* deviations; no Gaussian sample lies farther out */
  return (single ? 0x1p-24 : 0x1p-53) * (__builtin_fabs(location) + farthest * __builtin_fabs(scale));
}

ux_law *law_of_source(int family, double shape1, double shape2, double location, double scale, double *standard, uint32_t count) {
  if (!count || scale == 0 || !__builtin_isfinite(location + scale * standard[0]) || !__builtin_isfinite(location + scale * standard[count - 1])) return NULL;
  ux_law *law = block_new(sizeof *law);
  *law = (ux_law){.family = family, .count = count, .finite = count, .shape1 = shape1, .shape2 = shape2, .location = location, .scale = scale};
  law->standard = block_share(standard);
  law->noise = law_rounding(location, scale, false);
  begin_source(law);
  return law;
}

ux_law *law_share(ux_law *law) { return block_share(law); }

void law_drop(ux_law *law) {
  if (law && block_owners(law) == 1) block_drop(law->masses), block_drop(law->positions), block_drop(law->standard), block_drop(law->terms);
  block_drop(law);
}

/* A copy that owns the same blocks. */
static ux_law *twin(const ux_law *law) {
  ux_law *copy = block_new(sizeof *law);
  *copy = *law;
  block_share(copy->masses), block_share(copy->positions), block_share(copy->standard), block_share(copy->terms);
  return copy;
}

/* A copy whose positions are its own, and undefined. */
static ux_law *image(ux_law *law) {
  law_draw(law);
  ux_law *copy = twin(law);
  block_drop(copy->positions);
  copy->positions = block_new(law->count * sizeof(double));
  return copy;
}

ux_law *law_detached(ux_law *law) {
  ux_law *copy = twin(law);
  block_drop(copy->terms);
  copy->terms = NULL;
  return copy;
}

ux_law *law_renewed(ux_law *law) {
  if (law->family == LAW_NO_FAMILY) return law_share(law);
  ux_law *copy = law_detached(law);
  begin_source(copy);
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

void law_draw(ux_law *law) {
  if (law->positions) return;
  law->positions = block_new(law->count * sizeof(double));
  law->masses = block_new(law->count * sizeof(double));
  for (uint32_t i = 0; i < law->count; i++) {
    double position = law->location + law->scale * law->standard[i];
    law->positions[i] = law->single ? (float)position : position;
  }
  memcpy(law->masses, law->standard + law->count, law->count * sizeof(double));
  if (law->scale < 0) reorder(law);
}

/* Where x goes; `negated` first, as the sign bit of the handle says. */
static double moved(double x, bool negated, enum arithmetic op, double plain, bool plain_left, bool single) {
  if (negated) x = -x;
  return plain_left ? scalar_arithmetic(op, plain, x, single) : scalar_arithmetic(op, x, plain, single);
}

/* Near the ends of the range of doubles, where a product has fewer digits than others. */
static bool loses_digits(double x) { return !(__builtin_fabs(x) > 0x1p-960 && __builtin_fabs(x) < 0x1p960); }

static double rescaled(double x, enum arithmetic op, double plain) { return op == MUL ? x * plain : op == DIV ? x / plain : x; }

ux_law *law_map(ux_law *law, bool negated, enum arithmetic op, double plain, bool plain_left, bool single) {
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
  double turn = flips ? -1 : 1;
  out->scale = rescaled(turn * law->scale, op, plain), out->factor = rescaled(turn * law->factor, op, plain);
  out->drift = __builtin_fabs(rescaled(law->drift, op, plain)) + (scales && __builtin_fabs(plain) != 1 ? 0x1p-53 * __builtin_fabs(out->scale) : 0);
  if (loses_digits(out->factor) || loses_digits(out->scale)) out->drift = __builtin_inf();
  out->noise = __builtin_fabs(rescaled(law->noise, op, plain)) + law_rounding(out->location, out->scale, single);
  if (!finite || !__builtin_isfinite(out->location) || !__builtin_isfinite(out->scale) || out->scale == 0) {
    law_drop(out);
    return NULL;
  }
  if (flips != (scales && plain < 0)) reorder(out);
  return out;
}

ux_law *law_single(ux_law *law) {
  ux_law *out = image(law);
  bool finite = true;
  for (uint32_t i = 0; i < law->count; i++) {
    out->positions[i] = (float)law->positions[i];
    if (i < law->finite) finite &= __builtin_isfinite(out->positions[i]);
  }
  out->noise += law_rounding(out->location, out->scale, true);
  if (finite) return out;
  law_drop(out);
  return NULL;
}

ux_law *law_negated(ux_law *law) { return law_map(law, true, MUL, 1, false, false); }

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
