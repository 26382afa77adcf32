#include "altitude.h"

#include <math.h>

/* International barometric formula. */
double altitude(double pressure, double reference)
{
	return 44330.0 * (1.0 - pow(pressure / reference, 1.0 / 5.255));
}
