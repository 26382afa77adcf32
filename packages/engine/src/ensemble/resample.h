/* resample.h: values made from samples and from other values: empirical laws, mixtures, truncation, independent copies. */
#ifndef UX_RESAMPLE_H
#define UX_RESAMPLE_H
#include "value.h"

/* The same law placed as a new source; no handle yet. */
ux_value *placed_copy(ux_value *value);
/* The law of atoms (consumed; settled by law_settle) placed as a new source by the inverse of its step function; the law stays with
 * the value while it has at most as many atoms as a printed value. */
double value_of_atoms(ux_law *law, double particle);
#endif
