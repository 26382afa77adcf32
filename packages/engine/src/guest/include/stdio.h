/* stdio.h: the system's, with tmpfile and tmpnam, which the platform has. */
#if !defined(__need_FILE) && !defined(__need___FILE)
#pragma GCC system_header
#pragma push_macro("__deprecated__")
#define __deprecated__(message) __unused__
#include_next <stdio.h>
#pragma pop_macro("__deprecated__")
#ifndef L_tmpnam
#define L_tmpnam 20
#define TMP_MAX 100000
#define P_tmpdir "."
#endif
#else
#include_next <stdio.h>
#endif
