/* zero.c: the sign of a particle that prints as zero. Sums that cancel leave -1e-17 where exact arithmetic gives 0, and "-0.000000" in front of a
 * distribution says nothing but that. */
#include "print.h"
#include "uncertain.h"

/* Negative doubles show a digit that is not 0 with so many decimals: the smallest is -4.9e-324. */
enum { ALWAYS_SHOWN = 324 };

double ux_printed(double particle, int decimals) {
  if (particle == 0) return 0;
  if (!(particle > -1 && particle < 0) || decimals < 0 || decimals >= ALWAYS_SHOWN) return particle;
  char text[ALWAYS_SHOWN + 4];
  bool outer = ux_converting;
  ux_converting = true; /* a path on which this number is plain does not come here */
  snprintf(text, sizeof text, "%.*f", decimals, particle);
  ux_converting = outer;
  return strpbrk(text, "123456789") ? particle : 0;
}
