/* sort.h: ascending order of doubles; -0 before +0; then -inf, +inf and NaN, in this order. Stable. */
#ifndef UX_SORT_H
#define UX_SORT_H
#include <stdint.h>

/* Sorted copy of x[0..count) into out. */
void sort_doubles(const double *x, uint32_t count, double *out);
/* order[r] = index of the element of rank r. */
void sort_order(const double *x, uint32_t count, uint32_t *order);
/* In place. */
void reverse_doubles(double *x, uint32_t count);
#endif
