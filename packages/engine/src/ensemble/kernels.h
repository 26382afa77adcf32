/* kernels.h: loops over samples, two lanes at a time, eight samples a turn. `count` is a multiple of 8, blocks start on 16 bytes.
 * The lane function is a constant at every call, so each call compiles to a loop of its own. */
#ifndef UX_KERNELS_H
#define UX_KERNELS_H
#include <stdbool.h>
#include <stdint.h>
#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))
typedef v128_t lanes1(v128_t);
typedef v128_t lanes2(v128_t, v128_t);

INLINE v128_t sign_mask(bool negated) { return wasm_i64x2_splat(negated ? (int64_t)(1ULL << 63) : 0); }

INLINE void each1(double *restrict out, const double *x, uint32_t count, lanes1 *f) {
  for (uint32_t i = 0; i < count; i += 8) {
    v128_t a = f(wasm_v128_load(x + i)), b = f(wasm_v128_load(x + i + 2)), c = f(wasm_v128_load(x + i + 4)), d = f(wasm_v128_load(x + i + 6));
    wasm_v128_store(out + i, a), wasm_v128_store(out + i + 2, b), wasm_v128_store(out + i + 4, c), wasm_v128_store(out + i + 6, d);
  }
}

INLINE void each2(double *restrict out, const double *x, const double *y, uint32_t count, lanes2 *f) {
  for (uint32_t i = 0; i < count; i += 8) {
    v128_t a = f(wasm_v128_load(x + i), wasm_v128_load(y + i)), b = f(wasm_v128_load(x + i + 2), wasm_v128_load(y + i + 2));
    v128_t c = f(wasm_v128_load(x + i + 4), wasm_v128_load(y + i + 4)), d = f(wasm_v128_load(x + i + 6), wasm_v128_load(y + i + 6));
    wasm_v128_store(out + i, a), wasm_v128_store(out + i + 2, b), wasm_v128_store(out + i + 4, c), wasm_v128_store(out + i + 6, d);
  }
}

/* With the signs of handles applied on the way. */
INLINE void each2_signed(double *restrict out, const double *x, bool minus_x, const double *y, bool minus_y, uint32_t count, lanes2 *f) {
  v128_t sx = sign_mask(minus_x), sy = sign_mask(minus_y);
  for (uint32_t i = 0; i < count; i += 4) {
    v128_t a = f(wasm_v128_xor(wasm_v128_load(x + i), sx), wasm_v128_xor(wasm_v128_load(y + i), sy));
    v128_t b = f(wasm_v128_xor(wasm_v128_load(x + i + 2), sx), wasm_v128_xor(wasm_v128_load(y + i + 2), sy));
    wasm_v128_store(out + i, a), wasm_v128_store(out + i + 2, b);
  }
}

/* One operand is the plain number c: f(±x, c), or f(c, ±x) if plain_left. */
INLINE void each_plain(double *restrict out, const double *x, bool minus_x, double c, bool plain_left, uint32_t count, lanes2 *f) {
  v128_t sx = sign_mask(minus_x), cc = wasm_f64x2_splat(c);
  if (plain_left)
    for (uint32_t i = 0; i < count; i += 4) {
      v128_t a = f(cc, wasm_v128_xor(wasm_v128_load(x + i), sx)), b = f(cc, wasm_v128_xor(wasm_v128_load(x + i + 2), sx));
      wasm_v128_store(out + i, a), wasm_v128_store(out + i + 2, b);
    }
  else
    for (uint32_t i = 0; i < count; i += 4) {
      v128_t a = f(wasm_v128_xor(wasm_v128_load(x + i), sx), cc), b = f(wasm_v128_xor(wasm_v128_load(x + i + 2), sx), cc);
      wasm_v128_store(out + i, a), wasm_v128_store(out + i + 2, b);
    }
}

/* Rounds doubles to floats, in place. */
INLINE void round_to_floats(double *x, uint32_t count) {
  for (uint32_t i = 0; i < count; i += 2)
    wasm_v128_store(x + i, wasm_f64x2_promote_low_f32x4(wasm_f32x4_demote_f64x2_zero(wasm_v128_load(x + i))));
}
#endif
