/* arithmetic.h: + - * / min max copysign of operands, plain or uncertain, in double or float. */
#ifndef UX_ARITHMETIC_H
#define UX_ARITHMETIC_H
#include "law.h"
#include "value.h"

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

/* The second operand of an operation on two uncertain values: itself, or where the run treats operands as independent, a copy
 * placed as a new source. *owned is a value to free afterwards, or NULL. */
operand second_operand(operand x, operand y, ux_value **owned);

/* The exports mul64 and sqrt64, for functions that mean the same. */
double export_mul64(double a, double b);
double export_sqrt64(double x);
#endif
