/* complex.c: functions of single complex numbers for Fortran's callers, who expect one integer where C has memory. See fortran/retarget.ts. */
#include <complex.h>
#include <stdint.h>
#include <string.h>

static int64_t packed(float complex z) {
  int64_t both;
  memcpy(&both, &z, 8);
  return both;
}
#define FUNCTION(name) \
  int64_t fortran_##name(float complex z) { return packed(name(z)); }
FUNCTION(cacosf) FUNCTION(cacoshf) FUNCTION(casinf) FUNCTION(casinhf) FUNCTION(catanf) FUNCTION(catanhf) FUNCTION(ccosf) FUNCTION(ccoshf)
FUNCTION(cexpf) FUNCTION(clogf) FUNCTION(conjf) FUNCTION(csinf) FUNCTION(csinhf) FUNCTION(csqrtf) FUNCTION(ctanf) FUNCTION(ctanhf)
int64_t fortran___divsc3(float a, float b, float c, float d) { return packed(CMPLXF(a, b) / CMPLXF(c, d)); }
int64_t fortran_cpowf(float complex z, float complex w) { return packed(cpowf(z, w)); }
