#include "../station.h"
#include "../../../third_party/registry/names/names.h"

const char *station_name(void)
{
	return NAME_OF_THE_STATION;
}

double station_celsius(void)
{
	return 21.5;
}
