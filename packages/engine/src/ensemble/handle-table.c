/* A double handle is a slot (24 bits) and the generation of its use (24 bits): a slot retires when its generations are used up, so no
 * handle comes twice. A float handle is a slot of its own table: it is used again once the value is gone and two sweeps in a row found
 * no trace of it. */
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "memory.h"

enum { SLOT_BITS = 24, PER_PAGE = 4096, PAGES = (1 << SLOT_BITS) / PER_PAGE, LAST_GENERATION = (1 << 24) - 1, QUARANTINE = 2 };
typedef struct {
  ux_value *value;
  uint32_t generation; /* doubles: of the current or next use. floats: sweeps until the slot is free again */
  uint32_t next_free;
} slot;
typedef struct {
  slot *pages[PAGES];
  uint32_t used;      /* slots ever used, with slot 0, which is none */
  uint32_t free;      /* head of the list of free slots, or 0 */
  uint32_t last;      /* largest slot number */
} table;
static table doubles = {.used = 1, .last = (1u << SLOT_BITS) - 1};
static table floats = {.used = 1, .last = (1u << HANDLE_BITS32) - 1};
static uint32_t floats_busy; /* slots of floats that are not free */

double values_live, values_made;

static slot *slot_at(table *t, uint32_t index) { return &t->pages[index / PER_PAGE][index % PER_PAGE]; }

static uint32_t slot_take(table *t, const char *exhausted) {
  uint32_t index = t->free;
  if (index) {
    t->free = slot_at(t, index)->next_free;
    return index;
  }
  if (t->used > t->last) host_trap(exhausted);
  index = t->used++;
  slot **page = &t->pages[index / PER_PAGE];
  if (!*page) {
    *page = block_new_uncounted(PER_PAGE * sizeof(slot));
    memset(*page, 0, PER_PAGE * sizeof(slot));
  }
  return index;
}

static void slot_release(table *t, uint32_t index) {
  slot_at(t, index)->next_free = t->free;
  t->free = index;
}

double handle_give(ux_value *value) {
  uint32_t index = slot_take(&doubles, "more than 16777215 uncertain values are live");
  slot *s = slot_at(&doubles, index);
  if (!s->generation) s->generation = 1;
  s->value = value;
  value->handle = (uint64_t)s->generation << SLOT_BITS | index;
  values_live++, values_made++;
  return double_with(value->handle);
}

float handle_give_float(ux_value *value) {
  uint32_t index = slot_take(&floats, "more than 4194303 uncertain floats are live");
  slot_at(&floats, index)->value = value;
  floats_busy++;
  value->handle = index;
  values_live++, values_made++;
  return float_with(index);
}

static operand operand_with(ux_value *value, bool negated) {
  operand whole = {.value = value, .negated = negated};
  return run.cut ? (operand){.plain = operand_particle(whole)} : whole;
}

bool handle_exists(double x) {
  uint32_t index = (uint32_t)handle_of(x) & ((1u << SLOT_BITS) - 1);
  ux_value *value = is_uncertain(x) && index && index < doubles.used ? slot_at(&doubles, index)->value : NULL;
  return value && value->handle == handle_of(x);
}

bool handle_exists_float(float x) {
  uint32_t index = handle_of_float(x);
  return is_uncertain_float(x) && index && index < floats.used && slot_at(&floats, index)->value;
}

operand operand_of(double x) {
  if (!is_uncertain(x)) return (operand){.plain = x};
  uint64_t handle = handle_of(x);
  uint32_t index = (uint32_t)handle & ((1u << SLOT_BITS) - 1);
  if (index && index < doubles.used) {
    ux_value *value = slot_at(&doubles, index)->value;
    if (value && value->handle == handle) return operand_with(value, is_negated(x));
  }
  host_trap("use of an uncertain double that no longer exists");
}

operand operand_of_float(float x) {
  if (!is_uncertain_float(x)) return (operand){.plain = x};
  uint32_t index = handle_of_float(x);
  ux_value *value = index < floats.used ? slot_at(&floats, index)->value : NULL;
  if (value) return operand_with(value, is_negated_float(x));
  host_trap("use of an uncertain float that no longer exists");
}

/* With all that its recipe needs. */
static void mark(ux_value *value) {
  if (value->marked) return;
  value->marked = true;
  for (uint32_t i = 0; value->recipe && i < value->recipe->count; i++)
    if (value->recipe->in[i].value) mark(value->recipe->in[i].value);
}

void values_mark(uint64_t handle) {
  uint32_t index = (uint32_t)handle & ((1u << SLOT_BITS) - 1);
  if (!index || index >= doubles.used) return;
  ux_value *value = slot_at(&doubles, index)->value;
  if (value && value->handle == handle) mark(value);
}

void values_mark_float(uint32_t handle) {
  if (!handle || handle >= floats.used) return;
  slot *s = slot_at(&floats, handle);
  if (s->value) mark(s->value);
  else if (s->generation) s->generation = QUARANTINE + 1; /* a stale handle must not come to mean another value; this sweep does not count */
}

bool values_have_floats(void) { return floats_busy != 0; }

/* True if the value lives on. */
static bool keep(ux_value *value) {
  bool marked = value->marked;
  value->marked = false;
  if (marked) return true;
  value_free(value);
  values_live--;
  return false;
}

void values_sweep(void) {
  for (uint32_t index = doubles.used; --index > 0;) {
    slot *s = slot_at(&doubles, index);
    if (!s->value || keep(s->value)) continue;
    s->value = NULL;
    if (s->generation++ < LAST_GENERATION) slot_release(&doubles, index);
  }
  for (uint32_t index = floats.used; --index > 0;) {
    slot *s = slot_at(&floats, index);
    if (s->value) {
      if (keep(s->value)) continue;
      s->value = NULL;
      s->generation = QUARANTINE;
    }
    if (s->generation && --s->generation == 0) {
      slot_release(&floats, index);
      floats_busy--;
    }
  }
}

void values_each(void (*visit)(ux_value *value)) {
  for (uint32_t index = 1; index < doubles.used; index++)
    if (slot_at(&doubles, index)->value) visit(slot_at(&doubles, index)->value);
  for (uint32_t index = 1; index < floats.used; index++)
    if (slot_at(&floats, index)->value) visit(slot_at(&floats, index)->value);
}
