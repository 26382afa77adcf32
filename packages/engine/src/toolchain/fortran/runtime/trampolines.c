/* trampolines.c: contained procedures as arguments; see fortran/trampolines.ts. */
#include "descriptor.h"

/* Memory of the invocation of the procedure around it, and what the contained one sees there. */
struct invocation {
  const char *place;
  const void *link;
};

/**
 * `place` gets a function that has `link`. Places are on the stack, which grows downwards: an invocation whose place lies below that of the present one
 * has ended.
 * `table`: as many functions as there can be invocations, then the invocations.
 */
void fortran_trampoline(const void **place, const void **table, int count, const void *link) {
  struct invocation *invocations = (struct invocation *)(void *)(table + count);
  int chosen = -1;
  for (int i = 0; i < count; i++) {
    if (invocations[i].place == (const char *)place) {
      chosen = i;
      break;
    }
    if (chosen < 0 && invocations[i].place < (const char *)place) chosen = i;
  }
  if (chosen < 0) fail(0, 0, "a procedure that passes on one that it contains calls itself more than %d times", count);
  invocations[chosen] = (struct invocation){ (const char *)place, link };
  *place = table[chosen];
}
