/* text.c: the old conversions to digits, into buffers that no tail fits: they give the particle. */
#include "uncertain.h"

char *__real_ecvt(double, int, int *, int *);
char *__real_fcvt(double, int, int *, int *);
char *__real_gcvt(double, int, char *);
char *__wrap_ecvt(double x, int digits, int *point, int *sign) { return __real_ecvt(ux_plain(x), digits, point, sign); }
char *__wrap_fcvt(double x, int digits, int *point, int *sign) { return __real_fcvt(ux_plain(x), digits, point, sign); }
char *__wrap_gcvt(double x, int digits, char *buffer) { return __real_gcvt(ux_plain(x), digits, buffer); }
