/* libm-next.c: nextafter and nexttoward, sample by sample. A float steps from float to float, a double from double to double; an
 * uncertain long double has double precision, so it steps from double to double too. */
#include "uncertain.h"
#include <math.h>

double __real_nextafter(double, double);
float __real_nextafterf(float, float);
long double __real_nextafterl(long double, long double);
double __real_nexttoward(double, long double);
float __real_nexttowardf(float, long double);
long double __real_nexttowardl(long double, long double);

/* Samples of x step towards y, which is plain and lies between two doubles: those up to the lower of the two go up, the others down. The
 * difference of equal numbers is +0, so each half compares with the neighbour that is finite. */
static double between(double x, long double y) {
  double near = (double)y, below = near < y ? near : nexttoward(near, y), above = near > y ? near : nexttoward(near, y);
  double direction = y > 0 ? ux_copysign64(INFINITY, ux_sub64(below, x)) : -ux_copysign64(INFINITY, ux_sub64(x, above));
  return ux_binary(UX_OP_NEXTAFTER, x, direction);
}

static double towards(double x, long double y) {
  if (ux_is_uncertain_l(y)) return ux_binary(UX_OP_NEXTAFTER, x, ux_of_quad(y));
  return y != y || (double)y == y ? ux_binary(UX_OP_NEXTAFTER, x, (double)y) : between(x, y);
}

/* A double on the same side of every float as y. */
static double beside(long double y) {
  double near = (double)y;
  return near != y && (float)near == near ? nexttoward(near, y) : near;
}

double __wrap_nextafter(double x, double y) {
  return ux_is_uncertain(x) || ux_is_uncertain(y) ? ux_binary(UX_OP_NEXTAFTER, x, y) : __real_nextafter(x, y);
}
double __wrap_nexttoward(double x, long double y) {
  return ux_is_uncertain(x) || ux_is_uncertain_l(y) ? towards(x, y) : __real_nexttoward(x, y);
}
float __wrap_nextafterf(float x, float y) {
  if (!ux_is_uncertain_f(x) && !ux_is_uncertain_f(y)) return __real_nextafterf(x, y);
  return ux_narrow(ux_binary(UX_OP_NEXTTOWARDF, ux_widen(x), ux_widen(y)));
}
float __wrap_nexttowardf(float x, long double y) {
  if (!ux_is_uncertain_f(x) && !ux_is_uncertain_l(y)) return __real_nexttowardf(x, y);
  return ux_narrow(ux_binary(UX_OP_NEXTTOWARDF, ux_widen(x), ux_is_uncertain_l(y) ? ux_of_quad(y) : beside(y)));
}
long double __wrap_nextafterl(long double x, long double y) {
  return ux_is_uncertain_l(x) || ux_is_uncertain_l(y) ? ux_to_quad(towards(ux_widest(x), y)) : __real_nextafterl(x, y);
}
long double __wrap_nexttowardl(long double x, long double y) {
  return ux_is_uncertain_l(x) || ux_is_uncertain_l(y) ? ux_to_quad(towards(ux_widest(x), y)) : __real_nexttowardl(x, y);
}
