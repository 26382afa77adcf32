/* Parametric sources: location + scale * node of the standard form. The host knows the families; tables of nodes and atoms are kept
 * for the families and shapes used last. */
#include "evaluate.h"
#include "follow.h"
#include "host.h"
#include "memory.h"

enum { TABLES = 16 };
typedef struct {
  int family; /* valid if nodes */
  double shape1, shape2;
  double *nodes;          /* block */
  double *atoms;          /* block: `count` positions, then as many masses */
  uint32_t count;
} table;
static table tables[TABLES];
static uint32_t oldest;

static const table *table_of(int family, double shape1, double shape2) {
  for (uint32_t i = 0; i < TABLES; i++)
    if (tables[i].nodes && tables[i].family == family && tables[i].shape1 == shape1 && tables[i].shape2 == shape2) return &tables[i];
  table *t = &tables[oldest++ % TABLES];
  block_drop(t->nodes), block_drop(t->atoms);
  *t = (table){.family = family, .shape1 = shape1, .shape2 = shape2};
  uint32_t nodes = run.all;
  t->nodes = block_new_uncounted((nodes + 8) * sizeof(double));
  host_law(family, shape1, shape2, LAW_NODES, (int)nodes, t->nodes);
  t->atoms = block_new_uncounted(2 * run.atoms * sizeof(double));
  t->count = (uint32_t)host_law(family, shape1, shape2, LAW_ATOMS, (int)run.atoms, t->atoms);
  return t;
}

static double source(int family, double shape1, double shape2, double location, double scale, double mean) {
  const table *t = table_of(family, shape1, shape2);
  if (run.following && run.samples == 1) return location + scale * t->nodes[birth_node()];
  ux_group *group = NULL;
  uint32_t *nodes = run.following ? birth_net(&group) : NULL;
  ux_value *value = value_new(mean, nodes ? group_share(group) : group_new(1));
  value->origins = origins_new();
  if (run.following) {
    if (!nodes) nodes = birth_nodes();
    else value_numbered(value);
    for (uint32_t i = 0; i < run.samples; i++) value->samples[i] = location + scale * t->nodes[nodes[i]];
    block_drop(nodes);
  } else
    for (uint32_t i = 0; i < run.samples; i++) value->samples[i] = location + scale * t->nodes[i];
  value->law = law_of_source(family, shape1, shape2, location, scale, t->atoms, t->count);
  if (value->law) value->law->mean = mean;
  return value_finish(value);
}

EXPORT("source") double export_source(int family, double shape1, double shape2, double location, double scale, double mean) {
  if (!run.tracking || run.cut || mean != mean) return mean;
  double known;
  return birth_known(&known) ? known : birth(source(family, shape1, shape2, location, scale, mean));
}
