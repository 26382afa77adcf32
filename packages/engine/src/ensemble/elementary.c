/* The elementary functions of a program. The particle is what libm gives for a plain argument; samples go through lanes.h where it
 * has the function, else through libm one by one. */
#define _GNU_SOURCE /* Bessel functions, significand, scalb */
#include "abi.h"
#include "arithmetic.h"
#include "evaluate.h"
#include "handle-table.h"
#include "host.h"
#include "kernels.h"
#include "lanes.h"
#include "memory.h"
#include <math.h>

typedef double scalar1(double);
typedef double scalar2(double, double);

static scalar1 *const UNARY[] = {
    [UX_OP_EXP] = exp,     [UX_OP_EXP2] = exp2,   [UX_OP_EXPM1] = expm1, [UX_OP_LOG] = log,       [UX_OP_LOG2] = log2,
    [UX_OP_LOG10] = log10, [UX_OP_LOG1P] = log1p, [UX_OP_SIN] = sin,     [UX_OP_COS] = cos,       [UX_OP_TAN] = tan,
    [UX_OP_ASIN] = asin,   [UX_OP_ACOS] = acos,   [UX_OP_ATAN] = atan,   [UX_OP_SINH] = sinh,     [UX_OP_COSH] = cosh,
    [UX_OP_TANH] = tanh,   [UX_OP_ASINH] = asinh, [UX_OP_ACOSH] = acosh, [UX_OP_ATANH] = atanh,   [UX_OP_SQRT] = sqrt,
    [UX_OP_CBRT] = cbrt,   [UX_OP_FABS] = fabs,   [UX_OP_FLOOR] = floor, [UX_OP_CEIL] = ceil,     [UX_OP_TRUNC] = trunc,
    [UX_OP_RINT] = rint,   [UX_OP_ROUND] = round, [UX_OP_ERF] = erf,     [UX_OP_ERFC] = erfc,     [UX_OP_TGAMMA] = tgamma,
    [UX_OP_LGAMMA] = lgamma, [UX_OP_LOGB] = logb, [UX_OP_SIGNIFICAND] = significand,
    [UX_OP_J0] = j0,       [UX_OP_J1] = j1,       [UX_OP_Y0] = y0,       [UX_OP_Y1] = y1,
};

static double next_float(double x, double y) { return nexttowardf((float)x, y); }
static double bessel_j(double n, double x) { return jn((int)n, x); }
static double bessel_y(double n, double x) { return yn((int)n, x); }

static scalar2 *const BINARY[] = {
    [UX_OP_POW] = pow,   [UX_OP_ATAN2] = atan2, [UX_OP_HYPOT] = hypot,         [UX_OP_FMOD] = fmod,        [UX_OP_FMIN] = fmin,
    [UX_OP_FMAX] = fmax, [UX_OP_FDIM] = fdim,   [UX_OP_REMAINDER] = remainder, [UX_OP_COPYSIGN] = copysign,
    [UX_OP_SCALB] = scalb, [UX_OP_NEXTAFTER] = nextafter, [UX_OP_NEXTTOWARDF] = next_float,
    [UX_OP_JN] = bessel_j, [UX_OP_YN] = bessel_y,
};

static void samples1(int op, double *out, const double *x) {
  switch (op) {
    case UX_OP_EXP: each1(out, x, run.padded, lanes_exp); return;
    case UX_OP_EXP2: each1(out, x, run.padded, lanes_exp2); return;
    case UX_OP_EXPM1: each1(out, x, run.padded, lanes_expm1); return;
    case UX_OP_LOG: each1(out, x, run.padded, lanes_log); return;
    case UX_OP_LOG2: each1(out, x, run.padded, lanes_log2); return;
    case UX_OP_LOG10: each1(out, x, run.padded, lanes_log10); return;
    case UX_OP_LOG1P: each1(out, x, run.padded, lanes_log1p); return;
    case UX_OP_SIN: each1(out, x, run.padded, lanes_sin); return;
    case UX_OP_COS: each1(out, x, run.padded, lanes_cos); return;
    case UX_OP_TAN: each1(out, x, run.padded, lanes_tan); return;
    case UX_OP_SINH: each1(out, x, run.padded, lanes_sinh); return;
    case UX_OP_COSH: each1(out, x, run.padded, lanes_cosh); return;
    case UX_OP_TANH: each1(out, x, run.padded, lanes_tanh); return;
    case UX_OP_SQRT: each1(out, x, run.padded, wasm_f64x2_sqrt); return;
    case UX_OP_FABS: each1(out, x, run.padded, wasm_f64x2_abs); return;
    case UX_OP_FLOOR: each1(out, x, run.padded, wasm_f64x2_floor); return;
    case UX_OP_CEIL: each1(out, x, run.padded, wasm_f64x2_ceil); return;
    case UX_OP_TRUNC: each1(out, x, run.padded, wasm_f64x2_trunc); return;
    case UX_OP_RINT: each1(out, x, run.padded, wasm_f64x2_nearest); return;
  }
  scalar1 *f = UNARY[op];
  for (uint32_t i = 0; i < run.samples; i++) out[i] = f(x[i]);
}

static void fill_unary(ux_value *out, const ux_recipe *recipe) {
  lanes_prepare();
  double *owned;
  samples1(recipe->op, out->samples, operand_samples(recipe->in[0], &owned));
  block_drop(owned);
}

EXPORT("unary") double export_unary(int op, double a) {
  if (op < 0 || op >= (int)(sizeof UNARY / sizeof *UNARY)) host_trap_with("no elementary function has the number %", op);
  operand x = operand_of(a);
  if (!x.value) return UNARY[op](x.plain);
  return value_finish(value_of((ux_recipe){fill_unary, op, 1, {x}}, UNARY[op](operand_particle(x)), false));
}

static void fill_binary(ux_value *out, const ux_recipe *recipe) {
  double *owned_x, *owned_y;
  const double *x = operand_samples(recipe->in[0], &owned_x), *y = operand_samples(recipe->in[1], &owned_y);
  if (recipe->op == UX_OP_POW) {
    lanes_prepare();
    each2(out->samples, x, y, run.padded, lanes_pow);
  } else {
    for (uint32_t i = 0; i < run.samples; i++) out->samples[i] = BINARY[recipe->op](x[i], y[i]);
  }
  block_drop(owned_x), block_drop(owned_y);
}

EXPORT("binary") double export_binary(int op, double a, double b) {
  if (op < 0 || op >= (int)(sizeof BINARY / sizeof *BINARY)) host_trap_with("no function of two arguments has the number %", op);
  operand x = operand_of(a), y = operand_of(b);
  if (!x.value && !y.value) return BINARY[op](x.plain, y.plain);
  if (op == UX_OP_POW && b == 2) return export_mul64(a, a); /* as the compiler does at -O2. See docs/engine/ensemble.md. */
  if (op == UX_OP_POW && b == 0.5) return export_sqrt64(a);
  ux_value *copy;
  y = second_operand(x, y, &copy);
  ux_value *out = value_of((ux_recipe){fill_binary, op, 2, {x, y}}, BINARY[op](operand_particle(x), operand_particle(y)), false);
  if (copy) value_free(copy);
  return value_finish(out);
}

static void fill_fma(ux_value *out, const ux_recipe *recipe) {
  double *owned_x, *owned_y, *owned_z;
  const double *x = operand_samples(recipe->in[0], &owned_x), *y = operand_samples(recipe->in[1], &owned_y);
  const double *z = operand_samples(recipe->in[2], &owned_z);
  for (uint32_t i = 0; i < run.samples; i++) out->samples[i] = fma(x[i], y[i], z[i]);
  block_drop(owned_x), block_drop(owned_y), block_drop(owned_z);
}

EXPORT("fma") double export_fma(double a, double b, double c) {
  operand x = operand_of(a), y = operand_of(b), z = operand_of(c);
  if (!x.value && !y.value && !z.value) return fma(x.plain, y.plain, z.plain);
  ux_value *copy_y, *copy_z;
  y = second_operand(x, y, &copy_y);
  if (x.value && y.value && z.value) origins_meet(y.value->origins, z.value->origins);
  z = second_operand(x.value ? x : y, z, &copy_z);
  double particle = fma(operand_particle(x), operand_particle(y), operand_particle(z));
  ux_value *out = value_of((ux_recipe){fill_fma, 0, 3, {x, y, z}}, particle, false);
  if (copy_y) value_free(copy_y);
  if (copy_z) value_free(copy_z);
  return value_finish(out);
}
