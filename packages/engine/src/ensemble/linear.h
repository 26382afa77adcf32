/* linear.h: sums of values whose laws are known. */
#ifndef UX_LINEAR_H
#define UX_LINEAR_H
#include "law.h"

/* The law of ±a ±b, different values; NULL where it is not known. */
ux_law *law_sum(const ux_law *a, bool minus_a, const ux_law *b, bool minus_b, bool single);
#endif
