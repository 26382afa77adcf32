/* follow.h: a run that follows one path of the program with the samples that take it.
 *
 * A program whose decisions depend on uncertain values takes different paths for different samples. Such a program is run once for each
 * path, from its start, with an ensemble of only those samples. The host keeps the list of paths; here is what one of them needs:
 *
 *   birth      a call whose result is not, sample by sample, a function of other values: a source, a copy, a mixture, a truncation, a joint
 *              law. Births have numbers in the order of the program. Those of values that the path's earlier decisions depend on must give
 *              the very samples that these decisions selected: the host hands them in, and they belong to one group, the condition.
 *              All others are made anew, with as many nodes as the path has samples.
 *   decision   a comparison or a conversion to an integer. Decisions have numbers too. Those at the beginning are known; at one that is
 *              not, all samples must agree. Where they do not, the run is over: the host is given the samples by what they decide, and
 *              starts a path for each answer.
 *
 * What the program prints is what it prints on the path of its particle. Where it asks for laws there, that path is sought first, and then followed once
 * more with the samples that take it (`way`): so the text has the answers that the distribution beside it is made of.
 *
 * A path with a single sample knows no uncertain value: births give plain numbers, and the program runs as a scalar program does. Samples that go so
 * one after the other are handed in together and named run by run (`alone`).
 * Source: the enumeration of paths by re-execution with decision prefixes is Godefroid 1997 (VeriSoft, stateless search). */
#ifndef UX_FOLLOW_H
#define UX_FOLLOW_H
#include "value.h"

/* True if the result of the next birth is known; then that birth is over. */
bool birth_known(double *result);
/* True if the results of the next `count` births are known; none is over yet. */
bool births_known(uint32_t count);
/* Ends a birth with this result, and returns it. */
double birth(double result);

/* For a birth made anew, a block: sample r, counted from the least, is node nodes[r] of run.all; r itself where no path is followed.
 * Nodes ascend. Together the samples of all paths take each node about once; those of one path lie evenly. */
uint32_t *birth_nodes(void);
/* The same where there is one sample. */
uint32_t birth_node(void);
/* For a source on a path, while there are few: the node of each sample of *group, a block, so that the samples of all paths together lie as one net; else NULL. */
uint32_t *birth_net(ux_group **group);
/* Of the group of the condition: told from others of it by the number of the birth that is not over yet. */
void value_numbered(ux_value *value);

/* True if the next decision is known; then it is over. */
bool decision_known(double *answer);
/* End a decision on which all samples agree: the outcome of a comparison; the number that is converted. */
void decision_compares(bool answer);
void decision_converts(double answer);
/* Ends the run at a decision on which they do not. Sample i of `value`, as it lies after join_condition, gives answers[classes[i]]; the particle
 * gives answers[leads], or where that is -1 another one. */
_Noreturn void decision_splits(ux_value *value, const uint32_t *classes, const double *answers, uint32_t count, bool converts, int32_t leads);
/* The same where all samples agree, but not with the particle. */
_Noreturn void decision_strays(void);
/* On the path that leads: samples would have decided otherwise. */
bool lead_disagrees(void);
/* Joins the value's group with that of the condition. */
void join_condition(ux_value *value);
/* Counts prints anew, for another run (printed.c). */
void prints_again(void);
#endif
