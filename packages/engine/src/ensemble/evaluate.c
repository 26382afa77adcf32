#include "evaluate.h"
#include "handle-table.h"
#include "memory.h"
#include "plan.h"
#include "sort.h"
#include "statistics.h"

/* Several operands make an ancestry of their own, a sum so that their order does not matter; plain numbers leave no trace. */
static void inherit(ux_value *value, const ux_recipe *recipe) {
  const ux_value *seen[MOST_OPERANDS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < recipe->count; i++) {
    const ux_value *from = recipe->in[i].value;
    bool known = !from;
    for (uint32_t k = 0; k < count; k++) known |= seen[k] == from;
    if (known) continue;
    seen[count++] = from;
    if (from->first < value->first) value->first = from->first;
    value->ancestry += from->ancestry;
    if (run.independent) value->origins = origins_both(value->origins, from->origins);
  }
  if (count > 1) value->ancestry = (value->ancestry ^ value->ancestry >> 29) * 0xbf58476d1ce4e5b9;
}

/* True if all operands have samples of one group. Where every operation is on independent operands, makes it so. */
static bool is_ready(const ux_recipe *recipe) {
  ux_value *in[MOST_OPERANDS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < recipe->count; i++)
    if (recipe->in[i].value) in[count++] = recipe->in[i].value;
  if (run.independent) plan_join(in, count);
  ux_group *root = NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (in[i]->recipe) return false;
    ux_group *own = group_root(in[i]->group);
    if (root && own != root) return false;
    root = own;
  }
  return true;
}

ux_value *value_of(ux_recipe recipe, double particle, bool single) {
  ux_value *value = value_blank(particle);
  value->single = single;
  value->recipe = block_new(sizeof recipe);
  *value->recipe = recipe;
  values_deferred++;
  inherit(value, &recipe);
  if (is_ready(&recipe)) value_compute(value);
  return value;
}

/* Bounds what waits to be computed, and the depth of recipes. */
static void limit_deferred(void) {
  if (values_deferred > run.deferred) plan_all();
}

/* A single sample is a plain number. Several on a path are none, though they may be all the same: a path with fewer of them must meet the same decisions
 * as the one that it comes from (follow.h). */
static bool is_plain(ux_value *value) {
  if (run.cut) return true;
  if (!value->samples) return false;
  if (!run.following) return !value_has_spread(value);
  if (run.samples == 1) value->particle = value->samples[0];
  return run.samples == 1;
}

double value_finish(ux_value *value) {
  if (is_plain(value)) {
    double particle = value->particle;
    value_free(value);
    return particle;
  }
  double handle = handle_give(value);
  limit_deferred();
  return handle;
}

float value_finish_float(ux_value *value) {
  if (is_plain(value)) {
    float particle = (float)value->particle;
    value_free(value);
    return particle;
  }
  float handle = handle_give_float(value);
  limit_deferred();
  return handle;
}

double value_mean(ux_value *value) {
  if (value->law) return value->law->mean;
  value_force(value);
  if (!value->mean_known) {
    value->mean = pairwise_sum(value->samples, run.samples) / run.samples;
    value->mean_known = true;
  }
  return value->mean;
}

const double *value_sorted(ux_value *value) {
  if (!value->sorted) {
    value_force(value);
    value->sorted = block_new(run.padded * sizeof(double));
    sort_doubles(value->samples, run.samples, value->sorted);
  }
  return value->sorted;
}
