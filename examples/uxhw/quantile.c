// A coverage interval: between which values do 95 % of the mass lie?
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double length = UxHwDoubleGaussDist(50.000, 0.004);

  printf("length: %.3f mm\n", length);
  printf("95 %% interval: %.4f to %.4f mm\n",
    UxHwDoubleQuantile(length, 0.025), UxHwDoubleQuantile(length, 0.975));
  return 0;
}
