/* Counts what the program prints, so that the prints of one path find those of another: by the text that says how a number is printed, and how
 * often that was printed before. */
#include "decide.h"
#include "follow.h"
#include "host.h"
#include "memory.h"
#include "run.h"
#include <string.h>

enum { MOST_KEYS = 1 << 16 };
typedef struct {
  uint32_t key; /* 0: free */
  uint32_t times;
} place;
static place *places; /* block: open addressing */
static uint32_t room, used;
static bool telling;
static uint32_t given, shared; /* prints that all paths have alike, since samples disagree only after them: in all; left, or counted so far */

EXPORT("telling") void export_telling(uint32_t prints) { run.each = telling = true, given = shared = run.following ? prints : 0; }
void prints_again(void) {
  shared = given;
  if (used) memset(places, 0, room * sizeof *places);
  used = 0;
}
uint32_t prints_shared(void) { return shared; }

static place *find(uint32_t key) {
  uint32_t at = key * 0x9e3779b1u & (room - 1);
  while (places[at].key && places[at].key != key) at = at + 1 & (room - 1);
  return &places[at];
}

static void grow(void) {
  place *old = places;
  uint32_t count = room;
  room = room ? 2 * room : 64;
  places = block_new_uncounted(room * sizeof *places);
  memset(places, 0, room * sizeof *places);
  for (uint32_t i = 0; i < count; i++)
    if (old[i].key) *find(old[i].key) = old[i];
  block_drop(old);
}

/* key: of what is printed next. Returns how often it was, counted from 1, where the host wants to know its numbers; else 0. */
EXPORT("printing") uint32_t export_printing(uint32_t key) {
  if (!room || 2 * used > room) grow();
  place *p = find(key ? key : 1);
  if (!p->key && used >= MOST_KEYS) p = find(1), key = 1;
  if (!p->key) p->key = key ? key : 1, used++;
  p->times++;
  if (!telling) return 0;
  if (run.following && shared) return shared--, 0;
  if (!run.following && !decisions_disagree()) return shared++, 0;
  return p->times;
}
