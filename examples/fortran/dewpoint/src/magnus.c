/* Vapour pressure over water by Magnus' formula, in Pa;
   coefficients of Sonntag (1990). */
#include <math.h>

double saturation_pressure(double celsius)
{
	return 611.2 * exp(17.62 * celsius / (243.12 + celsius));
}

double saturation_slope(double celsius)
{
	double below = 243.12 + celsius;

	return saturation_pressure(celsius) * 17.62 * 243.12 / (below * below);
}
