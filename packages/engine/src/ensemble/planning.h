/* planning.h: what a plan notes at a value or a group. Only plan.c reads and writes it. */
#ifndef UX_PLANNING_H
#define UX_PLANNING_H
#include <stdint.h>

typedef struct {
  uint32_t uses;   /* by values still to compute */
  uint32_t inside; /* of these, by values of the part in question */
  uint32_t stamp;  /* of the search that saw it last */
} ux_planning;
#endif
