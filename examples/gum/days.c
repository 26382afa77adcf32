// Five readings on each of ten days: repeatability within a day, what
// changes from day to day, and the mean of all. GUM (JCGM 100:2008), H.5.
#include <uxhw-gum.h>

enum { DAYS = 10, READINGS = 5 };

int main(void)
{
  // Of each day: the mean of its readings, µV above 10 V, and their standard deviation, µV
  const double mean[DAYS] = {172, 116, 13, 144, 106, 31, 60, 125, 163, 41};
  const double s[DAYS] = {60, 77, 111, 101, 67, 93, 80, 73, 88, 86};

  // Pooled, each variance weighs as its degrees of freedom: here all alike.
  double pooled = 0, all = 0, between = 0;
  for (int i = 0; i < DAYS; i++) pooled += s[i] * s[i] / DAYS, all += mean[i] / DAYS;
  for (int i = 0; i < DAYS; i++) between += (mean[i] - all) * (mean[i] - all) / (DAYS - 1);
  double days = sqrt(fmax(between - pooled / READINGS, 0));

  printf("within a day (repeatability):   s = %.0f µV, %d degrees of freedom\n",
    sqrt(pooled), DAYS * (READINGS - 1));
  printf("from day to day:                s = %.0f µV, F = %.2f\n",
    days, READINGS * between / pooled);
  printf("a reading on any day:           s = %.0f µV\n", sqrt(pooled + days * days));
  printf("mean of all, if days differ:    u = %.0f µV, %d degrees of freedom\n",
    sqrt(between / DAYS), DAYS - 1);

  double voltage = gumTypeA(mean, DAYS); // the days are the independent readings
  double u = sqrt(pooled / READINGS + days * days + between / DAYS); // of five tomorrow
  double tomorrow = all + u * UxHwDoubleStudentsTDist(DAYS - 1);
  printf("10 V + %f µV\n", voltage);
  printf("five readings tomorrow: 10 V + %f µV\n", tomorrow);
  return 0;
}
