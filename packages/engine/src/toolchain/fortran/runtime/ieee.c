/* ieee.c: what ieee_arithmetic and ieee_exceptions ask for. Programs round to the nearest and have no flags: WebAssembly has neither modes nor flags, so
 * what depends on them ends the program, or is missing when it is linked. */
#include "descriptor.h"
#include <credence/classify.h>
#include <string.h>

#define RT(name) _FortranA##name

/* Classes of numbers, as LLVM numbers them. */
enum {
  SIGNALING = 1, QUIET = 2, MINUS_INFINITY = 4, MINUS_NORMAL = 8, MINUS_SUBNORMAL = 0x10, MINUS_ZERO = 0x20, PLUS_ZERO = 0x40, PLUS_SUBNORMAL = 0x80,
  PLUS_NORMAL = 0x100, PLUS_INFINITY = 0x200, NAN_OF_ANY = SIGNALING | QUIET, FINITE = 0x1f8, INFINITE = MINUS_INFINITY | PLUS_INFINITY,
};
/* Of an uncertain number, comparisons decide, as in C. */
#define IS_CLASS(T, name, quiet) \
  bool name(T x, int classes) { \
    if (classes == NAN_OF_ANY) return credence_isnan(x); \
    if (classes == FINITE) return credence_isfinite(x); \
    if (classes == INFINITE) return credence_isinf(x); \
    if (credence_isnan(x)) return (classes & (quiet ? QUIET : SIGNALING)) != 0; \
    bool minus = credence_signbit(x); \
    if (credence_isinf(x)) return (classes & (minus ? MINUS_INFINITY : PLUS_INFINITY)) != 0; \
    if (x == 0) return (classes & (minus ? MINUS_ZERO : PLUS_ZERO)) != 0; \
    if (credence_isnormal(x)) return (classes & (minus ? MINUS_NORMAL : PLUS_NORMAL)) != 0; \
    return (classes & (minus ? MINUS_SUBNORMAL : PLUS_SUBNORMAL)) != 0; \
  }
static bool quiet64(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 51 & 1;
}
static bool quiet32(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 22 & 1;
}
IS_CLASS(double, fortran_is_class64, quiet64(x))
IS_CLASS(float, fortran_is_class32, quiet32(x))

enum { NEAREST = 1 };
int fortran_get_rounding(void) { return NEAREST; }
void fortran_set_rounding(int mode) {
  if (mode != NEAREST) fail(0, 0, "arithmetic rounds to the nearest: other rounding modes are not available");
}
/* Halting and underflow have one mode each. */
uint32_t RT(MapException)(uint32_t flags) { return flags; }
uint32_t RT(fegetexcept)(void) { return 0; }
void RT(fedisableexcept)(uint32_t flags) { (void)flags; }
void RT(feenableexcept)(uint32_t flags) {
  if (flags) fail(0, 0, "exceptions of arithmetic do not halt the program: this mode is not available");
}
/* Nothing can ask for the flags: `fetestexcept` is what is missing. */
void RT(feclearexcept)(uint32_t flags) { (void)flags; }
void RT(feraiseexcept)(uint32_t flags) { (void)flags; }
bool RT(GetUnderflowMode)(void) { return true; }
void RT(SetUnderflowMode)(bool gradual) {
  if (!gradual) fail(0, 0, "underflow is gradual: the abrupt mode is not available");
}
int fegetmode(void *modes) {
  memset(modes, 0, 4);
  return 0;
}
int fesetmode(const void *modes) { return (void)modes, 0; }
