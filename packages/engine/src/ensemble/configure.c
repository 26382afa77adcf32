/* How the host configures a run. */
#include "handle-table.h"
#include "host.h"
#include "memory.h"
#include "run.h"

/* Values that wait to be computed keep their operands alive: at most this many bytes of them, and this many values. */
static const double MOST_WAITING = 1 << 26;
enum { MOST_DEFERRED = 2048 };

ux_run run;

EXPORT("configure") void export_configure(int samples, int atoms, int tracking, int independent, double bytes) {
  if (values_made || run.samples) host_trap("the runtime is configured once, before the first value");
  if (samples < 1 || samples > 1 << 24) host_trap_with("% samples: not within 1 to 16777216", samples);
  if (atoms < 1) host_trap_with("% atoms: at least 1 is needed", atoms);
  run.samples = run.all = (uint32_t)samples;
  run.padded = run.samples + 7 & ~7u;
  run.atoms = (uint32_t)atoms;
  run.tracking = tracking != 0;
  run.independent = independent != 0;
  double sample_bytes = run.padded * sizeof(double), waiting = (bytes < 8 * MOST_WAITING ? bytes / 8 : MOST_WAITING) / sample_bytes;
  run.deferred = waiting < 8 ? 8 : waiting > MOST_DEFERRED ? MOST_DEFERRED : (uint32_t)waiting;
  memory_set_budget(bytes, run.padded * sizeof(double));
}
