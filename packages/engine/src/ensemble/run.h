/* run.h: what the host said about the run (configure.c). */
#ifndef UX_RUN_H
#define UX_RUN_H
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t samples, padded; /* N, and N rounded up to a multiple of 8 */
  uint32_t atoms;
  uint32_t deferred; /* values that may wait to be computed */
  bool tracking, independent;
} ux_run;
extern ux_run run;
#endif
