// What costs most to follow: a program whose every sample takes a path of its own. `draws N`: the same by Monte Carlo in one loop, on the same samples.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

static int steps = 200000;
static int above; /* so that a decision is one: of a sum alone the compiler makes a selection, which needs no path */

static double wander(double x)
{
  double sum = 0;

  for (int i = 0; i < steps; i++) {
    x = 3.9 * x * (1 - x);
    if (x > 0.5) sum += x, above++;
    else sum -= 0.5 * x;
  }
  return sum;
}

int main(int argc, char **argv)
{
  if (argc > 1) steps = atoi(argv[1]);
  if (argc > 2) {
    int draws = atoi(argv[2]);
    double sum = 0;
    for (int i = 0; i < draws; i++) sum += wander(0.1 + 0.8 * (i + 0.5) / draws);
    printf("%f %f\n", sum / draws, (double)above / draws);
    return 0;
  }
  double sum = wander(UxHwDoubleUniformDist(0.1, 0.9));
  printf("%f %d\n", sum, above);
  return 0;
}
