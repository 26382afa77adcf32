// NIST Technical Note 1900, example E2: the mean of 22 daily
// maximum temperatures, read from inputs/readings.csv.
// The mean of n normal readings, s unknown, follows
// Student's t distribution with n - 1 degrees of freedom.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(int argc, char *argv[])
{
  const char *name = argc > 1 ? argv[1] : "readings.csv";
  FILE *file = fopen(name, "r");
  if (!file) {
    fprintf(stderr, "cannot open %s\n", name);
    return 1;
  }
  double readings[1000], sum = 0, squares = 0;
  int n = 0;
  if (fscanf(file, "%*[^\n]\n") == EOF) n = 0;
  while (n < 1000 && fscanf(file, "%lf", &readings[n]) == 1) sum += readings[n++];
  fclose(file);
  if (n < 3) {
    fprintf(stderr, "%s holds %d readings, at least 3 are needed\n", name, n);
    return 1;
  }
  double mean = sum / n;
  for (int i = 0; i < n; i++) squares += (readings[i] - mean) * (readings[i] - mean);
  double s = sqrt(squares / (n - 1));

  double temperature = mean + s / sqrt(n) * UxHwDoubleStudentsTDist(n - 1);
  printf("temperature = %f °C\n", temperature);
  printf("%d readings: mean %.1f, s %.1f, s/sqrt(n) %.3f, 95 %% interval [%.1f, %.1f] °C\n",
    n, mean, s, s / sqrt(n),
    UxHwDoubleQuantile(temperature, 0.025), UxHwDoubleQuantile(temperature, 0.975));
  return 0;
}
