/* locate.c: where values stand. 16.9 of Fortran 2018: FINDLOC, MAXLOC, MINLOC. */
#include "along.h"

#define RT(name) _FortranA##name

/* Whether `a` comes before `b`: is larger, or smaller. */
typedef bool before(const struct descriptor *x, const char *a, const char *b);
static int compare_text(const char *a, const char *b, int64_t length) { return memcmp(a, b, (size_t)length); }
static bool larger(const struct descriptor *x, const char *a, const char *b) {
  switch (x->type) {
  case TYPE_REAL32: return *(const float *)a > *(const float *)b || (*(const float *)a == *(const float *)a && *(const float *)b != *(const float *)b);
  case TYPE_REAL64: return *(const double *)a > *(const double *)b || (*(const double *)a == *(const double *)a && *(const double *)b != *(const double *)b);
  case TYPE_CHARACTER: return compare_text(a, b, x->length) > 0;
  default: return wide_integer_at(a, (int)x->length) > wide_integer_at(b, (int)x->length);
  }
}
static bool smaller(const struct descriptor *x, const char *a, const char *b) {
  switch (x->type) {
  case TYPE_REAL32: return *(const float *)a < *(const float *)b || (*(const float *)a == *(const float *)a && *(const float *)b != *(const float *)b);
  case TYPE_REAL64: return *(const double *)a < *(const double *)b || (*(const double *)a == *(const double *)a && *(const double *)b != *(const double *)b);
  case TYPE_CHARACTER: return compare_text(a, b, x->length) < 0;
  default: return wide_integer_at(a, (int)x->length) < wide_integer_at(b, (int)x->length);
  }
}
struct location {
  before *order;
  bool back;
  int kind;
};
/* Subscripts from 1 of the place; zeros where nothing is taken. */
static void place(const struct descriptor *x, const struct descriptor *mask, const struct location *l, int64_t *found) {
  const char *best = 0;
  for (int i = 0; i < x->rank; i++) found[i] = 0;
  EACH(m, x, mask) {
    bool better = !best || l->order(x, m.walk.at, best) || (l->back && !l->order(x, best, m.walk.at));
    if (!better) continue;
    best = m.walk.at;
    for (int i = 0; i < x->rank; i++) found[i] = m.walk.index[i] + 1;
  }
}
static void locations(struct descriptor *result, const struct descriptor *x, int kind, const struct descriptor *mask, bool back, before *order) {
  struct location l = { order, back, kind };
  int64_t found[MOST_DIMENSIONS], extent = x->rank;
  place(x, mask, &l, found);
  allocate_result(result, type_of(INTEGER, kind), kind, 1, &extent);
  for (int64_t i = 0; i < extent; i++) store_integer(element_at(result, &i), kind, found[i]);
}
#define LOCATION(Name, order) \
  void RT(Name)(struct descriptor *result, const struct descriptor *x, int kind, const char *source, int line, const struct descriptor *mask, bool back) { \
    (void)source, (void)line; \
    locations(result, x, kind, mask, back, order); \
  }
#define LOCATIONS(Type) LOCATION(Maxloc##Type, larger) LOCATION(Minloc##Type, smaller)
LOCATIONS(Integer1)
LOCATIONS(Integer2)
LOCATIONS(Integer4)
LOCATIONS(Integer8)
LOCATIONS(Integer16)
LOCATIONS(Real4)
LOCATIONS(Real8)
LOCATIONS(Character)
static void onePlace(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) {
  const struct location *l = extra;
  int64_t found[MOST_DIMENSIONS];
  place(v, mask, l, found);
  store_integer(to, l->kind, found[0]);
}
#define LOCATION_DIM(Name, order) \
  void RT(Name##Dim)(struct descriptor *result, const struct descriptor *x, int kind, int dim, const char *source, int line, const struct descriptor *mask, \
      bool back) { \
    struct location l = { order, back, kind }; \
    along(result, x, dim, mask, type_of(INTEGER, kind), kind, onePlace, &l, source, line); \
  }
LOCATION_DIM(Maxloc, larger)
LOCATION_DIM(Minloc, smaller)

static double number_at(const struct descriptor *x, const char *at) {
  if (category_of(x) == INTEGER) return (double)wide_integer_at(at, (int)x->length);
  return kind_of(x) == 4 ? *(const float *)at : *(const double *)at;
}
static bool equal(const struct descriptor *x, const char *at, const struct descriptor *target) {
  switch (category_of(x)) {
  case CHARACTER: {
    int64_t length = x->length > target->length ? x->length : target->length;
    for (int64_t i = 0; i < length; i++)
      if ((i < x->length ? at[i] : ' ') != (i < target->length ? target->base[i] : ' ')) return false;
    return true;
  }
  case LOGICAL: return logical_at(at, (int)x->length) == logical_at(target->base, (int)target->length);
  case INTEGER:
    if (category_of(target) == INTEGER) return wide_integer_at(at, (int)x->length) == wide_integer_at(target->base, (int)target->length);
    /* fall through */
  default: return number_at(x, at) == number_at(target, target->base);
  }
}
struct search {
  const struct descriptor *target;
  bool back;
  int kind;
};
static void find(const struct descriptor *x, const struct descriptor *mask, const struct search *s, int64_t *found) {
  for (int i = 0; i < x->rank; i++) found[i] = 0;
  EACH(m, x, mask) {
    if (!equal(x, m.walk.at, s->target)) continue;
    for (int i = 0; i < x->rank; i++) found[i] = m.walk.index[i] + 1;
    if (!s->back) return;
  }
}
void RT(Findloc)(struct descriptor *result, const struct descriptor *x, const struct descriptor *target, int kind, const char *source, int line,
    const struct descriptor *mask, bool back) {
  (void)source, (void)line;
  struct search s = { target, back, kind };
  int64_t found[MOST_DIMENSIONS], extent = x->rank;
  find(x, mask, &s, found);
  allocate_result(result, type_of(INTEGER, kind), kind, 1, &extent);
  for (int64_t i = 0; i < extent; i++) store_integer(element_at(result, &i), kind, found[i]);
}
static void oneFind(void *to, const struct descriptor *v, const struct descriptor *mask, const void *extra) {
  const struct search *s = extra;
  int64_t found[MOST_DIMENSIONS];
  find(v, mask, s, found);
  store_integer(to, s->kind, found[0]);
}
void RT(FindlocDim)(struct descriptor *result, const struct descriptor *x, const struct descriptor *target, int kind, int dim, const char *source, int line,
    const struct descriptor *mask, bool back) {
  struct search s = { target, back, kind };
  along(result, x, dim, mask, type_of(INTEGER, kind), kind, oneFind, &s, source, line);
}
