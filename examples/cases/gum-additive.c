// GUM Supplement 1 (JCGM 101:2008), 9.2: the sum of four
// quantities, for three choices of their distributions.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static void report(const char *clause, double y)
{
  printf("%s: y = %f\n", clause, y);
  printf("    u(y) = %.3f, 95 %% interval [%.2f, %.2f]\n",
    sqrt(UxHwDoubleNthMoment(y, 2)),
    UxHwDoubleQuantile(y, 0.025), UxHwDoubleQuantile(y, 0.975));
}

int main(void)
{
  double normals = 0, rectangles = 0, dominated = 0;
  for (int i = 0; i < 4; i++) {
    normals += UxHwDoubleGaussDist(0, 1);
    rectangles += UxHwDoubleUniformDist(-sqrt(3), sqrt(3));
  }
  for (int i = 0; i < 3; i++) dominated += UxHwDoubleUniformDist(-sqrt(3), sqrt(3));
  dominated += UxHwDoubleUniformDist(-10 * sqrt(3), 10 * sqrt(3));

  report("9.2.2, normal", normals);
  report("9.2.3, rectangular, same width", rectangles);
  report("9.2.4, rectangular, one ten times wider", dominated);
  return 0;
}
