/* lanes.h: elementary functions on two doubles at a time, without relaxed SIMD: the same bits on every machine.
 * Error bounds in units in the last place, held by tests against mpmath: exp, exp2, log, log2, log10 and pow 0.6; sin and cos 1.5;
 * cosh and log1p 2, expm1 2.5; sinh, tanh and tan 4.
 * Arguments outside the range of a method (huge, tiny, zero, non-finite) go to the scalar function of libm, lane by lane. */
#ifndef UX_LANES_H
#define UX_LANES_H
#include "kernels.h"
#include <math.h>

enum { EXP_STEPS = 128, LOG_STEPS = 128, TURN_STEPS = 64 };
typedef struct {
  double exp[EXP_STEPS][2]; /* 2^(j/128): double, and the rest */
  /* of an interval of mantissas: c of 9 bits close to the reciprocal of its middle; -log c: multiple of 2^-42, and the rest; 0 */
  double log[LOG_STEPS][4];
  double sin[TURN_STEPS][4]; /* of j π/32: sine, its rest, cosine; 0 */
} lane_tables;
extern lane_tables lanes;

/* Fills the tables; before the first use of the functions below. */
void lanes_prepare(void);

INLINE v128_t splat(double x) { return wasm_f64x2_splat(x); }
INLINE v128_t add(v128_t a, v128_t b) { return wasm_f64x2_add(a, b); }
INLINE v128_t sub(v128_t a, v128_t b) { return wasm_f64x2_sub(a, b); }
INLINE v128_t mul(v128_t a, v128_t b) { return wasm_f64x2_mul(a, b); }
static const uint64_t UPPER_HALF = 0xfffffffff8000000; /* sign, exponent and 26 bits of a double */
INLINE v128_t constant(uint64_t bits) { return wasm_i64x2_splat((int64_t)bits); }

/* Replaces the lanes outside [low, high] in magnitude by f(x). */
INLINE v128_t with_scalar(v128_t x, v128_t result, v128_t good, double f(double)) {
  if (wasm_i64x2_all_true(good)) return result;
  if (!wasm_i64x2_extract_lane(good, 0)) result = wasm_f64x2_replace_lane(result, 0, f(wasm_f64x2_extract_lane(x, 0)));
  if (!wasm_i64x2_extract_lane(good, 1)) result = wasm_f64x2_replace_lane(result, 1, f(wasm_f64x2_extract_lane(x, 1)));
  return result;
}

/* exp(x + low) for |x| <= 700, |low| tiny: 2^(k/128) exp(r), |r| <= ln 2 / 256, Taylor to r^5.
 * Adding 1.5 * 2^52 rounds to an integer that then stands in the low bits. Source: Tang 1989. */
INLINE v128_t exp_core(v128_t x, v128_t low) {
  const v128_t shift = splat(0x1.8p52);
  v128_t k = add(mul(x, splat(0x1.71547652b82fep0 * EXP_STEPS)), shift), n = sub(k, shift);
  v128_t r = sub(sub(x, mul(n, splat(0x1.62e42fefa0000p-8))), mul(n, splat(0x1.cf79abc9e3b3ap-47)));
  r = add(r, low);
  int64_t k0 = wasm_i64x2_extract_lane(k, 0), k1 = wasm_i64x2_extract_lane(k, 1);
  v128_t e0 = wasm_v128_load(lanes.exp[k0 & (EXP_STEPS - 1)]), e1 = wasm_v128_load(lanes.exp[k1 & (EXP_STEPS - 1)]);
  v128_t high = wasm_i64x2_shuffle(e0, e1, 0, 2), rest = wasm_i64x2_shuffle(e0, e1, 1, 3), r2 = mul(r, r);
  v128_t p = add(add(r, mul(r2, add(splat(0.5), mul(r, splat(1 / 6.0))))), mul(mul(r2, r2), add(splat(1 / 24.0), mul(r, splat(1 / 120.0)))));
  v128_t scale = wasm_i64x2_shl(wasm_i64x2_shr(k, 7), 52);
  return wasm_i64x2_add(add(high, add(rest, mul(high, p))), scale);
}

INLINE v128_t lanes_exp(v128_t x) {
  v128_t good = wasm_f64x2_le(wasm_f64x2_abs(x), splat(700));
  return with_scalar(x, exp_core(x, splat(0)), good, exp);
}

/* A normal positive x as 2^k z, z in [0.6875, 1.375), and the table's row of z. Near 1, c is 1 and k 0, so log x loses nothing. */
typedef struct { v128_t k, c, high, low, r, r_low; } log_parts;
INLINE log_parts log_reduce(v128_t x) {
  const v128_t offset = constant(0x3fe6000000000000);
  v128_t t = wasm_i64x2_sub(x, offset), k = wasm_i64x2_shr(t, 52), z = wasm_i64x2_sub(x, wasm_i64x2_shl(k, 52));
  uint64_t t0 = (uint64_t)wasm_i64x2_extract_lane(t, 0), t1 = (uint64_t)wasm_i64x2_extract_lane(t, 1);
  uint64_t i0 = t0 >> 45 & (LOG_STEPS - 1), i1 = t1 >> 45 & (LOG_STEPS - 1);
  v128_t a0 = wasm_v128_load(lanes.log[i0]), a1 = wasm_v128_load(lanes.log[i1]);
  v128_t b0 = wasm_v128_load(lanes.log[i0] + 2), b1 = wasm_v128_load(lanes.log[i1] + 2);
  v128_t c = wasm_i64x2_shuffle(a0, a1, 0, 2);
  v128_t z_high = wasm_v128_and(z, constant(UPPER_HALF)), z_low = sub(z, z_high);
  v128_t r_high = sub(mul(z_high, c), splat(1)), r_rest = mul(z_low, c), r = add(r_high, r_rest); /* products are exact: 26 and 9 bits */
  return (log_parts){
      .k = sub(wasm_v128_or(wasm_i64x2_add(k, constant(1ULL << 51)), constant(0x4330000000000000)), splat(0x1.8p52)),
      .c = c,
      .high = wasm_i64x2_shuffle(a0, a1, 1, 3),
      .low = wasm_i64x2_shuffle(b0, b1, 0, 2),
      .r = r,
      .r_low = add(sub(r_high, r), r_rest),
  };
}
static const double LN2_HIGH = 0x1.62e42fefa38p-1, LN2_LOW = 0x1.ef35793c7673p-45; /* high: multiple of 2^-42 */

INLINE v128_t log_is_good(v128_t x) {
  return wasm_v128_and(wasm_f64x2_ge(x, splat(0x1p-1022)), wasm_f64x2_le(x, splat(0x1.fffffffffffffp1023)));
}

/* r²(−1/2 + r/3 − … − r⁶/8) without the first term: r³(1/3 − r/4 + …), |r| < 2^-7. */
INLINE v128_t log_cubic(v128_t r) {
  v128_t r2 = mul(r, r), r4 = mul(r2, r2);
  v128_t a = add(splat(1 / 3.0), mul(r, splat(-1 / 4.0))), b = add(splat(1 / 5.0), mul(r, splat(-1 / 6.0)));
  v128_t c = add(splat(1 / 7.0), mul(r, splat(-1 / 8.0)));
  return mul(mul(r2, r), add(add(a, mul(r2, b)), mul(r4, c)));
}

INLINE v128_t lanes_log(v128_t x) {
  log_parts p = log_reduce(x);
  v128_t high = add(mul(p.k, splat(LN2_HIGH)), p.high), sum = add(high, p.r); /* the first sum is exact */
  v128_t low = add(add(sub(high, sum), p.r), add(add(mul(p.k, splat(LN2_LOW)), p.low), p.r_low));
  v128_t tail = add(mul(mul(p.r, p.r), splat(-0.5)), log_cubic(p.r));
  return with_scalar(x, add(sum, add(low, tail)), log_is_good(x), log);
}

/* log x as high + low, good to 2^-65 of it. */
INLINE v128_t log_exact(v128_t x, v128_t *low) {
  log_parts p = log_reduce(x);
  v128_t a = add(mul(p.k, splat(LN2_HIGH)), p.high), s = add(a, p.r), s_rest = add(sub(a, s), p.r);
  v128_t head = wasm_v128_and(p.r, constant(UPPER_HALF)), tail = sub(p.r, head); /* r² in two parts, the first exact */
  v128_t square = mul(splat(-0.5), mul(head, head)), square_rest = mul(splat(-0.5), mul(tail, add(p.r, head)));
  v128_t t = add(s, square), t_rest = add(sub(s, t), square);
  v128_t small = add(mul(p.k, splat(LN2_LOW)), p.low);
  v128_t rest = add(add(add(s_rest, t_rest), add(square_rest, small)), add(mul(p.r_low, sub(splat(1), p.r)), log_cubic(p.r)));
  v128_t high = add(t, rest);
  *low = add(sub(t, high), rest);
  return high;
}

/* ab − fl(ab), by halves (Dekker 1971, with halves cut off instead of rounded). */
INLINE v128_t product_rest(v128_t a, v128_t b, v128_t product) {
  v128_t a1 = wasm_v128_and(a, constant(UPPER_HALF)), a2 = sub(a, a1), b1 = wasm_v128_and(b, constant(UPPER_HALF)), b2 = sub(b, b1);
  return add(mul(a2, b2), add(mul(a2, b1), add(mul(a1, b2), sub(mul(a1, b1), product))));
}

/* x^y = exp(y log x), for normal positive x where the result is far from the ends of the range. */
INLINE v128_t lanes_pow(v128_t x, v128_t y) {
  v128_t low, high = log_exact(x, &low), t = mul(y, high), rest = add(product_rest(y, high, t), mul(y, low));
  v128_t good = wasm_v128_and(log_is_good(x), wasm_f64x2_le(wasm_f64x2_abs(t), splat(700)));
  v128_t result = exp_core(t, rest);
  if (wasm_i64x2_all_true(good)) return result;
  double x0 = wasm_f64x2_extract_lane(x, 0), x1 = wasm_f64x2_extract_lane(x, 1);
  double y0 = wasm_f64x2_extract_lane(y, 0), y1 = wasm_f64x2_extract_lane(y, 1);
  if (!wasm_i64x2_extract_lane(good, 0)) result = wasm_f64x2_replace_lane(result, 0, pow(x0, y0));
  if (!wasm_i64x2_extract_lane(good, 1)) result = wasm_f64x2_replace_lane(result, 1, pow(x1, y1));
  return result;
}

/* log x times a constant given as two doubles. */
INLINE v128_t log_times(v128_t x, double factor, double factor_rest) {
  v128_t low, high = log_exact(x, &low), product = mul(high, splat(factor));
  return add(product, add(product_rest(high, splat(factor), product), add(mul(high, splat(factor_rest)), mul(low, splat(factor)))));
}
INLINE v128_t lanes_log2(v128_t x) {
  return with_scalar(x, log_times(x, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56), log_is_good(x), log2);
}
INLINE v128_t lanes_log10(v128_t x) {
  return with_scalar(x, log_times(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57), log_is_good(x), log10);
}

/* 2^x = exp(x log 2). */
INLINE v128_t lanes_exp2(v128_t x) {
  v128_t t = mul(x, splat(0x1.62e42fefa39efp-1)), rest = add(product_rest(x, splat(0x1.62e42fefa39efp-1), t), mul(x, splat(0x1.abc9e3b39803fp-56)));
  return with_scalar(x, exp_core(t, rest), wasm_f64x2_le(wasm_f64x2_abs(x), splat(1000)), exp2);
}

/* exp x − 1: the series where |x| < 0.25, else the difference. */
INLINE v128_t lanes_expm1(v128_t x) {
  v128_t s = mul(x, x), s2 = mul(s, s), near = wasm_f64x2_lt(wasm_f64x2_abs(x), splat(0.25));
  v128_t a = add(splat(1 / 6.0), mul(x, splat(1 / 24.0))), b = add(splat(1 / 120.0), mul(x, splat(1 / 720.0)));
  v128_t c = add(splat(1 / 5040.0), mul(x, splat(1 / 40320.0))), d = add(splat(1 / 362880.0), mul(x, splat(1 / 3628800.0)));
  v128_t e = add(splat(1 / 39916800.0), mul(x, splat(1 / 479001600.0)));
  v128_t p = add(add(a, mul(s, b)), mul(s2, add(add(c, mul(s, d)), mul(s2, e))));
  v128_t series = add(x, add(mul(s, splat(0.5)), mul(mul(s, x), p)));
  v128_t result = wasm_v128_bitselect(series, sub(exp_core(x, splat(0)), splat(1)), near);
  return with_scalar(x, result, wasm_f64x2_le(wasm_f64x2_abs(x), splat(700)), expm1);
}

/* tanh x = u/(u + 2), sinh x = (u + u/(u + 1))/2, with u = exp(2x) − 1 and exp(x) − 1 of |x|; cosh x = (e + 1/e)/2. */
INLINE v128_t lanes_tanh(v128_t x) {
  v128_t sign = wasm_v128_and(x, constant(1ULL << 63)), size = wasm_f64x2_pmin(wasm_f64x2_abs(x), splat(22)), u = lanes_expm1(add(size, size));
  v128_t result = wasm_v128_or(wasm_f64x2_div(u, add(u, splat(2))), sign);
  return with_scalar(x, result, wasm_f64x2_eq(x, x), tanh);
}
INLINE v128_t lanes_sinh(v128_t x) {
  v128_t sign = wasm_v128_and(x, constant(1ULL << 63)), size = wasm_f64x2_abs(x), u = lanes_expm1(size);
  v128_t result = wasm_v128_or(mul(splat(0.5), add(u, wasm_f64x2_div(u, add(u, splat(1))))), sign);
  return with_scalar(x, result, wasm_f64x2_le(size, splat(700)), sinh);
}
INLINE v128_t lanes_cosh(v128_t x) {
  v128_t e = lanes_exp(wasm_f64x2_abs(x));
  return with_scalar(x, mul(splat(0.5), add(e, wasm_f64x2_div(splat(1), e))), wasm_f64x2_le(wasm_f64x2_abs(x), splat(700)), cosh);
}

/* log(1 + x) = log u + (x − (u − 1))/u, u = fl(1 + x). */
INLINE v128_t lanes_log1p(v128_t x) {
  v128_t u = add(splat(1), x), lost = wasm_f64x2_div(sub(x, sub(u, splat(1))), u);
  v128_t size = wasm_f64x2_abs(x), within = wasm_v128_and(wasm_f64x2_le(size, splat(0x1p52)), wasm_f64x2_ge(size, splat(0x1p-30)));
  v128_t good = wasm_v128_and(log_is_good(u), within);
  return with_scalar(x, add(lanes_log(u), lost), good, log1p);
}

/* sin x for |x| <= 2^19, from x = m π/32 + r: sin(mπ/32) cos r + cos(mπ/32) sin r, with Taylor to r^9. `turn` is 0 for sin and a
 * quarter of the table for cos. π/32 in parts of 30, 30 and 53 bits, so that m times a part is exact (Cody & Waite 1980).
 * `good`: r has digits to spare, or does not decide the leading ones. */
INLINE v128_t sin_core(v128_t x, int64_t turn, v128_t *good) {
  const double P1 = 0x1.921fb54000000p-4, P2 = 0x1.10b4611800000p-34, P3 = 0x1.313198a2e0370p-65;
  const v128_t shift = splat(0x1.8p52);
  v128_t k = add(mul(x, splat(0x1.45f306dc9c883p+3)), shift), m = sub(k, shift);
  v128_t rough = sub(x, mul(m, splat(P1))), w = mul(m, splat(P2)), high = sub(rough, w);
  v128_t rest = sub(sub(sub(rough, high), w), mul(m, splat(P3))), r = add(high, rest), low = add(sub(high, r), rest);
  uint64_t k0 = (uint64_t)(wasm_i64x2_extract_lane(k, 0) + turn), k1 = (uint64_t)(wasm_i64x2_extract_lane(k, 1) + turn);
  uint64_t i0 = k0 & (TURN_STEPS - 1), i1 = k1 & (TURN_STEPS - 1);
  v128_t a0 = wasm_v128_load(lanes.sin[i0]), a1 = wasm_v128_load(lanes.sin[i1]);
  v128_t sine = wasm_i64x2_shuffle(a0, a1, 0, 2), sine_low = wasm_i64x2_shuffle(a0, a1, 1, 3);
  v128_t cosine = wasm_i64x2_shuffle(wasm_v128_load(lanes.sin[i0] + 2), wasm_v128_load(lanes.sin[i1] + 2), 0, 2);
  v128_t s = mul(r, r), s2 = mul(s, s);
  v128_t odd = add(add(splat(-1 / 6.0), mul(s, splat(1 / 120.0))), mul(s2, add(splat(-1 / 5040.0), mul(s, splat(1 / 362880.0)))));
  v128_t even = add(add(splat(-0.5), mul(s, splat(1 / 24.0))), mul(s2, add(splat(-1 / 720.0), mul(s, splat(1 / 40320.0)))));
  v128_t sin_r = add(r, add(low, mul(mul(r, s), odd)));
  v128_t decides = wasm_f64x2_eq(sine, splat(0)), tiny = wasm_f64x2_lt(wasm_f64x2_abs(r), splat(0x1p-26));
  *good = wasm_v128_andnot(wasm_f64x2_le(wasm_f64x2_abs(x), splat(0x1p19)), wasm_v128_and(decides, tiny));
  return add(sine, add(sine_low, add(mul(cosine, sin_r), mul(sine, mul(s, even)))));
}

INLINE v128_t lanes_sin(v128_t x) {
  v128_t good, y = sin_core(x, 0, &good);
  return with_scalar(x, y, good, sin);
}

INLINE v128_t lanes_cos(v128_t x) {
  v128_t good, y = sin_core(x, TURN_STEPS / 4, &good);
  return with_scalar(x, y, good, cos);
}

INLINE v128_t lanes_tan(v128_t x) {
  v128_t good, good_cos, s = sin_core(x, 0, &good), c = sin_core(x, TURN_STEPS / 4, &good_cos);
  return with_scalar(x, wasm_f64x2_div(s, c), wasm_v128_and(good, good_cos), tan);
}
#endif
