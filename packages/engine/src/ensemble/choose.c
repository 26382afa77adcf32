/* Selections, and numbers that become integers and numbers again at once: sample by sample, without a decision, where every sample decides for itself. */
#include "decide.h"
#include "evaluate.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "kernels.h"

typedef struct {
  const double *samples; /* NULL: plain */
  double *owned;
  v128_t plain;
} source;
static source source_of(operand x) {
  source s = {.plain = wasm_f64x2_splat(x.plain)};
  if (x.value) s.samples = operand_samples(x, &s.owned);
  return s;
}
INLINE v128_t lanes_at(source s, uint32_t i) { return s.samples ? wasm_v128_load(s.samples + i) : s.plain; }

INLINE void choose_where(lanes2 *f, double *out, source x, source y, source a, source b) {
  for (uint32_t i = 0; i < run.padded; i += 2)
    wasm_v128_store(out + i, wasm_v128_bitselect(lanes_at(a, i), lanes_at(b, i), f(lanes_at(x, i), lanes_at(y, i))));
}
static void fill_chosen(ux_value *out, const ux_recipe *recipe) {
  source x = source_of(recipe->in[0]), y = source_of(recipe->in[1]), a = source_of(recipe->in[2]), b = source_of(recipe->in[3]);
  switch ((enum comparison)recipe->op) {
    case EQ: choose_where(wasm_f64x2_eq, out->samples, x, y, a, b); break;
    case NE: choose_where(wasm_f64x2_ne, out->samples, x, y, a, b); break;
    case LT: choose_where(wasm_f64x2_lt, out->samples, x, y, a, b); break;
    case GT: choose_where(wasm_f64x2_gt, out->samples, x, y, a, b); break;
    case LE: choose_where(wasm_f64x2_le, out->samples, x, y, a, b); break;
    case GE: choose_where(wasm_f64x2_ge, out->samples, x, y, a, b); break;
  }
  block_drop(x.owned), block_drop(y.owned), block_drop(a.owned), block_drop(b.owned);
}

EXPORT("choose") double export_choose(int compared, double x, double y, double a, double b, int place) {
  enum comparison op = (enum comparison)compared;
  operand left = operand_of(x), right = operand_of(y);
  if (!run.each || place == UX_PLACE_NONE || (!left.value && !right.value)) return compare(op, left, right, place) ? a : b;
  operand one = operand_of(a), other = operand_of(b);
  bool holds = compare_numbers(op, operand_particle(left), operand_particle(right)), is_mask = !one.value && !other.value;
  if (all_agree(op, left, right, is_mask)) return holds ? a : b;
  double particle = operand_particle(holds ? one : other);
  return value_finish(value_of((ux_recipe){fill_chosen, op, 4, {left, right, one, other}}, particle, false));
}

/* As WebAssembly converts: towards zero, to the nearest that there is, a NaN to 0. Integers have no negative zero. */
static const struct { double least, most; } BOUNDS[] = {
  [UX_WHOLE_I32_S] = {-0x1p31, 0x1p31 - 1}, [UX_WHOLE_I32_U] = {0, 0x1p32 - 1}, [UX_WHOLE_I64_S] = {-0x1p63, 0x1p63}, [UX_WHOLE_I64_U] = {0, 0x1p64},
};
static double whole(enum ux_whole kind, double x) {
  double least = BOUNDS[kind].least, most = BOUNDS[kind].most, cut = __builtin_trunc(x) + 0.0;
  return x != x ? 0 : cut < least ? least : cut > most ? most : cut;
}
static void fill_whole(ux_value *out, const ux_recipe *recipe) {
  double *owned;
  const double *x = operand_samples(recipe->in[0], &owned);
  for (uint32_t i = 0; i < run.samples; i++) out->samples[i] = whole((enum ux_whole)recipe->op, x[i]);
  block_drop(owned);
}

EXPORT("whole") double export_whole(double a, int kind, int place) {
  operand x = operand_of(a);
  if (!run.each || place == UX_PLACE_NONE || !x.value) return whole((enum ux_whole)kind, convert(x, UX_ASKED_WHOLE, place));
  return value_finish(value_of((ux_recipe){fill_whole, kind, 1, {x}}, whole((enum ux_whole)kind, operand_particle(x)), false));
}
