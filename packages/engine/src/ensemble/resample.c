#include "resample.h"
#include "decide.h"
#include "evaluate.h"
#include "follow.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "memory.h"
#include "plan.h"
#include "sort.h"
#include "statistics.h"
#include "transfer.h"

static const double NOT_A_NUMBER = __builtin_nan("");

static double signed_handle(double x, bool negated) { return negated ? -x : x; }

ux_value *placed_copy(ux_value *value) {
  ux_value *copy = value_new(value->particle, group_new(1));
  memcpy(copy->samples, value_sorted(value), run.padded * sizeof(double));
  copy->sorted = block_share(value->sorted);
  if (value->law) copy->law = law_renewed(value->law);
  copy->mean = value->mean;
  copy->mean_known = value->mean_known;
  copy->single = value->single;
  return copy;
}

/* nodes[r] = smallest atom whose cumulative mass reaches (r + ½)/N of the total; on a path, those of its samples. */
static void step_nodes(const ux_law *law, double *nodes) {
  double total = 0, cumulative = law->masses[0], all = run.all;
  uint32_t *numbers = birth_nodes();
  for (uint32_t i = 0; i < law->count; i++) total += law->masses[i];
  for (uint32_t r = 0, i = 0; r < run.samples; r++) {
    double wanted = (numbers[r] + 0.5) / all * total;
    while (cumulative < wanted && i + 1 < law->count) cumulative += law->masses[++i];
    nodes[r] = law->positions[i];
  }
  block_drop(numbers);
}

double value_of_atoms(ux_law *law, double particle) {
  if (!run.tracking || law->count < 2) {
    double only = run.tracking && law->count ? law->positions[0] : particle;
    law_drop(law);
    return only;
  }
  ux_value *value = value_new(particle, group_new(1));
  value->origins = origins_new();
  step_nodes(law, value->samples);
  value->sorted = block_share(value->samples);
  if (law->finite <= run.atoms) value->law = law;
  else law_drop(law);
  return value_finish(value);
}

static double from_atoms(uint32_t count, const double *positions, const double *masses, double particle, double mean) {
  if (!count) return particle;
  ux_law *law = law_new(count);
  memcpy(law->positions, positions, count * sizeof(double));
  memcpy(law->masses, masses, count * sizeof(double));
  law->mean = mean;
  law_settle(law);
  if (law->count < 2) { /* a point: the decimal before the text is what the program reads */
    law_drop(law);
    return particle;
  }
  return value_of_atoms(law, particle);
}
EXPORT("fromatoms") uint64_t export_fromatoms(uint32_t count, const double *positions, const double *masses, double particle, double mean) {
  double known;
  return bits_of(birth_known(&known) ? known : birth(from_atoms(count, positions, masses, particle, mean)));
}

static double empirical(int weighted) {
  uint32_t count = transfer_count() / (weighted ? 2 : 1), step = weighted ? 2 : 1;
  if (!count) return NOT_A_NUMBER;
  ux_law *law = law_new(count);
  double sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    law->positions[i] = transfer_particle(i * step);
    law->masses[i] = weighted ? transfer_particle(i * step + 1) : 1;
    sum += law->masses[i];
  }
  double *products = block_new(count * sizeof(double)); /* pairwise, because there may be millions */
  for (uint32_t i = 0; i < count; i++) {
    products[i] = law->masses[i] > 0 ? law->masses[i] * law->positions[i] : 0;
    law->masses[i] /= sum;
  }
  law->mean = pairwise_sum(products, count) / sum;
  block_drop(products);
  if (!(sum > 0) || !__builtin_isfinite(sum)) {
    law_drop(law);
    return NOT_A_NUMBER;
  }
  double mean = law->mean;
  law_settle(law);
  return value_of_atoms(law, mean);
}
EXPORT("empirical") double export_empirical(int weighted) {
  double known;
  return birth_known(&known) ? known : birth(empirical(weighted));
}

/* True if the next `count` births are known; then the buffer holds their results. */
static bool put_known(uint32_t count) {
  if (!births_known(count)) return false;
  transfer_clear();
  for (double result; count && birth_known(&result); count--) transfer_put(result);
  return true;
}

EXPORT("joint") void export_joint(int dimensions) {
  uint32_t width = (uint32_t)dimensions, rows = width ? transfer_count() / width : 0;
  if (!rows || put_known(width)) return;
  double *column = block_new(rows * sizeof(double));
  uint32_t *order = block_new(rows * sizeof *order), *row_of = birth_nodes();
  for (uint32_t i = 0; i < rows; i++) column[i] = transfer_particle(i * width);
  sort_order(column, rows, order);
  ux_group *group = group_new(1); /* ascending in the first component */
  ux_origins origins = origins_new();
  for (uint32_t i = 0; i < run.samples; i++) row_of[i] = order[(uint32_t)((row_of[i] + 0.5) / run.all * rows)];
  double *results = block_new(width * sizeof(double));
  for (uint32_t d = 0; d < width; d++) {
    for (uint32_t i = 0; i < rows; i++) column[i] = transfer_particle(i * width + d);
    double mean = pairwise_sum(column, rows) / rows;
    bool constant = true;
    for (uint32_t i = 1; i < rows; i++) constant &= column[i] == column[0];
    if (constant) mean = column[0];
    if (!run.tracking || constant) {
      results[d] = mean;
      continue;
    }
    ux_value *value = value_new(mean, group_share(group));
    value->origins = origins;
    for (uint32_t i = 0; i < run.samples; i++) value->samples[i] = column[row_of[i]];
    results[d] = value_finish(value);
  }
  transfer_clear();
  for (uint32_t d = 0; d < width; d++) transfer_put(birth(results[d]));
  group_drop(group);
  block_drop(column), block_drop(order), block_drop(row_of), block_drop(results);
}

/* Atoms of an operand, if it is plain or carries nothing but atoms; else 0. */
static uint32_t atoms_of(operand x) { return !x.value ? 1 : x.value->law && x.value->law->family == LAW_NO_FAMILY ? x.value->law->count : 0; }
static void append_atoms(ux_law *law, uint32_t at, operand x, double share) {
  for (uint32_t i = 0, n = atoms_of(x); i < n; i++) {
    double position = x.value ? x.value->law->positions[i] : x.plain;
    law->positions[at + i] = x.negated ? -position : position;
    law->masses[at + i] = share * (x.value ? x.value->law->masses[i] : 1);
  }
}
static double mean_of(operand x) { return !x.value ? x.plain : x.negated ? -value_mean(x.value) : value_mean(x.value); }

/* Outcome i takes a's sample or b's; exactly round(p N) outcomes, chosen by a new source, take a's. */
static double mixture(double a, double b, double p) {
  if (!(p >= 0 && p <= 1)) return NOT_A_NUMBER;
  if (p == 1 || p == 0) return p == 1 ? a : b;
  operand x = operand_of(a), y = operand_of(b);
  double mean = p * mean_of(x) + (1 - p) * mean_of(y);
  if (!run.tracking) return mean;
  if (x.value || y.value) law_becomes_particle();
  uint32_t nx = atoms_of(x), ny = atoms_of(y), from_x = (uint32_t)(p * run.all + 0.5);
  ux_value *chooser = value_new(0, group_new(1)), *joined[3] = {chooser};
  uint32_t *nodes = birth_nodes();
  for (uint32_t i = 0; i < run.samples; i++) chooser->samples[i] = nodes[i];
  block_drop(nodes);
  uint32_t count = 1;
  if (x.value) joined[count++] = x.value;
  if (y.value) joined[count++] = y.value;
  plan_join(joined, count);
  double *owned_x, *owned_y;
  const double *sx = operand_samples(x, &owned_x), *sy = operand_samples(y, &owned_y);
  ux_value *value = value_new(mean, group_share(chooser->group));
  value->origins = origins_new();
  for (uint32_t i = 1; i < count; i++) value->origins = origins_both(value->origins, joined[i]->origins);
  for (uint32_t i = 0; i < run.samples; i++) value->samples[i] = chooser->samples[i] < from_x ? sx[i] : sy[i];
  block_drop(owned_x), block_drop(owned_y);
  value_free(chooser);
  if (nx && ny && nx + ny <= run.atoms) {
    ux_law *law = law_new(nx + ny);
    append_atoms(law, 0, x, p);
    append_atoms(law, nx, y, 1 - p);
    law->mean = mean;
    law_settle(law);
    if (law->count == 1) value->particle = law->positions[0];
    value->law = law;
  }
  return value_finish(value);
}
EXPORT("mixture") double export_mixture(double a, double b, double p) {
  double known;
  return birth_known(&known) ? known : birth(mixture(a, b, p));
}

/* The part of a law of atoms within [min, max]; NULL if none is left. */
static ux_law *law_within(const ux_law *law, double min, double max) {
  ux_law *out = law_new(law->count);
  double sum = 0;
  for (uint32_t i = 0; i < law->count; i++) {
    bool inside = law->positions[i] >= min && law->positions[i] <= max;
    out->positions[i] = law->positions[i];
    out->masses[i] = inside ? law->masses[i] : 0;
    sum += out->masses[i];
  }
  for (uint32_t i = 0; i < law->count; i++) out->masses[i] /= sum;
  out->mean = NOT_A_NUMBER;
  law_settle(out);
  if (out->count) return out;
  law_drop(out);
  return NULL;
}

/* Rank, as a real number, of x among ascending samples read as quantiles at (r + ½)/N. */
static double rank_at(const double *sorted, uint32_t count, double x) {
  uint32_t low = 0, high = count; /* samples below x */
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return -0.5;
  if (low == count) return count - 0.5;
  return low - 1 + (x - sorted[low - 1]) / (sorted[low] - sorted[low - 1]);
}

static bool mostly_distinct(const double *sorted, uint32_t count) {
  uint32_t ties = 0;
  for (uint32_t i = 1; i < count; i++) ties += sorted[i] == sorted[i - 1];
  return ties < count / 4;
}

/* quantiles[r], r = 0..N-1, of the samples within [min, max], count of them from `first`. Continuous laws are interpolated between
 * samples, and reach to the cuts; laws with ties keep their positions. */
static void quantiles_within(const double *sorted, uint32_t finite, uint32_t first, uint32_t count, double min, double max, double *quantiles) {
  bool continuous = mostly_distinct(sorted, finite);
  double from = rank_at(sorted, finite, min), to = rank_at(sorted, finite, max);
  for (uint32_t r = 0; r < run.samples; r++) {
    double u = (r + 0.5) / run.samples, at = from + u * (to - from);
    if (!continuous) {
      quantiles[r] = sorted[first + (uint32_t)(u * count)];
      continue;
    }
    if (at < 0) at = 0;
    if (at > finite - 1) at = finite - 1;
    uint32_t below = (uint32_t)at;
    double x = sorted[below] + (below + 1 < finite ? (at - below) * (sorted[below + 1] - sorted[below]) : 0);
    quantiles[r] = x < min ? min : x > max ? max : x;
  }
}

/* quantiles[r], r = 0..N-1, of an exact law within [min, max]: 0 if it has no mass there, -1 if all of it is there, else 1. */
static int law_quantiles_within(const ux_law *law, double min, double max, double *quantiles) {
  double low = (min - law->location) / law->scale, high = (max - law->location) / law->scale;
  bool up = law->scale > 0;
  quantiles[0] = up ? low : high, quantiles[1] = up ? high : low;
  int found = host_law(law->family, law->shape1, law->shape2, LAW_WITHIN, (int)run.samples, quantiles);
  if (found <= 0) return found;
  for (uint32_t r = 0; r < run.samples; r++) {
    double x = law->location + law->scale * quantiles[r];
    quantiles[r] = x < min ? min : x > max ? max : x;
  }
  if (!up) reverse_doubles(quantiles, run.samples);
  return 1;
}

/* As above, of what is known of a value: its law, its atoms, or else its samples. *atoms is the law of the atoms that are left, or NULL. */
static int value_quantiles_within(ux_value *value, double min, double max, double *quantiles, ux_law **atoms) {
  *atoms = NULL;
  const ux_law *law = value->law;
  if (law && law->family != LAW_NO_FAMILY) return law_quantiles_within(law, min, max, quantiles);
  if (law) {
    ux_law *within = law_within(law, min, max);
    if (!within || within->count == law->count) {
      law_drop(within);
      return within ? -1 : 0;
    }
    step_nodes(within, quantiles);
    *atoms = within;
    return 1;
  }
  const double *sorted = value_sorted(value);
  uint32_t finite = value_finite(sorted), first = 0, last = finite;
  while (first < finite && sorted[first] < min) first++;
  while (last > first && sorted[last - 1] > max) last--;
  if (first == last) return 0;
  if (last - first == run.samples) return -1;
  quantiles_within(sorted, finite, first, last - first, min, max, quantiles);
  return 1;
}

/* A monotone map of the value, so that it keeps its dependence on others: the outcome of rank r takes the truncated law's quantile
 * (r + ½)/N. */
static double limited(double a, double min, double max) {
  operand x = operand_of(a);
  min = operand_particle(operand_of(min)), max = operand_particle(operand_of(max));
  if (!(min <= max)) return NOT_A_NUMBER;
  if (!x.value) return x.plain >= min && x.plain <= max ? a : NOT_A_NUMBER;
  value_force(x.value);
  law_becomes_particle();
  if (x.negated) {
    double turned = min;
    min = -max, max = -turned;
  }
  double *quantiles = block_new(run.padded * sizeof(double));
  ux_law *atoms;
  int found = value_quantiles_within(x.value, min, max, quantiles, &atoms);
  if (found <= 0) {
    block_drop(quantiles);
    return found ? a : NOT_A_NUMBER;
  }
  uint32_t *order = block_new(run.padded * sizeof *order);
  sort_order(x.value->samples, run.samples, order);
  ux_value *value = value_new(0, group_share(x.value->group));
  value->origins = x.value->origins;
  for (uint32_t r = 0; r < run.samples; r++) value->samples[order[r]] = quantiles[r];
  block_drop(order);
  value->sorted = quantiles;
  value->law = atoms;
  value->particle = value_mean(value);
  return signed_handle(value_finish(value), x.negated);
}
EXPORT("limit") double export_limit(double a, double min, double max) {
  double known;
  return birth_known(&known) ? known : birth(limited(a, min, max));
}

static double copied(double a) {
  operand x = operand_of(a);
  if (!x.value) return a;
  ux_value *copy = placed_copy(x.value);
  copy->origins = origins_new();
  return signed_handle(value_finish(copy), x.negated);
}
EXPORT("copy") double export_copy(double a) {
  double known;
  return birth_known(&known) ? known : birth(copied(a));
}

EXPORT("jointcopy") void export_jointcopy(void) {
  uint32_t count = 0;
  if (put_known(transfer_count())) return;
  ux_value **values = block_new_uncounted((transfer_count() + 1) * sizeof *values);
  for (uint32_t k = 0; k < transfer_count(); k++)
    if (operand_of(transfer_get(k)).value) values[count++] = operand_of(transfer_get(k)).value;
  plan_join(values, count);
  block_drop(values);
  ux_group *group = group_new(0); /* the joint outcomes of all, once more */
  ux_origins origins = origins_new();
  for (uint32_t k = 0; k < transfer_count(); k++) {
    operand x = operand_of(transfer_get(k));
    if (!x.value) {
      birth(transfer_get(k));
      continue;
    }
    ux_value *copy = value_like(x.value, x.value->particle);
    group_drop(copy->group);
    copy->group = group_share(group);
    copy->origins = origins;
    if (copy->law) {
      law_drop(copy->law);
      copy->law = law_detached(x.value->law);
    }
    transfer_set(k, birth(signed_handle(value_finish(copy), x.negated)));
  }
  group_drop(group);
}
