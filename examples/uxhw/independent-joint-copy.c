// Two gauges share a reference error. A second, independent
// pair of gauges of the same make shares one of its own.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double reference = UxHwDoubleGaussDist(0, 0.3);
  double pair[2] = {reference + UxHwDoubleGaussDist(0, 0.1),
                    reference + UxHwDoubleGaussDist(0, 0.1)};
  double other[2];

  UxHwDoubleGetIndependentJointMultidimensionalCopy(pair, other, 2);
  printf("difference within the new pair: %.3f\n", other[0] - other[1]);
  printf("difference between the pairs: %.3f\n", other[0] - pair[0]);
  printf("deviations: %.3f and %.3f\n",
    sqrt(UxHwDoubleNthMoment(other[0] - other[1], 2)),
    sqrt(UxHwDoubleNthMoment(other[0] - pair[0], 2)));
  return 0;
}
