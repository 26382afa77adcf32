#include "altitude.h"
#include "constants.h"
#include "pressure.h"

#include <stdio.h>

#ifndef DEBUG
#error CFLAGS were not read
#endif

int main(void)
{
	printf("%s at %d: %.1f m\n", NAMES, PRECISION > 0, altitude(pressure_read(), SEA_LEVEL_HPA));
	return 0;
}
