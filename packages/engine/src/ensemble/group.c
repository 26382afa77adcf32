#include "group.h"
#include "memory.h"
#include "placement.h"
#include "run.h"
#include "sort.h"
#include <stddef.h>

uint32_t groups_live;

ux_group *group_new(uint32_t dimensions) {
  ux_group *group = block_new_uncounted(sizeof *group);
  *group = (ux_group){.source = placement_next_source(), .sources = 1, .dimensions = dimensions};
  groups_live++;
  return group;
}

ux_group *group_share(ux_group *group) { return block_share(group); }

void group_drop(ux_group *group) {
  while (group) {
    ux_group *parent = block_owners(group) == 1 ? group->parent : NULL;
    if (block_owners(group) == 1) {
      block_drop(group->members);
      groups_live--;
    }
    block_drop(group);
    group = parent;
  }
}

ux_group *group_root(ux_group *group) {
  while (group->parent) group = group->parent;
  return group;
}

/* In pieces, each without a branch, so that the compiler takes several samples at a time. */
static bool is_ascending(const double *x) {
  enum { PIECE = 64 };
  for (uint32_t from = 1; from < run.samples; from += PIECE) {
    uint32_t to = from + PIECE < run.samples ? from + PIECE : run.samples;
    uint64_t falls = 0;
    for (uint32_t i = from; i < to; i++) falls |= !(x[i] > x[i - 1]);
    if (falls) return false;
  }
  return true;
}

/* order[r] = member of rank r by the key; NULL where that is r. */
static uint32_t *order_of(ux_join join) {
  if (is_ascending(join.key)) return NULL;
  uint32_t *order = block_new_uncounted(run.samples * sizeof *order);
  sort_order(join.key, run.samples, order);
  return order;
}

/* Makes `child` the child of `parent`: the parent's member of rank r meets the child's of rank pairs[r]. */
static void attach(ux_group *parent, const uint32_t *parent_order, ux_group *child, const uint32_t *child_order, const uint32_t *pairs) {
  child->members = block_new_uncounted(run.samples * sizeof *child->members);
  for (uint32_t r = 0; r < run.samples; r++) child->members[parent_order ? parent_order[r] : r] = child_order ? child_order[pairs[r]] : pairs[r];
  child->parent = group_share(parent);
  parent->sources += child->sources;
  if (child->source < parent->source) parent->source = child->source;
}

ux_group *group_join_ranks(ux_join a, ux_join b) {
  if (a.group->dimensions == 1 && b.group->dimensions == 1) return group_join_net((ux_join[]){a, b}, 2);
  ux_join first = a.group->source < b.group->source ? a : b, second = a.group->source < b.group->source ? b : a;
  uint32_t *pairs = block_new_uncounted(run.samples * sizeof *pairs), *first_order = order_of(first), *second_order = order_of(second);
  /* No two joins of one root share a coordinate: where they find its members in nearly the same order, what they add would be dependent. */
  bool chain = first.group->sources == 1 || second.group->sources == 1;
  placement_order((chain ? CHAIN : MEETING) + first.group->sources + second.group->sources - 1, pairs);
  attach(first.group, first_order, second.group, second_order, pairs);
  first.group->dimensions = 0;
  block_drop(pairs), block_drop(first_order), block_drop(second_order);
  return first.group;
}

/* The net with most coordinates first, then by source. */
static bool before(const ux_group *a, const ux_group *b, bool largest_net) {
  return largest_net && a->dimensions != b->dimensions ? a->dimensions > b->dimensions : a->source < b->source;
}

ux_group *group_join_net(ux_join *joins, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = i + 1; k < count; k++)
      if (before(joins[k].group, joins[i].group, i == 0)) {
        ux_join kept = joins[i];
        joins[i] = joins[k];
        joins[k] = kept;
      }
  ux_group *root = joins[0].group;
  uint32_t *pairs = block_new_uncounted(run.samples * sizeof *pairs), *root_order = root->dimensions ? NULL : order_of(joins[0]);
  uint32_t coordinate = root->dimensions ? root->dimensions - 1 : 0;
  for (uint32_t i = 1; i < count; i++) {
    ux_group *group = joins[i].group;
    uint32_t *order = group->dimensions == 1 ? NULL : order_of(joins[i]);
    placement_order(coordinate++, pairs);
    attach(root, root_order, group, order, pairs);
    block_drop(order);
  }
  if (root->dimensions) root->dimensions += count - 1;
  block_drop(pairs), block_drop(root_order);
  return root;
}
