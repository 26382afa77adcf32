#include "value.h"
#include "memory.h"

uint32_t values_deferred;

ux_value *value_new(double particle, ux_group *group) {
  ux_value *value = value_blank(particle);
  value->samples = block_new(run.padded * sizeof(double));
  value->group = group;
  value->first = group->source;
  value->ancestry = (group->source + 1) * 0x9e3779b97f4a7c15;
  return value;
}

ux_value *value_like(const ux_value *like, double particle) {
  ux_value *value = value_blank(particle);
  value->samples = block_share(like->samples);
  value->group = group_share(like->group);
  value->sorted = block_share(like->sorted);
  value->law = law_share(like->law);
  value->mean = like->mean;
  value->mean_known = like->mean_known;
  value->first = like->first;
  value->ancestry = like->ancestry;
  value->origins = like->origins;
  return value;
}

static void drop_recipe(ux_value *value) {
  if (value->recipe) values_deferred--;
  block_drop(value->recipe);
  value->recipe = NULL;
}

void value_free(ux_value *value) {
  drop_recipe(value);
  block_drop(value->samples);
  group_drop(value->group);
  block_drop(value->sorted);
  law_drop(value->law);
  block_drop(value);
}

void value_compute(ux_value *value) {
  const ux_value *from = NULL;
  for (uint32_t i = 0; i < value->recipe->count; i++) {
    ux_value *operand = value->recipe->in[i].value;
    if (!operand) continue;
    value_resolve(operand);
    from = operand;
  }
  value->group = group_share(from->group);
  value->samples = block_new(run.padded * sizeof(double));
  value->recipe->fill(value, value->recipe);
  drop_recipe(value);
}

void value_resolve(ux_value *value) {
  while (value->group->parent) {
    ux_group *group = value->group;
    double *moved = block_new(run.padded * sizeof(double));
    for (uint32_t i = 0; i < run.samples; i++) moved[i] = value->samples[group->members[i]];
    block_drop(value->samples);
    value->samples = moved;
    value->group = group_share(group->parent);
    group_drop(group);
  }
}

static bool same(double a, double b) { return a == b || (a != a && b != b); }

bool value_has_spread(const ux_value *value) {
  for (uint32_t i = 0; i < run.samples; i++)
    if (!same(value->samples[i], value->particle)) return true;
  return false;
}

uint32_t value_finite(const double *sorted) {
  uint32_t count = run.samples;
  while (count && !__builtin_isfinite(sorted[count - 1])) count--;
  return count;
}

const double *operand_samples(operand x, double **owned) {
  *owned = NULL;
  if (x.value && !x.negated) return x.value->samples;
  double *out = *owned = block_new(run.padded * sizeof(double));
  if (x.value)
    for (uint32_t i = 0; i < run.padded; i++) out[i] = -x.value->samples[i];
  else
    for (uint32_t i = 0; i < run.padded; i++) out[i] = x.plain;
  return out;
}
