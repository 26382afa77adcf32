/* transfer.h: the buffer through which a program passes arrays of values. What it holds stays alive. */
#ifndef UX_TRANSFER_H
#define UX_TRANSFER_H
#include <stdint.h>

void transfer_clear(void);
void transfer_put(double x);
uint32_t transfer_count(void);
double transfer_get(uint32_t index); /* NaN past the end */
void transfer_set(uint32_t index, double x);
double transfer_particle(uint32_t index);
void transfer_mark(void);
#endif
