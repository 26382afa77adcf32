/* The collector: marks what the program's memory mentions, frees the rest. Conservative: anything that looks like a live handle is one. */
#include "decide.h"
#include "describe.h"
#include "handle-table.h"
#include "handle.h"
#include "host.h"
#include "memory.h"
#include "transfer.h"
#include <wasm_simd128.h>

static double scanned, collections;

/* A handle's last byte is 0x7F or 0xFF, and the byte before it 0xFD in a double, 0xC0 or more in a float. */
static void mark_at(const uint8_t *last, uint32_t before) {
  if (before >= 7 && last[-1] == 0xfd) {
    uint64_t bits;
    memcpy(&bits, last - 7, sizeof bits);
    values_mark(bits & HANDLE_MASK64);
  }
  if (before >= 3 && last[-1] >= 0xc0) {
    uint32_t bits;
    memcpy(&bits, last - 3, sizeof bits);
    values_mark_float(bits & HANDLE_MASK32);
  }
}

EXPORT("mark") void export_mark(const uint8_t *memory, uint32_t length) {
  const v128_t seven_bits = wasm_i8x16_const_splat(0x7f), float_before = wasm_u8x16_const_splat(0xc0), double_before = wasm_u8x16_const_splat(0xfd);
  const bool floats = values_have_floats();
  uint32_t at = 1;
  scanned += length;
  for (; at + 16 <= length; at += 16) { /* candidates for the last byte; the byte before one is one to the left */
    v128_t last = wasm_i8x16_eq(wasm_v128_and(wasm_v128_load(memory + at), seven_bits), seven_bits);
    if (!wasm_v128_any_true(last)) continue;
    v128_t before = wasm_v128_load(memory + at - 1);
    last = wasm_v128_and(last, floats ? wasm_u8x16_ge(before, float_before) : wasm_i8x16_eq(before, double_before));
    for (uint32_t found = wasm_i8x16_bitmask(last); found; found &= found - 1) {
      uint32_t i = at + (uint32_t)__builtin_ctz(found);
      mark_at(memory + i, i);
    }
  }
  for (; at < length; at++)
    if ((memory[at] & 0x7f) == 0x7f) mark_at(memory + at, at);
}

#ifdef UX_CHECK
void check_heap(void);
#endif

EXPORT("sweep") void export_sweep(void) {
  describe_forget();
  transfer_mark();
  values_sweep();
  memory_collected(scanned);
  scanned = 0;
  collections++;
#ifdef UX_CHECK
  check_heap();
#endif
}

EXPORT("statistic") double export_statistic(int which) {
  switch (which) {
    case 0: return values_live;
    case 1: return memory_live_bytes();
    case 2: return collections;
    case 3: return values_made;
    case 4: return decisions_used();
    case 5: return decisions_disagree();
    case 6: return decisions_outvoted();
    case 7: return prints_shared();
    case 8: return laws_decide_particles();
  }
  return __builtin_nan("");
}
