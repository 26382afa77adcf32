/* statistics.h: sums whose rounding error grows with the logarithm of the count. */
#ifndef UX_STATISTICS_H
#define UX_STATISTICS_H
#include <stdint.h>
#include <wasm_simd128.h>

/* Pairwise summation (Higham 2002, §4.2), with blocks of at most 64 summed straight. */
static inline double pairwise_sum(const double *x, uint32_t count) {
  if (count <= 64) {
    v128_t two = wasm_f64x2_const_splat(0);
    uint32_t i = 0;
    for (; i + 2 <= count; i += 2) two = wasm_f64x2_add(two, wasm_v128_load(x + i));
    double sum = wasm_f64x2_extract_lane(two, 0) + wasm_f64x2_extract_lane(two, 1);
    return i < count ? sum + x[i] : sum;
  }
  uint32_t half = count / 2 + 7 & ~7u;
  return pairwise_sum(x, half) + pairwise_sum(x + half, count - half);
}
#endif
