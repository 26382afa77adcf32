/* origin.h: which sources a value comes from, where a run takes the operands of every operation as independent
 * (CorrelationTracking Disable). A value that meets one of its own origin there is most often a mistake: A - A is not 0. The runtime counts these
 * meetings, and the host tells the user. The first 256 sources are told apart; later ones leave no trace, so their meetings are not counted. */
#ifndef UX_ORIGIN_H
#define UX_ORIGIN_H
#include <stdint.h>

enum { ORIGIN_WORDS = 4 };
/* A bit for each source; none on other runs. */
typedef struct {
  uint64_t bits[ORIGIN_WORDS];
} ux_origins;

/* That of a new source. */
ux_origins origins_new(void);
ux_origins origins_both(ux_origins a, ux_origins b);
/* Counts a meeting of two operands if they have an origin in common. */
void origins_meet(ux_origins a, ux_origins b);
#endif
