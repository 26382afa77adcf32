// A thousand draws, to feed a method that wants samples.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double noise = UxHwDoubleGaussDist(0, 1);
  double draws[1000];
  UxHwDoubleSampleBatch(noise, draws, 1000);

  double sum = 0;
  for (int i = 0; i < 1000; i++) sum += draws[i];
  printf("noise: %.1f\n", noise);
  printf("mean of 1000 draws: %.1f\n", sum / 1000);
  return 0;
}
