// The tolerance of a species to temperature, as a logistic distribution.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double lethal = UxHwDoubleLogisticDist(31.5, 0.8);  // degrees Celsius

  printf("lethal temperature: %.2f\n", lethal);
  printf("share that survives 33 degrees: %.4f\n", UxHwDoubleProbabilityGT(lethal, 33));
  return 0;
}
