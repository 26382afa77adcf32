// A forecast in words: three scenarios with their odds.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  WeightedDoubleSample scenarios[] = {{1.2, 1}, {2.0, 5}, {3.1, 2}}; // per cent, frequency
  double growth = UxHwDoubleDistFromWeightedSamples(scenarios, 3);

  printf("growth: %.3f %%\n", growth);
  printf("probability of more than 2.5 %%: %.3f\n", UxHwDoubleProbabilityGT(growth, 2.5));
  return 0;
}
