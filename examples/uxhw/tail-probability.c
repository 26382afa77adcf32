// Does the beam hold? Strength against load.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double strength = UxHwDoubleGaussDist(42, 3);  // kN
  double load = UxHwDoubleGumbel1Dist(25, 2);
  double margin = strength - load;

  printf("margin: %.2f kN\n", margin);
  printf("probability to hold: %.4f\n", UxHwDoubleProbabilityGT(margin, 0));
  return 0;
}
