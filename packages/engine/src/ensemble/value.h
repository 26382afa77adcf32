/* value.h: an uncertain value, and operands.
 * A value is a particle (what a scalar program would have computed) and N samples; sample i of every value of a group belongs to the
 * same joint outcome i, so dependence between values is exact by construction. A value keeps its recipe instead of samples while the
 * groups of its operands are still to be joined (plan.h). What it means never changes once it has a handle; samples, sorted samples
 * and law may be shared between values. The collector owns the values that have handles.
 * Samples are padded to a multiple of 8; kernels run over the padding, whose contents mean nothing. */
#ifndef UX_VALUE_H
#define UX_VALUE_H
#include "group.h"
#include "law.h"
#include "memory.h"
#include "origin.h"
#include "planning.h"
#include "run.h"

typedef struct ux_recipe ux_recipe;
typedef struct ux_value {
  double particle;
  double mean;          /* of the samples; valid if mean_known */
  double *samples;      /* block; NULL while there is a recipe */
  ux_group *group;      /* of the samples */
  ux_recipe *recipe;    /* block, or NULL */
  double *sorted;       /* block, or NULL: ascending, non-finite ones last */
  ux_law *law;          /* block, or NULL */
  uint64_t handle;      /* 0: none yet */
  bool single;          /* a float: particle, samples and atoms are floats */
  bool mean_known;
  bool marked;          /* reached since the last sweep */
  uint32_t first;       /* lowest index of the sources it was made from */
  uint64_t ancestry;    /* hash of how they were combined, whatever the order of operands */
  ux_planning planning;
  ux_origins origins;
  double least, most;   /* of decide.c: of the samples, where `asked` is 2 or 3 */
  uint8_t asked;        /* of decide.c: 1 decided on once, 2 with a range, 3 with NaN among its samples */
  uint32_t aside;       /* of decide.c: place in its list + 1, or 0 */
} ux_value;

/* A new value without handle, samples and group; what gives it a recipe counts it among values_deferred. */
static inline ux_value *value_blank(double particle) {
  ux_value *value = block_new(sizeof *value);
  *value = (ux_value){.particle = particle, .first = UINT32_MAX};
  return value;
}
/* A new value without handle, its samples undefined, of that group (consumed); the caller gives it to value_finish or value_free. */
ux_value *value_new(double particle, ux_group *group);
/* As value_new, with samples that `like` has too; these have to be computed. */
ux_value *value_like(const ux_value *like, double particle);
void value_free(ux_value *value);
/* False if all samples equal the particle. They have to be computed. */
bool value_has_spread(const ux_value *value);

/* Brings the samples into the order of the root of their group. */
void value_resolve(ux_value *value);
/* Samples with a finite value. */
uint32_t value_finite(const double *sorted);

/* An argument: a plain number, or a value and its sign. */
typedef struct {
  ux_value *value; /* NULL: plain */
  double plain;
  bool negated; /* the argument is -value */
} operand;
static inline double operand_particle(operand x) { return !x.value ? x.plain : x.negated ? -x.value->particle : x.value->particle; }
/* The samples, which have to be computed, with the sign applied. *owned is a block to drop afterwards, or NULL. For plain numbers too. */
const double *operand_samples(operand x, double **owned);

/* How a value comes from others: fill writes out->samples from operands that have samples, all of one group. */
enum { MOST_OPERANDS = 4 };
struct ux_recipe {
  void (*fill)(ux_value *out, const ux_recipe *recipe);
  int op;
  uint32_t count; /* operands; at least one is uncertain */
  operand in[MOST_OPERANDS];
};
/* Computes a value whose operands have samples, all of one group. */
void value_compute(ux_value *value);
extern uint32_t values_deferred; /* that have recipes */
#endif
