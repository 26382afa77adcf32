// A function of several inputs and outputs, called with uncertain inputs.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static void polar(void *arguments, double *input, size_t inputs,
                  double *output, size_t outputs) {
  (void)arguments, (void)inputs, (void)outputs;
  output[0] = hypot(input[0], input[1]);
  output[1] = atan2(input[1], input[0]);
}

int main(void) {
  double point[2] = {UxHwDoubleGaussDist(3, 0.1), UxHwDoubleGaussDist(4, 0.1)}, result[2];

  UxHwDoublePropagateFunction(polar, NULL, point, 2, result, 2);
  printf("radius: %.3f\n", result[0]);
  printf("angle: %.4f rad\n", result[1]);
  return 0;
}
