/* Parametric sources: location + scale * node of the standard form. The host knows the families; tables of nodes and atoms are kept
 * for the families and shapes used last. */
#include "host.h"
#include "memory.h"
#include "value.h"

enum { TABLES = 16 };
typedef struct {
  int family; /* valid if nodes */
  double shape1, shape2;
  double *nodes;          /* block */
  double *positions;      /* block of `atoms` */
  double *masses;         /* block */
  uint32_t atoms;
} table;
static table tables[TABLES];
static uint32_t oldest;

static const table *table_of(int family, double shape1, double shape2) {
  for (uint32_t i = 0; i < TABLES; i++)
    if (tables[i].nodes && tables[i].family == family && tables[i].shape1 == shape1 && tables[i].shape2 == shape2) return &tables[i];
  table *t = &tables[oldest++ % TABLES];
  block_drop(t->nodes), block_drop(t->positions), block_drop(t->masses);
  *t = (table){.family = family, .shape1 = shape1, .shape2 = shape2};
  t->nodes = block_new_uncounted(run.padded * sizeof(double));
  host_law(family, shape1, shape2, LAW_NODES, (int)run.samples, t->nodes);
  double *atoms = block_new_uncounted(2 * run.atoms * sizeof(double));
  t->atoms = (uint32_t)host_law(family, shape1, shape2, LAW_ATOMS, (int)run.atoms, atoms);
  t->positions = block_new_uncounted((t->atoms + 1) * sizeof(double));
  t->masses = block_new_uncounted((t->atoms + 1) * sizeof(double));
  memcpy(t->positions, atoms, t->atoms * sizeof(double));
  memcpy(t->masses, atoms + t->atoms, t->atoms * sizeof(double));
  block_drop(atoms);
  return t;
}

static ux_law *law_of(const table *t, double location, double scale, double mean) {
  ux_law *standard = law_new(t->atoms);
  memcpy(standard->positions, t->positions, t->atoms * sizeof(double));
  memcpy(standard->masses, t->masses, t->atoms * sizeof(double));
  standard->family = t->family, standard->shape1 = t->shape1, standard->shape2 = t->shape2;
  ux_law *scaled = law_map(standard, false, MUL, scale, false, false), *law = NULL;
  if (scaled) law = law_map(scaled, false, ADD, location, false, false);
  law_drop(scaled), law_drop(standard);
  if (law) law->mean = mean;
  return law;
}

EXPORT("source") double export_source(int family, double shape1, double shape2, double location, double scale, double mean) {
  if (!run.tracking || mean != mean) return mean;
  const table *t = table_of(family, shape1, shape2);
  ux_value *value = value_new(mean, group_new(1));
  value->origins = origins_new();
  for (uint32_t i = 0; i < run.samples; i++) value->samples[i] = location + scale * t->nodes[i];
  value->law = law_of(t, location, scale, mean);
  return value_finish(value);
}
