/* What the host asks about a value. Layout: DESCRIPTION in src/abi.ts. */
#include "describe.h"
#include "evaluate.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "memory.h"
#include "plan.h"

typedef struct {
  double particle;
  int32_t uncertain, count;
  const double *samples;
  int32_t family;
  double shape1, shape2, location, scale;
  int32_t atoms;
  const double *positions, *masses;
  double mean;
} description;
_Static_assert(__builtin_offsetof(description, samples) == 16 && __builtin_offsetof(description, family) == 20 &&
                   __builtin_offsetof(description, shape1) == 24 && __builtin_offsetof(description, atoms) == 56 &&
                   __builtin_offsetof(description, masses) == 64 && __builtin_offsetof(description, mean) == 72,
               "as in src/abi.ts");

static description answer;
static ux_law *answer_law;      /* made for the answer: of a negated value */
static double *answer_samples;  /* block, likewise */
static void *scratch;           /* block */

void describe_forget(void) {
  law_drop(answer_law), block_drop(answer_samples);
  answer_law = NULL, answer_samples = NULL;
}

EXPORT("describe") description *export_describe(uint64_t bits) {
  operand x = operand_of(from_bits(bits));
  describe_forget();
  answer = (description){.particle = operand_particle(x), .family = LAW_NO_FAMILY, .mean = x.plain};
  if (!x.value) return &answer;
  value_force(x.value);
  value_resolve(x.value);
  answer.mean = answer.particle;
  if (!value_has_spread(x.value)) return &answer; /* shown only now that the samples are computed: (x + y) - (x + y) */
  answer.uncertain = 1;
  answer.count = (int32_t)run.samples;
  answer.samples = operand_samples(x, &answer_samples);
  answer.mean = x.negated ? -value_mean(x.value) : value_mean(x.value);
  ux_law *law = x.value->law;
  if (law && x.negated) law = answer_law = law_negated(law);
  if (!law) return &answer;
  law_draw(law);
  answer.family = law->family;
  answer.shape1 = law->shape1, answer.shape2 = law->shape2, answer.location = law->location, answer.scale = law->scale;
  answer.atoms = (int32_t)law->count, answer.positions = law->positions, answer.masses = law->masses;
  return &answer;
}

EXPORT("sorted") const double *export_sorted(uint64_t bits) {
  operand x = operand_of(from_bits(bits));
  if (!x.value) host_trap("sorted samples of a plain number");
  const double *sorted = value_sorted(x.value);
  if (!x.negated) return sorted;
  describe_forget();
  answer_samples = block_new(run.padded * sizeof(double));
  uint32_t finite = value_finite(sorted);
  for (uint32_t i = 0; i < run.samples; i++) answer_samples[i] = -(i < finite ? sorted[finite - 1 - i] : sorted[i]);
  return answer_samples;
}

EXPORT("scratch") void *export_scratch(uint32_t bytes) {
  if (!scratch || block_size(scratch) < bytes) {
    block_drop(scratch);
    scratch = block_new_uncounted(bytes + 16);
  }
  return scratch;
}
