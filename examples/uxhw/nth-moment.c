// Mean, standard deviation and skewness of a product.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double side = UxHwDoubleUniformDist(1, 3);
  double area = side * side;

  double mean = UxHwDoubleNthMoment(area, 1);
  double variance = UxHwDoubleNthMoment(area, 2);
  double third = UxHwDoubleNthMoment(area, 3);
  printf("area: %.4f\n", area);
  printf("mean %.4f, standard deviation %.4f, skewness %.4f\n",
    mean, sqrt(variance), third / pow(variance, 1.5));
  return 0;
}
