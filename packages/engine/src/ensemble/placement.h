/* placement.h: how samples of independent groups are paired. The one place where randomness enters.
 * Groups pair through digital sequences: member r of one meets member order[r] of the other, so that (r, order[r]) is a scrambled
 * (0,2)-net, and several orders with different coordinates are one net together. Keys derive from a fixed constant, the indices of sources
 * and the replicate number, never from the program: same run, same bytes.
 * See docs/engine/ensemble.md. */
#ifndef UX_PLACEMENT_H
#define UX_PLACEMENT_H
#include <stdint.h>

/* The index of the next source of the run. */
uint32_t placement_next_source(void);
/* Coordinates below NET_COORDINATES go together with the number of a point as one net (Sobol'); the others stand for themselves:
 * CHAIN + n for a source that meets a group so that there are n + 1, MEETING + n for two groups of several sources. */
enum { NET_COORDINATES = 16, CHAIN = NET_COORDINATES, MEETING = 1 << 20 };
/* order[0..N-1]: the points of one coordinate, scrambled. A permutation. Where N is no power of two,
 * the ranks of the first N points. */
void placement_order(uint32_t coordinate, uint32_t *order);
/* The place of one of `all` samples in a scrambled order of them, another for each `coordinate`; those below NET_COORDINATES go together with
 * the number of the sample as one net, and with the orders above. */
uint32_t placement_of(uint32_t sample, uint32_t all, uint32_t coordinate);
#endif
