#include "bme280.h"

#include <stdio.h>

int bme280_read_calibration(const char *path, struct bme280_calibration *calibration)
{
	FILE *file = fopen(path, "r");
	int read;

	if (file == NULL)
		return -1;
	read = fscanf(file, "t1,t2,t3 %lf,%lf,%lf", &calibration->t1, &calibration->t2, &calibration->t3);
	fclose(file);
	return read == 3 ? 0 : -1;
}

/* Bosch Sensortec BME280 data sheet, section 4.2.3, in floating point. */
double bme280_compensate(const struct bme280_calibration *c, double raw)
{
	double a = (raw / 16384.0 - c->t1 / 1024.0) * c->t2;
	double b = (raw / 131072.0 - c->t1 / 8192.0) * (raw / 131072.0 - c->t1 / 8192.0) * c->t3;

	return (a + b) / 5120.0;
}
