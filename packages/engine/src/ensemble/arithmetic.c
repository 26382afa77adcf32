/* Exports the arithmetic of a program, and its conversions between the widths. Double rounding does not show in the float forms: a double
 * has more than twice the digits of a float and two to spare (Figueroa 1995), so rounding + - * / and sqrt twice rounds once. */
#include "arithmetic.h"
#include "evaluate.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "kernels.h"
#include "linear.h"
#include "memory.h"
#include "resample.h"

INLINE v128_t sign_of(v128_t x, v128_t y) { return wasm_v128_bitselect(y, x, wasm_i64x2_const_splat((int64_t)(1ULL << 63))); }

INLINE void samples2(lanes2 *f, double *out, operand x, operand y) {
  if (x.value && y.value) {
    if (x.negated || y.negated) each2_signed(out, x.value->samples, x.negated, y.value->samples, y.negated, run.padded, f);
    else each2(out, x.value->samples, y.value->samples, run.padded, f);
  } else if (x.value) each_plain(out, x.value->samples, x.negated, y.plain, false, run.padded, f);
  else each_plain(out, y.value->samples, y.negated, x.plain, true, run.padded, f);
}

operand second_operand(operand x, operand y, ux_value **owned) {
  *owned = NULL;
  if (!run.independent || !x.value || !y.value) return y;
  origins_meet(x.value->origins, y.value->origins);
  *owned = placed_copy(y.value);
  (*owned)->origins = y.value->origins;
  return (operand){.value = *owned, .negated = y.negated};
}

static void fill2(ux_value *out, const ux_recipe *recipe) {
  operand x = recipe->in[0], y = recipe->in[1];
  switch ((enum arithmetic)recipe->op) {
    case ADD: samples2(wasm_f64x2_add, out->samples, x, y); break;
    case SUB: samples2(wasm_f64x2_sub, out->samples, x, y); break;
    case MUL: samples2(wasm_f64x2_mul, out->samples, x, y); break;
    case DIV: samples2(wasm_f64x2_div, out->samples, x, y); break;
    case MIN: samples2(wasm_f64x2_min, out->samples, x, y); break;
    case MAX: samples2(wasm_f64x2_max, out->samples, x, y); break;
    case COPYSIGN: samples2(sign_of, out->samples, x, y); break;
  }
  if (out->single) round_to_floats(out->samples, run.padded);
}

/* The law of the result, where it is known. */
static ux_law *law_of(enum arithmetic op, operand x, operand y, bool single) {
  operand uncertain = x.value ? x : y;
  if (!x.value || !y.value)
    return uncertain.value->law ? law_map(uncertain.value->law, uncertain.negated, op, x.value ? y.plain : x.plain, !x.value, single) : NULL;
  if (op > SUB || !x.value->law || !y.value->law) return NULL;
  bool minus_y = y.negated != (op == SUB);
  if (x.value != y.value) return law_sum(x.value->law, x.negated, y.value->law, minus_y, single);
  return x.negated == minus_y ? law_map(x.value->law, x.negated, MUL, 2, false, single) : NULL;
}

/* At least one operand is uncertain; the result has no handle yet. */
static ux_value *arithmetic2(enum arithmetic op, operand x, operand y, bool single) {
  ux_value *copy;
  y = second_operand(x, y, &copy);
  ux_value *out = value_of((ux_recipe){fill2, op, 2, {x, y}}, scalar_arithmetic(op, operand_particle(x), operand_particle(y), single), single);
  out->law = law_of(op, x, y, single);
  if (copy) value_free(copy);
  return out;
}

static double binary64(enum arithmetic op, double a, double b) {
  operand x = operand_of(a), y = operand_of(b);
  if (!x.value && !y.value) return scalar_arithmetic(op, x.plain, y.plain, false);
  return value_finish(arithmetic2(op, x, y, false));
}

static float binary32(enum arithmetic op, float a, float b) {
  operand x = operand_of_float(a), y = operand_of_float(b);
  if (!x.value && !y.value) return (float)scalar_arithmetic(op, x.plain, y.plain, true);
  return value_finish_float(arithmetic2(op, x, y, true));
}

enum rounding { SQRT, ABS, CEIL, FLOOR, TRUNC, NEAREST };

static double scalar1(enum rounding op, double x) {
  switch (op) {
    case SQRT: return __builtin_sqrt(x);
    case ABS: return __builtin_fabs(x);
    case CEIL: return __builtin_ceil(x);
    case FLOOR: return __builtin_floor(x);
    case TRUNC: return __builtin_trunc(x);
    case NEAREST: return __builtin_rint(x);
  }
  __builtin_unreachable();
}

static void fill1(ux_value *out, const ux_recipe *recipe) {
  double *owned;
  const double *from = operand_samples(recipe->in[0], &owned);
  switch ((enum rounding)recipe->op) {
    case SQRT: each1(out->samples, from, run.padded, wasm_f64x2_sqrt); break;
    case ABS: each1(out->samples, from, run.padded, wasm_f64x2_abs); break;
    case CEIL: each1(out->samples, from, run.padded, wasm_f64x2_ceil); break;
    case FLOOR: each1(out->samples, from, run.padded, wasm_f64x2_floor); break;
    case TRUNC: each1(out->samples, from, run.padded, wasm_f64x2_trunc); break;
    case NEAREST: each1(out->samples, from, run.padded, wasm_f64x2_nearest); break;
  }
  block_drop(owned);
  if (out->single) round_to_floats(out->samples, run.padded);
}

static ux_value *arithmetic1(enum rounding op, operand x, bool single) {
  double particle = scalar1(op, operand_particle(x));
  return value_of((ux_recipe){fill1, op, 1, {x}}, single ? (float)particle : particle, single);
}

static double unary64(enum rounding op, double a) {
  operand x = operand_of(a);
  return x.value ? value_finish(arithmetic1(op, x, false)) : scalar1(op, x.plain);
}
static float unary32(enum rounding op, float a) {
  operand x = operand_of_float(a);
  return x.value ? value_finish_float(arithmetic1(op, x, true)) : (float)scalar1(op, x.plain);
}

EXPORT("add64") double export_add64(double a, double b) { return binary64(ADD, a, b); }
EXPORT("sub64") double export_sub64(double a, double b) { return binary64(SUB, a, b); }
EXPORT("mul64") double export_mul64(double a, double b) { return binary64(MUL, a, b); }
EXPORT("div64") double export_div64(double a, double b) { return binary64(DIV, a, b); }
EXPORT("min64") double export_min64(double a, double b) { return binary64(MIN, a, b); }
EXPORT("max64") double export_max64(double a, double b) { return binary64(MAX, a, b); }
EXPORT("copysign64") double export_copysign64(double a, double b) { return binary64(COPYSIGN, a, b); }
EXPORT("add32") float export_add32(float a, float b) { return binary32(ADD, a, b); }
EXPORT("sub32") float export_sub32(float a, float b) { return binary32(SUB, a, b); }
EXPORT("mul32") float export_mul32(float a, float b) { return binary32(MUL, a, b); }
EXPORT("div32") float export_div32(float a, float b) { return binary32(DIV, a, b); }
EXPORT("min32") float export_min32(float a, float b) { return binary32(MIN, a, b); }
EXPORT("max32") float export_max32(float a, float b) { return binary32(MAX, a, b); }
EXPORT("copysign32") float export_copysign32(float a, float b) { return binary32(COPYSIGN, a, b); }

EXPORT("sqrt64") double export_sqrt64(double x) { return unary64(SQRT, x); }
EXPORT("abs64") double export_abs64(double x) { return unary64(ABS, x); }
EXPORT("size64") double export_size64(double x) { return handle_exists(x) ? unary64(ABS, x) : x; }
EXPORT("size32") float export_size32(float x) { return handle_exists_float(x) ? unary32(ABS, x) : x; }
EXPORT("ceil64") double export_ceil64(double x) { return unary64(CEIL, x); }
EXPORT("floor64") double export_floor64(double x) { return unary64(FLOOR, x); }
EXPORT("trunc64") double export_trunc64(double x) { return unary64(TRUNC, x); }
EXPORT("nearest64") double export_nearest64(double x) { return unary64(NEAREST, x); }
EXPORT("sqrt32") float export_sqrt32(float x) { return unary32(SQRT, x); }
EXPORT("abs32") float export_abs32(float x) { return unary32(ABS, x); }
EXPORT("ceil32") float export_ceil32(float x) { return unary32(CEIL, x); }
EXPORT("floor32") float export_floor32(float x) { return unary32(FLOOR, x); }
EXPORT("trunc32") float export_trunc32(float x) { return unary32(TRUNC, x); }
EXPORT("nearest32") float export_nearest32(float x) { return unary32(NEAREST, x); }

/* The sign bit of a handle is the sign of the value. */
EXPORT("neg64") double export_neg64(double x) { return from_bits(bits_of(x) ^ 1ULL << 63); }
EXPORT("neg32") float export_neg32(float x) { return float_from_bits(bits_of_float(x) ^ 1u << 31); }

EXPORT("particle") double export_particle(double x) { return operand_particle(operand_of(x)); }

/* To a double, or rounded to a float, as out says. */
static void fill_converted(ux_value *out, const ux_recipe *recipe) {
  memcpy(out->samples, recipe->in[0].value->samples, run.padded * sizeof(double));
  if (out->single) round_to_floats(out->samples, run.padded);
}

EXPORT("promote") double export_promote(float a) {
  operand x = operand_of_float(a);
  if (!x.value) return x.plain;
  double particle = x.value->particle;
  ux_value *out = x.value->samples ? value_like(x.value, particle) : value_of((ux_recipe){fill_converted, 0, 1, {{.value = x.value}}}, particle, false);
  if (!out->law) out->law = law_share(x.value->law);
  double wide = value_finish(out);
  return x.negated ? export_neg64(wide) : wide;
}

EXPORT("demote") float export_demote(double a) {
  operand x = operand_of(a);
  if (!x.value) return (float)x.plain;
  ux_value *out = value_of((ux_recipe){fill_converted, 0, 1, {{.value = x.value}}}, (float)x.value->particle, true);
  if (x.value->law) out->law = law_single(x.value->law);
  float narrow = value_finish_float(out);
  return x.negated ? export_neg32(narrow) : narrow;
}
