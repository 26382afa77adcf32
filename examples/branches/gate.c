// A quality gate: parts are sorted by an uncertain width, and each class has its own price.
// Exact: 0.0228 of the parts are scrap, 0.8186 sell as standard, 0.1587 as fine.
#include <stdio.h>
#include <uxhw.h>

enum Class { SCRAP, STANDARD, FINE };

static enum Class classOf(double width)
{
  if (width < 9.8) return SCRAP;
  return width > 10.1 ? FINE : STANDARD;
}

int main(void)
{
  double price = 0, width = UxHwDoubleGaussDist(10, 0.1);

  switch (classOf(width)) {
    case SCRAP: price = 0; break;
    case STANDARD: price = 5; break;
    case FINE: price = 8; break;
  }
  printf("price %f\n", price);
  return 0;
}
