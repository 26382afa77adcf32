/* A linear combination of independent Gaussian sources is Gaussian, and what each source
 * contributes to two values tells what it contributes to their sum: x - x leaves nothing, (a + b) - a leaves b. Two images of one
 * source, of any family, add up to an image of it.
 * The law of a sum is kept only while it describes the samples: rounding of the weights must not show in the deviation (MOST_DRIFT),
 * and rounding of the program's own arithmetic must not show in the samples (MOST_NOISE). After (1e20·x + y) - 1e20·x the samples are
 * those of a program that has lost y, and no law says so. */
#include "linear.h"
#include "abi.h"
#include "memory.h"

static const double MOST_DRIFT = 1e-12, MOST_NOISE = 0x1p-13; /* relative to the scale */

/* a + b; what rounding took from it is added to *lost. Source: Knuth, TAOCP 2, 4.2.2, theorem B. */
static double two_sum(double a, double b, double *lost) {
  double sum = a + b, from_b = sum - a;
  *lost += __builtin_fabs((a - (sum - from_b)) + (b - from_b));
  return sum;
}

/* √(Σ weight²), without overflow; the weight itself if it is alone. */
static double scale_of(const ux_term *terms, uint32_t count) {
  if (count == 1) return terms[0].weight;
  double largest = 0, squares = 0;
  for (uint32_t i = 0; i < count; i++)
    if (__builtin_fabs(terms[i].weight) > largest) largest = __builtin_fabs(terms[i].weight);
  for (uint32_t i = 0; i < count; i++) squares += terms[i].weight / largest * (terms[i].weight / largest);
  return largest * __builtin_sqrt(squares);
}

/* The terms of both in `out`, without those that cancel; their number, or MOST_TERMS + 1 where they are too many. */
static uint32_t merged(const ux_law *a, double factor_a, const ux_law *b, double factor_b, ux_term *out, double *drift) {
  uint32_t i = 0, k = 0, count = 0;
  while (i < a->term_count || k < b->term_count) {
    bool from_a = k == b->term_count || (i < a->term_count && a->terms[i].source <= b->terms[k].source);
    bool from_b = i == a->term_count || (k < b->term_count && b->terms[k].source <= a->terms[i].source);
    ux_term term = from_a ? (ux_term){a->terms[i].source, factor_a * a->terms[i].weight} : (ux_term){b->terms[k].source, factor_b * b->terms[k].weight};
    if (from_a && from_b) term.weight = two_sum(term.weight, factor_b * b->terms[k].weight, drift);
    i += from_a, k += from_b;
    if (term.weight == 0) continue;
    if (count == MOST_TERMS) return MOST_TERMS + 1;
    out[count++] = term;
  }
  return count;
}

/* True if both are made of Gaussian sources, or of one and the same source. */
static bool adds_up(const ux_law *a, const ux_law *b) {
  if (!a->terms || !b->terms) return false;
  if (a->family == UX_FAMILY_GAUSS && b->family == UX_FAMILY_GAUSS) return true;
  return a->term_count == 1 && b->term_count == 1 && a->terms[0].source == b->terms[0].source;
}

ux_law *law_sum(const ux_law *a, bool minus_a, const ux_law *b, bool minus_b, bool single) {
  if (!adds_up(a, b)) return NULL;
  ux_term terms[MOST_TERMS];
  double drift = a->drift + b->drift;
  uint32_t count = merged(a, minus_a ? -a->factor : a->factor, b, minus_b ? -b->factor : b->factor, terms, &drift);
  if (count == 0 || count > MOST_TERMS) return NULL;
  double scale = scale_of(terms, count), location = (minus_a ? -a->location : a->location) + (minus_b ? -b->location : b->location);
  double noise = a->noise + b->noise + law_rounding(location, scale, single), size = __builtin_fabs(scale);
  if (__builtin_fabs(a->factor) != 1 || __builtin_fabs(b->factor) != 1) drift += 0x1p-53 * size;
  if (!(drift <= MOST_DRIFT * size) || !(noise <= MOST_NOISE * size)) return NULL;
  const double *ends = a->standard;
  if (!__builtin_isfinite(location + scale * ends[0]) || !__builtin_isfinite(location + scale * ends[a->count - 1])) return NULL;
  ux_law *law = block_new(sizeof *law);
  *law = (ux_law){.family = a->family, .count = a->count, .finite = a->count, .shape1 = a->shape1, .shape2 = a->shape2};
  law->location = location, law->scale = scale;
  law->mean = (minus_a ? -a->mean : a->mean) + (minus_b ? -b->mean : b->mean);
  law->standard = block_share(a->standard);
  law->terms = block_new(count * sizeof *terms);
  for (uint32_t i = 0; i < count; i++) law->terms[i] = terms[i];
  law->term_count = count, law->factor = 1;
  law->drift = drift, law->noise = noise;
  law->single = single;
  return law;
}
