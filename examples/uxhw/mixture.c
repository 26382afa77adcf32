// A part comes from one of two machines: 70 % from the first.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double first = UxHwDoubleGaussDist(10.00, 0.02);
  double second = UxHwDoubleGaussDist(10.10, 0.03);
  double diameter = UxHwDoubleMixture(first, second, 0.7);

  printf("diameter: %.3f mm\n", diameter);
  printf("probability above 10.06 mm: %.4f\n", UxHwDoubleProbabilityGT(diameter, 10.06));
  return 0;
}
