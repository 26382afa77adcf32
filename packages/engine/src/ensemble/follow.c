#include "follow.h"
#include "abi.h"
#include "evaluate.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "memory.h"
#include "placement.h"
#include "plan.h"
#include "sort.h"
#include "transfer.h"

/* ---- lists */

typedef struct {
  void *items; /* block */
  uint32_t count, room;
} list;
static void *list_add(list *l, size_t bytes) {
  if (l->count == l->room) {
    uint32_t more = l->room ? 2 * l->room : 256;
    void *grown = block_new_uncounted(more * bytes);
    if (l->items) memcpy(grown, l->items, l->count * bytes);
    block_drop(l->items);
    l->items = grown, l->room = more;
  }
  return (char *)l->items + l->count++ * bytes;
}

/* ---- what the host hands in, and is handed. Layout: HANDED in src/abi.ts */

enum kind { ABSENT, PLAIN, HELD, ANEW };
typedef struct {
  uint32_t number;
  uint32_t kind;
  double plain; /* or the particle */
  double *samples;
  uint32_t negated;
} handed;
_Static_assert(sizeof(handed) == 24 && __builtin_offsetof(handed, samples) == 16, "as in src/abi.ts");

static handed *known; /* by number of the birth; samples are blocks */
static uint32_t births_in, births; /* handed in; so far */
static uint32_t held, anew; /* of those handed in, uncertain ones; made anew so far */
enum { FEW_COORDINATES = 4 }; /* a net of more lies less evenly in the parts of it that paths have */
static ux_group *condition;
static ux_value *which; /* of the condition: which of all samples each is; NULL where there is no condition */
static uint32_t member, alone; /* of a sample that goes alone: which of those handed in, and which of all it is */
static const uint8_t *decided; /* 0, 1: a comparison; CONVERTED: the next of `converted` */
static const double *converted;
static uint32_t decisions_in, conversions_in;
static list taken, taken_numbers; /* decisions so far, and the answers of conversions */
enum { CONVERTED = 2 };

/* all: samples of all paths. path: any number that tells this one apart. settled: as in run.h. */
EXPORT("follow") void export_follow(int all, int path, int way, int settled) {
  run.following = true, run.all = (uint32_t)all, run.path = (uint32_t)path, run.settled = (uint32_t)settled;
  run.majority = way == UX_WAY_MAJORITY, run.seeking = way == UX_WAY_SEEKING, run.leading = way == UX_WAY_LEADING;
}
/* A block of that many bytes for the host to fill, kept. */
EXPORT("hand") void *export_hand(uint32_t bytes) { return block_new_uncounted(bytes + 8); }
EXPORT("births") void export_births(handed *list_of, uint32_t count) {
  known = list_of, births_in = count, held = 0;
  for (uint32_t i = 0; i < count; i++) held += known[i].kind == HELD;
}
EXPORT("decided") void export_decided(const uint8_t *answers, uint32_t count, const double *numbers, uint32_t conversions) {
  decided = answers, decisions_in = count, converted = numbers, conversions_in = conversions;
}
/* indices: which of all samples those of the births handed in are, ascending or not. */
EXPORT("condition") void export_condition(const double *indices) {
  condition = group_new(0);
  which = value_new(0, group_share(condition));
  memcpy(which->samples, indices, run.samples * sizeof(double));
}

/* A run, after others like it, with one sample: number `sample` of those that each birth of the list has, which is number `own` of all. What the runs before
 * have made (tables of laws) is of use to it. */
EXPORT("alone") void export_alone(handed *list_of, uint32_t count, uint32_t sample, uint32_t own) {
  if (known != list_of) export_births(list_of, count);
  births = 0, anew = 0, member = sample, alone = own;
  transfer_clear();
  prints_again();
}

/* ---- births */

typedef struct {
  double plain;
  ux_value *value; /* NULL: plain. Not in the table of handles, so it outlives the collector */
  bool negated;
} born;
static list kept; /* by number */

double birth(double result) {
  if (!run.following) return result;
  births++;
  if (run.samples == 1) return result; /* nothing will be split */
  operand x = operand_of(result);
  if (x.value && births <= births_in && known[births - 1].kind == ANEW) x.value->particle = x.negated ? -known[births - 1].plain : known[births - 1].plain;
  born *b = list_add(&kept, sizeof *b);
  *b = (born){result, x.value ? value_like(x.value, x.value->particle) : NULL, x.negated};
  return result;
}

bool births_known(uint32_t count) {
  for (uint32_t i = births; i < births + count; i++)
    if (i >= births_in || known[i].kind == ABSENT || known[i].kind == ANEW) return false;
  return run.following;
}

void value_numbered(ux_value *value) {
  value->first = births;
  value->ancestry = (births + 1) * 0x9e3779b97f4a7c15;
}

bool birth_known(double *result) {
  if (!births_known(1)) return false;
  handed *h = &known[births];
  if (h->kind == PLAIN) {
    *result = birth(h->plain);
    return true;
  }
  if (run.samples == 1) {
    *result = birth(h->negated ? -h->samples[member] : h->samples[member]);
    return true;
  }
  ux_value *value = value_new(h->plain, group_share(condition));
  memcpy(value->samples, h->samples, run.samples * sizeof(double));
  value_numbered(value);
  double own = value_finish(value);
  *result = birth(h->negated ? -own : own);
  return true;
}

/* The places of samples by their numbers are one net with the numbers themselves, and with the coordinates by which births that are held were joined. */
static uint32_t next_coordinate(void) { return (held ? held - 1 : 0) + anew++; }

uint32_t *birth_net(ux_group **group) {
  if (!which || (held ? held - 1 : 0) + anew >= FEW_COORDINATES) return NULL;
  uint32_t n = run.samples, coordinate = next_coordinate(), *nodes = block_new_uncounted((n + 8) * sizeof *nodes);
  for (uint32_t i = 0; i < n; i++) nodes[i] = placement_of((uint32_t)which->samples[i], run.all, coordinate);
  *group = which->group;
  return nodes;
}

uint32_t *birth_nodes(void) {
  uint32_t n = run.samples, *nodes = block_new_uncounted((n + 8) * sizeof *nodes);
  if (!run.following || n == run.all) {
    for (uint32_t r = 0; r < n; r++) nodes[r] = r;
    return nodes;
  }
  /* Each sample has its own place in an order of all; ranks spread these evenly, and the rest of the division moves each within its part. */
  uint32_t coordinate = next_coordinate();
  double *places = block_new_uncounted((n + 8) * sizeof *places), *sorted = block_new_uncounted((n + 8) * sizeof *sorted);
  for (uint32_t i = 0; i < n; i++) places[i] = placement_of((uint32_t)(which ? which->samples[i] : alone + i), run.all, coordinate);
  sort_doubles(places, n, sorted);
  for (uint32_t r = 0; r < n; r++) nodes[r] = (uint32_t)(((uint64_t)r * run.all + (uint64_t)sorted[r] * n % run.all) / n);
  block_drop(places), block_drop(sorted);
  return nodes;
}

uint32_t birth_node(void) { return placement_of(which ? (uint32_t)which->samples[0] : alone, run.all, next_coordinate()); }

/* ---- decisions */

static void take(uint8_t answer) { *(uint8_t *)list_add(&taken, 1) = answer; }
bool lead_disagrees(void) { return run.leading && taken.count > run.settled; }
void decision_compares(bool answer) { take(answer); }
void decision_converts(double answer) {
  take(CONVERTED);
  *(double *)list_add(&taken_numbers, sizeof(double)) = answer;
}

bool decision_known(double *answer) {
  if (taken.count >= decisions_in) return false;
  uint8_t found = decided[taken.count];
  *answer = found;
  if (found == CONVERTED) {
    *answer = taken_numbers.count < conversions_in ? converted[taken_numbers.count] : __builtin_nan("");
    *(double *)list_add(&taken_numbers, sizeof(double)) = *answer;
  }
  take(found);
  return true;
}

void join_condition(ux_value *value) {
  if (which) plan_join((ux_value *[]){which, value}, 2);
}

/* The births that go with the condition, and those whose result is a plain number; of the path of the particle all, so that what is made anew has the
 * particle that it had. */
static handed *births_of(const ux_group *root, uint32_t *count) {
  handed *out = block_new_uncounted((kept.count + 1) * sizeof *out);
  born *all = kept.items;
  *count = 0;
  for (uint32_t i = 0; i < kept.count; i++) {
    born *b = &all[i];
    if (!b->value) {
      out[(*count)++] = (handed){i, PLAIN, b->plain, NULL, false};
      continue;
    }
    value_resolve(b->value);
    if (b->value->group == root) out[(*count)++] = (handed){i, HELD, b->value->particle, b->value->samples, b->negated};
    else if (run.seeking) out[(*count)++] = (handed){i, ANEW, b->negated ? -b->value->particle : b->value->particle, NULL, false};
  }
  return out;
}

__attribute__((import_module("host"), import_name("split")))
void host_split(const uint32_t *classes, const double *answers, uint32_t count, int converts, const double *which, const handed *births, uint32_t births_count,
                const uint8_t *taken, uint32_t decisions, const double *numbers, uint32_t conversions, int32_t leads);

void decision_splits(ux_value *value, const uint32_t *classes, const double *answers, uint32_t count, bool converts, int32_t leads) {
  uint32_t births_count;
  value_resolve(value);
  if (which) value_resolve(which);
  handed *list_of = births_of(value->group, &births_count);
  host_split(classes, answers, count, converts, which ? which->samples : NULL, list_of, births_count, taken.items, taken.count, taken_numbers.items, taken_numbers.count, leads);
  __builtin_trap();
}

void decision_strays(void) {
  host_split(NULL, NULL, 0, false, NULL, NULL, 0, taken.items, taken.count, taken_numbers.items, taken_numbers.count, -1);
  __builtin_trap();
}
