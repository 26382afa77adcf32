/* evaluate.h: values as operations make them, computed at once or later, and what is asked of them. */
#ifndef UX_EVALUATE_H
#define UX_EVALUATE_H
#include "value.h"

/* A new value without handle, computed at once if the operands are of one group, else later. single: a float. */
ux_value *value_of(ux_recipe recipe, double particle, bool single);
/* Hands the value to the collector and returns its handle; a value without spread, all samples equal to the particle, is freed
 * and returned as the plain particle. */
double value_finish(ux_value *value);
float value_finish_float(ux_value *value); /* value->single is set, its numbers are floats */

double value_mean(ux_value *value); /* of the law where there is one, else of the samples */
const double *value_sorted(ux_value *value);
#endif
