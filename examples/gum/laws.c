// Distributions of the GUM without a constructor of their
// own, each on -1 to 1: triangular, trapezoidal, arc sine.
#include <uxhw-gum.h>

int main(void)
{
  double triangular = gumTriangular(-1, 1);
  double trapezoidal = gumTrapezoidal(-1, 1, 0.5);
  double arcsine = gumArcsine(-1, 1);

  printf("triangular:  u = %.4f, exact %.4f\n",
    gumStandardUncertainty(triangular), 1 / sqrt(6));
  printf("trapezoidal: u = %.4f, exact %.4f\n",
    gumStandardUncertainty(trapezoidal), sqrt((1 + 0.25) / 6));
  printf("arc sine:    u = %.4f, exact %.4f\n",
    gumStandardUncertainty(arcsine), 1 / sqrt(2));
  printf("%f\n%f\n%f\n", triangular, trapezoidal, arcsine);
  return 0;
}
