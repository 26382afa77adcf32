#include "pressure.h"

double pressure_read(void)
{
	return 898.746;
}
