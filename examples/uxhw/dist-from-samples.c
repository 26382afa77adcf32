// Twelve readings of a thermometer become one distribution.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double readings[] = {21.3, 21.5, 21.4, 21.9, 21.2, 21.4,
                       21.6, 21.5, 21.3, 21.4, 21.7, 21.5};
  size_t count = sizeof readings / sizeof readings[0];
  double celsius = UxHwDoubleDistFromSamples(readings, count);

  printf("temperature: %.2f degrees Celsius\n", celsius);
  printf("in kelvin: %.2f\n", celsius + 273.15);
  return 0;
}
