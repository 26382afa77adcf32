// At which joint outcome of x and y is a function smallest?
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double arguments[2] = {UxHwDoubleUniformDist(-2, 2), UxHwDoubleUniformDist(-2, 2)};
  double best[2];
  double x = arguments[0], y = arguments[1];
  double f = (x - 1) * (x - 1) + 2 * (y + 0.5) * (y + 0.5);

  double least = UxHwDoubleArgmin(f, arguments, 2, best);
  printf("f: %.3f\n", f);
  printf("smallest: %.3f at x = %.2f, y = %.2f\n", least, best[0], best[1]);
  return 0;
}
