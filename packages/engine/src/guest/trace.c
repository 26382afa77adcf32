/* trace.c: what the calls that record trace variables lead to; the build puts them into the sources (src/toolchain/trace). */
#include "uncertain.h"

void credence_trace_value(int variable, int element, double value) { ux_trace(variable, element, ux_bits(ux_shown(value))); }
