/* law.h: the exact law that a value carries while it is an affine image of one source, a linear combination of Gaussian sources, or of
 * atoms read from outside. It is what prints exactly, and answers what is asked of one value alone; what joins values are their samples.
 * An affine operation with a plain number maps every atom with the very same IEEE operation. A sum draws atoms anew when they are asked
 * for. A law goes, and the samples answer, where it is no longer sure to describe them (linear.c).
 * See docs/engine/telescoping-representation.md and docs/decisions/0012. */
#ifndef UX_LAW_H
#define UX_LAW_H
#include "operation.h"
#include <stdbool.h>
#include <stdint.h>

enum { LAW_NO_FAMILY = -1 };

/* How much of a source is in a value: weight · (the source in standard form). */
typedef struct {
  uint64_t source;
  double weight;
} ux_term;
enum { MOST_TERMS = 64 };

typedef struct {
  int family; /* index in FAMILIES, or LAW_NO_FAMILY: the atoms are all there is */
  uint32_t count, finite; /* atoms; the first `finite` are finite and ascending */
  double shape1, shape2, location, scale;
  double mean;
  double *masses;    /* block of `count`, sum 1, shared between images; NULL until law_draw */
  double *positions; /* block of `count`; NULL until law_draw */
  double *standard;  /* block: positions and then masses of the standard form, or NULL without a family */
  ux_term *terms;    /* block, ascending by source, shared between images; NULL: not known of which sources it is made */
  uint32_t term_count;
  double factor;     /* value = location + factor · Σ weight · source */
  double drift;      /* bound of the rounding error of factor · weight, summed over the terms */
  double noise;      /* bound of the rounding error of a sample near the middle of the law */
  bool single;       /* positions that are still to be made are floats */
} ux_law;

/* A law with room for `count` atoms, of no family, with location 0 and scale 1. */
ux_law *law_new(uint32_t count);
/* The law location + scale · standard form of a new source, whose `count` atoms stand in `standard` (shared). NULL if atoms are not finite. */
ux_law *law_of_source(int family, double shape1, double shape2, double location, double scale, double *standard, uint32_t count);
ux_law *law_share(ux_law *law);
void law_drop(ux_law *law);
/* Makes positions and masses. */
void law_draw(ux_law *law);
/* The law of `±law op plain`, or of `plain op ±law`; NULL where the result is not affine, or not finite. single: float arithmetic. */
ux_law *law_map(ux_law *law, bool negated, enum arithmetic op, double plain, bool plain_left, bool single);
/* The same law of a new source. */
ux_law *law_renewed(ux_law *law);
/* The same law, of sources that are not known. */
ux_law *law_detached(ux_law *law);
/* A copy with positions rounded to floats. */
ux_law *law_single(ux_law *law);
/* The law of -law. */
ux_law *law_negated(ux_law *law);
/* Half a unit in the last place of the largest samples of a law. */
double law_rounding(double location, double scale, bool single);
/* Sets count, finite and mean (if it is NaN) of a law whose positions and masses are written: sorts, merges equal positions, drops masses of 0. */
void law_settle(ux_law *law);
#endif
