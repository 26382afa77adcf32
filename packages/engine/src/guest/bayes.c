/* bayes.c: Bayes' rule for one parameter. The program's model is called here, for the values of the parameter that the host names, in
 * rounds: first the Dirac deltas of the prior, then, where few of them lie in the posterior, values there. The host makes the posterior
 * of the log-likelihoods. It is a source of its own: what was computed from the prior before does not know the data. */
#include "uncertain.h"
#include <math.h>
#include <stdlib.h>
#include <uxhw.h>

struct pair { double first, second; };

/* A grown block; ends the run without memory. */
static struct pair *larger(struct pair *block, size_t count) {
  struct pair *grown = realloc(block, count * sizeof *grown);
  if (!grown) ux_refuse("BayesLaplace: no memory for the likelihoods");
  return grown;
}

/* The observed values and their relative frequencies. *count of them; the caller frees. */
static struct pair *observations(double data, size_t *count) {
  *count = ux_atoms(ux_bits(data), 0, 0);
  struct pair *values = larger(0, *count);
  ux_atoms(ux_bits(data), (int)(intptr_t)values, *count);
  return values;
}

/* ln of the product of p(value | θ)^(observations · frequency). */
static double logLikelihood(double model, const struct pair *values, size_t count, double observations) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += observations * values[i].second * ux_query(UX_QUERY_LOGLIKELIHOOD, ux_bits(model), values[i].first);
  return sum;
}

/* The model as a function of θ, whatever its type and arguments. */
typedef double model(const void *context, double theta);

static double posterior(model *evaluate, const void *context, double prior, double data, size_t observationCount) {
  if (!ux_is_uncertain(prior) || observationCount == 0) return prior;
  size_t values, known = 0, room = 0;
  struct pair *observed = observations(data, &values), *nodes = 0;
  for (;;) {
    size_t more = ux_nodes(ux_bits(prior), (int)(intptr_t)nodes, known, room);
    if (!more) break;
    if (known + more > room) {
      nodes = larger(nodes, room = known + more);
      ux_nodes(ux_bits(prior), (int)(intptr_t)nodes, known, room);
    }
    for (; more; more--, known++) nodes[known].second = logLikelihood(evaluate(context, nodes[known].first), observed, values, observationCount);
  }
  double result = ux_double(ux_posterior(ux_bits(prior), (int)(intptr_t)nodes, known));
  free(observed);
  free(nodes);
  return result;
}

struct doubles { double (*model)(void *, double); void *parameters; };
struct floats { float (*model)(void *, float); void *parameters; };
struct double_once { double (*model)(double); };
struct float_once { float (*model)(float); };
static double ofDoubles(const void *context, double theta) {
  const struct doubles *c = context;
  return c->model(c->parameters, theta);
}
static double ofFloats(const void *context, double theta) {
  const struct floats *c = context;
  return ux_widen(c->model(c->parameters, theta));
}
static double ofDoubleOnce(const void *context, double theta) { return ((const struct double_once *)context)->model(theta); }
static double ofFloatOnce(const void *context, double theta) { return ux_widen(((const struct float_once *)context)->model(theta)); }

double (UxHwDoubleBayesLaplace)(double (*model)(void *, double), void *parameters, double prior, double data, size_t count) {
  if (model) return posterior(ofDoubles, &(struct doubles){ model, parameters }, prior, data, count);
  ux_complain("UxHwDoubleBayesLaplace: no model");
  return NAN;
}
float (UxHwFloatBayesLaplace)(float (*model)(void *, float), void *parameters, float prior, float data, size_t count) {
  if (model) return ux_narrow(posterior(ofFloats, &(struct floats){ model, parameters }, ux_widen(prior), ux_widen(data), count));
  ux_complain("UxHwFloatBayesLaplace: no model");
  return NAN;
}
double UxHwDoubleBayesLaplaceOnce(double (*likelihood)(double), double prior, double evidence) {
  if (likelihood) return posterior(ofDoubleOnce, &(struct double_once){ likelihood }, prior, evidence, 1);
  ux_complain("UxHwDoubleBayesLaplace: no model");
  return NAN;
}
float UxHwFloatBayesLaplaceOnce(float (*likelihood)(float), float prior, float evidence) {
  if (likelihood) return ux_narrow(posterior(ofFloatOnce, &(struct float_once){ likelihood }, ux_widen(prior), ux_widen(evidence), 1));
  ux_complain("UxHwFloatBayesLaplace: no model");
  return NAN;
}
