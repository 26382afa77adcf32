/* format.c: what include/__format/formatter_floating_point.h asks of the library. */
#include "uncertain.h"
#include <math.h>
#include <stdlib.h>

bool credence_is_uncertain(double x) { return ux_is_uncertain(ux_shown(x)); }

/* The particle NaN without a sign, as everywhere. */
double credence_particle(double x, int decimals) {
  double particle = ux_particle(x);
  return particle != particle ? NAN : ux_printed(particle, decimals);
}

static int copy(void *target, const char *text, size_t length) {
  char *made = malloc(length + 1);
  if (!made) return -1;
  memcpy(made, text, length);
  made[length] = 0;
  *(char **)target = made;
  return (int)length;
}

/* NULL without memory. */
char *credence_tail(double x) {
  char *text = 0;
  return ux_write(x, copy, &text) < 0 ? 0 : text;
}
void credence_free_tail(char *text) { free(text); }
