// A rare path that ends badly: the divisor is zero for
// one outcome in a hundred. The others are not lost.
#include <stdio.h>
#include <uxhw.h>

int main(void)
{
  int left = (int)UxHwDoubleUniformDist(0, 100);

  printf("share %d\n", 600 / left);
  return 0;
}
