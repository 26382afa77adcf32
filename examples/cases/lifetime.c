// How long does a pump with two bearings run? It stops with the first
// that fails. Lifetimes are Weibull (shape 1.5, scale 40 000 h).
// fmin works outcome by outcome, without a path for each side of an if.
// The minimum of two is Weibull with scale 40000 / 2^(1/1.5).
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  double pump = fmin(UxHwDoubleWeibullDist(1.5, 40000), UxHwDoubleWeibullDist(1.5, 40000));

  printf("lifetime = %f h\n", pump);
  printf("probability of more than 10 000 h: %.3f\n", UxHwDoubleProbabilityGT(pump, 10000));
  return 0;
}
