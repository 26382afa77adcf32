// What costs most to follow: a program whose every sample takes a path of its own, `worst STEPS`. The same by Monte Carlo in one loop, on the same samples:
//   worst STEPS DRAWS          adds up what comes out: its means
//   worst STEPS DRAWS print    prints it for each draw, as the program does: its distributions, to whoever reads them
//   worst STEPS DRAWS sort     keeps and sorts it: quantiles
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

static int steps = 200000;
static int above; /* so that a decision is one: of a sum alone the compiler makes a selection, which needs no path */

static double wander(double x)
{
  double sum = 0;

  above = 0;
  for (int i = 0; i < steps; i++) {
    x = 3.9 * x * (1 - x);
    if (x > 0.5) sum += x, above++;
    else sum -= 0.5 * x;
  }
  return sum;
}

static int ascending(const void *one, const void *other)
{
  double a = *(const double *)one, b = *(const double *)other;

  return (a > b) - (a < b);
}
static void printQuantiles(double *values, int count)
{
  static const double at[] = {0.001, 0.025, 0.5, 0.975, 0.999};

  qsort(values, count, sizeof *values, ascending);
  for (int i = 0; i < 5; i++) printf("%f ", values[(int)(at[i] * (count - 1) + 0.5)]);
  printf("\n");
}
static void simulate(int draws, const char *how)
{
  double *sums = malloc(2 * draws * sizeof *sums), *counts = sums + draws, sum = 0, count = 0;

  for (int i = 0; i < draws; i++) {
    double own = wander(0.1 + 0.8 * (i + 0.5) / draws);
    if (!strcmp(how, "print")) printf("%f %d\n", own, above);
    else if (!strcmp(how, "sort")) sums[i] = own, counts[i] = above;
    else sum += own, count += above;
  }
  if (!strcmp(how, "sort")) printQuantiles(sums, draws), printQuantiles(counts, draws);
  else printf("%f %f\n", sum / draws, count / draws);
}

int main(int argc, char **argv)
{
  if (argc > 1) steps = atoi(argv[1]);
  if (argc > 2) simulate(atoi(argv[2]), argc > 3 ? argv[3] : "");
  else {
    double sum = wander(UxHwDoubleUniformDist(0.1, 0.9));
    printf("%f %d\n", sum, above);
  }
  return 0;
}
