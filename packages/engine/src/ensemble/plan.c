#include "plan.h"
#include "handle-table.h"
#include "memory.h"
#include "placement.h"

enum { MOST_COORDINATES = NET_COORDINATES, MOST_SEARCHED = 256, FEW = 3 };
typedef struct {
  ux_value **nodes; /* operands before results */
  uint32_t count;
} plan;
static uint32_t stamp;

/* A root is used by what used the groups that it joins. */
static ux_group *join_ranks(ux_join a, ux_join b) {
  uint32_t uses = a.group->planning.uses + b.group->planning.uses;
  ux_group *root = group_join_ranks(a, b);
  root->planning.uses = uses;
  return root;
}
static void join_net(ux_join *joins, uint32_t count) {
  uint32_t uses = 0;
  for (uint32_t g = 0; g < count; g++) uses += joins[g].group->planning.uses;
  group_join_net(joins, count)->planning.uses = uses;
}

static bool precedes(const ux_value *a, const ux_value *b) {
  return a->first != b->first ? a->first < b->first : a->ancestry < b->ancestry;
}

/* Distinct uncertain operands, in an order that does not depend on the order of the arguments. */
static uint32_t operands_of(const ux_value *node, ux_value **out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < node->recipe->count; i++) {
    ux_value *value = node->recipe->in[i].value;
    bool known = !value;
    for (uint32_t k = 0; k < count; k++) known |= out[k] == value;
    if (known) continue;
    uint32_t at = count++;
    for (; at && precedes(value, out[at - 1]); at--) out[at] = out[at - 1];
    out[at] = value;
  }
  return count;
}

/* Adds what `node` needs, then itself, and counts who uses what. */
static void collect(plan *p, ux_value *node) {
  ux_value *in[MOST_OPERANDS];
  uint32_t count = operands_of(node, in);
  node->planning.stamp = stamp;
  node->planning.uses = 0;
  for (uint32_t i = 0; i < count; i++)
    if (in[i]->recipe && in[i]->planning.stamp != stamp) collect(p, in[i]);
  for (uint32_t i = 0; i < count; i++) {
    if (in[i]->recipe) in[i]->planning.uses++;
    else group_root(in[i]->group)->planning.uses++;
  }
  p->nodes[p->count++] = node;
}

/* The groups of a node's operands and how often it uses each; 0 if an operand has no samples yet. */
static uint32_t groups_of(const ux_value *node, ux_join *joins, uint32_t *uses) {
  ux_value *in[MOST_OPERANDS];
  uint32_t count = operands_of(node, in), found = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (in[i]->recipe) return 0;
    ux_group *root = group_root(in[i]->group);
    uint32_t g = 0;
    while (g < found && joins[g].group != root) g++;
    if (g == found) {
      value_resolve(in[i]);
      joins[found] = (ux_join){root, in[i]->samples};
      uses[found++] = 0;
    }
    uses[g]++;
  }
  return found;
}

static void compute(ux_value *node) {
  ux_join joins[MOST_OPERANDS];
  uint32_t uses[MOST_OPERANDS], count = groups_of(node, joins, uses);
  for (uint32_t g = 0; g < count; g++) joins[g].group->planning.uses -= uses[g];
  ux_group *root = joins[0].group;
  for (uint32_t g = 1; g < count; g++) root = join_ranks((ux_join){root, joins[root == joins[0].group ? 0 : g - 1].key}, joins[g]);
  root->planning.uses += node->planning.uses;
  value_compute(node);
}

/* Computes what needs no choice; true if it computed anything. */
static bool compute_ready(plan *p) {
  bool any = false;
  for (uint32_t i = 0; i < p->count; i++) {
    ux_join joins[MOST_OPERANDS];
    uint32_t uses[MOST_OPERANDS], count = p->nodes[i]->recipe ? groups_of(p->nodes[i], joins, uses) : 0;
    bool ready = count != 0;
    for (uint32_t g = 0; count > 1 && g < count; g++) ready &= joins[g].group->planning.uses == uses[g];
    if (ready) compute(p->nodes[i]), any = true;
  }
  return any;
}

/* The groups that `node` depends on; `closed` turns false if something outside uses one of them, or a value in between. */
typedef struct {
  ux_join *joins;
  uint32_t groups;
  ux_value **values;
  uint32_t count;
} closure;
static void enclose(closure *c, ux_value *node) {
  ux_value *in[MOST_OPERANDS];
  uint32_t count = operands_of(node, in);
  node->planning.stamp = stamp;
  node->planning.inside = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (in[i]->recipe) {
      if (in[i]->planning.stamp != stamp) enclose(c, in[i]);
      in[i]->planning.inside++;
      continue;
    }
    ux_group *root = group_root(in[i]->group);
    if (root->planning.stamp != stamp) {
      root->planning.stamp = stamp, root->planning.inside = 0;
      value_resolve(in[i]);
      c->joins[c->groups++] = (ux_join){root, in[i]->samples};
    }
    root->planning.inside++;
  }
  c->values[c->count++] = node;
}
static bool is_closed(const closure *c) {
  for (uint32_t g = 0; g < c->groups; g++)
    if (c->joins[g].group->planning.inside != c->joins[g].group->planning.uses) return false;
  for (uint32_t i = 0; i + 1 < c->count; i++) /* the last is the node itself */
    if (c->values[i]->planning.inside != c->values[i]->planning.uses) return false;
  return true;
}

/* Nothing is ready: every group left is used more than once. Joins those of the smallest part that shares none with the rest.
 * `last` is the last value to compute. */
static void join_entangled(plan *p, uint32_t last) {
  closure c = {.joins = block_new_uncounted(MOST_OPERANDS * p->count * sizeof(ux_join)), .values = block_new_uncounted(p->count * sizeof(ux_value *))};
  ux_value *first = NULL; /* to compute where there are too many */
  for (uint32_t i = p->count > MOST_SEARCHED ? last : 0; i <= last; i++) {
    if (!p->nodes[i]->recipe) continue;
    stamp++;
    c.groups = c.count = 0;
    enclose(&c, p->nodes[i]);
    if (i == last || is_closed(&c)) break;
  }
  if (c.groups <= MOST_COORDINATES) join_net(c.joins, c.groups);
  else {
    ux_join joins[MOST_OPERANDS];
    uint32_t uses[MOST_OPERANDS];
    for (uint32_t i = 0; i < c.count && !first; i++)
      if (groups_of(c.values[i], joins, uses)) first = c.values[i];
  }
  block_drop(c.joins), block_drop(c.values);
  if (first) compute(first);
}

/* A few lone sources form a net at once: that serves everything the program may still make of them. */
static void join_few(plan *p) {
  ux_join joins[FEW];
  uint32_t found = 0;
  stamp++;
  for (uint32_t i = 0; i < p->count; i++) {
    ux_value *in[MOST_OPERANDS];
    for (uint32_t k = 0, count = operands_of(p->nodes[i], in); k < count; k++) {
      ux_group *root = in[k]->recipe ? NULL : group_root(in[k]->group);
      if (!root || root->planning.stamp == stamp) continue;
      if (found == FEW || root->dimensions != 1) return;
      root->planning.stamp = stamp;
      joins[found++] = (ux_join){root, NULL};
    }
  }
  if (found > 1) join_net(joins, found);
}

static void start(plan *p) {
  stamp++;
  *p = (plan){.nodes = block_new_uncounted((size_t)values_deferred * sizeof *p->nodes)};
}

/* Pairs and computes all that was collected. */
static void finish(plan *p) {
  join_few(p);
  for (uint32_t left = p->count; left;) {
    if (!p->nodes[left - 1]->recipe) left--;
    else if (!compute_ready(p)) join_entangled(p, left - 1);
  }
  block_drop(p->nodes);
}

void value_force(ux_value *value) {
  if (!value->recipe) return;
  plan p;
  start(&p);
  collect(&p, value);
  finish(&p);
}

void plan_join(ux_value **values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    value_force(values[i]);
    value_resolve(values[i]);
    if (values[0]->group != values[i]->group)
      join_ranks((ux_join){values[0]->group, values[0]->samples}, (ux_join){values[i]->group, values[i]->samples});
    value_resolve(values[0]);
  }
  for (uint32_t i = 0; i < count; i++) value_resolve(values[i]);
}

static plan all;
static void collect_waiting(ux_value *value) {
  if (value->recipe && value->planning.stamp != stamp) collect(&all, value);
}

/* As one plan: which values happen to wait, and in which order they lie, then matters least. */
void plan_all(void) {
  start(&all);
  values_each(collect_waiting);
  finish(&all);
}
