// The density of a value at a point: where is it likelier, per millimetre?
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double length = UxHwDoubleGaussDist(50.0, 0.5);

  printf("length: %.1f mm\n", length);
  printf("density at 50.0 mm: %.3f per mm\n", UxHwDoubleEvaluatePDF(length, 50.0));
  printf("density at 51.0 mm: %.3f per mm\n", UxHwDoubleEvaluatePDF(length, 51.0));
  return 0;
}
