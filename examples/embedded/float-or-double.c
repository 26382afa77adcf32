// The same model in float and in double: how far apart are the two distributions?
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  double d = UxHwDoubleGaussDist(10, 0.1);
  float f = UxHwFloatGaussDist(10, 0.1f);
  double inDouble = sqrt(d * d + 3);
  float inFloat = sqrtf(f * f + 3);

  printf("double: %f, u %.9f, %zu bytes as Ux bytes\n",
    inDouble, sqrt(UxHwDoubleNthMoment(inDouble, 2)),
    UxHwDoubleGetSizeOfDistributionByteArrayInBytes(inDouble));
  printf("float:  %f, u %.9f, %zu bytes as Ux bytes\n",
    (double)inFloat, sqrt(UxHwDoubleNthMoment(inFloat, 2)),
    UxHwFloatGetSizeOfDistributionByteArrayInBytes(inFloat));
  return 0;
}
