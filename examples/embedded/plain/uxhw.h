/* uxhw.h for compilers that know nothing of uncertainty: gcc for ARM, IAR, Keil, any C99 or C++11.
 *
 * Firmware that calls UxHw functions is compiled as it is. Every constructor returns the mean of its distribution as a plain number, and what is asked
 * of a plain number is answered as on the core C0-Bypass: its variance is 0, each of its quantiles is the number itself. Nothing is linked or allocated,
 * and what is not called takes no memory. Where a parameter is out of its range the result is NaN.
 *
 * Not here, since they print, allocate, or make Ux bytes: Print, GeneratePath, GenerateConvergingPath, DistributionToByteArray, ByteArrayToDistribution,
 * GetSizeOfDistributionByteArrayInBytes. */
#ifndef UXHW_H
#define UXHW_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UxHwParticleModifier ""
#define SignaloidParticleModifier UxHwParticleModifier

#ifndef __cplusplus
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef max
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#endif

typedef struct {
  double sample;
  double sampleWeight;
} WeightedDoubleSample;
typedef struct {
  float sample;
  float sampleWeight;
} WeightedFloatSample;

/* All functions for one type: N is Double or Float, T the type, F(f) the function of math.h for it. */
#define UXHW_PLAIN(N, T, F) \
  /* Distributions with parameters: their means */ \
  static inline T UxHw##N##UniformDist(T a, T b) { return a <= b ? a / 2 + b / 2 : (T)NAN; } \
  static inline T UxHw##N##GaussDist(T mu, T sigma) { return sigma >= 0 ? mu : (T)NAN; } \
  static inline T UxHw##N##ExponentialDist(T mu) { return mu >= 0 ? mu : (T)NAN; } \
  static inline T UxHw##N##Gumbel1Dist(T mu, T beta) { return beta >= 0 ? mu + (T)0.5772156649015329 * beta : (T)NAN; } \
  static inline T UxHw##N##LogisticDist(T location, T scale) { return scale >= 0 ? location : (T)NAN; } \
  static inline T UxHw##N##LaplaceDist(T mu, T b) { return b >= 0 ? mu : (T)NAN; } \
  static inline T UxHw##N##WeibullDist(T k, T lambda) { return k > 0 && lambda >= 0 ? lambda * F(tgamma)(1 + 1 / k) : (T)NAN; } \
  static inline T UxHw##N##LognormalDist(T mu, T sigma) { return sigma >= 0 ? F(exp)(mu + sigma * sigma / 2) : (T)NAN; } \
  static inline T UxHw##N##BoundedparetoDist(T alpha, T xMin, T xMax) \
  { \
    T l = F(log)(xMax / xMin); \
    if (!(alpha > 0 && xMin > 0 && xMin <= xMax)) return (T)NAN; \
    if (!(xMin < xMax)) return xMin; \
    if (F(fabs)(alpha - 1) < (T)1e-6) return xMax / (xMax / xMin - 1) * l; \
    return xMin * alpha / (alpha - 1) * F(expm1)((1 - alpha) * l) / F(expm1)(-alpha * l); \
  } \
  static inline T UxHw##N##BetaDist(T a, T b) { return a > 0 && b > 0 ? a / (a + b) : (T)NAN; } \
  static inline T UxHw##N##GammaDist(T k, T theta) { return k > 0 && theta >= 0 ? k * theta : (T)NAN; } \
  static inline T UxHw##N##InverseGammaDist(T alpha, T beta) { return alpha > 1 && beta >= 0 ? beta / (alpha - 1) : (T)NAN; } \
  static inline T UxHw##N##ChiSquaredDist(T k) { return k > 0 ? k : (T)NAN; } \
  static inline T UxHw##N##FDist(T d1, T d2) { return d1 > 0 && d2 > 2 ? d2 / (d2 - 2) : (T)NAN; } \
  static inline T UxHw##N##StudentsTDist(T nu) { return nu > 1 ? 0 : (T)NAN; } \
  static inline T UxHw##N##GEVDist(T xi) \
  { \
    if (!(xi < 1)) return (T)NAN; \
    return F(fabs)(xi) < (T)1e-6 ? (T)0.5772156649015329 : F(expm1)(F(lgamma)(1 - xi)) / xi; \
  } \
  \
  /* Distributions from data, mixtures: their means */ \
  static inline T UxHw##N##DistFromSamples(T *samples, size_t sampleCount) \
  { \
    T mean = 0; \
    if (!samples || sampleCount == 0) return (T)NAN; \
    for (size_t i = 0; i < sampleCount; i++) mean += samples[i] / (T)sampleCount; \
    return mean; \
  } \
  static inline T UxHw##N##DistFromWeightedSamples(Weighted##N##Sample *samples, size_t weightedSampleCount, ...) \
  { \
    T sum = 0, mass = 0; \
    for (size_t i = 0; samples && i < weightedSampleCount; i++) { \
      if (!(samples[i].sampleWeight >= 0)) return (T)NAN; \
      sum += samples[i].sampleWeight * samples[i].sample, mass += samples[i].sampleWeight; \
    } \
    return mass > 0 && isfinite(mass) ? sum / mass : (T)NAN; \
  } \
  static inline void UxHw##N##DistFromMultidimensionalSamples(T *destinationArray, void *samples, size_t sampleCount, size_t sampleCardinality) \
  { \
    T **rows = (T **)samples; \
    if (!destinationArray || !rows || sampleCount == 0) return; \
    for (size_t d = 0; d < sampleCardinality; d++) { \
      destinationArray[d] = 0; \
      for (size_t i = 0; i < sampleCount; i++) destinationArray[d] += rows[i][d] / (T)sampleCount; \
    } \
  } \
  static inline T UxHw##N##Mixture(T a, T b, T aScale) { return aScale >= 0 && aScale <= 1 ? aScale * a + (1 - aScale) * b : (T)NAN; } \
  \
  /* Questions, of a plain number */ \
  static inline T UxHw##N##Sample(T value) { return value; } \
  static inline void UxHw##N##SampleBatch(T value, T *destSampleArray, size_t numberOfRandomSamples) \
  { \
    for (size_t i = 0; destSampleArray && i < numberOfRandomSamples; i++) destSampleArray[i] = value; \
  } \
  static inline T UxHw##N##NthMoment(T value, size_t n) { return n == 0 ? 1 : n == 1 ? value : 0; } \
  static inline T UxHw##N##NthMode(T value, size_t n) { return (void)n, value; } \
  static inline T UxHw##N##SupportMin(T value) { return value; } \
  static inline T UxHw##N##SupportMax(T value) { return value; } \
  static inline T UxHw##N##ProbabilityGT(T value, T cutoff) { return value > cutoff ? 1 : 0; } \
  static inline T UxHw##N##Quantile(T value, T probability) { return probability >= 0 && probability <= 1 ? value : (T)NAN; } \
  static inline T UxHw##N##EvaluatePDF(T value, T domainValue) { return value < domainValue || value > domainValue ? 0 : (T)INFINITY; } \
  \
  /* Reshaping */ \
  static inline T UxHw##N##GetIndependentCopy(T value) { return value; } \
  static inline T UxHw##N##CopyDistShape(T value) { return value; } \
  static inline void UxHw##N##GetIndependentJointMultidimensionalCopy(T *srcDistArray, T *destDistArray, size_t numberOfDistributions) \
  { \
    for (size_t i = 0; srcDistArray && destDistArray && i < numberOfDistributions; i++) destDistArray[i] = srcDistArray[i]; \
  } \
  static inline T UxHw##N##LimitDistributionSupport(T value, T supportMin, T supportMax) \
  { \
    return supportMin <= value && value <= supportMax ? value : (T)NAN; \
  } \
  \
  /* Bayesian inference, minima, functions: a plain prior stays, plain arguments are where the minimum is */ \
  static inline T UxHw##N##BayesLaplace(T (*statisticalModel)(void *, T), void *modelParams, T prior, T observedData, size_t numberOfObservations) \
  { \
    return (void)modelParams, (void)observedData, (void)numberOfObservations, statisticalModel ? prior : (T)NAN; \
  } \
  static inline T UxHw##N##BayesLaplaceOnce(T (*likelihood)(T), T prior, T evidence) { return (void)evidence, likelihood ? prior : (T)NAN; } \
  static inline T UxHw##N##Argmin(T functionOutput, T *argumentArray, size_t numberOfArguments, T *minimizingArgumentInstanceArray) \
  { \
    for (size_t i = 0; argumentArray && minimizingArgumentInstanceArray && i < numberOfArguments; i++) \
      minimizingArgumentInstanceArray[i] = argumentArray[i]; \
    return functionOutput; \
  } \
  static inline T UxHw##N##ArgminTotallyCorrelatedInputs(T functionOutput, T *argumentArray, size_t numberOfArguments, \
    T *minimizingArgumentInstanceArray) \
  { \
    return UxHw##N##Argmin(functionOutput, argumentArray, numberOfArguments, minimizingArgumentInstanceArray); \
  } \
  static inline void UxHw##N##PropagateFunction(void (*functionPtr)(void *args, T *input, size_t sizeOfInput, T *output, size_t sizeOfOutput), \
    void *args, T *input, size_t sizeOfInput, T *output, size_t sizeOfOutput) \
  { \
    functionPtr(args, input, sizeOfInput, output, sizeOfOutput); \
  }

#define UXHW_OF_DOUBLE(name) name
#define UXHW_OF_FLOAT(name) name##f
UXHW_PLAIN(Double, double, UXHW_OF_DOUBLE)
UXHW_PLAIN(Float, float, UXHW_OF_FLOAT)
#undef UXHW_PLAIN

/* BayesLaplace takes three or five arguments; the number picks the function. */
#define UXHW_BY_COUNT(a, b, c, d, e, name, ...) name
#define UxHwDoubleBayesLaplace(...) UXHW_BY_COUNT(__VA_ARGS__, UxHwDoubleBayesLaplace, 4, UxHwDoubleBayesLaplaceOnce, 2, 1)(__VA_ARGS__)
#define UxHwFloatBayesLaplace(...) UXHW_BY_COUNT(__VA_ARGS__, UxHwFloatBayesLaplace, 4, UxHwFloatBayesLaplaceOnce, 2, 1)(__VA_ARGS__)

#endif
