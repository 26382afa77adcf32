/* plan.h: values whose samples are computed when they are needed.
 * An operation on two groups does not join them at once: how they are best paired depends on what else the program makes of them, and
 * the order in which a compiler emits operations must not matter. The result keeps its recipe until something asks for its
 * samples; then all that it needs is paired and computed, in an order that follows from the sources alone:
 *  - groups that are used once meet by rank, so that chains and trees of operations stay accurate at any depth;
 *  - groups that are used together several times become coordinates of one point set;
 *  - more than 16 of those meet by rank, two at a time. */
#ifndef UX_PLAN_H
#define UX_PLAN_H
#include "value.h"

/* Computes the samples, if they are not yet. */
void value_force(ux_value *value);
/* Joins the groups of all given values. They have samples afterwards, and belong to the same group. */
void plan_join(ux_value **values, uint32_t count);
/* Computes all values that still have recipes. */
void plan_all(void);
#endif
