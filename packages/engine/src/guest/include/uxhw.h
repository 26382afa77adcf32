/* uxhw.h: put uncertainty into numbers, ask about it, and reshape it.
 *
 * Every function exists for `double` (UxHwDouble…) and for `float` (UxHwFloat…). There is no function for arithmetic: + - * /,
 * comparisons, conversions and libm carry distributions by themselves, also inside libraries.
 *
 * Words
 *   particle        the ordinary number that a variable holds: what the program would compute if every constructor returned its mean
 *   distribution    what the core knows besides the particle
 *   plain number    a number without a distribution: constants, integers, clock readings, results of queries
 *
 * On a core without tracking every constructor returns its mean as a plain number, and the rest follows from that.
 *
 * Parameters. Where a function takes a parameter of a distribution, a probability, a bound or a sample, it reads the particle. A NaN parameter
 * of a constructor, or one outside its range, gives a plain NaN; a scale of 0 gives the plain number that the distribution shrinks to.
 *
 * Printing and reading. printf, puts of formatted strings, std::cout and so on print an uncertain number as its particle, in the
 * format asked, followed by "Ux" and hexadecimal digits; a width counts the decimal only. With the modifier UxHwParticleModifier the
 * decimal stands alone: printf("%10.3" UxHwParticleModifier "f", x); wprintf does not know it. std::to_chars and std::format write the
 * particle alone. strtod, scanf, std::stod and >> read what was printed. */
#ifndef UXHW_H
#define UXHW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The particle-only modifier of printf, as a string: "P" on a core that tracks uncertainty, "" on one that does not. */
#if defined(UX_TRACKING) && UX_TRACKING
#define UxHwParticleModifier "P"
#else
#define UxHwParticleModifier ""
#endif
#define SignaloidParticleModifier UxHwParticleModifier

#ifndef __cplusplus /* in C++ use std::min and std::max */
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef max
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A sample and its relative frequency, ≥ 0. */
typedef struct {
  double sample;
  double sampleWeight;
} WeightedDoubleSample;
typedef struct {
  float sample;
  float sampleWeight;
} WeightedFloatSample;

/* ---- Distributions with parameters. The particle of the result is the mean. ---- */

/* Uniform on [a, b]. Mean (a + b)/2. a > b: NaN; a = b: plain a. */
double UxHwDoubleUniformDist(double a, double b);
float UxHwFloatUniformDist(float a, float b);

/* Gaussian of mean mu and standard deviation sigma ≥ 0. sigma = 0: plain mu. */
double UxHwDoubleGaussDist(double mu, double sigma);
float UxHwFloatGaussDist(float mu, float sigma);

/* Exponential of mean mu ≥ 0 (the mean, not the rate): density exp(-x/mu)/mu for x ≥ 0. mu = 0: plain 0. */
double UxHwDoubleExponentialDist(double mu);
float UxHwFloatExponentialDist(float mu);

/* Gumbel (type 1, for the maximum, skewed to the right) of location mu and scale beta ≥ 0. Mean mu + γ beta. beta = 0: plain mu. */
double UxHwDoubleGumbel1Dist(double mu, double beta);
float UxHwFloatGumbel1Dist(float mu, float beta);

/* Logistic; scale ≥ 0. Mean: location. scale = 0: plain location. */
double UxHwDoubleLogisticDist(double location, double scale);
float UxHwFloatLogisticDist(float location, float scale);

/* Laplace of location mu and scale b ≥ 0: density exp(-|x - mu|/b)/(2b). Mean mu. b = 0: plain mu. */
double UxHwDoubleLaplaceDist(double mu, double b);
float UxHwFloatLaplaceDist(float mu, float b);

/* Weibull of shape k > 0 (first) and scale lambda ≥ 0. Mean lambda Γ(1 + 1/k). lambda = 0: plain 0. */
double UxHwDoubleWeibullDist(double k, double lambda);
float UxHwFloatWeibullDist(float k, float lambda);

/* Lognormal: its logarithm has mean mu and standard deviation sigma ≥ 0. Mean exp(mu + sigma²/2). sigma = 0: plain exp(mu). */
double UxHwDoubleLognormalDist(double mu, double sigma);
float UxHwFloatLognormalDist(float mu, float sigma);

/* Pareto of shape alpha > 0 restricted to [xMin, xMax], 0 < xMin ≤ xMax. xMin = xMax: plain xMin. */
double UxHwDoubleBoundedparetoDist(double alpha, double xMin, double xMax);
float UxHwFloatBoundedparetoDist(float alpha, float xMin, float xMax);

/* Beta on [0, 1] of shapes a > 0 and b > 0. Mean a/(a + b). */
double UxHwDoubleBetaDist(double a, double b);
float UxHwFloatBetaDist(float a, float b);

/* Gamma of shape k > 0 and scale theta ≥ 0. Mean k theta. theta = 0: plain 0. */
double UxHwDoubleGammaDist(double k, double theta);
float UxHwFloatGammaDist(float k, float theta);

/* Inverse gamma of shape alpha > 1 and scale beta ≥ 0. Mean beta/(alpha - 1). beta = 0: plain 0. */
double UxHwDoubleInverseGammaDist(double alpha, double beta);
float UxHwFloatInverseGammaDist(float alpha, float beta);

/* Chi-squared with k > 0 degrees of freedom. Mean k. */
double UxHwDoubleChiSquaredDist(double k);
float UxHwFloatChiSquaredDist(float k);

/* F with d1 > 0 and d2 > 2 degrees of freedom. Mean d2/(d2 - 2). */
double UxHwDoubleFDist(double d1, double d2);
float UxHwFloatFDist(float d1, float d2);

/* Student's t with nu > 1 degrees of freedom. Mean 0. */
double UxHwDoubleStudentsTDist(double nu);
float UxHwFloatStudentsTDist(float nu);

/* Generalised extreme value of shape xi < 1, location 0, scale 1: quantile function ((-ln u)^-xi - 1)/xi, and -ln(-ln u) for xi = 0
 * (|xi| < 1e-12 counts as 0). Mean (Γ(1 - xi) - 1)/xi, and γ for xi = 0. */
double UxHwDoubleGEVDist(double xi);
float UxHwFloatGEVDist(float xi);

/* ---- Distributions from data, mixtures ---- */

/* Every sample has mass 1/sampleCount; the particle is the mean. One sample, or all equal: a plain number. Non-finite samples are
 * kept. NULL or no samples: NaN and a line on the standard error stream. */
double UxHwDoubleDistFromSamples(double *samples, size_t sampleCount);
float UxHwFloatDistFromSamples(float *samples, size_t sampleCount);

/* As DistFromSamples, each sample with the mass sampleWeight/(sum of the weights). A weight below 0, or a sum that is 0 or not finite:
 * NaN. A third argument, which older programs pass, is ignored. */
double UxHwDoubleDistFromWeightedSamples(WeightedDoubleSample *samples, size_t weightedSampleCount, ...);
float UxHwFloatDistFromWeightedSamples(WeightedFloatSample *samples, size_t weightedSampleCount, ...);

/* Joint distribution of sampleCount samples of sampleCardinality components each. `samples` is read as double ** (float **):
 * samples[sample][component]. Writes sampleCardinality values, dependent as the components are, to destinationArray. */
void UxHwDoubleDistFromMultidimensionalSamples(double *destinationArray, void *samples, size_t sampleCount, size_t sampleCardinality);
void UxHwFloatDistFromMultidimensionalSamples(float *destinationArray, void *samples, size_t sampleCount, size_t sampleCardinality);

/* The distribution of a with probability aScale, of b with probability 1 - aScale. Plain a and b give a two-valued distribution.
 * aScale = 1: a; aScale = 0: b; outside [0, 1]: NaN. */
double UxHwDoubleMixture(double a, double b, double aScale);
float UxHwFloatMixture(float a, float b, float aScale);

/* A question behind a branch is one about the outcomes that take it: the same call on both sides of an `if` stays on both sides. */
#ifdef __clang__
#pragma clang attribute push(__attribute__((nomerge)), apply_to = function)
#endif

/* ---- Questions. Every answer is a plain number. ---- */

/* One random draw. Of a plain number: itself. */
double UxHwDoubleSample(double value);
float UxHwFloatSample(float value);

/* numberOfRandomSamples draws into destSampleArray. NULL: a line on the standard error stream, no effect. */
void UxHwDoubleSampleBatch(double value, double *destSampleArray, size_t numberOfRandomSamples);
void UxHwFloatSampleBatch(float value, float *destSampleArray, size_t numberOfRandomSamples);

/* n = 0: 1; n = 1: the mean; n > 1: the central moment E((X - mean)^n), so n = 2 is the variance. */
double UxHwDoubleNthMoment(double value, size_t n);
float UxHwFloatNthMoment(float value, size_t n);

/* Position of the n-th highest local maximum of the density, n from 1 (0 counts as 1). NaN when there are fewer. */
double UxHwDoubleNthMode(double value, size_t n);
float UxHwFloatNthMode(float value, size_t n);

/* The ends of the support. Of a plain number: itself. */
double UxHwDoubleSupportMin(double value);
float UxHwFloatSupportMin(float value);
double UxHwDoubleSupportMax(double value);
float UxHwFloatSupportMax(float value);

/* P(value > cutoff). Of an affine image of a known distribution from that; of data (a few samples, mixtures of plain numbers, what was read and
 * is not the 2^k Dirac deltas of a known one) from their masses; otherwise the share of the samples above the cutoff. */
double UxHwDoubleProbabilityGT(double value, double cutoff);
float UxHwFloatProbabilityGT(float value, float cutoff);

/* Where the cumulative distribution function equals `probability`, in [0, 1]; outside: NaN. 0 and 1 give the ends of the support. Known
 * from the same as ProbabilityGT: of data one of their values, otherwise linear between the samples. */
double UxHwDoubleQuantile(double value, double probability);
float UxHwFloatQuantile(float value, float probability);

/* Probability density at domainValue. Of a plain number: infinity at the number, 0 elsewhere. */
double UxHwDoubleEvaluatePDF(double value, double domainValue);
float UxHwFloatEvaluatePDF(float value, float domainValue);

/* ---- Reshaping ---- */

/* A value with the same distribution, independent of the source. Of a plain number: itself. */
double UxHwDoubleGetIndependentCopy(double value);
float UxHwFloatGetIndependentCopy(float value);

/* Copies of numberOfDistributions values, independent of the sources and dependent among themselves as these are. */
void UxHwDoubleGetIndependentJointMultidimensionalCopy(double *srcDistArray, double *destDistArray, size_t numberOfDistributions);
void UxHwFloatGetIndependentJointMultidimensionalCopy(float *srcDistArray, float *destDistArray, size_t numberOfDistributions);

/* The distribution given that it lies in [supportMin, supportMax]; the particle becomes its mean, wherever it was. NaN when
 * supportMin > supportMax, when no mass is left, or when a plain number lies outside. */
double UxHwDoubleLimitDistributionSupport(double value, double supportMin, double supportMax);
float UxHwFloatLimitDistributionSupport(float value, float supportMin, float supportMax);

/* ---- Bayesian inference ---- */

/* The posterior of a parameter: p(θ | data) ∝ p(data | θ) p(θ). Its samples are independent of those of `prior`.
 * statisticalModel   called with modelParams and a particle θ, once for each Dirac delta of `prior`, and where few of these lie in the
 *                    posterior of a continuous prior, for values there; returns the distribution of the observable for that θ. What
 *                    counts of it is the mass of the observed value where it is discrete, else the density there
 * modelParams        passed on, may be NULL
 * prior              a plain number is returned unchanged
 * observedData       a plain number, or a distribution whose Dirac deltas are the observed values, their masses the relative frequencies
 * numberOfObservations   0: the prior. The observations are independent
 * A likelihood that is 0 for every θ gives NaN. Older programs pass three arguments, (likelihood, prior, evidence): the same without
 * modelParams and with one observation. */
double UxHwDoubleBayesLaplace(double (*statisticalModel)(void *, double), void *modelParams, double prior, double observedData,
    size_t numberOfObservations);
float UxHwFloatBayesLaplace(float (*statisticalModel)(void *, float), void *modelParams, float prior, float observedData,
    size_t numberOfObservations);
double UxHwDoubleBayesLaplaceOnce(double (*likelihood)(double), double prior, double evidence);
float UxHwFloatBayesLaplaceOnce(float (*likelihood)(float), float prior, float evidence);

/* ---- Optimisation ---- */

/* The instance within the joint support of the arguments at which functionOutput is smallest: writes each argument's part of it to
 * minimizingArgumentInstanceArray and returns the minimum. Plain arguments are copied, functionOutput is returned. */
double UxHwDoubleArgmin(double functionOutput, double *argumentArray, size_t numberOfArguments, double *minimizingArgumentInstanceArray);
float UxHwFloatArgmin(float functionOutput, float *argumentArray, size_t numberOfArguments, float *minimizingArgumentInstanceArray);

/* As Argmin, for arguments that are all functions of one variable. Both look through the joint samples; of several equal minima they
 * take the first, and NaN is no minimum. */
double UxHwDoubleArgminTotallyCorrelatedInputs(double functionOutput, double *argumentArray, size_t numberOfArguments,
    double *minimizingArgumentInstanceArray);
float UxHwFloatArgminTotallyCorrelatedInputs(float functionOutput, float *argumentArray, size_t numberOfArguments,
    float *minimizingArgumentInstanceArray);

#ifdef __clang__
#pragma clang attribute pop
#endif

/* ---- Paths and functions ---- */

/* For every parameter structure i and step s = 0 … pathLength - 1 calls
 * stateGeneratorFuncPtr(parameterStructArray[i], resultArray[i], s, numberOfStateVariables), which writes paths[s][variable] and may
 * read earlier steps. A zero length or count, or a NULL pointer: a line on the standard error stream, no effect. */
void UxHwDoubleGeneratePath(void *parameterStructArray[], size_t numberOfParameterStructs, size_t pathLength, size_t numberOfStateVariables,
    void (*stateGeneratorFuncPtr)(void *parameterStruct, double **paths, size_t iterationStepCount, size_t numberOfStateVariables),
    double ***resultArray);
void UxHwFloatGeneratePath(void *parameterStructArray[], size_t numberOfParameterStructs, size_t pathLength, size_t numberOfStateVariables,
    void (*stateGeneratorFuncPtr)(void *parameterStruct, float **paths, size_t iterationStepCount, size_t numberOfStateVariables),
    float ***resultArray);

/* As GeneratePath, but a path ends when the callback returns true, or after maxPathLength steps; resultArray[i][variable] receives its
 * last step. The steps live in memory of the call. */
void UxHwDoubleGenerateConvergingPath(void *parameterStructArray[], size_t numberOfParameterStructs, size_t maxPathLength,
    size_t numberOfStateVariables,
    bool (*stateGeneratorFuncPtr)(void *parameterStruct, double **paths, size_t iterationStepCount, size_t numberOfStateVariables),
    double **resultArray);
void UxHwFloatGenerateConvergingPath(void *parameterStructArray[], size_t numberOfParameterStructs, size_t maxPathLength,
    size_t numberOfStateVariables,
    bool (*stateGeneratorFuncPtr)(void *parameterStruct, float **paths, size_t iterationStepCount, size_t numberOfStateVariables),
    float **resultArray);

/* Calls functionPtr(args, input, sizeOfInput, output, sizeOfOutput), so that the outputs carry what follows from the inputs. */
void UxHwDoublePropagateFunction(void (*functionPtr)(void *args, double *input, size_t sizeOfInput, double *output, size_t sizeOfOutput),
    void *args, double *input, size_t sizeOfInput, double *output, size_t sizeOfOutput);
void UxHwFloatPropagateFunction(void (*functionPtr)(void *args, float *input, size_t sizeOfInput, float *output, size_t sizeOfOutput),
    void *args, float *input, size_t sizeOfInput, float *output, size_t sizeOfOutput);

/* ---- Ux bytes, the binary form ---- */

/* Writes the Ux bytes of a value; a plain number is one Dirac delta. Returns their number, or -1: no buffer, or too small. */
ssize_t UxHwDoubleDistributionToByteArray(double value, uint8_t *destByteBuffer, size_t destByteBufferSizeInBytes);
ssize_t UxHwFloatDistributionToByteArray(float value, uint8_t *destByteBuffer, size_t destByteBufferSizeInBytes);

/* Reads Ux bytes, in both layouts. Malformed bytes: NaN. */
double UxHwDoubleByteArrayToDistribution(uint8_t *byteBuffer, size_t byteBufferSizeInBytes);
float UxHwFloatByteArrayToDistribution(uint8_t *byteBuffer, size_t byteBufferSizeInBytes);

/* The size of buffer that DistributionToByteArray needs for this value. */
size_t UxHwDoubleGetSizeOfDistributionByteArrayInBytes(double value);
size_t UxHwFloatGetSizeOfDistributionByteArrayInBytes(float value);

/* ---- Older spellings ---- */

/* GetIndependentCopy. */
double UxHwDoubleCopyDistShape(double value);
float UxHwFloatCopyDistShape(float value);

/* printf("%f", value). */
void UxHwDoublePrint(double value);
void UxHwFloatPrint(float value);

#ifdef __cplusplus
}
#endif

/* BayesLaplace takes three or five arguments; the number picks the function. Without parentheses the name is the function of five. */
#define UXHW_BY_COUNT(a, b, c, d, e, name, ...) name
#define UxHwDoubleBayesLaplace(...) \
  UXHW_BY_COUNT(__VA_ARGS__, UxHwDoubleBayesLaplace, 4, UxHwDoubleBayesLaplaceOnce, 2, 1)(__VA_ARGS__)
#define UxHwFloatBayesLaplace(...) \
  UXHW_BY_COUNT(__VA_ARGS__, UxHwFloatBayesLaplace, 4, UxHwFloatBayesLaplaceOnce, 2, 1)(__VA_ARGS__)

#endif
