#include "origin.h"
#include "host.h"
#include "run.h"

static uint32_t made;
static double meetings;

ux_origins origins_new(void) {
  ux_origins own = {{0}};
  if (run.independent && made < 64 * ORIGIN_WORDS) {
    own.bits[made / 64] = 1ULL << made % 64;
    made++;
  }
  return own;
}

ux_origins origins_both(ux_origins a, ux_origins b) {
  for (uint32_t i = 0; i < ORIGIN_WORDS; i++) a.bits[i] |= b.bits[i];
  return a;
}

void origins_meet(ux_origins a, ux_origins b) {
  uint64_t common = 0;
  for (uint32_t i = 0; i < ORIGIN_WORDS; i++) common |= a.bits[i] & b.bits[i];
  meetings += common != 0;
}

EXPORT("meetings") double export_meetings(void) { return meetings; }
