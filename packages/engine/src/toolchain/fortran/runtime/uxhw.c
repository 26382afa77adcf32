/* uxhw.c: functions of uxhw.h that Fortran calls with other arguments: module uxhw names these. */
#include "descriptor.h"
#include <stdlib.h>
#include <uxhw.h>

double fortran_weighted8(WeightedDoubleSample *samples, size_t count) { return UxHwDoubleDistFromWeightedSamples(samples, count); }
float fortran_weighted4(WeightedFloatSample *samples, size_t count) { return UxHwFloatDistFromWeightedSamples(samples, count); }

/* A sample is a column of the array. */
static void **columns(char *samples, size_t count, size_t bytes) {
  void **made = memory((int64_t)(count * sizeof *made));
  for (size_t i = 0; i < count; i++) made[i] = samples + i * bytes;
  return made;
}
void fortran_multidimensional8(double *to, double *samples, size_t count, size_t cardinality) {
  void **each = columns((char *)samples, count, cardinality * sizeof *samples);
  UxHwDoubleDistFromMultidimensionalSamples(to, each, count, cardinality);
  free(each);
}
void fortran_multidimensional4(float *to, float *samples, size_t count, size_t cardinality) {
  void **each = columns((char *)samples, count, cardinality * sizeof *samples);
  UxHwFloatDistFromMultidimensionalSamples(to, each, count, cardinality);
  free(each);
}
