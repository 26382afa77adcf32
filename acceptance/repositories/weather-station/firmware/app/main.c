#include "../../shared/units.h"
#include "station.h"

#include <stdio.h>

int main(void)
{
	printf("%s: %.1f C, %.1f F\n", station_name(), station_celsius(), fahrenheit(station_celsius()));
	return 0;
}
