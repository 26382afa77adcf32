/* operation.h: + - * / min max copysign, as the hardware computes them. */
#ifndef UX_OPERATION_H
#define UX_OPERATION_H
#include <stdbool.h>

enum arithmetic { ADD, SUB, MUL, DIV, MIN, MAX, COPYSIGN };

/* The hardware's result on plain numbers; single: x and y are floats and the operation is the float one. */
static inline double scalar_arithmetic(enum arithmetic op, double x, double y, bool single) {
  if (single) {
    float a = (float)x, b = (float)y;
    switch (op) {
      case ADD: return a + b;
      case SUB: return a - b;
      case MUL: return a * b;
      case DIV: return a / b;
      case MIN: return __builtin_wasm_min_f32(a, b);
      case MAX: return __builtin_wasm_max_f32(a, b);
      case COPYSIGN: return __builtin_copysignf(a, b);
    }
  }
  switch (op) {
    case ADD: return x + y;
    case SUB: return x - y;
    case MUL: return x * y;
    case DIV: return x / y;
    case MIN: return __builtin_wasm_min_f64(x, y);
    case MAX: return __builtin_wasm_max_f64(x, y);
    case COPYSIGN: return __builtin_copysign(x, y);
  }
  __builtin_unreachable();
}
#endif
