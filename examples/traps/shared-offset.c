// Four readings of one thermometer. Its offset is unknown
// but the same in every reading; the noise is new each time.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static double deviation(double x) { return sqrt(UxHwDoubleNthMoment(x, 2)); }

// Mistake: the offset is made inside, so every reading gets an offset of its own.
static double readingOfItsOwn(double shown)
{
  return shown + UxHwDoubleGaussDist(0, 0.5) + UxHwDoubleGaussDist(0, 0.1);
}

// Right: the offset is made once, by the caller, and belongs to all readings.
static double reading(double shown, double offset)
{
  return shown + offset + UxHwDoubleGaussDist(0, 0.1);
}

int main(void)
{
  const double shown[4] = {20.1, 20.0, 20.2, 20.1};
  double offset = UxHwDoubleGaussDist(0, 0.5), wrong[4], right[4];

  for (int i = 0; i < 4; i++) {
    wrong[i] = readingOfItsOwn(shown[i]);
    right[i] = reading(shown[i], offset);
  }
  printf("deviation of the mean:         wrong %.3f, right %.3f\n",
    deviation((wrong[0] + wrong[1] + wrong[2] + wrong[3]) / 4),
    deviation((right[0] + right[1] + right[2] + right[3]) / 4));
  printf("deviation of one minus another: wrong %.3f, right %.3f\n",
    deviation(wrong[1] - wrong[0]), deviation(right[1] - right[0]));
  return 0;
}
