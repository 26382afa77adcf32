// An uncertainty budget in the words of the GUM (JCGM 100:2008), made of functions of
// uxhw.h. All are inline: include it, and nothing is linked.
//
// Inputs are made by gumTypeA, gumCertificate and the distributions that uxhw.h does not
// have. A result is computed from them by ordinary arithmetic. Then gumPrintBudget says
// where its uncertainty comes from. A number without a distribution, and any number on a
// core without tracking, has u = 0.
#ifndef UXHW_GUM_H
#define UXHW_GUM_H

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Inputs

/**
 * Type A evaluation (4.2; GUM Supplement 1, 6.4.9): n readings of one quantity under the
 * same conditions.
 * @return  their mean, with Student's t of n - 1 degrees of freedom and the scale
 * s/sqrt(n); NaN for n < 3. Its standard deviation is finite from n = 4 on.
 */
static inline double gumTypeA(const double *readings, size_t n)
{
  double mean = 0, squares = 0;
  for (size_t i = 0; i < n; i++) mean += readings[i] / (double)n;
  for (size_t i = 0; i < n; i++) squares += (readings[i] - mean) * (readings[i] - mean);
  double scale = sqrt(squares / (double)(n - 1) / (double)n);
  return mean + scale * UxHwDoubleStudentsTDist((double)(n - 1));
}

/**
 * Type B evaluation (4.3.3): a certificate that states a value, an expanded uncertainty U,
 * in the unit of the value, and its coverage factor k > 0.
 */
static inline double gumCertificate(double value, double U, double k)
{
  return UxHwDoubleGaussDist(value, U / k);
}

/** Triangular on [a, b] (4.3.9): u = (b - a)/sqrt(24). The sum of two equal rectangles. */
static inline double gumTriangular(double a, double b)
{
  return UxHwDoubleUniformDist(a / 2, b / 2) + UxHwDoubleUniformDist(a / 2, b / 2);
}

/**
 * Trapezoidal on [a, b], flat on the middle fraction beta of it, 0 to 1 (4.3.9):
 * u^2 = (b - a)^2 (1 + beta^2)/24. The sum of two rectangles.
 */
static inline double gumTrapezoidal(double a, double b, double beta)
{
  double half = (b - a) / 2;
  return (a + b) / 2 + UxHwDoubleUniformDist(-half * (1 + beta) / 2, half * (1 + beta) / 2)
         + UxHwDoubleUniformDist(-half * (1 - beta) / 2, half * (1 - beta) / 2);
}

/**
 * Arc sine, U-shaped, on [a, b] (GUM Supplement 1, 6.4.6): a sinusoidal variation met at a
 * random moment; u = (b - a)/sqrt(8).
 */
static inline double gumArcsine(double a, double b)
{
  return (a + b) / 2 + (b - a) / 2 * sin(UxHwDoubleUniformDist(-M_PI / 2, M_PI / 2));
}

// --- What a result says

/** Standard uncertainty u(y), in the unit of y: the standard deviation. */
static inline double gumStandardUncertainty(double y)
{
  return sqrt(fmax(UxHwDoubleNthMoment(y, 2), 0));
}

/**
 * Covariance of two results of one program, from the variances of their sum and difference
 * (5.2.2).
 */
static inline double gumCovariance(double a, double b)
{
  return (UxHwDoubleNthMoment(a + b, 2) - UxHwDoubleNthMoment(a - b, 2)) / 4;
}

/** Correlation coefficient (5.2.2), -1 to 1; 0 where one of them is a plain number. */
static inline double gumCorrelation(double a, double b)
{
  double u = gumStandardUncertainty(a) * gumStandardUncertainty(b);
  return u > 0 ? fmin(fmax(gumCovariance(a, b) / u, -1), 1) : 0;
}

/**
 * The shortest interval that holds the fraction `coverage` of y, 0 to 1 (GUM Supplement 1,
 * 5.3.4).
 * @return  its length
 */
static inline double gumShortestInterval(double y, double coverage,
                                         double *low, double *high)
{
  enum { STEPS = 200 };
  for (int i = 0; i <= STEPS; i++) {
    double below = (1 - coverage) * i / STEPS;
    double from = UxHwDoubleQuantile(y, below);
    double to = UxHwDoubleQuantile(y, below + coverage);
    if (i == 0 || to - from < *high - *low) *low = from, *high = to;
  }
  return *high - *low;
}

/**
 * Coverage factor k for a normal result: Student's t for `dof` degrees of freedom and the
 * fraction `coverage` (G.3.4). INFINITY: the normal one.
 */
static inline double gumCoverageFactor(double dof, double coverage)
{
  double p = (1 + coverage) / 2;
  return isinf(dof) ? UxHwDoubleQuantile(UxHwDoubleGaussDist(0, 1), p)
                    : UxHwDoubleQuantile(UxHwDoubleStudentsTDist(dof), p);
}

// --- The budget

/** An input as the budget lists it. */
typedef struct {
  const char *name;
  double value;
  double degreesOfFreedom; // of a Type A evaluation; INFINITY for a Type B not in doubt
} GumInput;

enum { GUM_MOST_INPUTS = 32 };

/**
 * Sensitivity coefficients c_i = dy/dx_i (5.1.3), as the slopes of the plane that fits y
 * against all inputs best, over all outcomes: exact for a linear model, an average slope
 * otherwise, and right where inputs depend on each other. Each in the unit of y by that of
 * x_i; 0 for a plain number.
 * @param n  at most GUM_MOST_INPUTS; further ones are left out
 */
static inline void gumSensitivities(double y, const GumInput *inputs, size_t n, double *c)
{
  double a[GUM_MOST_INPUTS][GUM_MOST_INPUTS + 1], u[GUM_MOST_INPUTS];
  if (n > GUM_MOST_INPUTS) n = GUM_MOST_INPUTS;
  for (size_t i = 0; i < n; i++) u[i] = gumStandardUncertainty(inputs[i].value);
  // Normal equations in units of each input's uncertainty: correlations of the inputs, and
  // their covariances with y.
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++)
      a[i][j] = a[j][i] = gumCorrelation(inputs[i].value, inputs[j].value);
    a[i][i] = 1;
    a[i][n] = u[i] > 0 ? gumCovariance(y, inputs[i].value) / u[i] : 0;
  }
  // Gauss and Jordan; the matrix is symmetric and positive definite unless one input is
  // made of others.
  for (size_t i = 0; i < n; i++) {
    for (size_t row = 0; row < n; row++) {
      if (row == i || fabs(a[i][i]) < 1e-9) continue;
      double factor = a[row][i] / a[i][i];
      for (size_t column = i; column <= n; column++)
        a[row][column] -= factor * a[i][column];
    }
  }
  for (size_t i = 0; i < n; i++)
    c[i] = u[i] > 0 && fabs(a[i][i]) >= 1e-9 ? a[i][n] / a[i][i] / u[i] : 0;
}

/**
 * Effective degrees of freedom of y (G.4.1, Welch and Satterthwaite): u(y)^4 over the sum
 * of u_i(y)^4/nu_i; INFINITY where all inputs have that many. A Type A input enters with
 * s/sqrt(n), the scale of its distribution, as the formula wants it, and not with the
 * larger standard deviation of Student's t.
 */
static inline double gumEffectiveDegreesOfFreedom(double y, const GumInput *inputs,
                                                  size_t n)
{
  double c[GUM_MOST_INPUTS], variance = 0, sum = 0;
  if (n > GUM_MOST_INPUTS) n = GUM_MOST_INPUTS;
  gumSensitivities(y, inputs, n, c);
  for (size_t i = 0; i < n; i++) {
    double nu = inputs[i].degreesOfFreedom;
    double u = c[i] * gumStandardUncertainty(inputs[i].value);
    double own = isinf(nu) || nu <= 2 ? u * u : u * u * (nu - 2) / nu;
    variance += own;
    if (!isinf(nu)) sum += own * own / nu;
  }
  return sum > 0 ? variance * variance / sum : INFINITY;
}

/** Digits behind the point that show u with two digits (7.2.6); 6 where u is 0. */
static inline int gumDigits(double u)
{
  return u > 0 ? (int)fmin(fmax(1 - floor(log10(u)), 0), 15) : 6;
}

/**
 * Prints a row for each input, the largest contribution u_i(y) = |c_i| u(x_i) first, and
 * its share of the variance of y. The last row says what share the linear model of all
 * inputs explains: less than 100 % where the model is curved, or an input is missing on the
 * list.
 */
static inline void gumPrintBudget(double y, const GumInput *inputs, size_t n)
{
  double c[GUM_MOST_INPUTS], contribution[GUM_MOST_INPUTS], linear = 0;
  double u = gumStandardUncertainty(y);
  int isPrinted[GUM_MOST_INPUTS] = {0};
  if (n > GUM_MOST_INPUTS) n = GUM_MOST_INPUTS;
  gumSensitivities(y, inputs, n, c);
  for (size_t i = 0; i < n; i++) {
    contribution[i] = fabs(c[i]) * gumStandardUncertainty(inputs[i].value);
    linear += c[i] * inputs[i].value;
  }
  int width = 18; // of the names, unless one is longer
  for (size_t i = 0; i < n; i++) width = (int)fmax(width, strlen(inputs[i].name));
  printf("%-*s %12s %9s %9s %9s %7s\n",
    width, "input", "value", "u(x)", "c", "u(y)", "share");
  for (size_t rank = 0; rank < n; rank++) {
    size_t next = n;
    for (size_t i = 0; i < n; i++)
      if (!isPrinted[i] && (next == n || contribution[i] > contribution[next])) next = i;
    double x = inputs[next].value, ux = gumStandardUncertainty(x);
    double share = u > 0 ? contribution[next] / u : 0;
    isPrinted[next] = 1;
    printf("%-*s %12.*f %9.*f %9.3g %9.*f %5.1f %%\n",
      width, inputs[next].name, gumDigits(ux), UxHwDoubleNthMoment(x, 1), gumDigits(ux), ux,
      c[next], gumDigits(contribution[next]), contribution[next], 100 * share * share);
  }
  double r = gumCorrelation(y, linear);
  printf("%-*s %12.*f %9s %9s %9.*f %5.1f %%\n",
    width, "result", gumDigits(u), UxHwDoubleNthMoment(y, 1), "", "", gumDigits(u), u,
    100 * r * r);
}

/**
 * Prints `name = y ± U unit, k = …`: U with two digits, y to the same place (7.2.6). k > 0.
 */
static inline void gumPrintExpanded(const char *name, double y, double k, const char *unit)
{
  double U = k * gumStandardUncertainty(y);
  printf("%s = %.*f ± %.*f %s, k = %.2f\n",
    name, gumDigits(U), UxHwDoubleNthMoment(y, 1), gumDigits(U), U, unit, k);
}

#ifdef __cplusplus
}
#endif
#endif
