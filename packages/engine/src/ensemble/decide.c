/* The outcome is always the particle's. Samples are asked what they would have decided: at first all of them at every evaluation; at a place that
 * goes on asking, at every 64th and later at every 1024th. In between, what the bounds of a value tell is still exact, so a place at which a
 * value is compared with numbers outside its range is never suspected, and one within its range never missed. */
#include "decide.h"
#include "follow.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "kernels.h"
#include "memory.h"
#include "placement.h"
#include "plan.h"
#include "sort.h"
#include <math.h>

/* ---- places */

static ux_decision *places; /* block; by number, the first stands for all places that only the caller tells */
static uint32_t room, used;
enum { MOST_PLACES = 1 << 20 }; /* a program that calls us by itself may name any */

static ux_decision *decision_at(uint32_t place) {
  if (place >= MOST_PLACES) place = 0;
  if (place >= room) {
    uint32_t more = place < 32 ? 64 : 2 * place;
    ux_decision *grown = block_new_uncounted(more * sizeof *grown);
    memset(grown, 0, more * sizeof *grown);
    if (places) memcpy(grown, places, room * sizeof *grown);
    block_drop(places);
    places = grown, room = more;
  }
  if (place >= used) used = place + 1;
  return &places[place];
}
EXPORT("decisions") int export_decisions(void) { return (int)(uintptr_t)places; }
uint32_t decisions_used(void) { return used; }

static bool any;
bool decisions_disagree(void) { return any || lead_disagrees(); }
static void some_disagree(void) { any = true, run.cut = run.cuts; }
static bool of_laws;
void law_becomes_particle(void) { of_laws |= any; }
bool laws_decide_particles(void) { return of_laws; }
EXPORT("cuts") void export_cuts(void) { run.cuts = true; }
static double outvoted;
double decisions_outvoted(void) { return outvoted < run.samples ? outvoted : run.samples; }

/* share < 0: some, nobody counted how many. */
static void disagree(uint32_t place, enum ux_asked asked, double share, double times) {
  ux_decision *d = decision_at(place ? place : (uint32_t)host_place(asked));
  d->disagreements += times;
  some_disagree();
  if (times > 1 || share < 0) d->estimated = 1;
  if (share < 0) return;
  if (share > d->largest) d->largest = share;
  d->sum += share, d->measured++;
}

enum { STRIDE = 64, LONG_STRIDE = 1024 };
static const double EXACT_SAMPLES = 1 << 26, MANY_SAMPLES = 1 << 30;
static uint32_t stride_of(const ux_decision *d) { return d->spent < EXACT_SAMPLES ? 1 : d->spent < MANY_SAMPLES ? STRIDE : LONG_STRIDE; }

/* ---- values side by side, without joining their groups */

enum { MOST_NODES = 256, FEW_SAMPLES = 1024 };
static struct {
  ux_value **values; /* operands before results */
  ux_value *shells;  /* copies of them, whose samples are in one order */
  uint32_t count, room;
} aside;

static void list(ux_value *value) {
  if (value->aside) return;
  for (uint32_t i = 0; value->recipe && i < value->recipe->count; i++)
    if (value->recipe->in[i].value) list(value->recipe->in[i].value);
  if (aside.count == aside.room) {
    uint32_t more = aside.room ? 2 * aside.room : 64;
    ux_value **grown = block_new_uncounted(more * sizeof *grown);
    if (aside.count) memcpy(grown, aside.values, aside.count * sizeof *grown);
    block_drop(aside.values);
    aside.values = grown, aside.room = more;
  }
  aside.values[aside.count++] = value;
  value->aside = aside.count;
}

/* The samples of a value that has some, in the order of the `number`-th group; of each `step` of them one, any: every fourth point of a net lies in
 * one quarter of its range. */
static double *gathered(const ux_value *value, uint32_t number, const uint32_t *order, uint32_t step, uint32_t samples) {
  double *out = block_new_uncounted((samples + 7 & ~7u) * sizeof *out);
  for (uint32_t i = 0; i < samples; i++) {
    uint32_t at = i * step + (i * 0x9e3779b9u >> 16) % step;
    out[i] = value->samples[number ? order[at] : at];
  }
  return out;
}

/* Fills aside.shells. Groups that are still apart are paired by the scrambled net that would join them; which one, the law does not depend on.
 * independent: of the values listed, the last is taken as one of a group of its own. Returns the number of samples. */
static uint32_t lay_aside(bool independent) {
  uint32_t all = run.samples, padded = run.padded, step = aside.count > MOST_NODES && all > FEW_SAMPLES ? all / FEW_SAMPLES : 1, groups = 0;
  uint32_t samples = all / step, *order = block_new_uncounted(all * sizeof *order);
  ux_group **roots = block_new_uncounted((aside.count + 1) * sizeof *roots);
  aside.shells = block_new_uncounted(aside.count * sizeof *aside.shells);
  for (uint32_t i = 0; i < aside.count; i++) {
    ux_value *value = aside.values[i], *shell = &aside.shells[i];
    if (value->recipe) {
      *shell = *value;
      continue;
    }
    value_resolve(value);
    *shell = *value;
    uint32_t number = 0;
    ux_group *root = independent && i + 1 == aside.count ? NULL : value->group;
    while (number < groups && roots[number] != root) number++;
    if (number == groups) roots[groups++] = root;
    if (number) placement_order(number <= NET_COORDINATES ? number - 1 : CHAIN + number, order);
    shell->samples = gathered(value, number, order, step, samples);
  }
  run.samples = samples, run.padded = samples + 7 & ~7u;
  for (uint32_t i = 0; i < aside.count; i++) {
    ux_value *shell = &aside.shells[i];
    if (!shell->recipe) continue;
    ux_recipe recipe = *shell->recipe;
    for (uint32_t k = 0; k < recipe.count; k++)
      if (recipe.in[k].value) recipe.in[k].value = &aside.shells[recipe.in[k].value->aside - 1];
    shell->samples = block_new_uncounted(run.padded * sizeof(double));
    recipe.fill(shell, &recipe);
  }
  run.samples = all, run.padded = padded;
  block_drop(order), block_drop(roots);
  return samples;
}

static void forget(void) {
  for (uint32_t i = 0; i < aside.count; i++) {
    aside.values[i]->aside = 0;
    block_drop(aside.shells[i].samples);
  }
  block_drop(aside.shells);
  aside.shells = NULL, aside.count = 0;
}

/* ---- comparisons */

static const enum comparison MIRRORED[] = {EQ, NE, GT, LT, GE, LE};

INLINE uint32_t count_where(lanes2 *f, const double *x, bool minus_x, const double *y, bool minus_y, double c, uint32_t samples) {
  v128_t sx = sign_mask(minus_x), sy = sign_mask(minus_y), cc = wasm_f64x2_splat(c), found = wasm_i64x2_const_splat(0);
  uint32_t even = samples & ~1u;
  for (uint32_t i = 0; i < even; i += 2)
    found = wasm_i64x2_sub(found, f(wasm_v128_xor(wasm_v128_load(x + i), sx), y ? wasm_v128_xor(wasm_v128_load(y + i), sy) : cc));
  uint32_t count = (uint32_t)(wasm_i64x2_extract_lane(found, 0) + wasm_i64x2_extract_lane(found, 1));
  if (even == samples) return count;
  v128_t last = f(wasm_f64x2_splat(minus_x ? -x[even] : x[even]), y ? wasm_f64x2_splat(minus_y ? -y[even] : y[even]) : cc);
  return count + (wasm_i64x2_extract_lane(last, 0) != 0);
}
static uint32_t count_true(enum comparison op, const double *x, bool minus_x, const double *y, bool minus_y, double c, uint32_t samples) {
  switch (op) {
    case EQ: return count_where(wasm_f64x2_eq, x, minus_x, y, minus_y, c, samples);
    case NE: return count_where(wasm_f64x2_ne, x, minus_x, y, minus_y, c, samples);
    case LT: return count_where(wasm_f64x2_lt, x, minus_x, y, minus_y, c, samples);
    case GT: return count_where(wasm_f64x2_gt, x, minus_x, y, minus_y, c, samples);
    case LE: return count_where(wasm_f64x2_le, x, minus_x, y, minus_y, c, samples);
    case GE: return count_where(wasm_f64x2_ge, x, minus_x, y, minus_y, c, samples);
  }
  __builtin_unreachable();
}

bool compare_numbers(enum comparison op, double x, double y) {
  switch (op) {
    case EQ: return x == y;
    case NE: return x != y;
    case LT: return x < y;
    case GT: return x > y;
    case LE: return x <= y;
    case GE: return x >= y;
  }
  __builtin_unreachable();
}

/* The range of an operand. A value is asked for it from its second decision on, since most are never compared again. */
typedef struct { double least, most; } range;
static bool has_range(operand x, range *r) {
  ux_value *value = x.value;
  if (!value) {
    *r = (range){x.plain, x.plain};
    return x.plain == x.plain;
  }
  if (value->recipe) return false;
  if (value->asked == 0) {
    value->asked = 1;
    return false;
  }
  if (value->asked == 1) {
    double least = INFINITY, most = -INFINITY;
    bool ordered = true;
    for (uint32_t i = 0; i < run.samples; i++) {
      double sample = value->samples[i];
      ordered &= sample == sample;
      if (sample < least) least = sample;
      if (sample > most) most = sample;
    }
    value->asked = ordered ? 2 : 3;
    value->least = least, value->most = most;
  }
  *r = x.negated ? (range){-value->most, -value->least} : (range){value->least, value->most};
  return value->asked == 2;
}

enum verdict { ALL_FALSE, ALL_TRUE, MIXED, UNKNOWN };
static enum verdict by_range(enum comparison op, operand x, operand y) {
  range a, b;
  bool known = has_range(x, &a);
  if (!has_range(y, &b) || !known) return UNKNOWN;
  if (op == EQ || op == NE) {
    if (a.most < b.least || b.most < a.least) return op == NE ? ALL_TRUE : ALL_FALSE;
    return UNKNOWN;
  }
  if (op == GT || op == GE) {
    range c = a;
    a = b, b = c;
  }
  bool strict = op == LT || op == GT;
  if (strict ? a.most < b.least : a.most <= b.least) return ALL_TRUE;
  if (strict ? a.least >= b.most : a.least > b.most) return ALL_FALSE;
  return x.value && y.value ? UNKNOWN : MIXED;
}

/* x is uncertain. */
static bool side_by_side(operand x, operand y) {
  if (x.value->recipe) return false;
  if (!y.value || x.value == y.value) return true;
  if (run.independent || y.value->recipe) return false;
  value_resolve(x.value), value_resolve(y.value);
  return x.value->group == y.value->group;
}
/* For how many samples the comparison holds, of operands side by side. */
static uint32_t count_samples(enum comparison op, operand x, operand y) {
  return count_true(op, x.value->samples, x.negated, y.value ? y.value->samples : NULL, y.negated, y.plain, run.samples);
}

bool all_agree(enum comparison op, operand x, operand y, bool count) {
  if (run.following || (!x.value && !y.value)) return false;
  bool outcome = compare_numbers(op, operand_particle(x), operand_particle(y));
  if (!x.value) {
    operand swapped = x;
    x = y, y = swapped, op = MIRRORED[op];
  }
  enum verdict verdict = by_range(op, x, y);
  if (count && verdict == UNKNOWN && side_by_side(x, y)) {
    uint32_t holds = count_samples(op, x, y);
    verdict = holds == 0 ? ALL_FALSE : holds == run.samples ? ALL_TRUE : MIXED;
  }
  return verdict == (outcome ? ALL_TRUE : ALL_FALSE);
}

/* The share of samples for which the comparison holds; *spent: how many were examined or computed for it. */
static double share_true(enum comparison op, operand x, operand y, double *spent) {
  bool both = x.value && y.value;
  if (side_by_side(x, y)) {
    *spent = run.samples;
    return (double)count_samples(op, x, y) / run.samples;
  }
  list(x.value);
  if (both) list(y.value);
  uint32_t samples = lay_aside(run.independent && both && x.value != y.value);
  const double *xs = aside.shells[x.value->aside - 1].samples, *ys = both ? aside.shells[y.value->aside - 1].samples : NULL;
  double share = (double)count_true(op, xs, x.negated, ys, y.negated, y.plain, samples) / samples;
  *spent = (double)samples * aside.count;
  forget();
  return share;
}

static bool decided(bool answer, bool particles) {
  if (run.seeking && answer != particles) decision_strays();
  decision_compares(answer);
  return answer;
}

/* On a path: all samples agree, or the run ends here. `particles`: how their particles compare. */
static bool follow_comparison(enum comparison op, operand x, operand y, bool particles) {
  double known;
  if (decision_known(&known)) return known != 0;
  if (run.leading) return decided(particles, particles);
  enum verdict verdict = by_range(op, x, y);
  if (verdict == ALL_TRUE || verdict == ALL_FALSE) return decided(verdict == ALL_TRUE, particles);
  ux_value *both[2] = {x.value, y.value};
  plan_join(both, y.value ? 2 : 1);
  uint32_t all = run.samples, holds = count_true(op, x.value->samples, x.negated, y.value ? y.value->samples : NULL, y.negated, y.plain, all);
  if (holds == 0 || holds == all) return decided(holds != 0, particles);
  if (run.majority) {
    outvoted += 2 * holds < all ? holds : all - holds;
    return decided(2 * holds >= all, particles);
  }
  join_condition(x.value);
  if (y.value) value_resolve(y.value);
  uint32_t *classes = block_new_uncounted(all * sizeof *classes);
  for (uint32_t i = 0; i < all; i++) {
    double a = x.value->samples[i], b = y.value ? y.value->samples[i] : y.plain;
    classes[i] = compare_numbers(op, x.negated ? -a : a, y.value && y.negated ? -b : b);
  }
  decision_splits(x.value, classes, (const double[]){0, 1}, 2, false, particles);
}

bool compare(enum comparison op, operand x, operand y, int place) {
  bool outcome = compare_numbers(op, operand_particle(x), operand_particle(y));
  if (place == UX_PLACE_NONE || (!x.value && !y.value)) return outcome;
  if (!x.value) {
    operand swapped = x;
    x = y, y = swapped, op = MIRRORED[op];
  }
  if (run.following) return follow_comparison(op, x, y, outcome);
  uint32_t number = place < 0 ? 0 : (uint32_t)place;
  ux_decision *d = decision_at(number);
  d->evaluations++;
  enum verdict verdict = by_range(op, x, y);
  if (verdict == (outcome ? ALL_TRUE : ALL_FALSE)) return outcome;
  if (verdict == ALL_TRUE || verdict == ALL_FALSE) {
    disagree(number, UX_ASKED_COMPARISON, 1, 1);
    return outcome;
  }
  uint32_t stride = stride_of(d);
  if (d->turn++ % stride) {
    if (verdict == MIXED) disagree(number, UX_ASKED_COMPARISON, -1, 1);
    some_disagree();
    return outcome;
  }
  double spent, holds = share_true(op, x, y, &spent), share = outcome ? 1 - holds : holds;
  d->spent += spent;
  if (share > 0) disagree(number, UX_ASKED_COMPARISON, share, verdict == MIXED ? 1 : stride);
  return outcome;
}

/* ---- conversions, and the bits of numbers */

static bool same_answer(enum ux_asked asked, double x, double y) {
  const uint64_t magnitude = ~(1ULL << 63);
  switch (asked) {
    case UX_ASKED_COMPARISON:
    case UX_ASKED_WHOLE: return trunc(x) == trunc(y) || (x != x && y != y);
    case UX_ASKED_CLASS: return __builtin_fpclassify(0, 1, 2, 3, 4, x) == __builtin_fpclassify(0, 1, 2, 3, 4, y);
    case UX_ASKED_SIGN: return !__builtin_signbit(x) == !__builtin_signbit(y);
    case UX_ASKED_EXPONENT: return (bits_of(x) & magnitude) >> 52 == (bits_of(y) & magnitude) >> 52;
    case UX_ASKED_BITS: return bits_of(x) == bits_of(y);
    case UX_ASKED_KIND: return same_answer(UX_ASKED_CLASS, x, y) && same_answer(UX_ASKED_SIGN, x, y);
    case UX_ASKED_SCALE: return bits_of(x) >> 52 == bits_of(y) >> 52;
  }
  __builtin_unreachable();
}

/* On a path: all samples have the same answer, or the run ends here. Returns a number with that answer. */
static double follow_conversion(operand x, enum ux_asked asked) {
  double known, particle = operand_particle(x);
  if (decision_known(&known)) return known;
  if (run.leading) {
    decision_converts(particle);
    return particle;
  }
  uint32_t all = run.samples, count = 0;
  plan_join(&x.value, 1);
  bool differ = false;
  const double *from = x.value->samples;
  for (uint32_t i = 1; i < all && !differ; i++) differ = !same_answer(asked, from[i], from[0]);
  if (!differ) {
    double answer = x.negated ? -from[0] : from[0];
    if (run.seeking && !same_answer(asked, answer, particle)) decision_strays();
    decision_converts(answer);
    return answer;
  }
  if (!run.majority) join_condition(x.value);
  from = x.value->samples;
  uint32_t *classes = block_new_uncounted(all * sizeof *classes), *order = block_new_uncounted(all * sizeof *order), most = 0, length = 0, from_rank = 0;
  double *answers = block_new_uncounted(all * sizeof *answers), answer = 0;
  sort_order(from, all, order);
  for (uint32_t r = 0; r < all; r++) { /* equal answers lie side by side; where they do not, one path more */
    double number = from[order[r]];
    if (!r || !same_answer(asked, number, from[order[r - 1]])) answers[count++] = x.negated ? -number : number, from_rank = r;
    classes[order[r]] = count - 1;
    if ((length = r - from_rank + 1) > most) most = length, answer = answers[count - 1];
  }
  if (run.majority) {
    block_drop(classes), block_drop(order), block_drop(answers);
    outvoted += all - most;
    decision_converts(answer);
    return answer;
  }
  int32_t leads = -1;
  for (uint32_t c = 0; c < count && leads < 0; c++)
    if (same_answer(asked, answers[c], particle)) leads = (int32_t)c;
  decision_splits(x.value, classes, answers, count, true, leads);
}

double convert(operand x, enum ux_asked asked, int place) {
  double outcome = operand_particle(x);
  if (place == UX_PLACE_NONE || !x.value) return outcome;
  if (run.following) return follow_conversion(x, asked);
  uint32_t number = place < 0 ? 0 : (uint32_t)place;
  ux_decision *d = decision_at(number);
  d->evaluations++;
  range r;
  bool same = has_range(x, &r) && same_answer(asked, r.least, r.most) && (asked == UX_ASKED_WHOLE || asked == UX_ASKED_SIGN || asked == UX_ASKED_BITS);
  if (same && same_answer(asked, r.least, outcome)) return outcome;
  uint32_t stride = stride_of(d), differing = 0, samples = run.samples;
  if (d->turn++ % stride) {
    some_disagree();
    return outcome;
  }
  const double *from = x.value->samples;
  if (x.value->recipe) {
    list(x.value);
    samples = lay_aside(false);
    from = aside.shells[x.value->aside - 1].samples;
  }
  d->spent += (double)samples * (1 + aside.count);
  for (uint32_t i = 0; i < samples; i++) differing += !same_answer(asked, x.negated ? -from[i] : from[i], outcome);
  forget();
  if (differing) disagree(number, asked, (double)differing / samples, stride);
  return outcome;
}

EXPORT("eq64") int export_eq64(double a, double b, int place) { return compare(EQ, operand_of(a), operand_of(b), place); }
EXPORT("ne64") int export_ne64(double a, double b, int place) { return compare(NE, operand_of(a), operand_of(b), place); }
EXPORT("lt64") int export_lt64(double a, double b, int place) { return compare(LT, operand_of(a), operand_of(b), place); }
EXPORT("gt64") int export_gt64(double a, double b, int place) { return compare(GT, operand_of(a), operand_of(b), place); }
EXPORT("le64") int export_le64(double a, double b, int place) { return compare(LE, operand_of(a), operand_of(b), place); }
EXPORT("ge64") int export_ge64(double a, double b, int place) { return compare(GE, operand_of(a), operand_of(b), place); }
EXPORT("eq32") int export_eq32(float a, float b, int place) { return compare(EQ, operand_of_float(a), operand_of_float(b), place); }
EXPORT("ne32") int export_ne32(float a, float b, int place) { return compare(NE, operand_of_float(a), operand_of_float(b), place); }
EXPORT("lt32") int export_lt32(float a, float b, int place) { return compare(LT, operand_of_float(a), operand_of_float(b), place); }
EXPORT("gt32") int export_gt32(float a, float b, int place) { return compare(GT, operand_of_float(a), operand_of_float(b), place); }
EXPORT("le32") int export_le32(float a, float b, int place) { return compare(LE, operand_of_float(a), operand_of_float(b), place); }
EXPORT("ge32") int export_ge32(float a, float b, int place) { return compare(GE, operand_of_float(a), operand_of_float(b), place); }
/* Bits that a program computes with may be those of an integer that only looks like a handle. */
EXPORT("integer64") double export_integer64(double x, int asked, int place) { return asked != UX_ASKED_WHOLE && !handle_exists(x) ? x : convert(operand_of(x), (enum ux_asked)asked, place); }
EXPORT("integer32") float export_integer32(float x, int asked, int place) { return asked != UX_ASKED_WHOLE && !handle_exists_float(x) ? x : (float)convert(operand_of_float(x), (enum ux_asked)asked, place); }
