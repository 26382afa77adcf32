// Height and weight were measured together, so they
// belong together: the index of their ratio needs that.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double rows[][2] = {{1.62, 58}, {1.70, 66}, {1.75, 72}, {1.80, 79},
                      {1.85, 88}, {1.68, 61}, {1.77, 74}, {1.72, 69}};
  double *samples[8];
  for (int i = 0; i < 8; i++) samples[i] = rows[i];
  double person[2];
  UxHwDoubleDistFromMultidimensionalSamples(person, samples, 8, 2);

  double index = person[1] / (person[0] * person[0]);
  printf("index with dependence: %.2f\n", index);
  double apart = UxHwDoubleGetIndependentCopy(person[1]) / (person[0] * person[0]);
  printf("spread: %.2f, and %.2f if height and weight were independent\n",
    sqrt(UxHwDoubleNthMoment(index, 2)),
         sqrt(UxHwDoubleNthMoment(apart, 2)));
  return 0;
}
