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
  bool following;  /* one path, with the samples that take it: follow.h */
  bool majority;   /* where the samples of the path disagree, the larger part decides for all */
  bool seeking;    /* the path of the particle: it ends where its samples decide otherwise, and not only where they disagree */
  bool leading;    /* the path of the particle with the samples that take it: behind what is known the particle decides */
  uint32_t settled; /* of a path that leads: decisions before the first that goes against samples */
  bool each;       /* every sample decides for itself: all paths are followed */
  bool cuts, cut;  /* once samples disagree, values are their particles; they are: decide.h */
  uint32_t all;    /* samples of all paths together */
  uint32_t path;   /* tells paths apart */
} ux_run;
extern ux_run run;
#endif
