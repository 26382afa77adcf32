/* The heap checker of the test build: every invariant of memory.h and value.h that can be seen from outside, after every sweep. */
#ifdef UX_CHECK
#include "handle-table.h"
#include "host.h"
#include "memory.h"

static double values;

static void require(bool holds, const char *message) {
  if (!holds) host_trap(message);
}

/* Counts a block once, however many own it: each owner adds its share of 1. */
static double blocks;
static void count_block(const void *block, uint32_t least) {
  if (!block) return;
  require(block_owners(block) > 0, "heap check: a live value has a freed block");
  require(block_size(block) >= least, "heap check: a block is too small");
  blocks += 1.0 / block_owners(block);
}

static void check_value(ux_value *value) {
  values++;
  require(value->handle != 0, "heap check: a value in the table has no handle");
  require(!value->marked, "heap check: a mark survived the sweep");
  require(block_owners(value) == 1, "heap check: a value is shared");
  blocks += 1;
  require(!value->samples == !!value->recipe && !value->samples == !value->group, "heap check: a value has neither samples nor a recipe, or both");
  for (uint32_t i = 0; value->recipe && i < value->recipe->count; i++)
    require(!value->recipe->in[i].value || value->recipe->in[i].value->handle, "heap check: a recipe needs a value that was freed");
  count_block(value->recipe, sizeof *value->recipe);
  count_block(value->samples, run.samples * sizeof(double));
  count_block(value->sorted, run.samples * sizeof(double));
  for (uint32_t i = 1; value->sorted && i < run.samples; i++)
    require(!(value->sorted[i] < value->sorted[i - 1]) || !__builtin_isfinite(value->sorted[i]), "heap check: sorted samples are not sorted");
  const ux_law *law = value->law;
  count_block(law, 0);
  if (!law) return;
  require(!law->masses == !law->positions, "heap check: a law has positions or masses alone");
  const void *owned[] = {law->masses, law->positions, law->terms};
  for (int i = 0; i < 3; i++) {
    if (!owned[i]) continue;
    require(block_owners(owned[i]) > 0, "heap check: a live law has a freed block");
    blocks += 1.0 / block_owners(law) / block_owners(owned[i]);
  }
  require(!law->standard || block_owners(law->standard) > 0, "heap check: a live law has freed atoms");
  require(law->finite <= law->count, "heap check: a law has too many finite atoms");
  for (uint32_t i = 1; i < law->term_count; i++)
    require(!law->terms || law->terms[i - 1].source < law->terms[i].source, "heap check: the sources of a law are not ascending");
  for (uint32_t i = 1; law->positions && i < law->finite; i++) require(law->positions[i - 1] <= law->positions[i], "heap check: atoms are not ascending");
}

/* Traps where an invariant does not hold. */
EXPORT("ux_check_heap") void check_heap(void) {
  values = blocks = 0;
  values_each(check_value);
  require(values == values_live, "heap check: the count of live values is wrong");
  require(values > 0 || groups_live == 0, "heap check: groups leaked");
  require(__builtin_fabs(blocks - blocks_in_use) < 0.5, "heap check: blocks leaked, or are missing");
}
#endif
