#include "bme280.h"

#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

int main(int argc, char *argv[])
{
	struct bme280_calibration calibration;
	double noise = argc > 1 ? atof(argv[1]) : 0.0;
	double raw = UxHwDoubleUniformDist(519888.0 - noise, 519888.0 + noise);

	if (bme280_read_calibration("calibration/bme280.csv", &calibration) != 0) {
		fprintf(stderr, "no calibration\n");
		return EXIT_FAILURE;
	}
	printf("%.2f\n", bme280_compensate(&calibration, raw));
	return EXIT_SUCCESS;
}
