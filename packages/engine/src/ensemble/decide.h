/* decide.h: what the program decides on uncertain values. A comparison, or a conversion to an integer, has one outcome for the whole run, that of
 * the particle; here is counted how many samples would have had another, by place in the program.
 * Counting changes nothing that the program can see: values that wait for their groups to be joined go on waiting. */
#ifndef UX_DECIDE_H
#define UX_DECIDE_H
#include "abi.h"
#include "value.h"

/* src/abi.ts has the layout for the host (DECISION). */
typedef struct {
  double evaluations;   /* on uncertain values; 0 at a place that only the caller tells (UX_PLACE_CALLER) */
  double disagreements; /* of these, with samples that would have decided otherwise */
  double largest;       /* share of such samples */
  double sum;           /* of the shares, over `measured` evaluations */
  double measured;
  uint32_t estimated;   /* 1: not every evaluation was examined */
  uint32_t turn;        /* evaluations whose outcome the bounds did not tell */
  double spent;         /* samples examined */
} ux_decision;

enum comparison { EQ = UX_COMPARED_EQ, NE = UX_COMPARED_NE, LT = UX_COMPARED_LT, GT = UX_COMPARED_GT, LE = UX_COMPARED_LE, GE = UX_COMPARED_GE };
bool compare_numbers(enum comparison op, double x, double y);
/* True if all samples and the particle agree, as far as the ranges of the operands tell or, where asked to, the samples of operands that lie side by side.
 * Not on a path: on another one, which this is a part of, they may not agree, and a number that is uncertain there must be so here. */
bool all_agree(enum comparison op, operand x, operand y, bool count);
/* A decision at that place: the outcome of a comparison; the plain number that a conversion takes. */
bool compare(enum comparison op, operand x, operand y, int place);
double convert(operand x, enum ux_asked asked, int place);

/* To be called where the particle of a value is made of the law of another. */
void law_becomes_particle(void);
/* True if that was done once samples would have decided otherwise: then it depends on which samples there are. */
bool laws_decide_particles(void);

/* Places are numbered from 1; so many have been asked at, with 0. */
uint32_t decisions_used(void);
/* True once samples would have decided otherwise than the particle, or may have where nobody looked. */
bool decisions_disagree(void);
/* Where the host has asked for it (`cuts`), from then on every value is its particle: what follows on the particle's path costs what it costs a scalar program,
 * since all paths, this one too, are followed with samples by other runs. */
/* Samples that a majority took with it, at most all of them: where a path goes with the majority (follow.h). */
double decisions_outvoted(void);
/* Prints before the first decision on which samples disagree (printed.c). */
uint32_t prints_shared(void);
#endif
