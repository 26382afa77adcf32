/* stdint.h: the system's, but that limits have the types of what they limit. Its own are those of int, which on this target is as wide as
 * size_t and another type. Source: C17 7.20.2, paragraph 2. */
#ifndef CREDENCE_STDINT_H
#define CREDENCE_STDINT_H
#pragma GCC system_header
#include_next <stdint.h>
#undef INTPTR_MIN
#undef INTPTR_MAX
#undef UINTPTR_MAX
#undef PTRDIFF_MIN
#undef PTRDIFF_MAX
#undef SIZE_MAX
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define INTPTR_MAX __INTPTR_MAX__
#define UINTPTR_MAX __UINTPTR_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define SIZE_MAX __SIZE_MAX__
#endif
