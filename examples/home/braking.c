// Does the car stop before the road ends, 32 m ahead?
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

int main(int count, char **given) {
  double speedDeviation = count > 1 ? atof(given[1]) : 3;  // km/h
  double gripHalfWidth  = count > 2 ? atof(given[2]) : 0.15;

  double speed    = UxHwDoubleGaussDist(50, speedDeviation) / 3.6;
  double grip     = UxHwDoubleUniformDist(0.7 - gripHalfWidth,
                                          0.7 + gripHalfWidth);
  double reaction = UxHwDoubleGaussDist(1.0, 0.15);  // s
  double distance = reaction * speed + speed * speed / (2 * grip * 9.81);
  double tooFar   = UxHwDoubleProbabilityGT(distance, 32);

  printf("stops after %.1f m\n", distance);
  printf("too far: %.0f %%\n", 100 * tooFar);
  return 0;
}
