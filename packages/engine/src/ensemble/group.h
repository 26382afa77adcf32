/* group.h: joint sample spaces. Member i of every value of one group belongs to the same joint outcome i.
 * Every source starts a group of its own. An operation on two groups joins them: one becomes the child of the other, with the
 * permutation that pairs their members; values follow when they are next used (value_resolve). */
#ifndef UX_GROUP_H
#define UX_GROUP_H
#include "planning.h"

typedef struct ux_group {
  struct ux_group *parent; /* NULL: a root */
  uint32_t *members;       /* block: member i of the parent is members[i] here */
  uint32_t source;         /* lowest index of its sources */
  uint32_t sources;        /* how many */
  uint32_t dimensions;     /* members lie on a net of so many coordinates, the first of them their order; 1: a lone source, ascending; 0: no net */
  ux_planning planning;
} ux_group;
/* A group joins others by the order of one of its values. */
typedef struct {
  ux_group *group; /* a root */
  const double *key;
} ux_join;

/* A group for the next source of the run, with one owner. */
ux_group *group_new(uint32_t dimensions);
ux_group *group_share(ux_group *group);
void group_drop(ux_group *group);
ux_group *group_root(ux_group *group);
/* Joins two groups by the ranks of the keys: array-RQMC. Returns the root.
 * Source: L'Ecuyer, Lécot & Tuffin 2008; docs/engine/ensemble.md. */
ux_group *group_join_ranks(ux_join a, ux_join b);
/* Joins `count` groups as coordinates of one point set. Returns the root. */
ux_group *group_join_net(ux_join *joins, uint32_t count);

extern uint32_t groups_live; /* for the heap checker */
#endif
