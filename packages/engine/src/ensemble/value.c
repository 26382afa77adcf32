/* Values and their handles. A double handle is a slot (24 bits) and the generation of its use (24 bits): a slot retires when its
 * generations are used up, so no handle comes twice. A float handle is a slot of its own table: it is used again once the value
 * is gone and two sweeps in a row found no trace of it. */
#include "value.h"
#include "host.h"
#include "memory.h"
#include "plan.h"
#include "sort.h"
#include "statistics.h"

enum { SLOT_BITS = 24, PER_PAGE = 4096, PAGES = (1 << SLOT_BITS) / PER_PAGE, LAST_GENERATION = (1 << 24) - 1, QUARANTINE = 2 };
typedef struct {
  ux_value *value;
  uint32_t generation; /* doubles: of the current or next use. floats: sweeps until the slot is free again */
  uint32_t next_free;
} slot;
typedef struct {
  slot *pages[PAGES];
  uint32_t used;      /* slots ever used, with slot 0, which is none */
  uint32_t free;      /* head of the list of free slots, or 0 */
  uint32_t last;      /* largest slot number */
} table;
static table doubles = {.used = 1, .last = (1u << SLOT_BITS) - 1};
static table floats = {.used = 1, .last = (1u << HANDLE_BITS32) - 1};
static uint32_t floats_busy; /* slots of floats that are not free */

ux_run run;
double values_live, values_made;
uint32_t values_deferred;

static slot *slot_at(table *t, uint32_t index) { return &t->pages[index / PER_PAGE][index % PER_PAGE]; }

static uint32_t slot_take(table *t, const char *exhausted) {
  uint32_t index = t->free;
  if (index) {
    t->free = slot_at(t, index)->next_free;
    return index;
  }
  if (t->used > t->last) host_trap(exhausted);
  index = t->used++;
  slot **page = &t->pages[index / PER_PAGE];
  if (!*page) {
    *page = block_new_uncounted(PER_PAGE * sizeof(slot));
    memset(*page, 0, PER_PAGE * sizeof(slot));
  }
  return index;
}

static void slot_release(table *t, uint32_t index) {
  slot_at(t, index)->next_free = t->free;
  t->free = index;
}

static ux_value *value_blank(double particle) {
  ux_value *value = block_new(sizeof *value);
  *value = (ux_value){.particle = particle, .first = UINT32_MAX};
  return value;
}

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

/* Bounds what waits to be computed, and the depth of recipes. */
static void limit_deferred(void) {
  if (values_deferred > run.deferred) plan_all();
}

double value_finish(ux_value *value) {
  if (value->samples && !value_has_spread(value)) {
    double particle = value->particle;
    value_free(value);
    return particle;
  }
  uint32_t index = slot_take(&doubles, "more than 16777215 uncertain values are live");
  slot *s = slot_at(&doubles, index);
  if (!s->generation) s->generation = 1;
  s->value = value;
  value->handle = (uint64_t)s->generation << SLOT_BITS | index;
  values_live++, values_made++;
  limit_deferred();
  return double_with(value->handle);
}

float value_finish_float(ux_value *value) {
  if (value->samples && !value_has_spread(value)) {
    float particle = (float)value->particle;
    value_free(value);
    return particle;
  }
  uint32_t index = slot_take(&floats, "more than 4194303 uncertain floats are live");
  slot_at(&floats, index)->value = value;
  floats_busy++;
  value->handle = index;
  values_live++, values_made++;
  limit_deferred();
  return float_with(index);
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

uint32_t value_finite(const double *sorted) {
  uint32_t count = run.samples;
  while (count && !__builtin_isfinite(sorted[count - 1])) count--;
  return count;
}

operand operand_of(double x) {
  if (!is_uncertain(x)) return (operand){.plain = x};
  uint64_t handle = handle_of(x);
  uint32_t index = (uint32_t)handle & ((1u << SLOT_BITS) - 1);
  if (index && index < doubles.used) {
    ux_value *value = slot_at(&doubles, index)->value;
    if (value && value->handle == handle) return (operand){.value = value, .negated = is_negated(x)};
  }
  host_trap("use of an uncertain double that no longer exists");
}

operand operand_of_float(float x) {
  if (!is_uncertain_float(x)) return (operand){.plain = x};
  uint32_t index = handle_of_float(x);
  ux_value *value = index < floats.used ? slot_at(&floats, index)->value : NULL;
  if (value) return (operand){.value = value, .negated = is_negated_float(x)};
  host_trap("use of an uncertain float that no longer exists");
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

/* With all that its recipe needs. */
static void mark(ux_value *value) {
  if (value->marked) return;
  value->marked = true;
  for (uint32_t i = 0; value->recipe && i < value->recipe->count; i++)
    if (value->recipe->in[i].value) mark(value->recipe->in[i].value);
}

void values_mark(uint64_t handle) {
  uint32_t index = (uint32_t)handle & ((1u << SLOT_BITS) - 1);
  if (!index || index >= doubles.used) return;
  ux_value *value = slot_at(&doubles, index)->value;
  if (value && value->handle == handle) mark(value);
}

void values_mark_float(uint32_t handle) {
  if (!handle || handle >= floats.used) return;
  slot *s = slot_at(&floats, handle);
  if (s->value) mark(s->value);
  else if (s->generation) s->generation = QUARANTINE + 1; /* a stale handle must not come to mean another value; this sweep does not count */
}

bool values_have_floats(void) { return floats_busy != 0; }

/* True if the value lives on. */
static bool keep(ux_value *value) {
  bool marked = value->marked;
  value->marked = false;
  if (marked) return true;
  value_free(value);
  values_live--;
  return false;
}

void values_sweep(void) {
  for (uint32_t index = doubles.used; --index > 0;) {
    slot *s = slot_at(&doubles, index);
    if (!s->value || keep(s->value)) continue;
    s->value = NULL;
    if (s->generation++ < LAST_GENERATION) slot_release(&doubles, index);
  }
  for (uint32_t index = floats.used; --index > 0;) {
    slot *s = slot_at(&floats, index);
    if (s->value) {
      if (keep(s->value)) continue;
      s->value = NULL;
      s->generation = QUARANTINE;
    }
    if (s->generation && --s->generation == 0) {
      slot_release(&floats, index);
      floats_busy--;
    }
  }
}

void values_each(void (*visit)(ux_value *value)) {
  for (uint32_t index = 1; index < doubles.used; index++)
    if (slot_at(&doubles, index)->value) visit(slot_at(&doubles, index)->value);
  for (uint32_t index = 1; index < floats.used; index++)
    if (slot_at(&floats, index)->value) visit(slot_at(&floats, index)->value);
}
