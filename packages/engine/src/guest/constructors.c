/* constructors.c: the laws with parameters. Each is location + scale · standard form, as the families of packages/distribution define the forms;
 * the mean is that of uxhw.h. Parameters are particles; a parameter that is no number or out of range gives NaN. */
#include "uncertain.h"
#include <math.h>
#include <uxhw.h>

static const double eulerGamma = 0.5772156649015329;

/* location + scale · standard form. A scale of 0 is no distribution, and without a finite mean none can be placed. */
static double affine(int family, double shape1, double shape2, double location, double scale, double mean) {
  if (!(scale >= 0)) return NAN;
  if (scale == 0) return location;
  if (!isfinite(shape1) || !isfinite(shape2)) return NAN;
  if (!isfinite(location) || !isfinite(scale) || !isfinite(mean)) return mean;
  return ux_source(family, shape1, shape2, location, scale, mean);
}

double UxHwDoubleUniformDist(double from, double to) {
  double a = ux_plain(from), b = ux_plain(to);
  return affine(UX_FAMILY_UNIFORM, 0, 0, a == b ? a : (a + b) / 2, (b - a) / 2, (a + b) / 2);
}

double UxHwDoubleGaussDist(double mean, double deviation) {
  double mu = ux_plain(mean);
  return affine(UX_FAMILY_GAUSS, 0, 0, mu, ux_plain(deviation), mu);
}

double UxHwDoubleExponentialDist(double mean) {
  double mu = ux_plain(mean);
  return affine(UX_FAMILY_EXPONENTIAL, 0, 0, 0, mu, mu);
}

double UxHwDoubleGumbel1Dist(double location, double scale) {
  double mu = ux_plain(location), beta = ux_plain(scale);
  return affine(UX_FAMILY_GUMBEL1, 0, 0, mu, beta, mu + eulerGamma * beta);
}

double UxHwDoubleLogisticDist(double location, double scale) {
  double mu = ux_plain(location);
  return affine(UX_FAMILY_LOGISTIC, 0, 0, mu, ux_plain(scale), mu);
}

double UxHwDoubleLaplaceDist(double location, double scale) {
  double mu = ux_plain(location);
  return affine(UX_FAMILY_LAPLACE, 0, 0, mu, ux_plain(scale), mu);
}

double UxHwDoubleWeibullDist(double shape, double scale) {
  double k = ux_plain(shape), lambda = ux_plain(scale);
  if (!(k > 0)) return NAN;
  return affine(UX_FAMILY_WEIBULL, k, 0, 0, lambda, lambda * tgamma(1 + 1 / k));
}

double UxHwDoubleLognormalDist(double logMean, double logDeviation) {
  double mu = ux_plain(logMean), sigma = ux_plain(logDeviation);
  if (!(sigma >= 0)) return NAN;
  if (sigma == 0) return exp(mu);
  return affine(UX_FAMILY_LOGNORMAL, sigma, 0, 0, exp(mu), exp(mu + sigma * sigma / 2));
}

/* Mean of the Pareto law on [1, ratio]; that on [L, ratio·L] is L times as large. */
static double boundedParetoMean(double alpha, double ratio) {
  if (alpha == 1) return ratio / (ratio - 1) * log(ratio);
  double tail = -expm1(-alpha * log(ratio)); /* 1 - ratio^-alpha, exact also for a ratio near 1 */
  return alpha / (alpha - 1) * -expm1((1 - alpha) * log(ratio)) / tail;
}

double UxHwDoubleBoundedparetoDist(double shape, double from, double to) {
  double alpha = ux_plain(shape), least = ux_plain(from), most = ux_plain(to);
  if (!(alpha > 0 && least > 0 && least <= most)) return NAN;
  if (least == most) return least;
  return affine(UX_FAMILY_BOUNDEDPARETO, alpha, most / least, 0, least, least * boundedParetoMean(alpha, most / least));
}

double UxHwDoubleBetaDist(double first, double second) {
  double a = ux_plain(first), b = ux_plain(second);
  if (!(a > 0 && b > 0)) return NAN;
  return affine(UX_FAMILY_BETA, a, b, 0, 1, a / (a + b));
}

double UxHwDoubleGammaDist(double shape, double scale) {
  double k = ux_plain(shape), theta = ux_plain(scale);
  if (!(k > 0)) return NAN;
  return affine(UX_FAMILY_GAMMA, k, 0, 0, theta, k * theta);
}

double UxHwDoubleInverseGammaDist(double shape, double scale) {
  double alpha = ux_plain(shape), beta = ux_plain(scale);
  if (!(alpha > 1)) return NAN;
  return affine(UX_FAMILY_INVERSEGAMMA, alpha, 0, 0, beta, beta / (alpha - 1));
}

double UxHwDoubleChiSquaredDist(double freedom) {
  double k = ux_plain(freedom);
  if (!(k > 0)) return NAN;
  return affine(UX_FAMILY_CHISQUARED, k, 0, 0, 1, k);
}

double UxHwDoubleFDist(double numerator, double denominator) {
  double d1 = ux_plain(numerator), d2 = ux_plain(denominator);
  if (!(d1 > 0 && d2 > 2)) return NAN;
  return affine(UX_FAMILY_F, d1, d2, 0, 1, d2 / (d2 - 2));
}

double UxHwDoubleStudentsTDist(double freedom) {
  double nu = ux_plain(freedom);
  if (!(nu > 1)) return NAN;
  return affine(UX_FAMILY_STUDENTST, nu, 0, 0, 1, 0);
}

double UxHwDoubleGEVDist(double shape) {
  double xi = ux_plain(shape);
  if (!(xi < 1)) return NAN;
  if (fabs(xi) < 1e-12) return affine(UX_FAMILY_GEV, 0, 0, 0, 1, eulerGamma);
  return affine(UX_FAMILY_GEV, xi, 0, 0, 1, expm1(lgamma(1 - xi)) / xi); /* Γ(1 - xi) > 0, and near xi = 0 it is nearly 1 */
}

/* Float forms: the Double form of the same parameters, rounded. UX_CONSTRUCTORS has a row for every constructor, by its number of parameters. */
#define FLOAT_1(name) float UxHwFloat##name(float a) { return ux_narrow(UxHwDouble##name(ux_widen(a))); }
#define FLOAT_2(name) float UxHwFloat##name(float a, float b) { return ux_narrow(UxHwDouble##name(ux_widen(a), ux_widen(b))); }
#define FLOAT_3(name) \
  float UxHwFloat##name(float a, float b, float c) { return ux_narrow(UxHwDouble##name(ux_widen(a), ux_widen(b), ux_widen(c))); }
UX_CONSTRUCTORS(FLOAT_1, FLOAT_2, FLOAT_3)
