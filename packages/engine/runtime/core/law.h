/* law.h: the exact law that a value carries while it is an affine image of one source, or of atoms read from outside.
 * It is what prints exactly. An affine operation with a plain number maps every atom with the very same IEEE operation.
 * Source: facts, uxhw 9 and ux-data 5.2. */
#ifndef UX_LAW_H
#define UX_LAW_H
#include <stdbool.h>
#include <stdint.h>

enum arithmetic { ADD, SUB, MUL, DIV, MIN, MAX, COPYSIGN };
enum { LAW_NO_FAMILY = -1 };

typedef struct {
  int family; /* index in FAMILIES, or LAW_NO_FAMILY: the atoms are all there is */
  uint32_t count, finite; /* atoms; the first `finite` are finite and ascending */
  double shape1, shape2, location, scale;
  double mean;
  double *masses; /* block of `count`, sum 1, shared between images */
  double positions[];
} ux_law;

/* A law with room for `count` atoms, of no family, with location 0 and scale 1; masses are a new block. */
ux_law *law_new(uint32_t count);
ux_law *law_share(ux_law *law);
void law_drop(ux_law *law);
/* The law of `±law op plain`, or of `plain op ±law`; NULL where the result is not affine, or not finite. single: float arithmetic. */
ux_law *law_map(const ux_law *law, bool negated, enum arithmetic op, double plain, bool plain_left, bool single);
/* A copy with positions rounded to floats. */
ux_law *law_single(const ux_law *law);
/* The law of -law. */
ux_law *law_negated(const ux_law *law);
/* Sets count, finite and mean (if it is NaN) of a law whose positions and masses are written: sorts, merges equal positions, drops masses of 0. */
void law_settle(ux_law *law);
#endif
