/* handle-table.h: from handles to values. The collector owns the values that have handles. */
#ifndef UX_HANDLE_TABLE_H
#define UX_HANDLE_TABLE_H
#include "value.h"

/* Hands the value to the collector and returns its handle. */
double handle_give(ux_value *value);
float handle_give_float(ux_value *value);

operand operand_of(double x); /* traps on a stale handle */
operand operand_of_float(float x);
bool handle_exists(double x); /* it is an uncertain number, and no other bits that look like one */
bool handle_exists_float(float x);

/* For the collector. */
void values_mark(uint64_t handle); /* unknown and stale handles are ignored */
void values_mark_float(uint32_t handle);
bool values_have_floats(void); /* live, or waiting for reuse of their handle */
void values_sweep(void);
void values_each(void (*visit)(ux_value *value));
extern double values_live, values_made;
#endif
