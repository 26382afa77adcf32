// Reading errors with sharp peaks and heavy tails.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double error = UxHwDoubleLaplaceDist(0, 1.5);

  printf("error: %f\n", error);
  printf("beyond 5: %.4f\n", 2 * UxHwDoubleProbabilityGT(error, 5));
  return 0;
}
