/* particle.c: the plain number that an uncertain one shows, for `uxhw_particle` of module uxhw. */
#include "uncertain.h"

double fortran_particle8(double value) { return ux_plain(value); }
float fortran_particle4(float value) { return (float)ux_plain(ux_widen(value)); }
