/* arithmetic.h: + - * / min max copysign of operands, plain or uncertain, in double or float. */
#ifndef UX_ARITHMETIC_H
#define UX_ARITHMETIC_H
#include "value.h"

/* The second operand of an operation on two uncertain values: itself, or where the run treats operands as independent, a copy
 * placed as a new source. *owned is a value to free afterwards, or NULL. */
operand second_operand(operand x, operand y, ux_value **owned);

/* The exports mul64 and sqrt64, for functions that mean the same. */
double export_mul64(double a, double b);
double export_sqrt64(double x);
#endif
