// One result, reported in three ways: y ± U with k = 2, y ± U
// from Student's t, and the shortest interval that holds 95 %.
#include <uxhw-gum.h>

int main(void)
{
  double power = UxHwDoubleGaussDist(10, 1.5);         // mW
  double resistance = UxHwDoubleUniformDist(45, 55);   // Ohm
  double current = sqrt(power / 1000 / resistance) * 1000; // mA

  gumPrintExpanded("I", current, 2, "mA");
  double k = gumCoverageFactor(9, 0.95); // for nine effective degrees of freedom
  gumPrintExpanded("I", current, k, "mA");

  double low, high;
  gumShortestInterval(current, 0.95, &low, &high);
  printf("shortest 95 %% interval:  %.2f mA to %.2f mA\n", low, high);
  printf("symmetric 95 %% interval: %.2f mA to %.2f mA\n",
    UxHwDoubleQuantile(current, 0.025), UxHwDoubleQuantile(current, 0.975));
  printf("I = %f mA\n", current);
  return 0;
}
