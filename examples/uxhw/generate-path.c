// A path of a random walk, written step by step by a callback.
#include <stdio.h>
#include <uxhw.h>

typedef struct { double deviation; } Walk;

static void step(void *parameters, double **paths, size_t s, size_t variables) {
  (void)variables;
  double shock = UxHwDoubleGaussDist(0, ((Walk *)parameters)->deviation);
  paths[s][0] = s == 0 ? shock : paths[s - 1][0] + shock;
}

int main(void) {
  enum { STEPS = 4 };
  Walk walk = {0.5};
  void *parameters[] = {&walk};
  double values[STEPS][1], *path[STEPS], **paths[] = {path};
  for (int s = 0; s < STEPS; s++) path[s] = values[s];

  UxHwDoubleGeneratePath(parameters, 1, STEPS, 1, step, paths);
  for (int s = 0; s < STEPS; s++)
    printf("step %d: variance %.3f\n", s + 1, UxHwDoubleNthMoment(values[s][0], 2));
  printf("end: %.3f\n", values[STEPS - 1][0]);
  return 0;
}
