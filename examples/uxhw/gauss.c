// A balance with a standard uncertainty of 0.2 mg weighs a sample and its tare.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double gross = UxHwDoubleGaussDist(1250.0, 0.2);  // mg
  double tare = UxHwDoubleGaussDist(1000.0, 0.2);

  double net = gross - tare;
  printf("net mass: %.2f mg\n", net);
  printf("standard uncertainty: %.3f mg\n", sqrt(UxHwDoubleNthMoment(net, 2)));
  return 0;
}
